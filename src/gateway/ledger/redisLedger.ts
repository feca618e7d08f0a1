// The shared ledger in Redis or Valkey, over connections of its own: a budget must not wait behind large answers, and a
// store that hangs is found out by the time a command may take.
import { Redis } from 'ioredis';
import { needsFormat } from '../stores/storedFormat';
import { restoreScript, syncScript } from './ledgerScripts';
import type {
  Addressed,
  LedgerNews,
  Member,
  PeriodFields,
  Put,
  RestoreCommand,
  RestoreReply,
  SharedLedger,
  SyncCommand,
  SyncReply,
  Verdict,
} from './sharedLedger';

export interface RedisLedgerOptions {
  readonly url: string;
  readonly prefix: string;
  /** Milliseconds a command may take. */
  readonly timeout: number;
  /** Told when the server may evict what must not be lost. */
  readonly warn?: (sentence: string) => void;
}

interface ToldMember extends Omit<Member, 'seq'> {
  readonly seq: string;
}

interface Told {
  readonly kind: SyncReply['kind'];
  readonly verdicts: Readonly<Record<string, readonly [Verdict['kind'], number]>>;
  readonly own: Readonly<Record<string, Put>>;
  readonly members: Readonly<Record<string, ToldMember>>;
  readonly periods: Readonly<Record<string, PeriodFields>>;
}

const membersOf = (told: Readonly<Record<string, ToldMember>>): Readonly<Record<string, Member>> =>
  Object.fromEntries(
    Object.entries(told).map(([id, member]) => [id, { ...member, seq: Number(member.seq) }]),
  );

export class RedisLedger implements SharedLedger {
  readonly #redis: Redis;
  readonly #ears: Redis;
  readonly #key: string;
  #server = '';
  #onConnect: (() => void) | undefined;

  readonly #warn: (sentence: string) => void;

  constructor({ url, prefix, timeout, warn = () => undefined }: RedisLedgerOptions) {
    this.#warn = warn;
    const options = {
      connectTimeout: 2_000,
      commandTimeout: timeout,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt: number) => Math.min(attempt * 100, 500),
    };
    this.#key = `${prefix}ledger`;
    this.#redis = new Redis(url, options);
    // It subscribes below: by itself, ioredis lets a subscription that breaks end the process.
    this.#ears = new Redis(url, { ...options, autoResubscribe: false });
    // A lost connection shows in the commands that fail; an unheard event would end the process.
    this.#redis.on('error', () => undefined);
    this.#ears.on('error', () => undefined);
    this.#redis.on('close', () => (this.#server = ''));
    this.#redis.on('ready', () => void this.#meet().catch(() => undefined));
    this.#ears.on('ready', () => void this.#ears.subscribe(this.#key).catch(() => undefined));
  }

  /** Resolves when there is a connection, or after `milliseconds` without one. */
  async connected(milliseconds: number): Promise<void> {
    if (this.#server !== '') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#redis.once('met', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async sync(command: SyncCommand): Promise<SyncReply> {
    const text = (await this.#redis.eval(syncScript, 1, this.#key, this.#text(command))) as string;
    const told = JSON.parse(text) as Told;
    if (told.kind !== 'ok') return { kind: told.kind };
    return {
      kind: 'ok',
      // Lua writes an empty list as an empty object.
      verdicts: Object.values(told.verdicts).map(([kind, index]) =>
        kind === 'over' || kind === 'held' ? { kind, index } : { kind },
      ),
      own: Object.values(told.own),
      members: membersOf(told.members),
      periods: told.periods,
    };
  }

  async restore(command: RestoreCommand): Promise<RestoreReply> {
    const text = (await this.#redis.eval(restoreScript, 1, this.#key, this.#text(command))) as string;
    const { epoch, members, periods, seq } = JSON.parse(text) as Told & { epoch: string; seq: string };
    return { epoch, members: membersOf(members), periods, seq: Number(seq) };
  }

  onConnect(listener: () => void): void {
    this.#onConnect = listener;
  }

  listen(listener: (news: LedgerNews) => void): void {
    this.#ears.on('message', (_channel: string, message: string) => {
      const news = JSON.parse(message) as LedgerNews & { seq?: string };
      listener(news.kind === 'changed' ? { ...news, seq: Number(news.seq) } : news);
    });
  }

  /** Redis names itself anew with each start, so a server that may have lost data is told apart. */
  async #meet(): Promise<void> {
    const info = await this.#redis.info('server').catch(() => '');
    const found = await this.#redis.get(this.#key.replace(/ledger$/, 'format'));
    // Without a name for the server every command fails, so that nothing is counted where a newer version counts.
    if (this.#isNewer(found)) return;
    // Where INFO is forbidden, lost data shows in the numbers it no longer knows.
    this.#server = /^run_id:(\w+)/m.exec(info)?.[1] ?? 'unknown';
    this.#redis.emit('met');
    this.#onConnect?.();
    const policy = await this.#policy();
    if (policy?.startsWith('allkeys'))
      this.#warn(
        `Redis may evict budgets and usage (maxmemory-policy ${policy}). Set it to volatile-lru or noeviction.`,
      );
  }

  #isNewer(found: string | null): boolean {
    try {
      needsFormat(found ?? undefined, 'Redis');
      return false;
    } catch (error) {
      this.#warn((error as Error).message);
      return true;
    }
  }

  /** From INFO, or from CONFIG where that is allowed instead. */
  async #policy(): Promise<string | undefined> {
    const info = await this.#redis.info('memory').catch(() => '');
    const told = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1];
    if (told !== undefined) return told;
    const asked = await this.#redis.config('GET', 'maxmemory-policy').catch(() => undefined);
    return Array.isArray(asked) && typeof asked[1] === 'string' ? asked[1] : undefined;
  }

  #text(command: SyncCommand | RestoreCommand): string {
    if (this.#server === '') throw new Error('Not connected yet.');
    const addressed: Addressed = { server: this.#server };
    return JSON.stringify({ ...command, ...addressed });
  }

  close(): Promise<void> {
    this.#redis.disconnect();
    this.#ears.disconnect();
    return Promise.resolve();
  }
}
