// What may be spent, counted before it is sent. One gateway alone decides by itself. Several decide in the store they
// share; while that is away each has its share, which the store has set aside for it beforehand. This gateway's own
// registers are the truth about its spending: they are told as whole values, so nothing is counted twice.
import { LedgerBook } from './ledgerBook';
import { LedgerConnection, type ConnectionParts } from './ledgerConnection';
import { encodeRegister, fieldOf, type BudgetAccount, type Period } from './register';
import { settling, type LedgerCheck, type LedgerNews, type SharedLedger, type Ruling } from './sharedLedger';

export interface LedgerParts extends Omit<ConnectionParts, 'book' | 'shared'> {
  /** Undefined: this gateway is alone. */
  readonly shared: SharedLedger | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export type Reserved =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** `over`: the budget is used up. `held`: the rest is set aside for gateways that do not respond. `share`: the store is away and the share is used up. */
      readonly why: 'over' | 'held' | 'share' | 'unknown';
      readonly index: number;
    };

/** How long gateways have to give back a share that is needed elsewhere. */
const recallTime = 1_500;
const recallPause = 25;
const blockedPause = 200;
const longestWait = 8_000;

export class BudgetLedger {
  readonly book: LedgerBook;
  private readonly connection: LedgerConnection | undefined;
  private readonly unsaved = new Map<string, LedgerCheck>();

  private constructor(private readonly parts: LedgerParts) {
    const { journal, shared } = parts;
    this.book = new LedgerBook(journal.facts.gateway);
    for (const [period, fields] of Object.entries(journal.periods))
      this.book.merge(period, fields, { ownToo: true });
    this.connection = shared && new LedgerConnection({ ...parts, shared, book: this.book });
    shared?.listen((news) => this.hear(news));
    // A store that comes and goes may be there for less than the time between two beats.
    shared?.onConnect?.(() => void this.beat().catch(() => undefined));
  }

  static async open(parts: LedgerParts): Promise<BudgetLedger> {
    const ledger = new BudgetLedger(parts);
    await ledger.beat();
    return ledger;
  }

  get isAway(): boolean {
    return this.connection !== undefined && !this.connection.isUp;
  }

  spent(period: Period, account: BudgetAccount): number {
    return this.book.spent(period, account);
  }

  async reserve(amount: number, checks: readonly LedgerCheck[]): Promise<Reserved> {
    const connection = this.connection;
    const over = this.over(amount, checks);
    if (!connection) return over ?? this.count(amount, checks, false);
    if (checks.every(({ limit }) => limit === undefined)) return this.count(amount, checks, false);
    const first = this.parts.elapsed();
    let began = first;
    for (let last: Ruling['kind'] | undefined; ;) {
      const verdict = await connection.ask(amount, checks);
      if (verdict.kind !== last) began = this.parts.elapsed();
      if (verdict.kind === 'ok') return { ok: true };
      if (verdict.kind === 'over') return { ok: false, why: 'over', index: verdict.index };
      // What is asked for in the store may use up the share as well.
      while (connection.asking) await connection.asking;
      if (verdict.kind === 'away') return this.over(amount, checks) ?? this.fromShare(amount, checks);
      if (verdict.kind === 'blocked') {
        const own = await this.fromShare(amount, checks);
        if (own.ok) return own;
      }
      last = verdict.kind;
      const now = this.parts.elapsed();
      if (now - began >= longest(verdict) || now - first >= longestWait) return refused(verdict);
      await this.parts.sleep(verdict.kind === 'held' ? recallPause : blockedPause);
    }
  }

  /** Gives back what turned out to cost nothing, to the periods it was taken from. */
  async giveBack(amount: number, checks: readonly LedgerCheck[]): Promise<void> {
    if (amount <= 0) return;
    for (const { period, account } of checks) {
      const spent = Math.max(0, this.book.own(period, account).spent - amount);
      this.book.setOwn(period, account, { spent, ...this.stamp() });
    }
    this.connection?.touch(checks);
    await this.save(checks).catch(() => undefined);
  }

  /** Tells the store that this gateway is there, and learns what the others did. Call it every second. */
  async beat(): Promise<void> {
    await this.connection?.beat();
    await this.save([]).catch(() => undefined);
    for (const period of this.book.trim()) await this.parts.journal.drop(period).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.connection?.leave();
    await this.parts.shared?.close();
    await this.parts.journal.close();
  }

  private over(amount: number, checks: readonly LedgerCheck[]): Reserved | undefined {
    const index = checks.findIndex(
      ({ period, account, limit }) =>
        limit !== undefined && this.book.spent(period, account) + amount > limit,
    );
    return index < 0 ? undefined : { ok: false, why: 'over', index };
  }

  private async fromShare(amount: number, checks: readonly LedgerCheck[]): Promise<Reserved> {
    const allowed = this.parts.without === 'share';
    const index = checks.findIndex(
      ({ period, account, limit }) =>
        limit !== undefined && (!allowed || this.book.own(period, account).share < amount),
    );
    if (index >= 0) return { ok: false, why: 'share', index };
    return this.count(amount, checks, true);
  }

  /** Counts in memory at once, and resolves when the journal has it. */
  private async count(amount: number, checks: readonly LedgerCheck[], fromShare: boolean): Promise<Reserved> {
    const move = (sign: 1 | -1) => {
      for (const { period, account, limit } of checks) {
        const { spent, share } = this.book.own(period, account);
        const used = fromShare && limit !== undefined ? amount * sign : 0;
        this.book.setOwn(period, account, {
          spent: spent + amount * sign,
          share: share - used,
          ...this.stamp(),
        });
      }
      this.connection?.touch(checks);
    };
    move(1);
    try {
      await this.save(checks);
      return { ok: true };
    } catch {
      // Nobody would know of it after a crash: it is not spent.
      if (!fromShare) return { ok: true };
      move(-1);
      return { ok: false, why: 'share', index: 0 };
    }
  }

  /** Not older than anything that was sent: after a crash the journal is believed. */
  private stamp(): { seq?: number } {
    return this.connection ? { seq: this.connection.seq } : {};
  }

  /** Registers that a full disk did not take are saved with the next ones, or a second later. */
  private async save(checks: readonly LedgerCheck[]): Promise<void> {
    const { journal } = this.parts;
    const names = [...this.unsaved.values(), ...checks];
    this.unsaved.clear();
    await Promise.all(
      names.map((name) => {
        const { period, account } = name;
        const register = encodeRegister(this.book.own(period, account));
        return journal
          .save(period, { [fieldOf(account, journal.facts.gateway)]: register })
          .catch((error: unknown) => {
            this.unsaved.set(`${period} ${account}`, name);
            throw error;
          });
      }),
    );
  }

  private hear(news: LedgerNews): void {
    const { gateway } = this.parts.journal.facts;
    if (news.gateway === gateway) return;
    if (news.kind === 'changed') {
      this.connection?.hear(news.gateway);
      return this.book.hear(news.gateway, news.seq, news.own);
    }
    this.connection?.recall(news);
  }
}

const longest = (verdict: Ruling): number => (verdict.kind === 'held' ? recallTime : settling + 2_000);

const refused = (verdict: Ruling): Reserved =>
  verdict.kind === 'held'
    ? { ok: false, why: 'held', index: verdict.index }
    : { ok: false, why: 'unknown', index: 0 };
