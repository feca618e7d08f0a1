// Bounds what reading may take: so many questions of one person a minute, so many at once by all.
import { tryAgain } from './problem';

const minute = 60_000;

/** Whoever takes nearly all places leaves one in ten to others. */
export const leavesRoom = (own: number, left: number): boolean => own < 9 * left;

export interface ReadBounds {
  /** Of one person, or of one code. */
  readonly perMinute: number;
  readonly eachAtOnce: number;
  readonly allAtOnce: number;
}

/** A sheet of a thousand formulas that is opened twice a minute is still served. */
const ofHistory: ReadBounds = { perMinute: 3_000, eachAtOnce: 64, allAtOnce: 64 };
const mostPeople = 10_000;

interface Reader {
  until: number;
  count: number;
  running: number;
}

export class ReadLimit {
  private readonly readers = new Map<string, Reader>();
  private running = 0;

  constructor(
    private readonly elapsed: () => number,
    private readonly bounds: ReadBounds = ofHistory,
  ) {}

  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const leave = this.enter(person);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a place until the function that it returns is called. */
  enter(person: string): () => void {
    const reader = this.of(person);
    reader.count += 1;
    if (reader.count > this.bounds.perMinute)
      throw tryAgain(
        429,
        'Too many requests in a minute. Nothing was spent. Try again.',
        Math.ceil((reader.until - this.elapsed()) / 1_000),
      );
    const { allAtOnce, eachAtOnce } = this.bounds;
    if (reader.running >= eachAtOnce || !leavesRoom(reader.running, allAtOnce - this.running))
      throw tryAgain(429, 'Too many requests at the same time. Nothing was spent. Try again.', 1);
    this.running += 1;
    reader.running += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.running -= 1;
      reader.running -= 1;
    };
  }

  private of(person: string): Reader {
    const now = this.elapsed();
    const known = this.readers.get(person);
    if (known && known.until > now) return known;
    if (this.readers.size >= mostPeople)
      for (const [name, { running }] of this.readers) if (running === 0) this.readers.delete(name);
    // Whoever is still reading keeps the places that were taken.
    const reader = Object.assign(known ?? { running: 0 }, { until: now + minute, count: 0 });
    this.readers.set(person, reader);
    return reader;
  }
}
