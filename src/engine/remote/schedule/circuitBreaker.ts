// After repeated failures of the service nothing is sent for a while; then one request tries whether it is back.

const failuresToOpen = 5;
const shortest = 30_000;
const longest = 5 * 60_000;

export class CircuitBreaker {
  private failures = 0;
  private opened = 0;
  /** A request is trying whether the service is back. */
  probing = false;
  /** As `clock.elapsed()` tells. */
  private until: number | undefined;

  /** Whether a request may be sent; when it says yes while half open, that request is the probe. */
  admits(elapsed: number): boolean {
    if (this.until === undefined) return true;
    if (elapsed < this.until || this.probing) return false;
    this.probing = true;
    return true;
  }

  /** The request that was to try it has ended without telling: it was not sent, or was taken back. */
  release(): void {
    this.probing = false;
  }

  openUntil(elapsed: number): number | undefined {
    return this.until !== undefined && elapsed < this.until ? this.until : undefined;
  }

  report(failed: boolean, elapsed: number): void {
    this.probing = false;
    if (!failed) {
      this.reset();
      return;
    }
    this.failures += 1;
    const reopening = this.until !== undefined && elapsed >= this.until;
    if (!reopening && (this.until !== undefined || this.failures < failuresToOpen)) return;
    this.until = elapsed + Math.min(longest, shortest * 2 ** this.opened);
    this.opened += 1;
  }

  reset(): void {
    this.failures = 0;
    this.opened = 0;
    this.probing = false;
    this.until = undefined;
  }
}
