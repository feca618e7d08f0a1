// Requests that are being looked up and may have to be sent: their price counts before they have come before the budget, and
// what a person stops meanwhile is stopped for them too.
import { cost } from '../../operations/cost';
import type { DataRequest } from '../request/dataRequest';
import type { HoldReason } from '../request/holdReason';

export class Arrival {
  isStopped = false;
  /** It belongs to a burst that was held without waiting for it any longer. */
  held: HoldReason | undefined;

  constructor(
    readonly request: DataRequest,
    /** The budget knows of it, or it has ended. */
    readonly done: () => void,
  ) {}
}

export class Arrivals {
  private readonly all = new Set<Arrival>();

  get isEmpty(): boolean {
    return this.all.size === 0;
  }

  /** What they cost at most, beside what is under way: some of them are cached. Equal requests share one call. */
  creditsBeside(isUnderWay: (request: DataRequest) => boolean): number {
    const prices = new Map<string, number>();
    for (const { request } of this.all)
      if (!isUnderWay(request))
        prices.set(`${request.key}#${request.count}`, cost(request.operation, request.count));
    return [...prices.values()].reduce((sum, price) => sum + price, 0);
  }

  begin(request: DataRequest): Arrival {
    const arrival: Arrival = new Arrival(request, () => void this.all.delete(arrival));
    this.all.add(arrival);
    return arrival;
  }

  stop(): void {
    for (const arrival of this.all) arrival.isStopped = true;
  }

  hold(reason: HoldReason): void {
    for (const arrival of this.all) arrival.held = reason;
  }
}
