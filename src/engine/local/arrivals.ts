// Requests that are being looked up and may have to be sent: their price counts before they have come before the budget, and
// what a person stops meanwhile is stopped for them too.
import type { IsStopped } from '../engine';
import type { DataRequest } from '../request/dataRequest';
import type { HoldReason } from '../request/holdReason';
import type { Settings } from '../request/settings';

export class Arrival {
  /** It belongs to a burst that was held without waiting for it any longer. */
  held: HoldReason | undefined;

  constructor(
    readonly request: DataRequest,
    /** Also while it waits for another call, when it is no longer one of those that come. */
    readonly isStopped: IsStopped,
    /** When it was asked for: what a person agreed to then does not stand against a lower one. */
    readonly dailyCap: number,
    /** The budget knows of it, or it has ended. */
    readonly done: () => void,
  ) {}
}

export class Arrivals {
  private readonly all = new Set<Arrival>();
  private stops = 0;

  constructor(private readonly settings: () => Settings) {}

  get isEmpty(): boolean {
    return this.all.size === 0;
  }

  get requests(): readonly DataRequest[] {
    return [...this.all].map(({ request }) => request);
  }

  begin(request: DataRequest, isStopped = this.watchStops()): Arrival {
    const { dailyCap = Infinity } = this.settings();
    const done = () => void this.all.delete(arrival);
    const arrival: Arrival = new Arrival(request, isStopped, dailyCap, done);
    this.all.add(arrival);
    return arrival;
  }

  stop(): void {
    this.stops += 1;
  }

  readonly watchStops = (): IsStopped => {
    const { stops } = this;
    return () => this.stops !== stops;
  };

  hold(reason: HoldReason): void {
    for (const arrival of this.all) arrival.held = reason;
  }
}
