// Sends alerts to the addresses that a watch has for them: by e-mail (alertMail.ts), and by the rules of Standard Webhooks
// (https://www.standardwebhooks.com): signed, with the same ID each time it is tried, less and less often. What is owed is in the record of the watch, written in the step that
// raised the alert, so it outlives every gateway. One gateway sends at a time; if it ends before it has written that it did, another
// one sends the same message with the same ID.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { alertText } from '../../history/watchAlert';
import type { WatchAlert } from '../../protocol/watches';
import { speechIn } from '../../languages/all';
import type { MailSettings } from '../settings/watchSettings';
import type { Log } from '../telemetry/log';
import { mailOf, refusedRecipient, type OutgoingMail, type Told } from './alertMail';
import { afterPost, owed, ways, withProgress, type PostResult, type Way, type Webhook } from './posting';
import { knownZone } from './schedule';
import type { Watch } from './watch';
import { guardedLookup, refusedAddress, type AddressLookup } from './webhookAddress';
import type { WatchBook } from './watchBook';

const deadline = 15_000;
const mostAtOnce = 8;
/** For a whole conversation with a mail server. */
const mailDeadline = 60_000;

export const alertId = ({ id }: Pick<Watch, 'id'>, { number }: WatchAlert): string => `alert_${id}_${number}`;

export async function messageOf(
  watch: Pick<Watch, 'id'> & Told,
  alert: WatchAlert,
  form: Webhook['form'],
): Promise<string> {
  const { language, schedule } = watch;
  const zone = knownZone(schedule?.zone ?? 'UTC');
  const speech = await speechIn(language);
  const { t, plural, instant, joined } = speech;
  const text = alertText(alert, speech, zone);
  const facts: (readonly [string, string])[] = [
    [t('alerts.watch'), watch.name],
    [t('alerts.seenAt'), instant(alert.at, zone)],
    ...(alert.cell === undefined ? [] : [[t('alerts.where'), alert.cell] as const]),
    ...(alert.credits === undefined
      ? []
      : [[t('alerts.costOfTheRun'), plural(alert.credits, 'credit')] as const]),
  ];
  if (form === 'slack') {
    const lines = facts.map(([name, value]) => joined('label', [name, value])).join('\n');
    const plain = (value: string) => ({ type: 'plain_text', text: value.slice(0, 2_900), emoji: false });
    return JSON.stringify({
      text: slackText(text),
      blocks: [
        { type: 'section', text: plain(text) },
        { type: 'context', elements: [plain(lines)] },
      ],
    });
  }
  if (form === 'teams')
    return JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: teamsText(text), wrap: true, weight: 'Bolder' },
              { type: 'FactSet', facts: facts.map(([title, value]) => ({ title, value: teamsText(value) })) },
            ],
          },
        },
      ],
    });
  const { at, ...rest } = alert;
  const data = { id: alertId(watch, alert), watch: watch.id, name: watch.name, text, ...rest };
  return JSON.stringify({ type: 'watch.alert', timestamp: new Date(at).toISOString(), data });
}

/** The name of a product is text, whatever stands in it. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const teamsText = (text: string): string => text.replaceAll(/[[\]\\`*_#~]/g, '\\$&');

function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Takes the key of the watch out of a text. */
export type Clean = (watch: Watch) => Promise<(text: string) => string>;

export interface PostParts {
  readonly book: WatchBook;
  readonly gateway: string;
  readonly hosts: readonly string[];
  /** Undefined where the gateway sends no e-mail. */
  readonly mail: Pick<MailSettings, 'domains'> | undefined;
  readonly sendMail?: ((mail: OutgoingMail) => Promise<void>) | undefined;
  readonly clean: Clean;
  readonly clock: () => number;
  readonly log: Log;
  /** For tests: the network as they want it to be. */
  readonly network?: {
    readonly isPublic?: (address: string) => boolean;
    readonly lookup?: AddressLookup;
    readonly ca?: string;
    readonly port?: number;
  };
}

export class AlertPost {
  private readonly sending = new Map<string, Promise<void>>();
  /** What became of a message, until it is written in the record of its watch. */
  private readonly unwritten = new Map<string, { readonly number: number; readonly result: PostResult }>();
  private readonly agent: Agent;
  private isOver = false;

  constructor(private readonly parts: PostParts) {
    const { isPublic, lookup, ca } = parts.network ?? {};
    this.agent = new Agent({
      connect: {
        lookup: guardedLookup(isPublic, lookup),
        timeout: deadline,
        ...(ca !== undefined && { ca }),
      },
      // Each message is checked at the address that it is sent to.
      pipelining: 0,
      keepAliveTimeout: 1,
      keepAliveMaxTimeout: 1,
    });
  }

  /** Looks for what is owed. Call it every second. */
  scan(): void {
    const { book, clock } = this.parts;
    if (this.isOver || !book.isUp) return;
    const now = clock();
    for (const watch of book.all()) {
      for (const way of ways) {
        if (this.sending.size >= mostAtOnce) return;
        if (!this.sending.has(`${watch.id} ${way}`) && this.owes(watch, way, now)) this.start(watch.id, way);
      }
    }
  }

  /** Sends nothing more, and resolves when what was sent has its outcome. */
  async drain(): Promise<void> {
    this.isOver = true;
    await Promise.allSettled(this.sending.values());
    if (!this.agent.closed) await this.agent.close();
  }

  /** Something is owed that no other gateway is sending. */
  private owes(watch: Watch, way: Way, now: number): boolean {
    if (owed(watch, way, now).length === 0) return false;
    const { by } = watch[way] ?? {};
    return by === undefined || by === this.parts.gateway || this.parts.book.hasEnded(by);
  }

  private start(id: string, way: Way): void {
    const { log } = this.parts;
    const name = `${id} ${way}`;
    const work = this.send(id, way)
      .catch((error: unknown) => log.warn({ watch: id, reason: String(error) }, 'alert'))
      .finally(() => this.sending.delete(name));
    this.sending.set(name, work);
  }

  private async send(id: string, way: Way): Promise<void> {
    const { book, gateway, clock, log } = this.parts;
    if (this.unwritten.has(`${id} ${way}`)) return this.written(id, way);
    const { watch, changed } = await book.update(id, (known) => {
      const now = clock();
      if (!this.owes(known, way, now)) return undefined;
      const upTo = way === 'mail' ? owed(known, way, now).at(-1)?.number : undefined;
      const progress = known[way];
      return progress && withProgress(known, way, { ...progress, by: gateway, upTo });
    });
    if (!changed || !watch) return;
    const alerts = owed(watch, way, clock());
    const last = alerts.at(-1);
    if (last) {
      const result = await (way === 'mail' ? this.mail(watch, alerts) : this.try(watch, watch.webhook, last));
      this.unwritten.set(`${id} ${way}`, { number: last.number, result });
      log.info({ watch: id, way, alert: last.number, outcome: result.kind }, 'alert');
    }
    await this.written(id, way);
  }

  /** Writes down what became of a message. Where the place is away, it is written before anything else is sent. */
  private async written(id: string, way: Way): Promise<void> {
    const { book, gateway, clock } = this.parts;
    const name = `${id} ${way}`;
    const outcome = this.unwritten.get(name);
    await book.update(id, (known) => {
      const progress = known[way];
      // An address that was changed meanwhile has its own list.
      if (progress?.by !== gateway) return undefined;
      const next = outcome ? afterPost(progress, outcome.number, outcome.result, clock()) : progress;
      return withProgress(known, way, { ...next, by: undefined });
    });
    this.unwritten.delete(name);
  }

  private async mail(watch: Watch, alerts: readonly WatchAlert[]): Promise<PostResult> {
    const { mail, sendMail, clean } = this.parts;
    const { id, email, mail: progress } = watch;
    const [first, last] = [(progress?.sent ?? 0) + 1, alerts.at(-1)?.number ?? 0];
    // The list of domains may have become shorter.
    const refused = email ? refusedRecipient(email.to, mail) : 'There is no address.';
    if (!sendMail || !email || refused !== undefined) return { kind: 'later', why: refused ?? '' };
    const { subject, text, language } = await mailOf({ ...watch, email }, alerts, last - first + 1);
    try {
      const cleaned = await clean(watch);
      const whole = {
        to: email.to,
        id: `alert_${id}_${first}-${last}`,
        subject: cleaned(subject),
        text: cleaned(text),
        language,
      };
      await inTime(sendMail(whole), mailDeadline);
      return { kind: 'sent' };
    } catch (error) {
      return { kind: 'later', why: `The e-mail could not be sent: ${reasonOf(error)}` };
    }
  }

  private async try(watch: Watch, webhook: Webhook | undefined, alert: WatchAlert): Promise<PostResult> {
    const { hosts, clock, network, clean } = this.parts;
    if (!webhook) return { kind: 'later', why: 'There is no address.' };
    const { url, form, secret } = webhook;
    // The list of hosts may have become shorter.
    const refused = refusedAddress(url, hosts);
    if (refused !== undefined) return { kind: 'later', why: refused };
    const id = alertId(watch, alert);
    const body = (await clean(watch))(await messageOf(watch, alert, form));
    const seconds = Math.floor(clock() / 1_000);
    const target = new URL(url);
    if (network?.port !== undefined) target.port = String(network.port);
    try {
      const response = await request(target, {
        method: 'POST',
        dispatcher: this.agent,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'spillway',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signature(secret, id, seconds, body),
        },
        body,
        headersTimeout: deadline,
        bodyTimeout: deadline,
        signal: AbortSignal.timeout(deadline),
      });
      await response.body.dump({ limit: 65_536 });
      const { statusCode: status } = response;
      if (status >= 200 && status < 300) return { kind: 'sent' };
      if (status === 410) return { kind: 'over', why: 'The receiver wants no more alerts (410).' };
      if (status >= 300 && status < 400)
        return { kind: 'later', why: `The receiver redirects (${status}), which is not followed.` };
      const wait = Number(response.headers['retry-after']) * 1_000;
      return {
        kind: 'later',
        why: `The receiver answered with status ${status}.`,
        ...(Number.isFinite(wait) && { wait }),
      };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { kind: 'later', why: `The alert could not be sent: ${reasonOf(cause)}` };
    }
  }
}

const reasonOf = (error: unknown): string => {
  if ((error as { readonly code?: unknown } | undefined)?.code === 'ENOTFOUND')
    return 'the host was not found.';
  const text = error instanceof Error ? error.message : String(error);
  return (text.trim() || 'no connection').slice(0, 200).replace(/\.?$/, '.');
};

function inTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server took too long')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
