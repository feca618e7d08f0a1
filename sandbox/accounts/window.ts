// One rate window. The service document does not say how windows reset; here a window starts with the first counted request
// after the previous one ended, lasts its full length, and resets to zero. It counts requests.

export interface KeptWindow {
  readonly startedAt: number;
  readonly used: number;
}

export class RateWindow {
  private startedAt = -Infinity;
  private used = 0;

  constructor(
    readonly seconds: number,
    public limit: number,
  ) {}

  usage(now: number): number {
    return now < this.endsAt ? this.used : 0;
  }

  /** Milliseconds until one more request fits; 0 when it fits now. */
  wait(now: number): number {
    return this.usage(now) < this.limit ? 0 : this.limit === 0 ? this.seconds * 1000 : this.endsAt - now;
  }

  /** Counts one request; the returned function uncounts it, as long as the same window is running. */
  take(now: number): () => void {
    if (now >= this.endsAt) {
      this.startedAt = now;
      this.used = 0;
    }
    const window = this.startedAt;
    this.used += 1;
    return () => {
      if (this.startedAt === window) this.used -= 1;
    };
  }

  keep(): KeptWindow {
    return { startedAt: this.startedAt, used: this.used };
  }

  restore({ startedAt, used }: KeptWindow): void {
    this.startedAt = startedAt;
    this.used = used;
  }

  private get endsAt(): number {
    return this.startedAt + this.seconds * 1000;
  }
}
