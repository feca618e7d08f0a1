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

export interface Placed {
  readonly value: Buffer;
  readonly slab: Slab | undefined;
}

export class SlabAllocator {
  readonly #slabBytes: number;
  readonly #small: number;
  #current: Slab | undefined;
  #count = 0;

  /** `limit`: what all values may take; a piece is a small part of it. */
  constructor(limit: number) {
    this.#slabBytes = Math.min(largestSlab, Math.floor(limit / 64));
    this.#small = Math.min(largestSmall, Math.floor(this.#slabBytes / 8));
  }

  /** All that is held for small values, used or not. */
  get bytes(): number {
    return this.#count * this.#slabBytes;
  }

  put(value: Buffer): Placed {
    if (value.length > this.#small) {
      const isWhole = value.buffer.byteLength <= value.length + 64;
      return { value: isWhole ? value : copied(value), slab: undefined };
    }
    if (!this.#current || this.#current.end + value.length > this.#slabBytes) {
      const full = this.#current;
      this.#current = { bytes: Buffer.allocUnsafeSlow(this.#slabBytes), end: 0, living: 0 };
      this.#count += 1;
      if (full?.living === 0) this.#count -= 1;
    }
    const slab = this.#current;
    const place = slab.bytes.subarray(slab.end, slab.end + value.length);
    value.copy(place);
    slab.end += value.length;
    slab.living += 1;
    return { value: place, slab };
  }

  free({ slab }: Placed): void {
    if (!slab) return;
    slab.living -= 1;
    if (slab.living === 0 && slab !== this.#current) this.#count -= 1;
  }

  clear(): void {
    this.#current = undefined;
    this.#count = 0;
  }
}

function copied(value: Buffer): Buffer {
  const whole = Buffer.allocUnsafeSlow(value.length);
  value.copy(whole);
  return whole;
}
