// When requests were sent and what they cost, oldest first, with running sums: windows ask for it at every send.

export interface Send {
  /** As `clock.elapsed()` tells. */
  readonly at: number;
  readonly credits: number;
}

export class SendLog {
  private sends: Send[] = [];
  /** Credits of the sends before each place. */
  private sums: number[] = [0];

  /** Now and then drops what was sent before `oldest`. */
  add(send: Send, oldest: number): void {
    const last = this.sends.at(-1);
    if (last && last.at > send.at) return this.set([...this.sends, send].sort((a, b) => a.at - b.at));
    this.sends.push(send);
    this.sums.push((this.sums.at(-1) ?? 0) + Math.max(1, send.credits));
    if (this.sends.length % 1000 === 0) this.set(this.sends.slice(this.place(oldest)));
  }

  replaceSince(from: number, sends: readonly Send[]): void {
    this.set([...this.sends.slice(0, this.place(from)), ...[...sends].sort((a, b) => a.at - b.at)]);
  }

  /** How many, or how many credits, were sent after one time and up to another. */
  between(after: number, until: number, requests: boolean): number {
    const from = this.place(after);
    const to = until === Infinity ? this.sends.length : Math.max(from, this.place(until));
    return requests ? to - from : (this.sums[to] ?? 0) - (this.sums[from] ?? 0);
  }

  firstAfter(time: number): number | undefined {
    return this.sends[this.place(time)]?.at;
  }

  /** When the send was made with which the given amount was reached, counted from a time on. */
  whenPassed(after: number, amount: number, requests: boolean): number | undefined {
    const from = this.place(after);
    if (requests) return this.sends[from + amount - 1]?.at;
    const before = this.sums[from] ?? 0;
    for (let at = from; at < this.sends.length; at += 1)
      if ((this.sums[at + 1] ?? 0) - before >= amount) return this.sends[at]?.at;
    return undefined;
  }

  private set(sends: Send[]): void {
    this.sends = sends;
    this.sums = [0];
    for (const { credits } of sends) this.sums.push((this.sums.at(-1) ?? 0) + Math.max(1, credits));
  }

  /** Index of the first send after a time. */
  private place(time: number): number {
    let low = 0;
    let high = this.sends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sends[middle]?.at ?? 0) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
