// The service's rate windows of one key, shared by everyone who uses it. The limits are the service's own, read from the
// token statistic; each window is a row of buckets whose sum must stay below the limit.
import { windows, type TokenRecord, type WindowId } from '../../operations/tokenStatistic';
import type { Check, TeamStore } from '../stores/store';

const buckets = 20;
const hour = 3_600_000;

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

const shortest: Window = all.find(({ id }) => id === 'ten_second') ?? {
  id: 'ten_second',
  label: '',
  width: 500,
};

export interface WindowRoom {
  readonly id: WindowId;
  readonly limit: number;
  readonly used: number;
}

export class KeyRateWindows {
  /** Until the service's limits are known, a narrow window: better slow than refused. */
  private limits: Partial<Record<WindowId, number>> = { ten_second: 5 };

  constructor(
    private readonly store: TeamStore,
    private readonly clock: () => number,
  ) {}

  /**
   * What the service counts is the truth: it knows callers that the gateway does not. But it may not have counted what
   * was sent a moment ago, so the calls of the last ten seconds stay counted.
   */
  async learn(scope: string, record: TokenRecord, counted: boolean): Promise<void> {
    const limits: Partial<Record<WindowId, number>> = {};
    for (const { id } of all) {
      const limit = record[`${id}_limit`];
      if (typeof limit === 'number' && limit > 0) limits[id] = limit;
    }
    this.limits = limits;
    if (!counted) return;
    const recent = await this.sum(scope, shortest);
    for (const window of all) {
      const used = record[`${window.id}_usage`];
      if (typeof used !== 'number' || !Number.isSafeInteger(used)) continue;
      const known = await this.sum(scope, window);
      const table = this.table(scope, window.id);
      const bucket = String(this.bucket(window.width));
      const lifetime = window.width * (buckets + 1);
      const right = Math.max(used, Math.min(known, used + recent));
      if (right > known) await this.store.add(table, { [bucket]: right - known }, lifetime);
      else if (right < known) await this.store.replace(table, { [bucket]: right }, lifetime);
    }
  }

  /** `yields`: half of each window of up to an hour is left to others. */
  checks(scope: string, yields = false): readonly Check[] {
    return this.known().map(({ id, width, limit }) => ({
      table: this.table(scope, id),
      sum: this.row(width).map(String),
      field: String(this.bucket(width)),
      amount: 1,
      limit: Math.min(
        yields && width * buckets <= hour ? Math.max(1, Math.floor(limit / 2)) : limit,
        Number.MAX_SAFE_INTEGER,
      ),
      lifetime: width * (buckets + 1),
      row: true as const,
    }));
  }

  /** How long until the window that refused has room, in seconds, and what to say. */
  refusal(index: number, values: readonly number[]): { seconds: number; detail: string } {
    const { width, label, limit } = this.known()[index] ?? { width: 500, label: 'rate', limit: 0 };
    const row = this.row(width);
    const oldest = row[values.findIndex((value) => value > 0)] ?? this.bucket(width);
    const seconds = Math.max(1, Math.ceil(((oldest + buckets + 1) * width - this.clock()) / 1_000));
    return {
      seconds,
      detail: `The team has reached its rate limit of ${limit} requests (${label}). Nothing was spent.`,
    };
  }

  async rooms(scope: string): Promise<readonly WindowRoom[]> {
    const limited = this.known().filter(({ limit }) => limit !== Infinity);
    return Promise.all(
      limited.map(async (window) => ({
        id: window.id,
        limit: window.limit,
        used: await this.sum(scope, window),
      })),
    );
  }

  private async sum(scope: string, { id, width }: Window): Promise<number> {
    const table = await this.store.table(this.table(scope, id));
    return this.row(width).reduce((sum, bucket) => sum + (table[bucket] ?? 0), 0);
  }

  private known(): readonly (Window & { limit: number })[] {
    return all.flatMap((window) => {
      // The shortest is always counted: it tells what the service may not have counted yet.
      const limit = this.limits[window.id] ?? (window === shortest ? Infinity : undefined);
      return limit === undefined ? [] : [{ ...window, limit }];
    });
  }

  private bucket(width: number): number {
    return Math.floor(this.clock() / width);
  }

  /** Oldest first; one more than the window, since the oldest is in it in part. */
  private row(width: number): number[] {
    const last = this.bucket(width);
    return Array.from({ length: buckets + 1 }, (_, i) => last - buckets + i);
  }

  private table(scope: string, id: WindowId): string {
    return `window:${scope}:${id}`;
  }
}
