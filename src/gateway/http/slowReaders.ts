// Clients that ask and do not read. What was handed to Node for them waits in memory, so there is a bound on it, for one client
// and for all, and a time: a connection that takes nothing of its response for that long is closed. The response stays cached.
import type { ServerResponse } from 'node:http';
import { clientAddress, networkOf } from './clientAddress';

export interface ReaderLimits {
  /** Milliseconds without a byte. */
  readonly stall: number;
  /** Bytes that wait, for one client and for all. */
  readonly client: number;
  readonly all: number;
}

const readerLimits: ReaderLimits = { stall: 30_000, client: 64_000_000, all: 256_000_000 };

/** Less than this goes into the buffers of the system. */
const smallest = 65_536;

interface Waiting {
  readonly outgoing: ServerResponse;
  readonly bytes: number;
  readonly client: string;
}

export class SlowReaders {
  /** Oldest first. */
  private readonly waiting = new Set<Waiting>();
  private used = 0;

  constructor(
    private readonly proxies: number,
    private readonly limits: ReaderLimits = readerLimits,
  ) {}

  get bytes(): number {
    return this.used;
  }

  /** To be called right after a body of this size was handed over. */
  watch(outgoing: ServerResponse, bytes: number): void {
    if (bytes < smallest || outgoing.destroyed) return;
    this.limit(outgoing);
    const waiting = { outgoing, bytes, client: networkOf(clientAddress(outgoing.req, this.proxies)) };
    this.waiting.add(waiting);
    this.used += bytes;
    const over = () => {
      if (this.waiting.delete(waiting)) this.used -= bytes;
    };
    outgoing.once('finish', over);
    outgoing.once('close', over);
    this.makeRoom(waiting.client);
  }

  /** Node looks whether any byte went out before it tells the time is over. */
  limit(outgoing: ServerResponse): void {
    outgoing.setTimeout(this.limits.stall, () => {
      // Before it has a response, a client may wait for as long as the service works.
      if (outgoing.writableLength > 0) outgoing.socket?.destroy();
    });
  }

  /** Those who have had the longest time to read go first; the last of a client stays, however large it is. */
  private makeRoom(client: string): void {
    let own = 0;
    for (const waiting of this.waiting) if (waiting.client === client) own += waiting.bytes;
    const last = [...this.waiting].at(-1);
    for (const waiting of this.waiting) {
      const isOwn = waiting.client === client;
      if (this.used <= this.limits.all && !(isOwn && own > this.limits.client)) continue;
      if (waiting === last) return;
      if (isOwn) own -= waiting.bytes;
      waiting.outgoing.socket?.destroy();
      if (this.waiting.delete(waiting)) this.used -= waiting.bytes;
    }
  }
}
