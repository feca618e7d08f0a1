// The service's rate windows of one key, shared by everyone who uses it. The limits are the service's own, read from the
// token statistic; each window is a row of buckets whose sum must stay below the limit.
import { windows, type TokenRecord, type WindowId } from '../../operations/tokenStatistic';
import type { Check, Store } from '../stores/store';

const buckets = 20;

interface Window {
  readonly id: WindowId;
  readonly label: string;
  readonly width: number;
}

const all: readonly Window[] = windows.map(({ id, label, seconds }) => ({
  id,
  label: label.toLowerCase(),
  width: (seconds * 1_000) / buckets,
}));

export interface WindowRoom {
  readonly id: WindowId;
  readonly limit: number;
  readonly used: number;
}

export class RateWindows {
  readonly #store: Store;
  readonly #clock: () => number;
  #limits: Partial<Record<WindowId, number>> = {};

  constructor(store: Store, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** What the service counts is the truth: it knows callers that the gateway does not. */
  async learn(scope: string, record: TokenRecord, counted: boolean): Promise<void> {
    for (const { id, width } of all) {
      const limit = record[`${id}_limit`];
      const used = record[`${id}_usage`];
      if (typeof limit === 'number' && limit > 0) this.#limits[id] = limit;
      else delete this.#limits[id];
      if (!counted || typeof used !== 'number') continue;
      await this.#store.replace(
        this.#table(scope, id),
        { [this.#bucket(width)]: used },
        width * (buckets + 1),
      );
    }
  }

  checks(scope: string): readonly Check[] {
    return this.#known().map(({ id, width, limit }) => ({
      table: this.#table(scope, id),
      sum: this.#row(width).map(String),
      field: String(this.#bucket(width)),
      amount: 1,
      limit,
      lifetime: width * (buckets + 1),
    }));
  }

  /** How long until the window that refused has room, in seconds, and what to say. */
  refusal(index: number, values: readonly number[]): { seconds: number; detail: string } {
    const { width, label, limit } = this.#known()[index] ?? { width: 500, label: 'rate', limit: 0 };
    const row = this.#row(width);
    const oldest = row[values.findIndex((value) => value > 0)] ?? this.#bucket(width);
    const seconds = Math.max(1, Math.ceil(((oldest + buckets + 1) * width - this.#clock()) / 1_000));
    return { seconds, detail: `The team has used its ${limit} requests for this window (${label}).` };
  }

  async rooms(scope: string): Promise<readonly WindowRoom[]> {
    return Promise.all(
      this.#known().map(async ({ id, width, limit }) => {
        const table = await this.#store.table(this.#table(scope, id));
        return { id, limit, used: this.#row(width).reduce((sum, bucket) => sum + (table[bucket] ?? 0), 0) };
      }),
    );
  }

  #known(): readonly (Window & { limit: number })[] {
    return all.flatMap((window) => {
      const limit = this.#limits[window.id];
      return limit === undefined ? [] : [{ ...window, limit }];
    });
  }

  #bucket(width: number): number {
    return Math.floor(this.#clock() / width);
  }

  /** Oldest first; one more than the window, since the oldest is in it in part. */
  #row(width: number): number[] {
    const last = this.#bucket(width);
    return Array.from({ length: buckets + 1 }, (_, i) => last - buckets + i);
  }

  #table(scope: string, id: WindowId): string {
    return `window:${scope}:${id}`;
  }
}
