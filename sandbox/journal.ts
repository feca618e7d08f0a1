// Every request the sandbox received, and what it cost. Never contains a key.
import type { OperationId } from '../src/operations';

export interface JournalEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** A data operation, the token statistic, or null for an unknown path. */
  readonly operation: OperationId | 'token' | null;
  readonly body: unknown;
  /** The id of the token; null if the key was missing or unknown. */
  readonly key: string | null;
  /** Null while the request is in progress, 0 if the connection was dropped. */
  status: number | null;
  credits: number;
  records: number | null;
  fault: string | null;
}

export interface Tally {
  requests: number;
  credits: number;
  statuses: Record<string, number>;
}

export interface Counters {
  /** Of the data operations; the free statistic is counted in `byOperation.token`. */
  readonly requests: number;
  readonly credits: number;
  readonly byOperation: Readonly<Record<string, Tally>>;
}

const kept = 10_000;

export class Journal {
  private list: JournalEntry[] = [];
  private tallies: Record<string, Tally> = {};

  get entries(): readonly JournalEntry[] {
    return this.list;
  }

  open(
    seen: Omit<JournalEntry, 'status' | 'credits' | 'records' | 'fault'>,
    key: string | undefined,
  ): JournalEntry {
    const entry = { ...redacted(seen, key), status: null, credits: 0, records: null, fault: null };
    this.list.push(entry);
    if (this.list.length > kept) this.list.shift();
    if (entry.operation) this.tally(entry.operation).requests += 1;
    return entry;
  }

  close(entry: JournalEntry, status: number): void {
    entry.status = status;
    if (!entry.operation) return;
    const tally = this.tally(entry.operation);
    tally.credits += entry.credits;
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  }

  get counters(): Counters {
    const data = Object.entries(this.tallies).filter(([operation]) => operation !== 'token');
    return {
      requests: data.reduce((sum, [, { requests }]) => sum + requests, 0),
      credits: data.reduce((sum, [, { credits }]) => sum + credits, 0),
      byOperation: this.tallies,
    };
  }

  /** The entries themselves are not kept over a restart. */
  restore(tallies: Readonly<Record<string, Tally>>): void {
    this.tallies = structuredClone(tallies);
  }

  clear(): void {
    this.list = [];
    this.tallies = {};
  }

  private tally(operation: string): Tally {
    return (this.tallies[operation] ??= { requests: 0, credits: 0, statuses: {} });
  }
}

/** A caller may put its key into a body or an address by mistake; the journal must not repeat it. */
function redacted<T>(seen: T, key: string | undefined): T {
  return key ? (JSON.parse(JSON.stringify(seen).replaceAll(key, '[key]')) as T) : seen;
}
