// Counts failed sign-ins by address. Someone who guesses is soon refused without a look at the guess.

export class AttemptLimit {
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly clock: () => number,
    private readonly most = 10,
    private readonly window = 60_000,
  ) {}

  /** Seconds to wait, or 0. */
  wait(address: string): number {
    const known = this.#failures.get(address);
    if (!known || known.until <= this.clock() || known.count < this.most) return 0;
    return Math.ceil((known.until - this.clock()) / 1_000);
  }

  fail(address: string): void {
    const now = this.clock();
    const known = this.#failures.get(address);
    if (known && known.until > now) known.count += 1;
    else this.#failures.set(address, { count: 1, until: now + this.window });
    if (this.#failures.size > 10_000) this.#forget(now);
  }

  #forget(now: number): void {
    for (const [address, { until }] of this.#failures) if (until <= now) this.#failures.delete(address);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > 10_000 && oldest !== undefined) this.#failures.delete(oldest);
  }
}
