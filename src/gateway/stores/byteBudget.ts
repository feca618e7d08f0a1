// Values in memory, bounded in bytes: what has not been used for longest goes first, expired ones when they are met.
// Use is only marked, and looked at when room is needed, so that a hit moves nothing.

// Room for small values. A small Buffer of Node is a window into 8 kB that it shares with whatever else was made at that time,
// and keeps all of it alive. Here small values lie side by side in pieces of their own, so that what they take is what is counted.

const largestSlab = 65_536;
/** Larger values have a piece of memory to themselves. */
const largestSmall = 4_096;

interface Slab {
  readonly bytes: Buffer;
  end: number;
  living: number;
}

interface Placed {
  readonly value: Buffer;
  readonly slab: Slab | undefined;
}

class SlabAllocator {
  private readonly slabBytes: number;
  private readonly small: number;
  private current: Slab | undefined;
  private count = 0;

  /** `limit`: what all values may take; a piece is a small part of it. */
  constructor(limit: number) {
    this.slabBytes = Math.min(largestSlab, Math.floor(limit / 64));
    this.small = Math.min(largestSmall, Math.floor(this.slabBytes / 8));
  }

  /** All that is held for small values, used or not. */
  get bytes(): number {
    return this.count * this.slabBytes;
  }

  put(value: Buffer): Placed {
    if (value.length > this.small) {
      const isWhole = value.buffer.byteLength <= value.length + 64;
      return { value: isWhole ? value : copied(value), slab: undefined };
    }
    if (!this.current || this.current.end + value.length > this.slabBytes) {
      const full = this.current;
      this.current = { bytes: Buffer.allocUnsafeSlow(this.slabBytes), end: 0, living: 0 };
      this.count += 1;
      if (full?.living === 0) this.count -= 1;
    }
    const slab = this.current;
    const place = slab.bytes.subarray(slab.end, slab.end + value.length);
    value.copy(place);
    slab.end += value.length;
    slab.living += 1;
    return { value: place, slab };
  }

  free({ slab }: Placed): void {
    if (!slab) return;
    slab.living -= 1;
    if (slab.living === 0 && slab !== this.current) this.count -= 1;
  }
}

function copied(value: Buffer): Buffer {
  const whole = Buffer.allocUnsafeSlow(value.length);
  value.copy(whole);
  return whole;
}

interface CachedCall extends Placed {
  readonly expires: number;
  used: boolean;
}

/** What an entry takes beside its key and its value: its place in the map, the objects around it (measured, Node 20). */
const overhead = 540;

export class ByteBudget {
  private readonly kept = new Map<string, CachedCall>();
  private readonly slabs: SlabAllocator;
  private readonly limit: () => number;
  /** Without the small values, which are counted by the piece. */
  private used = 0;

  constructor(
    limit: number | (() => number),
    private readonly clock: () => number,
  ) {
    this.limit = typeof limit === 'number' ? () => limit : limit;
    this.slabs = new SlabAllocator(this.limit());
  }

  get bytes(): number {
    return this.used + this.slabs.bytes;
  }

  get size(): number {
    return this.kept.size;
  }

  get(key: string): Buffer | undefined {
    const kept = this.kept.get(key);
    if (!kept) return undefined;
    if (kept.expires <= this.clock()) {
      this.delete(key);
      return undefined;
    }
    kept.used = true;
    return kept.value;
  }

  set(key: string, value: Buffer, lifetime: number): void {
    if (this.kept.has(key)) this.delete(key);
    if (value.length + key.length + overhead > this.limit()) return;
    this.put(key, value, this.clock() + lifetime);
    this.makeRoom();
  }

  /** Those whose time is not over, with the milliseconds that are left. */
  *entries(): Generator<{ readonly key: string; readonly value: Buffer; readonly left: number }> {
    const now = this.clock();
    for (const [key, { value, expires }] of this.kept)
      if (expires > now) yield { key, value, left: expires - now };
  }

  delete(key: string): void {
    const kept = this.kept.get(key);
    if (!kept) return;
    this.kept.delete(key);
    this.slabs.free(kept);
    this.used -= sizeOf(key, kept);
  }

  private put(key: string, value: Buffer, expires: number): void {
    const placed = this.slabs.put(value);
    const kept = { value: placed.value, slab: placed.slab, expires, used: false };
    this.kept.set(key, kept);
    this.used += sizeOf(key, kept);
  }

  private makeRoom(): void {
    const limit = this.limit();
    if (this.bytes <= limit) return;
    for (const [oldest, { used, value, expires }] of this.kept) {
      if (this.bytes <= limit) break;
      this.delete(oldest);
      // Used since it was last met: it gets another turn at the end of the row, and moves together with what is there.
      if (used && expires > this.clock()) this.put(oldest, value, expires);
    }
  }
}

const sizeOf = (key: string, { value, slab }: CachedCall): number =>
  key.length + overhead + (slab ? 0 : value.length);
