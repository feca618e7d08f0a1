// The token statistic. In personal mode it passes through. In team mode everyone is shown the team's windows and points,
// read at most once in a while, without the account of whoever owns the key.
import { primaryToken, tokenStatistic, type TokenRecord } from '../../operations/tokenStatistic';
import { keyMask } from '../calls/keyMask';
import { jsonOrNothing } from '../http/json';
import { keyDigest } from '../people/keyDigest';
import type { Person } from '../people/person';
import { Problem } from '../http/problem';
import type { Upstream } from '../upstream/upstream';
import { UpstreamError } from '../upstream/upstream';
import type { Reply } from './reply';
import { free } from '../../protocol/headers';

const fresh = 5_000;
const deadline = 20_000;
/** How long a call waits for limits that nobody knows yet. */
const longest = 10_000;

interface Read {
  readonly at: number;
  readonly key: string;
  readonly reply: Promise<Reply>;
}

export interface StatisticParts {
  readonly upstream: Upstream;
  /** Never jumps: points that were read before a call must not look like those after it. */
  readonly elapsed: () => number;
  readonly team: boolean;
  /** Reads it once for all gateways. */
  readonly together?: (person: Person, read: () => Promise<unknown>) => Promise<void>;
  /** Told of every record of the team's key. */
  readonly learn?: (person: Person, record: TokenRecord) => Promise<void>;
}

export class Statistic {
  private last: Read | undefined;
  private learnt = -Infinity;
  private doubted = false;
  private learning: Promise<void> | undefined;

  constructor(private readonly parts: StatisticParts) {}

  async read(person: Person): Promise<Reply> {
    const { elapsed, team } = this.parts;
    if (!team) return this.fetch(person);
    const key = keyDigest(person.key);
    if (this.last?.key !== key || elapsed() - this.last.at > fresh) {
      const reply = this.fetch(person);
      this.last = { at: elapsed(), key, reply };
      reply.catch(() => (this.last = undefined));
      return reply;
    }
    const { at, reply } = this.last;
    const { headers, ...rest } = await reply;
    // Whoever looks for proof in the points must know that they were read earlier (RFC 9111, 5.1).
    const age = Math.ceil((elapsed() - at) / 1_000);
    return age > 0 ? { ...rest, headers: { ...headers, age: String(age) } } : { ...rest, headers };
  }

  /** Sees to it that the windows are known and not much older than a minute. */
  async keepLearnt(person: Person): Promise<void> {
    const age = this.parts.elapsed() - this.learnt;
    if (age < 60_000) return;
    this.learning ??= this.learn(person).finally(() => (this.learning = undefined));
    // Limits that nobody knows are waited for: the service would refuse most of a burst.
    if (age === Infinity)
      await Promise.race([this.learning, new Promise((resolve) => setTimeout(resolve, longest).unref())]);
  }

  /** The service refused a call for its rate: what was learnt is wrong. */
  doubt(): void {
    this.last = undefined;
    this.learnt = -Infinity;
    this.doubted = true;
  }

  private async learn(person: Person): Promise<void> {
    const { elapsed, together } = this.parts;
    const read = () => this.read(person);
    try {
      await (together && !this.doubted ? together(person, read) : read());
      this.doubted = false;
      this.learnt = elapsed();
    } catch {
      // Tried again soon; until then the windows are narrow.
      this.learnt = elapsed() - 55_000;
    }
  }

  private async fetch(person: Person): Promise<Reply> {
    const { upstream, team, learn } = this.parts;
    const secret = keyMask(person.key);
    const response = await upstream
      .call({ method: 'GET', path: tokenStatistic.path, key: person.key, deadline })
      .catch((error: unknown) => {
        throw error instanceof UpstreamError ? unreachable() : error;
      });
    const { status } = response;
    if (status !== 200 && (status < 400 || status > 599)) throw unreachable();
    if (team && (status === 401 || status === 403)) {
      throw new Problem(
        500,
        'The service rejected the team’s key. Contact the administrator of this gateway.',
      );
    }
    const text = secret.text(response.body.toString('utf8'));
    const records = team && status === 200 ? readRecords(text) : undefined;
    // An account may list several keys and does not say which one asked: the primary one is taken.
    const record = records && primaryToken(records);
    if (record) await learn?.(person, record);
    return {
      status,
      headers: {
        'content-type': 'application/json',
        ...free,
        ...(response.retryAfter !== undefined && /^\d+$/.test(response.retryAfter)
          ? { 'retry-after': response.retryAfter }
          : {}),
      },
      body: records ? JSON.stringify(records.map(({ user: _user, ...rest }) => rest)) : text,
    };
  }
}

/** Something else may respond in place of the service, such as the sign-in page of a network. */
function readRecords(text: string): readonly TokenRecord[] {
  const records = jsonOrNothing(text);
  if (Array.isArray(records) && records.every((record) => typeof record === 'object' && record !== null))
    return records as TokenRecord[];
  throw unreachable();
}

const unreachable = () =>
  new Problem(500, 'The gateway cannot reach the data service. Nothing was spent. Try again in a moment.', {
    'retry-after': '5',
  });
