// The connection of one gateway to the shared ledger. One command is in flight at a time; what comes up meanwhile goes with
// the next one. A command that failed or timed out may still run later, so everything it touched is sent again, as a whole.
import type { Journal } from './journal';
import { encodeRegister, fieldOf, type Period, type RegisterName } from './register';
import type {
  KnownMembers,
  LedgerCheck,
  PeriodFields,
  Put,
  SharedLedger,
  SyncReply,
  Ruling,
  Member,
} from './sharedLedger';
import { UnsentRegisters, type UnsentParts } from './unsentRegisters';

// Who shares the ledger, as one gateway sees them: a gateway is there when its number has moved lately, by a clock that
// nobody sets.

/** After this long without a word a gateway no longer counts among those that share what is left. */
const present = 30_000;
/** After this long it counts as ended, and the others no longer wait for it. */
const evictAfter = 660_000;

class Members {
  private readonly heard = new Map<string, { readonly seq: number; readonly at: number }>();
  private members: Readonly<Record<string, Member>> = {};

  constructor(
    private readonly own: string,
    /** From a former life. */
    private readonly before: KnownMembers,
    private readonly elapsed: () => number,
  ) {}

  learn(members: Readonly<Record<string, Member>>): void {
    const at = this.elapsed();
    for (const [id, { seq }] of Object.entries(members))
      if (this.heard.get(id)?.seq !== seq) this.heard.set(id, { seq, at });
    this.members = members;
  }

  /** From its own news, which come before the next list of members. */
  hear(gateway: string): void {
    if (this.members[gateway] !== undefined || gateway === this.own) return;
    this.members = { ...this.members, [gateway]: { state: 'here', seq: 0, kept: false } };
    this.heard.set(gateway, { seq: 0, at: this.elapsed() });
  }

  /** This one included. */
  get count(): number {
    const since = this.elapsed() - present;
    const others = Object.entries(this.members).filter(
      ([id, { state }]) =>
        id !== this.own && state === 'here' && (this.heard.get(id)?.at ?? -Infinity) >= since,
    );
    return others.length + 1;
  }

  /** Those who have been silent for so long that they count as ended. */
  get overdue(): readonly { readonly gateway: string; readonly seq: number }[] {
    const since = this.elapsed() - evictAfter;
    return Object.entries(this.members).flatMap(([gateway, { state, seq }]) =>
      gateway !== this.own && state !== 'gone' && (this.heard.get(gateway)?.at ?? Infinity) < since
        ? [{ gateway, seq }]
        : [],
    );
  }

  get known(): KnownMembers {
    const known: Record<string, { gone: boolean; kept: boolean }> = { ...this.before };
    for (const [id, { state, kept }] of Object.entries(this.members))
      known[id] = { gone: state === 'gone', kept };
    return known;
  }
}

export interface ConnectionParts extends UnsentParts {
  readonly journal: Journal;
  readonly shared: SharedLedger;
  readonly random: () => string;
}

type Asked = Ruling | { readonly kind: 'away' };

interface Ask {
  readonly amount: number;
  readonly checks: readonly LedgerCheck[];
  readonly resolve: (verdict: Asked) => void;
}

const restores = 3;
const seqsOfLife = 1_000_000_000;

export class LedgerConnection {
  private readonly own: string;
  private readonly unsent: UnsentRegisters;
  private readonly members: Members;
  private asks: Ask[] = [];
  private busy: Promise<void> | undefined;
  private isAsking = false;
  private again = false;
  private up = false;
  private first = true;
  private closed = false;
  private lastSeq: number;
  private acked: number;
  private epoch: string;

  constructor(private readonly parts: ConnectionParts) {
    const { gateway, life, epoch, acked, members } = parts.journal.facts;
    this.own = gateway;
    this.members = new Members(gateway, members, parts.elapsed);
    this.lastSeq = life * seqsOfLife;
    this.acked = acked;
    this.epoch = epoch;
    this.unsent = new UnsentRegisters(parts);
  }

  get isUp(): boolean {
    return this.up;
  }

  /** The last number that was sent. */
  get seq(): number {
    return this.lastSeq;
  }

  /** While something is asked for in the store. */
  get asking(): Promise<void> | undefined {
    return this.isAsking ? this.busy : undefined;
  }

  ask(amount: number, checks: readonly LedgerCheck[]): Promise<Asked> {
    if (!this.up) return Promise.resolve({ kind: 'away' });
    return new Promise((resolve) => {
      this.asks.push({ amount, checks, resolve });
      this.kick();
    });
  }

  touch(names: readonly RegisterName[], { now = true } = {}): void {
    this.unsent.add(names);
    if (now && this.up) this.kick();
  }

  /** Another gateway counts, and must be waited for should the store lose its data. */
  hear(gateway: string): void {
    this.members.hear(gateway);
  }

  recall(name: RegisterName): void {
    if (this.unsent.recall(name, this.lastSeq)) this.touch([name]);
  }

  async beat(): Promise<void> {
    while (this.busy) await this.busy;
    await this.run(true);
  }

  async leave(): Promise<void> {
    this.closed = true;
    while (this.busy) await this.busy;
    if (!this.up) return;
    this.unsent.releaseShares();
    await this.exchange([], false, true).catch(() => undefined);
  }

  private kick(): void {
    if (this.closed && this.asks.length === 0) return;
    if (this.busy) this.again = true;
    else void this.run(false);
  }

  private run(beat: boolean): Promise<void> {
    this.again = false;
    this.busy = this.turn(beat).finally(() => {
      this.busy = undefined;
      this.isAsking = false;
      if (this.again || this.asks.length > 0) this.kick();
    });
    return this.busy;
  }

  private async turn(beat: boolean): Promise<void> {
    const asks = this.asks;
    this.asks = [];
    this.isAsking = asks.length > 0;
    try {
      await this.exchange(asks, beat, false);
    } catch {
      this.up = false;
      // They may have run, or may still run: the store gets the true values when it is back.
      for (const { checks } of asks) this.touch(checks, { now: false });
      for (const { resolve } of [...asks, ...this.asks]) resolve({ kind: 'away' });
      this.asks = [];
    }
  }

  private async exchange(asks: readonly Ask[], beat: boolean, leave: boolean): Promise<void> {
    for (let tries = 0; tries < restores; tries += 1) {
      if (this.first || tries > 0) await this.restore();
      const wants = beat ? this.unsent.wants(this.members.count) : [];
      const sent = this.unsent.take();
      const seq = (this.lastSeq += 1);
      const puts = sent.map((name) => this.put(name, seq));
      // Before the store hears of a smaller share: a crash must not bring back the larger one.
      await this.save(puts);
      const reply = await this.parts.shared
        .sync({
          gateway: this.own,
          epoch: this.epoch,
          seq,
          acked: this.acked,
          puts,
          asks: asks.map(({ amount, checks }) => ({ amount, checks })),
          wants,
          evict: beat ? this.members.overdue : [],
          leave,
          read: beat ? this.parts.periods() : [],
        })
        .catch((error: unknown) => {
          this.touch([...sent, ...wants], { now: false });
          throw error;
        });
      if (reply.kind !== 'ok') {
        this.touch([...sent, ...wants], { now: false });
        continue;
      }
      this.acked = seq;
      this.up = true;
      await this.apply(reply, seq, asks, beat);
      return;
    }
    throw new Error('the shared ledger rejects every update');
  }

  private put({ period, account }: RegisterName, seq: number): Put {
    this.parts.book.setOwn(period, account, { seq });
    const { spent, share } = this.parts.book.own(period, account);
    return { period, account, spent, share };
  }

  /** The shared store has it too, or will have it, so a failing journal does not refuse anything. */
  private async save(
    names: readonly RegisterName[],
    more: Readonly<Record<Period, PeriodFields>> = {},
  ): Promise<void> {
    const { book, journal } = this.parts;
    const saved: Record<Period, Record<string, string>> = {};
    for (const [period, fields] of Object.entries(more)) saved[period] = { ...fields };
    for (const { period, account } of names)
      (saved[period] ??= {})[fieldOf(account, this.own)] = encodeRegister(book.own(period, account));
    const saves = Object.entries(saved).map(([period, fields]) => journal.save(period, fields));
    await Promise.all(saves).catch(() => undefined);
  }

  private async apply(
    { verdicts, own, members, periods }: SyncReply & { readonly kind: 'ok' },
    seq: number,
    asks: readonly Ask[],
    beat: boolean,
  ): Promise<void> {
    const { book } = this.parts;
    asks.forEach(({ amount, checks }, index) => {
      if (verdicts[index]?.kind !== 'ok') return;
      for (const { period, account } of checks)
        book.setOwn(period, account, { spent: book.own(period, account).spent + amount });
    });
    for (const { period, account, share } of own) {
      const changed = this.unsent.has({ period, account });
      const held = book.own(period, account).share;
      book.setOwn(period, account, { seq, share: changed ? Math.min(held, share) : share });
    }
    this.members.learn(members);
    const news = Object.entries(periods).map(
      ([period, fields]) => [period, book.merge(period, fields, { ownToo: false })] as const,
    );
    await this.save(own, Object.fromEntries(news));
    if (beat) await this.saveFacts();
    asks.forEach(({ resolve }, index) => resolve(verdicts[index] ?? { kind: 'blocked' }));
  }

  private async restore(): Promise<void> {
    const { book, shared, kept, periods, random } = this.parts;
    if (!this.first) {
      book.stampOwn((this.lastSeq += 1));
    }
    const own = book.ownAccounts();
    const periodsKnown = book.all();
    await this.save(own);
    const reply = await shared.restore({
      gateway: this.own,
      kept,
      epoch: this.epoch,
      nextEpoch: random(),
      seq: this.lastSeq,
      acked: this.acked,
      members: this.members.known,
      periods: periodsKnown,
      read: [...new Set([...periods(), ...book.periods])],
    });
    this.epoch = reply.epoch;
    this.acked = reply.seq;
    this.lastSeq = Math.max(this.lastSeq, reply.seq);
    const news = Object.entries(reply.periods).map(
      ([period, fields]) => [period, book.merge(period, fields, { ownToo: this.first })] as const,
    );
    await this.save([], Object.fromEntries(news));
    this.members.learn(reply.members);
    this.first = false;
    await this.saveFacts();
  }

  private async saveFacts(): Promise<void> {
    const { journal } = this.parts;
    await journal
      .saveFacts({ ...journal.facts, epoch: this.epoch, acked: this.acked, members: this.members.known })
      .catch(() => undefined);
  }
}
