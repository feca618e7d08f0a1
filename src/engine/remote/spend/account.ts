// What the user has spent, as one account for all windows. The intent to spend is stored before a request leaves, and it
// counts as spent until the outcome says otherwise: a window that is killed, or a response that is lost, forgets nothing.
// Checking a limit and storing the intent happen under one lock. Where the account cannot be read or written, or the lock is
// not to be had, nobody knows what other windows spend: then nothing is spent without a person's approval.
import {
  rowTotal,
  unaskedLately,
  unaskedTotal,
  withSpent,
  type AccountRow,
  AccountRows,
} from './accountRows';
import { type Clock, dayOf } from '../../ports/clock';
import type { HoldReason } from '../../request/holdReason';
import type { GuardedStore, WriteOutcome } from '../../ports/guardedStore';
import type { Settings } from '../../request/settings';
import { inTurn, type Locks, type WindowMessage } from '../../ports/crossWindow';

/** What a person would call one action: credits spent without asking within this time count together. */
const oneAction = 10 * 60_000;
/** Credits spent in a day without asking may be this many times the ask-me limit. */
const actionsPerDay = 4;
const turn = { name: 'spillway account', deadline: 10_000 };

export interface AccountParts {
  readonly store: GuardedStore;
  readonly clock: Clock;
  /** Names this window's rows. */
  readonly window: string;
  readonly settings: () => Settings;
  readonly locks: Locks | undefined;
  readonly broadcast: (message: WindowMessage) => void;
  readonly changed: () => void;
  /** The date at which this window's own time began. */
  readonly began: number;
}

/** Credits about to be spent; a person has seen and agreed to some of them, or to all. */
export interface SpendingIntent {
  readonly id: string;
  readonly credits: number;
  readonly agreed: number;
  /** The daily cap when that was agreed to. */
  readonly agreedCap: number;
}

export class Account {
  private readonly rows: AccountRows;
  /** When each spending was, in this window's own time, which never jumps. */
  private readonly times = new Map<string, Map<number, number>>();
  /** The earliest date at which this window's own time can have begun, as the clock was set. */
  private offset: number;
  private ids = 0;

  constructor(private readonly parts: AccountParts) {
    const { store, window, broadcast } = parts;
    this.offset = parts.began;
    this.rows = new AccountRows({
      store,
      window,
      broadcast,
      today: () => dayOf(parts.clock.now()),
      seen: (key, row) => this.note(key, row),
    });
  }

  /** False: what was spent before could not be read. */
  async load(): Promise<boolean> {
    const isRead = await this.rows.load();
    this.parts.changed();
    return isRead;
  }

  get spentToday(): number {
    return this.rows.ofToday().reduce((sum, row) => sum + rowTotal(row), 0);
  }

  /** Why credits may not be spent without a person's approval, where `unasked` of them have none; undefined: go ahead. */
  objection(credits: number, unasked: number, agreedCap = 0): HoldReason | undefined {
    return this.isLimited(credits, unasked, agreedCap)
      ? this.excess(credits, unasked, unasked > 0)
      : undefined;
  }

  /** Which limit so many more credits exceed, or with none what is in the account already. */
  private excess(credits: number, unasked: number, isUnasked: boolean): HoldReason | undefined {
    const { askAbove, dailyCap = Infinity } = this.parts.settings();
    if (this.rows.ofToday().some(({ isUnknown }) => isUnknown)) return 'store_down';
    if (this.spentToday + credits > dailyCap) return 'daily_cap';
    if (!isUnasked) return undefined;
    if (this.unaskedLately() + unasked > askAbove) return 'ask_above';
    const today = this.rows.ofToday().reduce((sum, row) => sum + unaskedTotal(row), 0);
    return today + unasked > askAbove * actionsPerDay ? 'ask_above' : undefined;
  }

  /** An approval does not stand against a cap that was lowered since, or that nobody has compared the price with. */
  private isLimited(credits: number, unasked: number, agreedCap: number): boolean {
    const { dailyCap = Infinity } = this.parts.settings();
    return unasked > 0 || (credits > unasked && dailyCap < agreedCap);
  }

  /** Names one attempt of a request. */
  spendingId(slot: string): string {
    this.ids += 1;
    return `${slot} ${this.parts.window}-${this.ids}`;
  }

  /**
   * Whether another window began a call for this request, in one of these slots at this price or more, whose outcome is not known.
   * Under the lock of the request no window is making that call: the one that did was killed, and the service may have billed it.
   * What was fetched since is another call, which a person agreed to.
   */
  async wasInterrupted(slots: readonly string[], credits: number, fetchedAt = -Infinity): Promise<boolean> {
    await this.load();
    for (const { open } of this.rows.ofOthers())
      for (const [id, [price, , at]] of Object.entries(open))
        if (price >= credits && at >= fetchedAt && slots.includes(id.slice(0, id.lastIndexOf(' '))))
          return true;
    return false;
  }

  /** Stores the intent, unless a limit forbids it: then nothing is stored and the reason is returned. */
  begin(spending: SpendingIntent): Promise<HoldReason | undefined> {
    return inTurn(this.parts.locks, this.parts.clock, turn, async (isLocked) => {
      for (;;) {
        const { askAbove, dailyCap } = this.parts.settings();
        const { key, reason } = await this.intend(spending, isLocked);
        const now = this.parts.settings();
        const isSame =
          key === this.rows.ownToday()[0] && now.askAbove === askAbove && now.dailyCap === dailyCap;
        if (reason || isSame) return reason;
        // While it was stored another day began, the clock was set or a limit changed: what leaves now is judged by now.
        await this.settle(spending.id, 0);
      }
    });
  }

  private async intend(
    { id, credits, agreed, agreedCap }: SpendingIntent,
    isLocked: () => boolean,
  ): Promise<{ key: string; reason?: HoldReason }> {
    const isRead = await this.load();
    const [key, row] = this.rows.ownToday();
    const unasked = Math.max(0, credits - agreed);
    const reason = this.objection(credits, unasked, agreedCap);
    if (reason) return { key, reason };
    const mustKnow = this.isLimited(credits, unasked, agreedCap) && !this.parts.store.isRefused();
    if (mustKnow && !(isRead && isLocked())) return { key, reason: 'store_down' };
    const intent = [credits, unasked, this.parts.clock.now()] as const;
    const outcome = await this.write(key, { ...row, open: { ...row.open, [id]: intent } });
    if (!mustKnow) return { key };
    const excess = this.parts.locks ? undefined : await this.withOthers(unasked);
    if (!excess && outcome === 'done' && isLocked()) return { key };
    // It may be stored after all, later: then it is followed by this.
    void this.settle(id, 0);
    return { key, reason: excess ?? 'store_down' };
  }

  /** Without locks, another window may have written its intent since this one looked: one of the two finds both. */
  private async withOthers(unasked: number): Promise<HoldReason | undefined> {
    return (await this.load()) ? this.excess(0, 0, unasked > 0) : 'store_down';
  }

  /** What the call cost in the end. */
  async settle(id: string, credits: number): Promise<void> {
    for (const [key, row] of this.rows.own()) {
      const { [id]: intent, ...open } = row.open;
      if (!intent) continue;
      const [, unasked, at] = intent;
      const counted = Math.min(unasked, credits);
      const lately = row.lately.filter((spent) => this.isRecent(key, spent[0]));
      await this.write(key, {
        ...row,
        open,
        settled: row.settled + credits,
        unasked: row.unasked + counted,
        lately: counted > 0 ? withSpent(lately, at, counted) : lately,
      });
    }
  }

  /** A window was opened: it cannot read what is not stored. */
  tell(): void {
    this.rows.tell();
  }

  /** Another window wrote a row. */
  receive(key: string, row: unknown): void {
    this.rows.receive(key, row);
  }

  private write(key: string, row: AccountRow): Promise<WriteOutcome> {
    const written = this.rows.write(key, row);
    this.parts.changed();
    return written;
  }

  private unaskedLately(): number {
    let sum = 0;
    for (const [key, row] of this.rows.entries())
      for (const [at, credits] of unaskedLately(row)) if (this.isRecent(key, at)) sum += credits;
    return sum;
  }

  private isRecent(key: string, at: number): boolean {
    return this.parts.clock.elapsed() - this.timeOf(key, at) < oneAction;
  }

  /**
   * A date as this window's own time, found when it is first seen. The clock may have been set since it was written: of the
   * times it can have been, the latest is taken, so that nothing looks longer ago than it is.
   */
  private timeOf(key: string, at: number): number {
    const { clock } = this.parts;
    const elapsed = clock.elapsed();
    this.offset = Math.min(this.offset, clock.now() - elapsed);
    const ofRow = this.times.get(key) ?? new Map<number, number>();
    this.times.set(key, ofRow);
    const known = ofRow.get(at);
    if (known !== undefined) return known;
    const time = Math.min(elapsed, at - this.offset);
    ofRow.set(at, time);
    return time;
  }

  private note(key: string, row: AccountRow): void {
    for (const [at] of unaskedLately(row)) this.timeOf(key, at);
  }
}
