// Bounds what reading may take: so many questions of one person a minute, so many at once by all.
import { Problem } from '../http/problem';

const minute = 60_000;
/** A sheet of a thousand formulas that is opened twice a minute is still answered. */
const mostPerMinute = 3_000;
const mostAtOnce = 64;
const mostPeople = 10_000;

const later = (seconds: number, why: string) =>
  new Problem(429, `${why} Nothing was spent. Try again.`, {
    'retry-after': String(seconds),
    'spillway-credits': '0',
  });

export class ReadLimit {
  readonly #people = new Map<string, { until: number; count: number }>();
  #running = 0;

  constructor(private readonly elapsed: () => number) {}

  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const seconds = this.#wait(person);
    if (seconds > 0) throw later(seconds, 'Too many requests for the history.');
    if (this.#running >= mostAtOnce)
      throw later(1, 'Too many people are reading the history at the same time.');
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }

  #wait(person: string): number {
    const now = this.elapsed();
    let known = this.#people.get(person);
    if (!known || known.until <= now) {
      if (this.#people.size >= mostPeople) this.#people.clear();
      this.#people.set(person, (known = { until: now + minute, count: 0 }));
    }
    known.count += 1;
    return known.count > mostPerMinute ? Math.ceil((known.until - now) / 1_000) : 0;
  }
}
