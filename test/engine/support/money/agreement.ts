// The oracle of the money model: what was billed, and what had been agreed to. A limit agrees to what stays below it, a
// person to what was shown. Kept as simply as it can be said, and apart from how the engine keeps it.
import { dayOf } from '../../../../src/engine/local/day';
import type { DataRequest } from '../../../../src/engine/request/dataRequest';
import type { Settings } from '../../../../src/engine/request/settings';
import { cost, paidCount } from '../../../../src/operations/cost';
import type { SimulatedClock } from '../simulatedClock';

const oneAction = 10 * 60_000;
const actionsPerDay = 4;

/** The window that sent, as far as the oracle looks at it. */
export interface Buyer {
  readonly openedAt: number;
  readonly name: string;
  /** What its living cells want now. */
  wanted(): readonly DataRequest[];
  /** Requests it has not finished. */
  underWay(): ReadonlySet<string>;
}

/** Credits that a person agreed to and that were not billed yet. */
interface Allowance {
  readonly buyer: Buyer;
  /** Credits for each key at most: a call that others let grow does not use up what was agreed for another one. */
  readonly keys: Map<string, number>;
  credits: number;
  /** A refresh: until it has ended. */
  isOpen: boolean;
}

interface Bill {
  readonly buyer: Buyer;
  readonly key: string;
  readonly count: number;
  readonly credits: number;
  readonly unasked: number;
  readonly elapsed: number;
  /** How far the clock had been set forward by then. */
  readonly forward: number;
  day: string;
}

export class Agreement {
  private readonly bills: Bill[] = [];
  private allowances: Allowance[] = [];
  private readonly refused = new Map<string, { readonly buyer: Buyer; readonly at: number }>();
  private readonly boughtElsewhere = new Map<string, number>();
  private forward = 0;
  readonly broken: string[] = [];

  constructor(
    private readonly clock: SimulatedClock,
    private readonly settings: () => Settings,
  ) {}

  /** What was billed of what a person agreed to. */
  agreedCreditsOf(buyer: Buyer): number {
    const ofBuyer = this.bills.filter((bill) => bill.buyer === buyer);
    return ofBuyer.reduce((total, { credits, unasked }) => total + credits - unasked, 0);
  }

  /** A person saw a price for these and agreed; returns how to end the agreement. */
  agree(
    buyer: Buyer,
    keys: Iterable<string>,
    shown: readonly DataRequest[],
    credits: number,
    isOpen: boolean,
  ): () => void {
    const prices = priceOfEach(shown, this.settings().reuseCounts);
    const most = [...keys].map((key) => [key, prices.get(key) ?? Infinity] as const);
    const allowance: Allowance = { buyer, keys: new Map(most), credits, isOpen };
    for (const key of allowance.keys.keys())
      for (const slot of [...this.refused.keys()]) if (slot.startsWith(`${key}#`)) this.refused.delete(slot);
    this.allowances.push(allowance);
    return () => void (allowance.isOpen = false);
  }

  /** A person declined or stopped exactly these. */
  refuse(buyer: Buyer, requests: readonly DataRequest[]): void {
    const at = this.clock.elapsed();
    for (const request of requests) this.refused.set(slotOf(request), { buyer, at });
  }

  /** Somebody bought this for the workbook, in another place. */
  bought(workbook: string, key: string, count: number): void {
    const place = `${workbook} ${key}`;
    this.boughtElsewhere.set(place, Math.max(count, this.boughtElsewhere.get(place) ?? 0));
  }

  bill(buyer: Buyer, request: DataRequest, count: number): void {
    const { key, operation } = request;
    this.look();
    const credits = cost(operation, count);
    const unasked = this.consume(buyer, key, credits);
    const bill: Bill = {
      buyer,
      key,
      count,
      credits,
      unasked,
      elapsed: this.clock.elapsed(),
      forward: this.forward,
      day: dayOf(this.clock.now()),
    };
    if (unasked > 0) this.checkUnasked(bill, request);
    this.bills.push(bill);
  }

  /** Called after every step: agreements end with their calls, and a clock that is set back moves later days to today. */
  look(): void {
    this.allowances = this.allowances.filter(({ isOpen, buyer, keys, credits }) => {
      if (isOpen) return true;
      const underWay = buyer.underWay();
      for (const key of [...keys.keys()]) if (!underWay.has(key)) keys.delete(key);
      return keys.size > 0 && credits > 0;
    });
    const today = dayOf(this.clock.now());
    for (const bill of this.bills) if (bill.day > today) bill.day = today;
  }

  setForward(milliseconds: number): void {
    this.forward += Math.max(0, milliseconds);
  }

  ended(buyer: Buyer): void {
    this.allowances = this.allowances.filter((allowance) => allowance.buyer !== buyer);
  }

  private consume(buyer: Buyer, key: string, credits: number): number {
    let left = credits;
    for (const allowance of this.allowances) {
      const most = allowance.keys.get(key);
      if (allowance.buyer !== buyer || most === undefined) continue;
      const used = Math.min(left, most, allowance.credits);
      allowance.keys.set(key, most - used);
      allowance.credits -= used;
      left -= used;
    }
    return left;
  }

  private checkUnasked(bill: Bill, request: DataRequest): void {
    const { buyer, key, count, unasked, elapsed } = bill;
    const { askAbove, dailyCap, reuseCounts } = this.settings();
    const complain = (what: string) =>
      this.broken.push(`${buyer.name} at ${elapsed}: ${key} for ${count}: ${what}`);
    const wanted = buyer.wanted().filter((each) => each.key === key);
    if (wanted.length === 0) complain('bought for nobody');
    else if (wanted.every((each) => paidCount(each.operation, each.count ?? 1) < count))
      complain('bought more than any cell wants');
    const before = this.bills.filter((other) => other.key === key).map((other) => other.count);
    const bought = [this.boughtElsewhere.get(`${buyer.name} ${key}`) ?? 0, ...before];
    if (bought.some((other) => (reuseCounts ? other >= count : other === count)))
      complain('bought again unasked');
    const refusal = this.refused.get(slotOf(request, count));
    if (refusal && (refusal.buyer === buyer || elapsed > refusal.at + 2_000)) complain('was refused');
    const lately = this.bills.filter((other) => this.isRecent(other, bill));
    const flow = sum(lately) + unasked;
    if (flow > askAbove) complain(`${flow} credits went unasked in one action`);
    const today = this.bills.filter((other) => other.day === bill.day);
    const ofDay = sum(today) + unasked;
    if (ofDay > askAbove * actionsPerDay) complain(`${ofDay} credits went unasked in one day`);
    const total = today.reduce((all, each) => all + each.credits, bill.credits);
    if (dailyCap !== undefined && total > dailyCap) complain(`${total} credits went in one day`);
  }

  /** A window that was open all the while knows how much time has passed; one that was opened later knows the clock only. */
  private isRecent(other: Bill, { buyer, elapsed, forward }: Bill): boolean {
    const age = elapsed - other.elapsed;
    return (other.elapsed >= buyer.openedAt ? age : age + forward - other.forward) < oneAction;
  }
}

/** One call answers every count of a key, unless counts are not shared. */
function priceOfEach(requests: readonly DataRequest[], isShared: boolean): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { key, operation, count } of requests) {
    const price = cost(operation, paidCount(operation, count ?? 1));
    const known = prices.get(key) ?? 0;
    prices.set(key, isShared ? Math.max(known, price) : known + price);
  }
  return prices;
}

const sum = (bills: readonly Bill[]): number => bills.reduce((total, { unasked }) => total + unasked, 0);

const slotOf = ({ key, operation, count }: DataRequest, sent = paidCount(operation, count ?? 1)): string =>
  `${key}#${sent}`;
