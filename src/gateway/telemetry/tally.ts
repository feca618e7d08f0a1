// Counters and histograms for the ways that are taken thousands of times a second: they only add up, and become what
// Prometheus reads when it reads. With the library's own, counting would cost as much as finding an answer.
import type { Counter } from 'prom-client';

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

type Branch<Entry> = Map<string | number, Branch<Entry>> & { entry?: Entry };

/** One entry for each set of label values that was met; there are few. */
class Series<Label extends string, Entry> {
  readonly #entries: { readonly labels: Labels<Label>; readonly entry: Entry }[] = [];
  /** By the value of each label in turn: joining them would cost more than finding them. */
  readonly #found: Branch<Entry> = new Map();

  constructor(
    private readonly names: readonly Label[],
    private readonly make: () => Entry,
  ) {}

  of(labels: Labels<Label>): Entry {
    let branch = this.#found;
    for (const name of this.names) {
      const value = labels[name];
      let next = branch.get(value);
      if (!next) branch.set(value, (next = new Map()));
      branch = next;
    }
    branch.entry ??= this.#add(labels);
    return branch.entry;
  }

  #add(labels: Labels<Label>): Entry {
    const entry = this.make();
    this.#entries.push({ labels: { ...labels }, entry });
    return entry;
  }

  [Symbol.iterator]() {
    return this.#entries.values();
  }
}

export interface Sum {
  untold: number;
}

export class Tally<Label extends string> {
  readonly #sums: Series<Label, Sum>;

  constructor(
    private readonly counter: Counter<Label>,
    names: readonly Label[],
  ) {
    this.#sums = new Series(names, () => ({ untold: 0 }));
  }

  inc(labels: Labels<Label>, amount = 1): void {
    this.#sums.of(labels).untold += amount;
  }

  /** To be raised directly, where even looking up the labels would be felt. */
  sum(labels: Labels<Label>): Sum {
    return this.#sums.of(labels);
  }

  /** Tells the counter what has come since the last time. */
  tell(): void {
    for (const { labels, entry } of this.#sums) {
      this.counter.inc({ ...labels }, entry.untold);
      entry.untold = 0;
    }
  }
}

export class Timed {
  readonly counts: number[];
  sum = 0;
  count = 0;

  constructor(private readonly buckets: readonly number[]) {
    this.counts = buckets.map(() => 0);
  }

  observe(seconds: number): void {
    const { buckets, counts } = this;
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
    if (at < buckets.length) counts[at] = (counts[at] ?? 0) + 1;
    this.sum += seconds;
    this.count += 1;
  }
}

export interface TimesOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
}

export class Times<Label extends string> {
  readonly #series: Series<Label, Timed>;

  constructor(private readonly options: TimesOptions<Label>) {
    this.#series = new Series(options.labelNames, () => new Timed(options.buckets));
  }

  observe(labels: Labels<Label>, seconds: number): void {
    this.#series.of(labels).observe(seconds);
  }

  timed(labels: Labels<Label>): Timed {
    return this.#series.of(labels);
  }

  /** In Prometheus' text format. */
  text(): string {
    const { name, help, labelNames, buckets } = this.options;
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
    for (const { labels, entry } of this.#series) {
      const own = labelNames.map((label) => `${label}="${labels[label]}"`).join(',');
      let sum = 0;
      buckets.forEach((bucket, index) => {
        sum += entry.counts[index] ?? 0;
        lines.push(`${name}_bucket{le="${bucket}",${own}} ${sum}`);
      });
      lines.push(
        `${name}_bucket{le="+Inf",${own}} ${entry.count}`,
        `${name}_sum{${own}} ${entry.sum}`,
        `${name}_count{${own}} ${entry.count}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}
