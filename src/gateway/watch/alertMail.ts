// Alerts as e-mail: at once, or as a digest with the biggest changes first. Plain text only, to one address whose domain an
// administrator allows, so that nothing in a name of a product or of a watch can be more than text.
import { alertText } from '../../history/watchAlert';
import { speechIn } from '../../languages/all';
import type { WatchAlert, WatchEmail } from '../../protocol/watches';
import type { MailSettings } from '../settings/watchSettings';
import { oneLine } from './raisedAlerts';
import { knownZone, nextRun } from './schedule';

/** One address without a name, a comment, quotes or anything else that a header could be made of. */
const addressForm =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9.-]+)$/;

/** Returns why an address is refused. */
export function refusedRecipient(
  to: string,
  mail: Pick<MailSettings, 'domains'> | undefined,
): string | undefined {
  if (!mail) return 'This gateway sends no e-mail. Ask an administrator to set it up (SPILLWAY_SMTP_URL).';
  const domain = to.length > 254 ? undefined : addressForm.exec(to)?.[1]?.toLowerCase();
  if (domain === undefined) return 'The e-mail address is not valid.';
  return mail.domains.includes(domain)
    ? undefined
    : `Alerts may not be sent to addresses at ${domain}. Ask an administrator to allow this domain (SPILLWAY_MAIL_DOMAINS).`;
}

const day = 86_400_000;
const digestDays = { day: [1, 2, 3, 4, 5, 6, 7], week: [1] };

/** Whether what was first seen then is to be sent by now. */
export function isMailDue({ when }: WatchEmail, firstAt: number, zone: string, now: number): boolean {
  // A clock that was far ahead does not put it off.
  if (when === 'once' || firstAt > now + day) return true;
  const due = nextRun({ kind: 'days', days: digestDays[when], at: '07:00', zone: knownZone(zone) }, firstAt);
  return due === undefined || due <= now;
}

const mostListed = 50;

/** What happened to the watch itself comes first, then the biggest changes. One from 0, which has no share, stands among the doublings. */
function weight({ kind, before, now }: WatchAlert): number {
  if (kind === 'failed' || kind === 'paused' || kind === 'ended' || kind === 'ending') return Infinity;
  if (typeof before !== 'number' || typeof now !== 'number') return 0;
  return before === 0 ? 1 : Math.abs((now - before) / before);
}

/** Programs make links of addresses in plain text, and a seller may have put any into the name of a product (U+2060 joins words). */
const unlinked = (text: string): string =>
  text.replaceAll(/:(?=\/\/)|(?<=[\p{L}\p{N}])[.@](?=\p{L})/gu, '$&\u2060');

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly language: string;
}

/** What a message is about, and how it is said. */
export interface Told {
  readonly name: string;
  readonly language?: string | undefined;
  readonly schedule?: { readonly zone: string };
}

/** A line from right to left is one from its beginning, whatever stands first in it (U+200F). */
const mark = '\u200F';

/** `total`: how many there were; the oldest of very many are not kept. */
export async function mailOf(
  { name, email, language, schedule }: Told & { readonly email: WatchEmail },
  alerts: readonly WatchAlert[],
  total: number,
): Promise<Mail> {
  const speech = await speechIn(language);
  const { t, plural, instant, joined, tag, direction } = speech;
  const zone = knownZone(schedule?.zone ?? 'UTC');
  const says = (alert: WatchAlert) => oneLine(alertText(alert, speech, zone));
  const isDigest = email.when !== 'once';
  const sorted = isDigest ? [...alerts].sort((a, b) => weight(b) - weight(a) || a.at - b.at) : alerts;
  const listed = sorted.slice(0, mostListed);
  const [first] = listed;
  const title = total === 1 && first ? says(first) : plural(total, 'alert');
  const lines = listed.map((alert) => {
    const facts = [
      t('alerts.seen', { time: instant(alert.at, zone) }),
      ...(alert.cell === undefined ? [] : [oneLine(alert.cell)]),
      ...(alert.credits === undefined
        ? []
        : [t('alerts.theRunCost', { credits: plural(alert.credits, 'credit') })]),
    ];
    return `- ${unlinked(says(alert))}\n  ${facts.join(' · ')}`;
  });
  const rest = total - listed.length;
  const text = [
    t('alerts.ofWatch', { name: oneLine(name) }),
    isDigest && listed.length > 1 ? t('alerts.theBiggestChangesCome') : '',
    ...lines,
    rest > 0 ? t('alerts.andMore', { count: rest }) : '',
    t('alerts.youGetThisMessage'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    subject: oneLine(joined('label', [name, title])).slice(0, 150),
    text: direction === 'rtl' ? text.replaceAll(/^(?=.)/gm, mark) : text,
    language: tag,
  };
}

export interface OutgoingMail extends Mail {
  readonly to: string;
  /** The same each time it is tried, so that a mail program shows it once. */
  readonly id: string;
}

const deadline = 15_000;

/** Sends through the mail server of the settings; rejects where it did not take the message. */
export function mailSender({ url, from }: MailSettings): (mail: OutgoingMail) => Promise<void> {
  const { protocol, username, hostname } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const options = {
    url,
    connectionTimeout: deadline,
    greetingTimeout: deadline,
    socketTimeout: deadline,
    dnsTimeout: deadline,
    disableFileAccess: true,
    disableUrlAccess: true,
    // A password is sent over an encrypted connection, or to this machine.
    ...(protocol === 'smtp:' && username !== '' && !isHere && { requireTLS: true }),
  };
  return async ({ to, id, subject, text, language }) => {
    // Most gateways send none, and start faster without it.
    const { createTransport } = await import('nodemailer');
    await createTransport(options).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${from.split('@').pop()?.replace(/>$/, '') ?? 'spillway'}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    });
  };
}
