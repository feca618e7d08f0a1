// Numbers for Prometheus. No label ever holds a person, a key or a parameter.
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

// Counters and histograms for the ways that are taken thousands of times a second: they only add up, and become what
// Prometheus reads when it reads. With the library's own, counting would cost as much as finding a response.

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

/** One entry for each set of label values that was met; there are few. */
class Series<Label extends string, Entry> {
  private readonly entries = new Map<string, { readonly labels: Labels<Label>; readonly entry: Entry }>();

  constructor(
    private readonly names: readonly Label[],
    private readonly make: () => Entry,
  ) {}

  of(labels: Labels<Label>): Entry {
    const key = this.names.map((name) => labels[name]).join('|');
    const known = this.entries.get(key) ?? { labels: { ...labels }, entry: this.make() };
    this.entries.set(key, known);
    return known.entry;
  }

  [Symbol.iterator]() {
    return this.entries.values();
  }
}

interface Sum {
  untold: number;
}

class Tally<Label extends string> {
  private readonly sums: Series<Label, Sum>;

  constructor(
    private readonly counter: Counter<Label>,
    names: readonly Label[],
  ) {
    this.sums = new Series(names, () => ({ untold: 0 }));
  }

  inc(labels: Labels<Label>, amount = 1): void {
    this.sums.of(labels).untold += amount;
  }

  /** To be raised directly, where even looking up the labels would be felt. */
  sum(labels: Labels<Label>): Sum {
    return this.sums.of(labels);
  }

  /** Tells the counter what has come since the last time. */
  tell(): void {
    for (const { labels, entry } of this.sums) {
      this.counter.inc({ ...labels }, entry.untold);
      entry.untold = 0;
    }
  }
}

class Timed {
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

interface TimesOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
}

class Times<Label extends string> {
  private readonly series: Series<Label, Timed>;

  constructor(private readonly options: TimesOptions<Label>) {
    this.series = new Series(options.labelNames, () => new Timed(options.buckets));
  }

  observe(labels: Labels<Label>, seconds: number): void {
    this.series.of(labels).observe(seconds);
  }

  timed(labels: Labels<Label>): Timed {
    return this.series.of(labels);
  }

  /** In Prometheus' text format. */
  text(): string {
    const { name, help, labelNames, buckets } = this.options;
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
    for (const { labels, entry } of this.series) {
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

const mostAgents = 50;

interface HitNumbers {
  readonly requests: Sum;
  readonly responses: Sum;
  readonly saved: Sum;
  readonly latency: Timed;
}

export class Metrics {
  private readonly hits = new Map<string, HitNumbers>();
  readonly registry = new Registry();
  readonly requests = this.tally('requests_total', 'Requests by route and status.', 'route', 'status');
  readonly responses = this.tally(
    'answers_total',
    'Data responses by operation and origin.',
    'operation',
    'from',
  );
  readonly spent = this.tally('credits_spent_total', 'Credits spent at the service.', 'operation');
  private readonly agents = new Set(['(watches)']);
  private readonly agentSpent = this.counter(
    'agent_credits_spent_total',
    'Credits spent at the service by agents and watches; they are also part of the total.',
    'operation',
    'agent',
  );
  readonly agentCalls = this.counter(
    'agent_calls_total',
    'Calls of agents by tool and outcome.',
    'tool',
    'outcome',
  );
  readonly watches = this.gauge('watches', 'Watches by state.', 'state');
  readonly watchRuns = this.counter('watch_runs_total', 'Runs of watches by outcome.', 'outcome');
  readonly saved = this.tally(
    'credits_saved_total',
    'Credits saved by the cache and by shared calls.',
    'operation',
  );
  readonly refusals = this.counter('refusals_total', 'Requests the gateway refused, by status.', 'status');
  readonly signInFailures = this.counter('sign_in_failures_total', 'Failed sign-ins by method.', 'way');
  readonly latency = new Times({
    name: 'spillway_request_seconds',
    help: 'Time from request to response, by route.',
    labelNames: ['route'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 300],
  });
  readonly info = this.gauge('info', 'Always 1; the label holds the version.', 'version');
  readonly cacheBytes = this.gauge('cache_bytes', 'Memory used by cached responses, in bytes.');
  readonly cacheEntries = this.gauge('cache_entries', 'Values cached in memory.');
  readonly upstream = new Times({
    name: 'spillway_upstream_seconds',
    help: 'Response time of the data service.',
    labelNames: ['operation', 'status'],
    buckets: [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1500],
  });
  readonly calls = this.gauge('calls_under_way', 'Calls to the service in progress.');
  readonly degraded = this.gauge('store_degraded', '1 while the shared store is unavailable.');
  readonly owed = this.gauge('store_owed', 'Writes waiting for the shared store.');
  readonly failing = this.gauge(
    'part_failing',
    '1 for each part that is away, hangs or is damaged, with its cause.',
    'part',
    'cause',
  );
  readonly historyOwed = this.gauge('history_owed', 'Responses waiting to be written to the history.');
  readonly historyAway = this.gauge('history_away', '1 while the history cannot be written.');
  readonly historyBytes = this.gauge('history_bytes', 'Size of the history, in bytes.');
  readonly historyWritten = this.counter('history_written_total', 'Responses written to the history.');
  readonly historyLost = this.counter(
    'history_lost_total',
    'Responses that could not be kept in the history.',
  );
  readonly budgetLimit = this.gauge(
    'budget_limit',
    'Limits of the team’s budgets, in credits.',
    'budget',
    'period',
  );
  readonly budgetSpent = this.gauge(
    'budget_spent',
    'Credits spent from the team’s budgets.',
    'budget',
    'period',
  );
  readonly budgetsWarning = this.gauge(
    'budgets_warning',
    'Budgets that are 80% spent or more.',
    'budget',
    'period',
  );
  readonly points = this.gauge('points_left', 'Points left on the key, as last reported by the service.');
  readonly windowLimit = this.gauge('window_limit', 'Request limit of a rate window.', 'window');
  readonly windowLeft = this.gauge('window_headroom', 'Requests left in a rate window.', 'window');

  /** `process`: also what Node itself uses, watched from the first reading on. */
  constructor(private process = true) {}

  /** Counts what an agent spent, by the name that its person gave it. There are only so many lines, whatever people call them. */
  spentBy(
    { name, yields }: { readonly name: string; readonly yields?: true },
    operation: string,
    credits: number,
  ): void {
    const own = yields ? '(watches)' : name.toLowerCase();
    if (this.agents.size < mostAgents) this.agents.add(own);
    this.agentSpent.inc({ operation, agent: this.agents.has(own) ? own : '(others)' }, credits);
  }

  /** Counts a cache hit of the fast path. */
  hit(operation: string, credits: number, seconds: number): void {
    let numbers = this.hits.get(operation);
    if (!numbers) {
      numbers = {
        requests: this.requests.sum({ route: operation, status: 200 }),
        responses: this.responses.sum({ operation, from: 'hit' }),
        saved: this.saved.sum({ operation }),
        latency: this.latency.timed({ route: operation }),
      };
      this.hits.set(operation, numbers);
    }
    numbers.latency.observe(seconds);
    numbers.requests.untold += 1;
    numbers.responses.untold += 1;
    numbers.saved.untold += credits;
  }

  text(): Promise<string> {
    if (this.process) collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 });
    this.process = false;
    for (const tally of [this.requests, this.responses, this.spent, this.saved]) tally.tell();
    return this.registry.metrics().then((text) => text + this.latency.text() + this.upstream.text());
  }

  private tally<Label extends string>(name: string, help: string, ...labelNames: Label[]): Tally<Label> {
    return new Tally(this.counter(name, help, ...labelNames), labelNames);
  }

  private counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `spillway_${name}`, help, labelNames, registers: [this.registry] });
  }

  private gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name: `spillway_${name}`, help, labelNames, registers: [this.registry] });
  }
}
