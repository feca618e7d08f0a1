// Whether a burst may spend by itself: below the user's "ask me" threshold and inside the daily cap.
import type { HeldBurst } from './engine';
import type { Settings } from './settings';

/** Formulas that are calculated one after another belong to one burst, as long as no pause is longer than this. */
const burstMemory = 2_000;

export class Budget {
  private recent: { readonly at: number; readonly credits: number }[] = [];
  private outstanding = 0;

  constructor(
    private readonly settings: () => Settings,
    private readonly spentToday: () => number,
    private readonly elapsed: () => number,
  ) {}

  /** Undefined: go ahead. */
  objection(credits: number): HeldBurst['reason'] | undefined {
    const { askAbove, dailyCap } = this.settings();
    if (credits === 0) return undefined;
    if (dailyCap !== undefined && this.spentToday() + this.outstanding + credits > dailyCap)
      return 'daily_cap';
    const since = this.elapsed() - burstMemory;
    this.recent = this.recent.filter(({ at }) => at > since);
    const running = this.recent.reduce((sum, { credits: spent }) => sum + spent, 0);
    return running + credits > askAbove ? 'ask_above' : undefined;
  }

  /** Credits that are about to be spent; `byPerson`: someone saw the price, so they are no part of a burst. */
  commit(credits: number, byPerson: boolean): void {
    this.outstanding += credits;
    if (!byPerson) this.recent.push({ at: this.elapsed(), credits });
  }

  /** The call ended: what it really cost stands in the ledger. */
  release(credits: number): void {
    this.outstanding = Math.max(0, this.outstanding - credits);
  }
}
