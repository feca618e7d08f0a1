// What a watch owes to the addresses that it sends its alerts to. Part of its record, and changed by pure steps like the rest of it.
import { randomBytes } from 'node:crypto';
import type { WatchAlert, WatchChange, WatchEmail, WatchWebhook } from '../../protocol/watches';
import { Problem } from '../http/problem';
import { isMailDue, refusedRecipient } from './alertMail';
import type { MailSettings } from '../settings/watchSettings';
import type { Alerting } from './alerts';
import { refusedAddress } from './webhookAddress';

type Addresses = Pick<WatchChange, 'webhook' | 'email' | 'language'>;

export interface Webhook extends WatchWebhook {
  /** Signs what is sent; its owner checks the signature with it. */
  readonly secret: string;
}

/** How far sending has come. */
export interface Post {
  /** The last alert that was sent, or given up. */
  readonly sent: number;
  readonly tries: number;
  /** Not before. */
  readonly at: number;
  /** The gateway that sends now. */
  readonly by?: string | undefined;
  /** Why the last try did not succeed. */
  readonly why?: string | undefined;
  /** The receiver wants no more. */
  readonly isOver?: true | undefined;
  /** Of e-mail: the last alert of the message, from its first try on, so that it is the same however often it is tried. */
  readonly upTo?: number | undefined;
}

/** How alerts are sent, by the part of the record that says how far that has come. */
export const ways = ['post', 'mail'] as const;
export type Way = (typeof ways)[number];

export interface Posting extends Alerting {
  readonly webhook?: Webhook | undefined;
  readonly post?: Post | undefined;
  readonly email?: WatchEmail | undefined;
  readonly mail?: Post | undefined;
  /** In which its messages are; English if it is left out. */
  readonly language?: string | undefined;
}

const minute = 60_000;
const hour = 60 * minute;
/** After the first try, the second, and so on; then the alert is given up. */
const waits = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const longestWait = 24 * hour;
interface Running extends Posting {
  readonly run?: { readonly tick: number } | undefined;
  readonly schedule: { readonly zone: string };
}

/** The alerts to send now: one to a webhook, all in one e-mail. Those of a run under way wait until its cost is known. */
export function owed(watch: Running, way: Way, now: number): readonly WatchAlert[] {
  const { alerts = [], webhook, email, run, schedule, [way]: progress } = watch;
  if (!progress || progress.isOver) return [];
  // A clock that was set back does not put it off for longer than any wait.
  if (progress.at > now && progress.at <= now + longestWait) return [];
  const { sent, upTo } = progress;
  const open = alerts.filter(({ number }) => number > sent);
  const under = open.findIndex(({ tick }) => tick !== undefined && tick === run?.tick);
  const ready = under === -1 ? open : open.slice(0, under);
  const [first] = ready;
  if (!first) return [];
  if (way === 'post') return webhook ? [first] : [];
  if (!email) return [];
  // What was begun is finished as it was; only if none of it is kept any more does the rest follow.
  const begun = upTo === undefined ? [] : ready.filter(({ number }) => number <= upTo);
  if (begun.length > 0) return begun;
  return isMailDue(email, first.at, schedule.zone, now) ? ready : [];
}

export interface Allowed {
  readonly hosts: readonly string[];
  /** Undefined where the gateway sends no e-mail. */
  readonly mail: Pick<MailSettings, 'domains'> | undefined;
}

/** The watch with other addresses, which get what happens from now on. */
export const addressed = <T extends Posting>(watch: T, given: Addresses, allowed: Allowed): T =>
  mailed(hooked(spoken(watch, given.language), given.webhook, allowed.hosts), given.email, allowed.mail);

const spoken = <T extends Posting>(watch: T, given: Addresses['language']): T =>
  given === undefined ? watch : { ...watch, language: given };

function hooked<T extends Posting>(watch: T, given: Addresses['webhook'], hosts: readonly string[]): T {
  const { webhook } = watch;
  if (given === undefined || (given && webhook?.url === given.url && webhook.form === given.form))
    return watch;
  if (given === null) return { ...watch, webhook: undefined, post: undefined };
  const refused = refusedAddress(given.url, hosts);
  if (refused !== undefined) throw new Problem(422, refused);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  return { ...watch, webhook: { ...given, secret }, post: startedPost(watch) };
}

function mailed<T extends Posting>(watch: T, given: Addresses['email'], mail: Allowed['mail']): T {
  const { email } = watch;
  if (given === undefined || (given && email?.to === given.to && email.when === given.when)) return watch;
  if (given === null) return { ...watch, email: undefined, mail: undefined };
  const refused = refusedRecipient(given.to, mail);
  if (refused !== undefined) throw new Problem(422, refused);
  // What is owed to the same address stays owed, whenever it wants it.
  return { ...watch, email: given, mail: (email?.to === given.to && watch.mail) || startedPost(watch) };
}

/** For its owner. The secret is for whoever checks the signatures. */
export const shownAddresses = ({ webhook, post, email, mail }: Posting) => ({
  webhook: webhook && { ...webhook, trouble: post?.why },
  email: email && { ...email, trouble: mail?.why },
});

export const withProgress = <T extends Posting>(watch: T, way: Way, progress: Post): T =>
  way === 'post' ? { ...watch, post: progress } : { ...watch, mail: progress };

export const startedPost = (watch: Alerting): Post => ({ sent: watch.alertCount ?? 0, tries: 0, at: 0 });

export type PostResult = {
  readonly kind: 'sent' | 'over' | 'later';
  readonly why?: string;
  readonly wait?: number;
};

export function afterPost(
  post: Post,
  number: number,
  { kind, why, wait = 0 }: PostResult,
  now: number,
): Post {
  const { sent, tries, upTo } = post;
  if (kind === 'over') return { sent, tries, at: now, why, isOver: true };
  const pause = waits[tries];
  if (kind === 'sent' || pause === undefined)
    return { sent: number, tries: 0, at: 0, ...(kind !== 'sent' && { why }) };
  return { sent, tries: tries + 1, at: now + Math.min(longestWait, Math.max(pause, wait)), why, upTo };
}
