// Whether something was read recently. By the wall clock alone, a clock that is set back would keep a revoked code valid for
// hours; so it is recent only when the wall clock and the time that really passed both say so.

export class Freshness {
  private wall = Number.NaN;
  private lastPassed = 0;

  constructor(private readonly clock: () => number) {}

  renew(): void {
    this.wall = this.clock();
    this.lastPassed = performance.now();
  }

  /** False when it was never renewed. */
  within(milliseconds: number): boolean {
    const apart = Math.abs(this.clock() - this.wall);
    return apart < milliseconds && performance.now() - this.lastPassed < milliseconds;
  }
}
