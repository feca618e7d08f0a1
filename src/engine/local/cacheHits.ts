// Counts what the cache saves. Runs for every cell of every recalculation, so a hit only adds to its entry;
// the ledger gets the sums a moment later.
import type { OperationId } from '../../operations';
import type { CacheEntry } from './cacheEntry';
import type { Clock } from '../ports/clock';
import type { DataRequest } from '../request/dataRequest';
import type { Ledger } from './ledger';

const gather = 1_000;
/** Above this many at once the ledger gets one line for each operation, or a recalculation would push out all else. */
const mostLines = 20;
const mostCells = 50;
/** How long hits count as part of the same calculation, for "30 cached, 12 to fetch". */
const together = 2_000;

export class CacheHits {
  private readonly pending = new Map<CacheEntry, DataRequest>();
  private recent = 0;
  private lastAt = 0;

  constructor(
    private readonly clock: Clock,
    private readonly ledger: Ledger,
  ) {}

  note(request: DataRequest, entry: CacheEntry, saved: number, cell: string | undefined, now: number): void {
    if (now - this.lastAt > together) this.recent = 0;
    this.lastAt = now;
    this.recent += 1;
    if (entry.hits === 0) {
      if (this.pending.size === 0) this.clock.setTimer(() => this.flush(), gather);
      this.pending.set(entry, request);
    }
    entry.hits += 1;
    entry.saved += saved;
    if (cell !== undefined && entry.hitCells.length < mostCells) entry.hitCells.push(cell);
  }

  /** How many requests the cache served in the calculation under way. */
  recently(now: number): number {
    return now - this.lastAt > together ? 0 : this.recent;
  }

  flush(): void {
    if (this.pending.size === 0) return;
    if (this.pending.size <= mostLines) {
      for (const [entry, { operation, params, key }] of this.pending)
        this.line(operation, params, key, [...new Set(entry.hitCells)], entry.saved, entry.hits, entry);
    } else {
      const sums = new Map<OperationId, { saved: number; hits: number; results: number }>();
      for (const [entry, { operation }] of this.pending) {
        const sum = sums.get(operation) ?? { saved: 0, hits: 0, results: 0 };
        sums.set(operation, {
          saved: sum.saved + entry.saved,
          hits: sum.hits + entry.hits,
          results: sum.results + entry.stored.records.length,
        });
      }
      for (const [operation, { saved, hits }] of sums) this.line(operation, {}, '', [], saved, hits);
    }
    for (const entry of this.pending.keys()) {
      entry.hits = 0;
      entry.saved = 0;
      entry.hitCells = [];
    }
    this.pending.clear();
  }

  private line(
    operation: OperationId,
    params: DataRequest['params'],
    key: string,
    cells: readonly string[],
    saved: number,
    hits: number,
    entry?: CacheEntry,
  ): void {
    const results = entry?.stored.records.length ?? 0;
    this.ledger.note(
      { operation, cells, params, key, outcome: 'cached', spent: 0, saved, results, milliseconds: 0 },
      hits,
    );
  }
}
