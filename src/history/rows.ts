// The little that the row layout of the history (rowHistory.ts) needs from a database: texts under sorted ASCII keys, and
// changes that happen as one. IndexedDB, LevelDB and memory offer it.

export interface RowView {
  /** In the order of the keys; undefined where there is no row. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Rows from `from` up to but not including `to`, ascending by key, at most `limit`. */
  range(
    from: string,
    to: string,
    limit?: number,
  ): Promise<readonly (readonly [key: string, value: string])[]>;
  /** The same without the keys, which some databases would have to be asked for apart. */
  values(from: string, to: string): Promise<readonly string[]>;
}

/** A row to be written; undefined deletes it. */
export type RowWrites = ReadonlyMap<string, string | undefined>;

export interface Rows {
  read<T>(work: (view: RowView) => Promise<T>): Promise<T>;
  /**
   * Reads, and then writes what the work returns, as one: no other change comes between, in any window, and either all of it
   * is written or nothing. The work waits for nothing but its reads. Resolves when it is durable.
   */
  change(work: (view: RowView) => Promise<RowWrites>): Promise<void>;
  close(): Promise<void>;
}

export function createMemoryRows(rows = new Map<string, string>()): Rows {
  let turn: Promise<unknown> = Promise.resolve();
  const inRange = (from: string, to: string) =>
    [...rows].filter(([key]) => key >= from && key < to).sort(([a], [b]) => (a < b ? -1 : 1));
  const view: RowView = {
    get: (keys) => Promise.resolve(keys.map((key) => rows.get(key))),
    range: (from, to, limit = Infinity) => Promise.resolve(inRange(from, to).slice(0, limit)),
    values: (from, to) => Promise.resolve(inRange(from, to).map(([, value]) => value)),
  };
  return {
    read: (work) => work(view),
    change: (work) => {
      const done = turn.then(async () => {
        for (const [key, value] of await work(view))
          if (value === undefined) rows.delete(key);
          else rows.set(key, value);
      });
      turn = done.catch(() => undefined);
      return done;
    },
    close: () => Promise.resolve(),
  };
}
