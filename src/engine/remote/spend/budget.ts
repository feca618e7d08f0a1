// Whether a burst may be queued without asking: what the account says, and what is queued here and not yet sent.
// The account looks once more, under its lock, when each request is about to leave.
import type { Account } from './account';
import type { HoldReason } from '../../request/holdReason';

export class Budget {
  private queued = 0;
  private unasked = 0;

  constructor(private readonly account: Account) {}

  /** Undefined: go ahead. */
  objection(credits: number): HoldReason | undefined {
    if (credits <= 0) return undefined;
    return this.account.objection(this.queued + credits, this.unasked + credits);
  }

  /** Credits that wait to be sent; a person agreed to some of them. */
  enter(credits: number, agreed: number): void {
    this.queued += credits;
    this.unasked += Math.max(0, credits - agreed);
  }

  /** They were sent, dropped or held. */
  leave(credits: number, agreed: number): void {
    this.queued = Math.max(0, this.queued - credits);
    this.unasked = Math.max(0, this.unasked - Math.max(0, credits - agreed));
  }
}
