// Seeded random numbers: the same seed gives the same shops, flats and hotels on every machine. `chance` of named parts has
// no state, so facts such as "does this hotel have a sauna?" need no memory.

/** FNV-1a over the parts with the finaliser of MurmurHash3, so that neighbouring inputs differ widely. */
export function hash(...parts: readonly (string | number)[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x1f, 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number from 0 to 1 (exclusive) that only depends on the parts. */
export const fraction = (...parts: readonly (string | number)[]): number => hash(...parts) / 2 ** 32;

/** Mulberry32. */
export class Random {
  constructor(private state: number) {}

  static of(...parts: readonly (string | number)[]): Random {
    return new Random(hash(...parts));
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return at(items, Math.floor(this.next() * items.length));
  }

  /** `count` different items in their own order. */
  some<T>(items: readonly T[], count: number): T[] {
    const marked = items.map((item, index) => ({ item, index, mark: this.next() }));
    marked.sort((a, b) => a.mark - b.mark);
    return marked
      .slice(0, count)
      .sort((a, b) => a.index - b.index)
      .map(({ item }) => item);
  }

  /** A random item, weighted by its share of the total. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let left = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return at(items, items.length - 1)[0];
  }
}

/** The item at an index that wraps around; a list of the catalogue is never empty. */
export function at<T>(items: readonly T[], index: number): T {
  if (items.length === 0) throw new Error('An empty list has no items.');
  return items[index % items.length] as T;
}
