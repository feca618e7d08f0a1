// The oracle of the money model: what was billed, and what had been agreed to. A limit agrees to what stays below it, a
// person to what was shown. Kept as simply as it can be said, and apart from how the engine keeps it.
import { dayOf } from '../../../../src/engine/ports/clock';
import type { DataRequest } from '../../../../src/engine/request/dataRequest';
import type { Settings } from '../../../../src/engine/request/settings';
import { cost, paidCount } from '../../../../src/operations';
import type { SimulatedClock } from '../simulatedClock';

const oneAction = 10 * 60_000;
const actionsPerDay = 4;
/** What the service needs for a response. */
const longestCall = 1_000;

/** The window that sent, as far as the oracle looks at it. */
export interface Buyer {
  readonly openedAt: number;
  readonly name: string;
  /** When it last began to hear of what others do. */
  readonly hearsFrom: number;
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
  /** What was shown for each key. */
  readonly prices: ReadonlyMap<string, number>;
  credits: number;
  /** What it was used for. */
  readonly uses: { readonly bill: Bill; credits: number }[];
  /** The daily cap that the price was compared with: a lower one stands, and any where nobody saw the price. */
  readonly cap: number;
  /** A refresh: until it has ended. */
  isOpen: boolean;
}

interface Bill {
  readonly buyer: Buyer;
  readonly key: string;
  readonly count: number;
  /** It timed out: another count is another request, which may be in time. */
  readonly isLate: boolean;
  /** A result came of it: once it is older than the user wants, it may be renewed. */
  readonly isShown: boolean;
  readonly credits: number;
  unasked: number;
  /** Of what was agreed to, that against which the daily cap stands. */
  capped: number;
  /** What forbids it unless a person agreed. */
  readonly objections: readonly string[];
  readonly limits: Pick<Settings, 'askAbove' | 'dailyCap'>;
  readonly elapsed: number;
  /** How far the clock had been set forward by then. */
  readonly forward: number;
  day: string;
}

export class Agreement {
  private readonly bills: Bill[] = [];
  private allowances: Allowance[] = [];
  private readonly refused = new Map<string, { readonly buyer: Buyer; readonly at: number }>();
  /** What a window was looking up when Stop was pressed in it; others do not hear of that. */
  private readonly stopped = new Map<Buyer, Map<string, number>>();
  private readonly boughtElsewhere = new Map<string, number>();
  private forward = 0;
  /** After this time every window has heard what was refused in another one. */
  hearing = 2_000;
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
    /** `meant`: what it may be spent on, where cells may want other counts by now. */
    { meant = shown, isUnseen = false } = {},
  ): () => void {
    const { reuseCounts, dailyCap } = this.settings();
    const cap = isUnseen ? Infinity : (dailyCap ?? Infinity);
    const largest = priceOfEach(meant, reuseCounts);
    const most = [...keys].map((key) => [key, largest.get(key) ?? Infinity] as const);
    const prices = priceOfEach(shown, reuseCounts);
    const allowance: Allowance = { buyer, keys: new Map(most), prices, credits, isOpen, cap, uses: [] };
    for (const key of allowance.keys.keys())
      for (const slots of [this.refused, ...this.stopped.values()])
        for (const slot of [...slots.keys()]) if (slot.startsWith(`${key}#`)) slots.delete(slot);
    this.allowances.push(allowance);
    return () => void (allowance.isOpen = false);
  }

  /** A person declined or stopped exactly these. */
  refuse(buyer: Buyer, requests: readonly DataRequest[]): void {
    const at = this.clock.elapsed();
    for (const request of requests) this.refused.set(slotOf(request), { buyer, at });
  }

  /** A person pressed Stop: what was agreed to in this window is no longer, and what its cells wait for is not to be sent. */
  stop(buyer: Buyer, queued: readonly DataRequest[], waiting: readonly DataRequest[]): void {
    this.ended(buyer);
    this.refuse(buyer, queued);
    const at = this.clock.elapsed();
    const known = this.stopped.get(buyer) ?? [];
    // What the cache has nothing was on its way for.
    const stopped = waiting.filter((request) => {
      const last = this.lastFor(request, paidCount(request.operation, request.count ?? 1));
      return !last?.isShown || this.isOld(last, request);
    });
    this.stopped.set(buyer, new Map([...known, ...stopped.map((each) => [slotOf(each), at] as const)]));
  }

  /** A person asked to forget what was declined or stopped. */
  forgetRefusals(): void {
    this.refused.clear();
    this.stopped.clear();
  }

  /** Somebody bought this for the workbook, in another place. */
  bought(workbook: string, key: string, count: number): void {
    const place = `${workbook} ${key}`;
    this.boughtElsewhere.set(place, Math.max(count, this.boughtElsewhere.get(place) ?? 0));
  }

  bill(buyer: Buyer, request: DataRequest, count: number, { isLate = false, isShown = true } = {}): void {
    const { key, operation } = request;
    this.look();
    const credits = cost(operation, count);
    const bill: Bill = {
      buyer,
      key,
      count,
      isLate,
      isShown,
      credits,
      unasked: credits,
      capped: 0,
      objections: this.objections(buyer, request, count),
      limits: this.settings(),
      elapsed: this.clock.elapsed(),
      forward: this.forward,
      day: dayOf(this.clock.now()),
    };
    this.bills.push(bill);
    this.consume(bill);
    const wrong = this.complaints(bill);
    if (wrong.length > 0 && !this.exchange(bill))
      this.broken.push(
        ...wrong.map((what) => `${buyer.name} at ${bill.elapsed}: ${key} for ${count}: ${what}`),
      );
  }

  /** Called after every step: agreements end with their calls, and a clock that is set back moves later days to today. */
  look(): void {
    this.allowances = this.allowances.filter(({ isOpen, buyer, keys }) => {
      if (isOpen) return true;
      const underWay = buyer.underWay();
      for (const key of [...keys.keys()]) if (!underWay.has(key)) keys.delete(key);
      return keys.size > 0;
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

  private consume(bill: Bill): void {
    // Those first whose price was for it, and for little more: other bills may need what else was agreed to.
    const priceShown = ({ prices }: Allowance) => {
      const price = prices.get(bill.key) ?? 0;
      return price < bill.credits ? Number.MAX_VALUE : price;
    };
    // A call may serve a person who saw the price and another one who did not: above the cap it is the first who agreed to it, and
    // below it the other, whose agreement is good for nothing else.
    const isAbove = this.totalOfDay(bill) > (bill.limits.dailyCap ?? Infinity);
    const weakness = (each: Allowance) => (isAbove ? -Number(isCapped(each, bill)) : each.cap);
    const order = (a: Allowance, b: Allowance) =>
      Math.sign(weakness(b) - weakness(a)) || priceShown(a) - priceShown(b);
    for (const allowance of [...this.allowances].sort(order)) {
      const most = allowance.keys.get(bill.key);
      if (allowance.buyer !== bill.buyer || most === undefined) continue;
      const used = Math.min(bill.unasked, most, allowance.credits);
      allowance.keys.set(bill.key, most - used);
      allowance.credits -= used;
      bill.unasked -= used;
      if (isCapped(allowance, bill)) bill.capped += used;
      if (used > 0) allowance.uses.push({ bill, credits: used });
    }
  }

  /**
   * Several calls may run under one agreement while others run beside it, and nobody can tell which is which. An earlier bill
   * that needed no agreement gives up what it used of one.
   */
  private exchange(bill: Bill): boolean {
    for (const allowance of this.allowances) {
      const { buyer, keys, uses } = allowance;
      for (const use of buyer === bill.buyer ? uses : []) {
        const isSame = use.bill.key === bill.key;
        const credits = Math.min(bill.unasked, use.credits, isSame ? Infinity : (keys.get(bill.key) ?? 0));
        if (use.bill === bill || credits === 0) continue;
        const move = (amount: number) => {
          bill.unasked -= amount;
          use.bill.unasked += amount;
          if (isCapped(allowance, bill)) bill.capped += amount;
          if (isCapped(allowance, use.bill)) use.bill.capped -= amount;
        };
        move(credits);
        const later = this.bills.slice(this.bills.indexOf(use.bill));
        if (later.every((each) => each === bill || this.complaints(each).length === 0)) {
          if (!isSame) keys.set(bill.key, (keys.get(bill.key) ?? 0) - credits);
          use.credits -= credits;
          uses.push({ bill, credits });
        } else move(-credits);
      }
    }
    return this.complaints(bill).length === 0;
  }

  /** What forbids the purchase unless a person agreed to it, whatever was spent so far. */
  private objections(buyer: Buyer, request: DataRequest, count: number): string[] {
    const { key } = request;
    const found: string[] = [];
    const wanted = buyer.wanted().filter((each) => each.key === key);
    if (wanted.length === 0) found.push('bought for nobody');
    else if (wanted.every((each) => paidCount(each.operation, each.count ?? 1) < count))
      found.push('bought more than any cell wants');
    const elsewhere = { count: this.boughtElsewhere.get(`${buyer.name} ${key}`) ?? 0, isLate: false };
    const last = this.lastFor(request, count);
    const isExpired = last?.isShown === true && this.isOld(last, request);
    if (this.covers(elsewhere, count) || (last && !isExpired)) found.push('bought again unasked');
    const refusal = this.refused.get(slotOf(request, count));
    // What has a result since is not refused any more; to renew it is another matter.
    const stands = (at: number) => !isExpired || last.elapsed + longestCall <= at;
    if (
      refusal &&
      stands(refusal.at) &&
      (refusal.buyer === buyer || this.clock.elapsed() > Math.max(refusal.at, buyer.hearsFrom) + this.hearing)
    )
      found.push('was refused');
    const stoppedAt = this.stopped.get(buyer)?.get(slotOf(request, count));
    if (stoppedAt !== undefined && stands(stoppedAt)) found.push('was stopped');
    return found;
  }

  private covers(other: Pick<Bill, 'count' | 'isLate'>, count: number): boolean {
    return this.settings().reuseCounts && !other.isLate ? other.count >= count : other.count === count;
  }

  private lastFor({ key }: DataRequest, count: number): Bill | undefined {
    return this.bills.filter((other) => other.key === key && this.covers(other, count)).at(-1);
  }

  private isOld({ elapsed }: Bill, { operation }: DataRequest): boolean {
    return this.clock.elapsed() - elapsed > (this.settings().ages[operation] ?? Infinity);
  }

  private complaints(bill: Bill): string[] {
    if (bill.unasked === 0 && bill.capped === 0) return [];
    const { askAbove, dailyCap } = bill.limits;
    const before = this.before(bill);
    const total = this.totalOfDay(bill);
    const found = dailyCap !== undefined && total > dailyCap ? [`${total} credits went in one day`] : [];
    if (bill.unasked === 0) return found;
    found.push(...bill.objections);
    const flow = sum(before.filter((other) => this.isRecent(other, bill))) + bill.unasked;
    if (flow > askAbove) found.push(`${flow} credits went unasked in one action`);
    const ofDay = sum(before.filter((other) => other.day === bill.day)) + bill.unasked;
    if (ofDay > askAbove * actionsPerDay) found.push(`${ofDay} credits went unasked in one day`);
    return found;
  }

  private before(bill: Bill): Bill[] {
    return this.bills.slice(0, this.bills.indexOf(bill));
  }

  /** What had gone that day by then, whoever agreed to it. */
  private totalOfDay(bill: Bill): number {
    const today = this.before(bill).filter((other) => other.day === bill.day);
    return today.reduce((all, { credits }) => all + credits, bill.credits);
  }

  /** A window that was open all the while knows how much time has passed; one that was opened later knows the clock only. */
  private isRecent(other: Bill, { buyer, elapsed, forward }: Bill): boolean {
    const age = elapsed - other.elapsed;
    return (other.elapsed >= buyer.openedAt ? age : age + forward - other.forward) < oneAction;
  }
}

/** Whether the daily cap stands although a person agreed: they compared the price with a higher one, or with none. */
const isCapped = ({ cap }: Allowance, { limits: { dailyCap = Infinity } }: Bill): boolean => dailyCap < cap;

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
