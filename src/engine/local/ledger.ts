// Every request with time, cells, outcome and money, and the sums of each day. Bounded, written in batches.
// Each window writes its own rows of the day sums, so that no window overwrites another's.
import type { OperationId } from '../../operations';
import { type Clock, dayOf } from '../ports/clock';
import type { DayTotal, LedgerEntry } from '../engine';
import type { GuardedStore } from '../ports/guardedStore';
import type { CacheEntry } from './cache';
import type { DataRequest } from '../request/dataRequest';

// The stored sums of each day. Every window writes rows of its own, so that none overwrites another's; those of past days
// are folded into one row for each operation. A fold names the rows it holds: cut off half-way, or made by two windows at
// once, it counts nothing twice.

type Row = DayTotal & { readonly v: 1; readonly holds?: readonly string[] };

export const rowKey = (day: string, operation: string, window: string) => `${day} ${operation} ${window}`;

const sum = (a: DayTotal, b: DayTotal): DayTotal => ({
  ...a,
  spent: a.spent + b.spent,
  saved: a.saved + b.saved,
  requests: a.requests + b.requests,
  hits: a.hits + b.hits,
});

const isRow = (entry: [string, unknown]): entry is [string, Row] =>
  (entry[1] as { v?: unknown } | null)?.v === 1;

/** Reads the rows since `oldest`, folds those before `past`, and lets go of the rest. */
export async function loadDayRows(
  store: GuardedStore,
  { oldest, past }: { readonly oldest: string; readonly past: string },
): Promise<Map<string, DayTotal>> {
  const stored = (await store.entries('days')).filter(isRow);
  const held = new Set(stored.flatMap(([, { holds = [] }]) => holds));
  const gone = stored.filter(([key, { day }]) => held.has(key) || day < oldest).map(([key]) => key);
  const places = new Map<string, [string, Row][]>();
  for (const entry of stored) {
    const [key, { day, operation }] = entry;
    if (held.has(key) || day < oldest) continue;
    const place = day < past ? rowKey(day, operation, '') : key;
    places.set(place, [...(places.get(place) ?? []), entry]);
  }
  const rows = new Map<string, DayTotal>();
  const folds: [string, Row][] = [];
  const folded: string[] = [];
  for (const [place, entries] of places) {
    const { day, operation, spent, saved, requests, hits } = entries
      .map(([, row]): DayTotal => row)
      .reduce(sum);
    const total = { day, operation, spent, saved, requests, hits };
    rows.set(place, total);
    const parts = entries.map(([key]) => key).filter((key) => key !== place);
    const left = gone.filter((key) => key.startsWith(place));
    const named = entries.some(([, { holds }]) => holds);
    // Names are kept until the rows they stand for are really gone.
    if (parts.length > 0 || (named && left.length === 0))
      folds.push([place, { v: 1, ...total, ...(parts.length > 0 && { holds: [...left, ...parts] }) }]);
    folded.push(...parts);
  }
  const kept = await store.put('days', folds);
  void store.delete('days', kept === 'done' ? [...gone, ...folded] : gone);
  return rows;
}

const mostEntries = 2_000;
const mostDays = 400;
const flushAfter = 1_000;

type Sums = { -readonly [Name in keyof DayTotal]: DayTotal[Name] };

export class Ledger {
  private readonly entries: LedgerEntry[] = [];
  private readonly unsaved: [string, LedgerEntry][] = [];
  private readonly own = new Map<string, Sums>();
  /** Rows of other windows and earlier runs. */
  private readonly others = new Map<string, DayTotal>();
  private readonly touched = new Set<string>();
  private cancelFlush: (() => void) | undefined;
  private lastId = 0;
  private today = { day: '', spent: 0, saved: 0 };

  constructor(
    private readonly store: GuardedStore,
    private readonly clock: Clock,
    private readonly window: string,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    const isEntry = (value: unknown): value is LedgerEntry =>
      typeof value === 'object' && value !== null && 'at' in value && 'outcome' in value && 'id' in value;
    const rows = (await this.store.entries('ledger')).sort(([a], [b]) => (a < b ? -1 : 1));
    const sound = rows.filter((row): row is [string, LedgerEntry] => isEntry(row[1]));
    this.entries.unshift(...sound.slice(-mostEntries).map(([, entry]) => entry));
    const surplus = rows.slice(0, Math.max(0, rows.length - mostEntries)).map(([key]) => key);
    void this.store.delete('ledger', surplus);
    await this.loadDays();
  }

  note(entry: Omit<LedgerEntry, 'id' | 'at'>, hits = 1): void {
    const at = this.clock.now();
    // Readable in order of time, and distinct although many requests end in the same millisecond.
    this.lastId = Math.max(this.lastId + 1, at * 100);
    const full: LedgerEntry = { id: this.lastId, at, ...entry };
    this.entries.push(full);
    if (this.entries.length > mostEntries) this.entries.splice(0, this.entries.length - mostEntries);
    this.unsaved.push([`${String(this.lastId).padStart(17, '0')} ${this.window}`, full]);
    const isHit = entry.outcome === 'cached' || entry.outcome === 'shared';
    this.add(entry.operation, entry.spent, entry.saved, isHit ? 0 : 1, isHit ? hits : 0);
  }

  all(): readonly LedgerEntry[] {
    return [...this.entries];
  }

  /** With what other windows have written since. */
  async days(): Promise<readonly DayTotal[]> {
    await this.loadDays();
    const sums = new Map<string, DayTotal>();
    for (const row of [...this.others.values(), ...this.own.values()]) {
      const name = rowKey(row.day, row.operation, '');
      const known = sums.get(name);
      sums.set(name, known ? sum(known, row) : row);
    }
    return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  get spentToday(): number {
    return this.ofToday().spent;
  }

  get savedToday(): number {
    return this.ofToday().saved;
  }

  /** Another window spent: here it only counts towards the day, until its own row is in the store. */
  spentInOtherWindow(credits: number): void {
    this.ofToday().spent += credits;
    this.clock.setTimer(this.changed, 2 * flushAfter);
  }

  async flush(): Promise<void> {
    this.cancelFlush?.();
    this.cancelFlush = undefined;
    const rows = [...this.touched].map((key) => [key, { v: 1, ...this.own.get(key) }] as const);
    this.touched.clear();
    // Both at once: the page may be about to go.
    await Promise.all([this.store.put('ledger', this.unsaved.splice(0)), this.store.put('days', rows)]);
  }

  private async loadDays(): Promise<void> {
    const daysAgo = (days: number) => dayOf(this.clock.now() - days * 86_400_000);
    // A window that slept through midnight may still write yesterday's row.
    const past = daysAgo(2);
    const rows = await loadDayRows(this.store, { oldest: daysAgo(mostDays), past });
    if (rows.size === 0) return;
    // The rows of this window that are past may be part of a fold by now.
    for (const [key, { day }] of this.own) if (day < past && !this.touched.has(key)) this.own.delete(key);
    this.others.clear();
    for (const [key, row] of rows) if (!this.own.has(key)) this.others.set(key, row);
    // What another window spent a moment ago is not in its row yet.
    const { spent } = this.ofToday();
    this.today.day = '';
    const today = this.ofToday();
    today.spent = Math.max(today.spent, spent);
  }

  private ofToday() {
    const day = dayOf(this.clock.now());
    if (this.today.day !== day) {
      this.today = { day, spent: 0, saved: 0 };
      for (const row of [...this.others.values(), ...this.own.values()]) {
        if (row.day !== day) continue;
        this.today.spent += row.spent;
        this.today.saved += row.saved;
      }
    }
    return this.today;
  }

  private add(operation: OperationId, spent: number, saved: number, requests: number, hits: number): void {
    const today = this.ofToday();
    const key = rowKey(today.day, operation, this.window);
    const sums = this.own.get(key) ?? { day: today.day, operation, spent: 0, saved: 0, requests: 0, hits: 0 };
    sums.spent += spent;
    sums.saved += saved;
    sums.requests += requests;
    sums.hits += hits;
    this.own.set(key, sums);
    today.spent += spent;
    today.saved += saved;
    this.touched.add(key);
    this.changed();
    this.cancelFlush ??= this.clock.setTimer(() => void this.flush(), flushAfter);
  }
}

// Counts what the cache saves. Runs for every cell of every recalculation, so a hit only adds to its entry;
// the ledger gets the sums a moment later.

const gather = 1_000;
/** Above this many at once the ledger gets one line for each operation, or a recalculation would push out all else. */
const mostLines = 20;
const mostCells = 50;

export class CacheHits {
  private readonly pending = new Map<CacheEntry, DataRequest>();

  constructor(
    private readonly clock: Clock,
    private readonly ledger: Ledger,
  ) {}

  note(request: DataRequest, entry: CacheEntry, saved: number, cell: string | undefined): void {
    if (entry.hits === 0) {
      if (this.pending.size === 0) this.clock.setTimer(() => this.flush(), gather);
      this.pending.set(entry, request);
    }
    entry.hits += 1;
    entry.saved += saved;
    if (cell !== undefined && entry.hitCells.length < mostCells) entry.hitCells.push(cell);
  }

  flush(): void {
    if (this.pending.size === 0) return;
    if (this.pending.size <= mostLines) {
      for (const [{ hitCells, stored, saved, hits }, { operation, params, key }] of this.pending) {
        const cells = [...new Set(hitCells)];
        this.line({ operation, params, key, cells, saved, results: stored.records.length }, hits);
      }
    } else {
      const sums = new Map<OperationId, { saved: number; hits: number }>();
      for (const [{ saved, hits }, { operation }] of this.pending) {
        const sum = sums.get(operation) ?? { saved: 0, hits: 0 };
        sums.set(operation, { saved: sum.saved + saved, hits: sum.hits + hits });
      }
      for (const [operation, { saved, hits }] of sums)
        this.line({ operation, params: {}, key: '', cells: [], saved, results: 0 }, hits);
    }
    for (const entry of this.pending.keys()) {
      entry.hits = 0;
      entry.saved = 0;
      entry.hitCells = [];
    }
    this.pending.clear();
  }

  private line(
    entry: Omit<LedgerEntry, 'id' | 'at' | 'outcome' | 'spent' | 'milliseconds'>,
    hits: number,
  ): void {
    this.ledger.note({ ...entry, outcome: 'cached', spent: 0, milliseconds: 0 }, hits);
  }
}
