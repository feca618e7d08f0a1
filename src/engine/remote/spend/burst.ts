// Gathers what is asked for within a moment, so that the price of the whole is known before any of it is sent.
import type { Clock } from '../../ports/clock';

/** Excel hands over the formulas of one calculation in quick succession. */
const quiet = 40;
const longest = 400;
/** Requests that are still being looked up in a slow store belong to the burst; they are waited for this long. */
const longestArrival = 10_000;

export class Burst<Item> {
  private items = new Set<Item>();
  private began = 0;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly close: (items: readonly Item[]) => void,
    /** Whether more is on its way here: asked for, and not yet looked up. */
    private readonly moreToCome: () => boolean = () => false,
  ) {}

  add(item: Item): void {
    const now = this.clock.elapsed();
    if (this.items.size === 0) this.began = now;
    this.items.add(item);
    this.cancel?.();
    const wait = Math.max(0, Math.min(quiet, this.began + longest - now));
    this.cancel = this.clock.setTimer(() => this.flush(), wait);
  }

  /** False: it was not gathered here. */
  remove(item: Item): boolean {
    return this.items.delete(item);
  }

  takeAll(): readonly Item[] {
    this.cancel?.();
    this.cancel = undefined;
    const items = [...this.items];
    this.items = new Set();
    return items;
  }

  private flush(): void {
    if (this.moreToCome() && this.clock.elapsed() - this.began < longestArrival) {
      this.cancel = this.clock.setTimer(() => this.flush(), quiet);
      return;
    }
    const items = this.takeAll();
    if (items.length > 0) this.close(items);
  }
}
