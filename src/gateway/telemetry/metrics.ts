// Numbers for Prometheus. No label ever holds a person, a key or a parameter.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

interface Observer {
  observe(value: number): void;
}

export class Metrics {
  readonly #hits = new Map<string, { hits: number; credits: number; latency: Observer }>();
  readonly registry = new Registry();
  readonly requests = this.#counter('spillway_requests_total', 'Requests by route and status.', [
    'route',
    'status',
  ]);
  readonly answers = this.#counter('spillway_answers_total', 'Data answers by operation and origin.', [
    'operation',
    'from',
  ]);
  readonly spent = this.#counter('spillway_credits_spent_total', 'Credits spent at the service.', [
    'operation',
  ]);
  readonly saved = this.#counter('spillway_credits_saved_total', 'Credits that shared answers saved.', [
    'operation',
  ]);
  readonly refusals = this.#counter('spillway_refusals_total', 'Requests the gateway refused, by status.', [
    'status',
  ]);
  readonly signInFailures = this.#counter('spillway_sign_in_failures_total', 'Failed sign-ins by way.', [
    'way',
  ]);
  readonly latency = new Histogram({
    name: 'spillway_request_seconds',
    help: 'Time from a request to its answer, by route.',
    labelNames: ['route'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 300],
    registers: [this.registry],
  });
  readonly info = this.#gauge('spillway_info', 'Always 1; the label holds the version.', ['version']);
  readonly cacheBytes = this.#gauge('spillway_cache_bytes', 'Bytes of memory that kept answers take.', []);
  readonly cacheEntries = this.#gauge('spillway_cache_entries', 'Values kept in memory.', []);
  readonly upstream = new Histogram({
    name: 'spillway_upstream_seconds',
    help: 'Time the service took.',
    labelNames: ['operation', 'status'],
    buckets: [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1500],
    registers: [this.registry],
  });
  readonly calls = this.#gauge('spillway_calls_under_way', 'Calls to the service that are under way.', []);
  readonly degraded = this.#gauge('spillway_store_degraded', '1 while the shared store is away.', []);
  readonly owed = this.#gauge('spillway_store_owed', 'Answers that wait for the shared store.', []);
  readonly budgetLimit = this.#gauge('spillway_budget_limit', 'Credits of the team’s budgets.', [
    'budget',
    'period',
  ]);
  readonly budgetSpent = this.#gauge('spillway_budget_spent', 'Credits spent of the team’s budgets.', [
    'budget',
    'period',
  ]);
  readonly budgetsWarning = this.#gauge(
    'spillway_budgets_warning',
    'Budgets of which 80 % or more are spent.',
    ['budget', 'period'],
  );
  readonly points = this.#gauge(
    'spillway_points_left',
    'Points of the key, as last read from the service.',
    [],
  );
  readonly windowLimit = this.#gauge('spillway_window_limit', 'Requests a rate window allows.', ['window']);
  readonly windowLeft = this.#gauge('spillway_window_headroom', 'Requests a rate window still allows.', [
    'window',
  ]);

  /** `process`: also what Node itself uses, watched from the first reading on. */
  constructor(private process = true) {}

  /** Counts a cache hit of the short way; the counters are told when they are read. */
  hit(operation: string, credits: number, seconds: number): void {
    let counted = this.#hits.get(operation);
    if (!counted) {
      const latency = this.latency.labels({ route: operation });
      this.#hits.set(operation, (counted = { hits: 0, credits: 0, latency }));
    }
    counted.latency.observe(seconds);
    counted.hits += 1;
    counted.credits += credits;
  }

  text(): Promise<string> {
    if (this.process) collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 });
    this.process = false;
    for (const [operation, counted] of this.#hits) {
      this.requests.inc({ route: operation, status: 200 }, counted.hits);
      this.answers.inc({ operation, from: 'hit' }, counted.hits);
      this.saved.inc({ operation }, counted.credits);
      Object.assign(counted, { hits: 0, credits: 0 });
    }
    return this.registry.metrics();
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}
