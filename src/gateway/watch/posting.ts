// What a watch owes to the address that it sends its alerts to. Part of its record, and changed by pure steps like the rest of it.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { WatchAlert } from '../../history/watchAlert';
import { free } from '../../protocol/headers';
import { Problem } from '../http/problem';
import type { Alerting } from './alerts';
import { refusedAddress } from './webhookAddress';

/** Where a person wants alerts to be sent, and in which form. */
export const webhookForm = z.strictObject({
  url: z.string().max(2_000),
  form: z.enum(['standard', 'slack', 'teams']),
});

export interface Webhook extends z.infer<typeof webhookForm> {
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
}

export interface Posting extends Alerting {
  readonly webhook?: Webhook | undefined;
  readonly post?: Post | undefined;
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
}

/** The alert to send now. One of a run under way waits until its cost is known. */
export function owed({ alerts = [], post, webhook, run }: Running, now: number): WatchAlert | undefined {
  if (!webhook || !post || post.isOver) return undefined;
  // A clock that was set back does not put it off for longer than any wait.
  if (post.at > now && post.at <= now + longestWait) return undefined;
  const next = alerts.find(({ number }) => number > post.sent);
  return next && (next.tick === undefined || next.tick !== run?.tick) ? next : undefined;
}

/** The watch with another address, which gets what happens from now on; null for none. */
export function addressed<T extends Posting>(
  watch: T,
  given: z.infer<typeof webhookForm> | null | undefined,
  hosts: readonly string[],
): T {
  const { webhook } = watch;
  if (given === undefined || (given && webhook?.url === given.url && webhook.form === given.form))
    return watch;
  if (given === null) return { ...watch, webhook: undefined, post: undefined };
  const refused = refusedAddress(given.url, hosts);
  if (refused !== undefined) throw new Problem(422, refused, free);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  return { ...watch, webhook: { ...given, secret }, post: startedPost(watch) };
}

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
  const { sent, tries } = post;
  if (kind === 'over') return { sent, tries, at: now, why, isOver: true };
  const pause = waits[tries];
  if (kind === 'sent' || pause === undefined)
    return { sent: number, tries: 0, at: 0, ...(kind !== 'sent' && { why }) };
  return { sent, tries: tries + 1, at: now + Math.min(longestWait, Math.max(pause, wait)), why };
}
