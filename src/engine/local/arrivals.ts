// Requests that are being looked up and may have to be sent: their price counts before they have come before the budget, and
// what a person stops meanwhile is stopped for them too.
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

  get requests(): readonly DataRequest[] {
    return [...this.all].map(({ request }) => request);
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
