// What the user has spent, as one account for all windows. The intent to spend is stored before a request leaves, and it
// counts as spent until the outcome says otherwise: a window that is killed, or a response that is lost, forgets nothing.
// Each window writes rows of its own; checking a limit and storing the intent happen under one lock.
import { readRow, rowTotal, type AccountRow } from './accountRow';
import type { Clock } from '../../ports/clock';
import { dayOf } from '../../local/day';
import type { HoldReason } from '../../request/holdReason';
import type { GuardedStore } from '../../ports/guardedStore';
import type { Settings } from '../../request/settings';
import type { Locks, WindowMessage } from '../../ports/crossWindow';

/** What a person would call one action: credits spent without asking within this time count together. */
const oneAction = 10 * 60_000;
/** Credits spent in a day without asking may be this many times the ask-me limit. */
const actionsPerDay = 4;
/** A lock that is not granted in this time is not waited for. */
const lockDeadline = 10_000;
const keptDays = 3;

export interface AccountParts {
  readonly store: GuardedStore;
  readonly clock: Clock;
  /** Names this window's rows. */
  readonly window: string;
  readonly settings: () => Settings;
  readonly locks: Locks | undefined;
  readonly broadcast: (message: WindowMessage) => void;
  readonly changed: () => void;
}

/** Credits about to be spent; a person has seen and agreed to some of them, or to all. */
export interface Spending {
  readonly id: string;
  readonly credits: number;
  readonly agreed: number;
}

export class Account {
  private readonly rows = new Map<string, AccountRow>();
  /** What this window spent without asking, in time that never jumps. */
  private unasked: { readonly at: number; readonly credits: number }[] = [];

  /** The date at which this window's own time began. */
  private readonly began: number;

  constructor(private readonly parts: AccountParts) {
    this.began = parts.clock.now() - parts.clock.elapsed();
  }

  async load(): Promise<void> {
    const today = this.today();
    const gone: string[] = [];
    for (const [key, value] of await this.parts.store.entries('account')) {
      const row = readRow(value);
      if (!row || row.day < dayOf(this.parts.clock.now() - keptDays * 86_400_000)) gone.push(key);
      else this.take(key, row);
    }
    void this.parts.store.delete('account', gone);
    await this.adoptFuture(today);
    this.parts.changed();
  }

  get spentToday(): number {
    const today = this.today();
    let sum = 0;
    for (const row of this.rows.values()) if (row.day >= today) sum += rowTotal(row);
    return sum;
  }

  /** Why credits may not be spent without a person's approval, where `unasked` of them have none; undefined: go ahead. */
  objection(credits: number, unasked: number): HoldReason | undefined {
    const { askAbove, dailyCap } = this.parts.settings();
    if (unasked <= 0) return undefined;
    if (dailyCap !== undefined && this.spentToday + credits > dailyCap) return 'daily_cap';
    if (this.unaskedLately() + unasked > askAbove) return 'ask_above';
    return this.unaskedToday() + unasked > askAbove * actionsPerDay ? 'ask_above' : undefined;
  }

  /** Stores the intent, unless a limit forbids it: then nothing is stored and the reason is returned. */
  begin(spending: Spending): Promise<HoldReason | undefined> {
    return this.locked(async () => {
      await this.load();
      const { id, credits, agreed } = spending;
      const unasked = Math.max(0, credits - agreed);
      const reason = this.objection(credits, unasked);
      if (reason) return reason;
      const { clock } = this.parts;
      const { key, row } = this.own();
      await this.write(key, { ...row, open: { ...row.open, [id]: [credits, unasked, clock.now()] } });
      if (unasked > 0) this.unasked.push({ at: clock.elapsed(), credits: unasked });
      return undefined;
    });
  }

  /** What the call cost in the end. */
  settle(id: string, credits: number): void {
    const isRecent = this.recency();
    for (const [key, row] of this.rows) {
      const intent = this.isOwn(key) ? row.open[id] : undefined;
      if (!intent) continue;
      const { [id]: _settled, ...open } = row.open;
      const [, unasked, at] = intent;
      const counted = Math.min(unasked, credits);
      if (credits === 0) this.forgetUnasked(unasked);
      const lately = row.lately.filter((spent) => isRecent(spent[0]));
      void this.write(key, {
        ...row,
        open,
        settled: row.settled + credits,
        unasked: row.unasked + counted,
        lately: counted > 0 ? [...lately, [at, counted]] : lately,
      });
    }
  }

  /** Another window wrote a row. */
  receive(key: string, value: unknown): void {
    const row = readRow(value);
    if (row) this.take(key, row);
  }

  private unaskedLately(): number {
    const { clock } = this.parts;
    const isRecent = this.recency();
    let stored = 0;
    for (const { open, lately } of this.rows.values()) {
      for (const [at, credits] of lately) if (isRecent(at)) stored += credits;
      for (const [, credits, at] of Object.values(open)) if (isRecent(at)) stored += credits;
    }
    const since = clock.elapsed() - oneAction;
    this.unasked = this.unasked.filter(({ at }) => at > since);
    const here = this.unasked.reduce((sum, { credits }) => sum + credits, 0);
    return Math.max(stored, here);
  }

  private unaskedToday(): number {
    const today = this.today();
    let sum = 0;
    for (const { day, open, unasked } of this.rows.values()) {
      if (day < today) continue;
      sum += unasked;
      for (const [, credits] of Object.values(open)) sum += credits;
    }
    return sum;
  }

  private forgetUnasked(credits: number): void {
    const at = this.unasked.findIndex((spent) => spent.credits === credits);
    if (at >= 0) this.unasked.splice(at, 1);
  }

  /** The clock was set back: what was spent under a later date counts today, and tomorrow no more. */
  private async adoptFuture(today: string): Promise<void> {
    for (const [key, row] of [...this.rows]) {
      if (row.day <= today) continue;
      const moved = `${today} ${key.slice(-40)}`;
      this.rows.delete(key);
      this.rows.set(moved, { ...row, day: today });
      await this.parts.store.put('account', [[moved, { ...row, day: today }]]);
      await this.parts.store.delete('account', [key]);
    }
  }

  /** By the clock, and by time that does not jump: a clock that is set makes nothing look long ago. */
  private recency(): (at: number) => boolean {
    const { clock } = this.parts;
    const now = clock.now();
    const steady = this.began + clock.elapsed();
    return (at) => now - at < oneAction || (at <= steady && steady - at < oneAction);
  }

  private today(): string {
    return dayOf(this.parts.clock.now());
  }

  private own(): { key: string; row: AccountRow } {
    const day = this.today();
    const key = `${day} ${this.parts.window}`;
    const none: AccountRow = { v: 1, turn: 0, day, settled: 0, unasked: 0, open: {}, lately: [] };
    return { key, row: this.rows.get(key) ?? none };
  }

  private isOwn(key: string): boolean {
    return key.endsWith(` ${this.parts.window}`);
  }

  /** Messages and the store may deliver the same row in any order. */
  private take(key: string, row: AccountRow): void {
    const known = this.rows.get(key);
    if (!known || row.turn > known.turn) this.rows.set(key, row);
  }

  private async write(key: string, next: AccountRow): Promise<void> {
    const row = { ...next, turn: next.turn + 1 };
    this.rows.set(key, row);
    this.parts.broadcast({ type: 'account', key, row });
    this.parts.changed();
    await this.parts.store.put('account', [[key, row]]);
  }

  private locked<T>(work: () => Promise<T>): Promise<T> {
    const { locks, clock } = this.parts;
    if (!locks) return work();
    let begun: Promise<T> | undefined;
    const once = () => (begun ??= work());
    return new Promise((resolve, reject) => {
      const cancel = clock.setTimer(() => void once().then(resolve, reject), lockDeadline);
      const run = () => {
        cancel();
        return once();
      };
      locks.run('spillway account', run).then(resolve, () => void run().then(resolve, reject));
    });
  }
}
