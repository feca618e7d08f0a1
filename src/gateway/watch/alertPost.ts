// Sends alerts to the address that a watch has for them, by the rules of Standard Webhooks (https://www.standardwebhooks.com): signed,
// with the same ID each time it is tried, less and less often. What is owed is in the record of the watch, written in the step that
// raised the alert, so it outlives every gateway. One gateway sends at a time; if it ends before it has written that it did, another
// one sends the same message with the same ID.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { alertText, type WatchAlert } from '../../history/watchAlert';
import type { Log } from '../telemetry/log';
import { afterPost, owed, type PostResult, type Webhook } from './posting';
import { isDeleted, type Watch, type WatchRecord } from './watch';
import { guardedLookup, refusedAddress, type Lookup } from './webhookAddress';
import type { WatchBook } from './watchBook';

const deadline = 15_000;
const mostAtOnce = 8;

export const alertId = ({ id }: Pick<Watch, 'id'>, { number }: WatchAlert): string => `alert_${id}_${number}`;

export function messageOf(
  watch: Pick<Watch, 'id' | 'name'>,
  alert: WatchAlert,
  form: Webhook['form'],
): string {
  const text = alertText(alert);
  const facts: (readonly [string, string])[] = [
    ['Watch', watch.name],
    ['Seen', new Date(alert.at).toISOString()],
    ...(alert.cell === undefined ? [] : [['Where', alert.cell] as const]),
    ...(alert.credits === undefined ? [] : [['The run cost', `${alert.credits} credits`] as const]),
  ];
  if (form === 'slack') {
    const lines = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
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

export interface PostParts {
  readonly book: WatchBook;
  readonly gateway: string;
  readonly hosts: readonly string[];
  readonly clock: () => number;
  readonly log: Log;
  /** For tests: the network as they want it to be. */
  readonly network?: {
    readonly isPublic?: (address: string) => boolean;
    readonly lookup?: Lookup;
    readonly ca?: string;
    readonly port?: number;
  };
}

export class AlertPost {
  readonly #sending = new Map<string, Promise<void>>();
  readonly #agent: Agent;
  #isOver = false;

  constructor(private readonly parts: PostParts) {
    const { isPublic, lookup, ca } = parts.network ?? {};
    this.#agent = new Agent({
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
    if (this.#isOver || !book.isUp) return;
    const now = clock();
    for (const record of book.all()) {
      if (this.#sending.size >= mostAtOnce) return;
      if (!this.#sending.has(record.id) && this.#owes(record, now)) this.#start(record.id);
    }
  }

  /** Sends nothing more, and resolves when what was sent has its outcome. */
  async drain(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#sending.values());
    if (!this.#agent.closed) await this.#agent.close();
  }

  /** Something is owed that no other gateway is sending. */
  #owes(record: WatchRecord, now: number): record is Watch {
    if (isDeleted(record) || !owed(record, now)) return false;
    const { by } = record.post ?? {};
    return by === undefined || by === this.parts.gateway || this.parts.book.hasEnded(by);
  }

  #start(id: string): void {
    const { log } = this.parts;
    const work = this.#send(id)
      .catch((error: unknown) => log.warn({ watch: id, reason: String(error) }, 'alert'))
      .finally(() => this.#sending.delete(id));
    this.#sending.set(id, work);
  }

  async #send(id: string): Promise<void> {
    const { book, gateway, clock, log } = this.parts;
    const { record, changed } = await book.update(id, (known) => {
      if (!known || !this.#owes(known, clock()) || !known.post) return undefined;
      return { ...known, post: { ...known.post, by: gateway } };
    });
    if (!changed || !record || isDeleted(record) || !record.webhook) return;
    const alert = owed(record, clock());
    const { webhook } = record;
    const result = alert && (await this.#try(record, webhook, alert));
    await book.update(id, (known) => {
      if (!known || isDeleted(known) || known.post?.by !== gateway) return undefined;
      // An address that was changed meanwhile has its own list.
      const isSame = known.webhook?.url === webhook.url && known.webhook.secret === webhook.secret;
      const post =
        alert && result && isSame ? afterPost(known.post, alert.number, result, clock()) : known.post;
      return { ...known, post: { ...post, by: undefined } };
    });
    if (alert && result) log.info({ watch: id, alert: alert.number, outcome: result.kind }, 'alert');
  }

  async #try(watch: Watch, { url, form, secret }: Webhook, alert: WatchAlert): Promise<PostResult> {
    const { hosts, clock, network } = this.parts;
    // The list of hosts may have become shorter.
    const refused = refusedAddress(url, hosts);
    if (refused !== undefined) return { kind: 'later', why: refused };
    const id = alertId(watch, alert);
    const body = messageOf(watch, alert, form);
    const seconds = Math.floor(clock() / 1_000);
    const target = new URL(url);
    if (network?.port !== undefined) target.port = String(network.port);
    try {
      const response = await request(target, {
        method: 'POST',
        dispatcher: this.#agent,
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
