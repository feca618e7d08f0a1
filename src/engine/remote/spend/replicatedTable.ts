// Rows by key that every window of a user knows: in memory, in an area of the store, and by message to the other windows. The
// account, the purchases and the decisions are tables of this kind; each has its own rows, and a rule which of two versions
// of a row holds.
//
// A row is in one of these states in a window:
//   unknown    neither read nor heard of
//   unwritten  put here or heard of, and not known to be stored. Every window that opens is told of it
//   kept       stored
//   gone       taken back: the store has deleted it. The window remembers until it closes that it was
//
//   unknown → kept               read, lookUp
//   any → unwritten              put or receive of a version that holds against what is known; the store lost what it held
//   unwritten → kept | gone      the store has written it
//   unwritten → unwritten        the store fails, is full or hangs: written with the next put, or when the store works again
//   any → unknown                forget
//
// Whoever puts a row writes it at once. Whoever hears of it writes it with what it puts next, because the window that put it
// may have been killed; mostly the store has it then, and nothing is written.
//
// What a table guarantees, however slow the store is and in whichever order messages come:
// - What `put` reports as done is in the store, and no window writes an older version over it: a write compares what is stored
//   with what is known at the moment it is made, in one transaction. So it does not matter which of two writes comes first,
//   nor how late one is.
// - A row that could not be written is not forgotten while its window lives.
// - Windows that have heard or read the same versions know the same rows. One that missed a message has it after `read`.
// What was taken back leaves no trace in the store: a window that has not heard of it yet may store the row again until it does.
import type { GuardedStore, WriteOutcome } from '../../ports/guardedStore';
import type { StoreArea } from '../../ports/store';

const mostLately = 100;
/** Beyond this number, what was heard is written without waiting for something to put. */
const mostHeard = 100;

export type Keyed<Row> = readonly [key: string, row: Row];

export interface TableParts<Row, Gone> {
  readonly store: GuardedStore;
  readonly area: StoreArea;
  /** What was stored or received; undefined where it cannot be read. */
  readonly parse: (key: string, value: unknown) => Row | Gone | undefined;
  /**
   * Which of two versions of a row holds: the first where they are the same. In whatever order and however often versions are
   * compared, the same one holds in the end.
   */
  readonly merge: (known: Row | Gone, other: Row | Gone) => Row | Gone;
  /** Versions that stand for a row that was taken back. */
  readonly isGone?: (row: Row | Gone) => row is Gone;
  /** Tells the other windows. */
  readonly broadcast: (rows: readonly Keyed<Row | Gone>[]) => void;
  /** A version was read, received or put, and holds. */
  readonly taken?: (key: string, row: Row | Gone) => void;
}

export class ReplicatedTable<Row extends object, Gone extends object = never> {
  private readonly rows = new Map<string, Row>();
  private readonly gone = new Map<string, Gone>();
  private readonly unwritten = new Set<string>();
  /** What was put here last: a window that is being opened may have read the store just before. */
  private readonly lately = new Set<string>();
  private readonly writes = new Set<Promise<unknown>>();

  constructor(private readonly parts: TableParts<Row, Gone>) {
    parts.store.onRestored((isLost) => {
      if (isLost) for (const key of [...this.rows.keys(), ...this.gone.keys()]) this.unwritten.add(key);
      return this.write();
    });
  }

  get size(): number {
    return this.rows.size;
  }

  get(key: string): Row | undefined {
    return this.rows.get(key);
  }

  /** Those that were not taken back, the one that changed last at the end. */
  entries(): Iterable<Keyed<Row>> {
    return this.rows;
  }

  /** Also a row that was taken back. */
  version(key: string): Row | Gone | undefined {
    return this.rows.get(key) ?? this.gone.get(key);
  }

  /** Done: these rows, and what was unwritten before, are stored. `isTold`: to the other windows. */
  put(rows: readonly Keyed<Row | Gone>[], isTold = true): Promise<WriteOutcome> {
    const taken = this.take(rows);
    for (const [key] of taken) {
      this.unwritten.add(key);
      this.lately.delete(key);
      this.lately.add(key);
    }
    for (const key of [...this.lately].slice(0, -mostLately)) this.lately.delete(key);
    if (isTold && taken.length > 0) this.parts.broadcast(taken);
    return this.write();
  }

  /** From another window, as it came. Returns what holds here now and did not before. */
  receive(rows: readonly Keyed<unknown>[]): readonly Keyed<Row | Gone>[] {
    const taken = this.takeUnread(rows);
    for (const [key] of taken) this.unwritten.add(key);
    // A window that was opened meanwhile may have read the row, and not heard that it was taken back.
    const gone = taken.filter(([key]) => this.gone.has(key));
    if (gone.length > 0) this.parts.broadcast(gone);
    // And this one may have stored it again.
    if (gone.length > 0 || this.unwritten.size > mostHeard) void this.write();
    return taken;
  }

  /** Returns what is stored and cannot be read; undefined: the store told nothing. */
  async read(): Promise<ReadonlyMap<string, unknown> | undefined> {
    const stored = await this.parts.store.read(this.parts.area);
    if (!stored) return undefined;
    this.takeUnread(stored);
    return new Map(stored.filter(([key, value]) => !this.parts.parse(key, value)));
  }

  /** One row, where too many are stored to know them all. */
  async lookUp(key: string): Promise<Row | undefined> {
    this.takeUnread([[key, await this.parts.store.get(this.parts.area, key)]]);
    return this.rows.get(key);
  }

  /** A window was opened: it cannot read what is not stored. */
  tell(): void {
    const rows = [...new Set([...this.unwritten, ...this.lately])].flatMap((key) => {
      const row = this.version(key);
      return row ? [[key, row] as const] : [];
    });
    if (rows.length > 0) this.parts.broadcast(rows);
  }

  /** Too old to matter, or not to be read: here and in the store. */
  async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys)
      for (const place of [this.rows, this.gone, this.unwritten, this.lately]) place.delete(key);
    await this.parts.store.delete(this.parts.area, keys);
  }

  /** Resolves when everything is stored, as far as it can be. */
  async written(): Promise<void> {
    while (this.writes.size > 0) await Promise.all(this.writes);
  }

  private takeUnread(rows: readonly Keyed<unknown>[]): readonly Keyed<Row | Gone>[] {
    return this.take(
      rows.flatMap(([key, value]) => {
        const row = this.parts.parse(key, value);
        return row ? [[key, row] as const] : [];
      }),
    );
  }

  private take(rows: readonly Keyed<Row | Gone>[]): readonly Keyed<Row | Gone>[] {
    const { merge, isGone, taken } = this.parts;
    return rows.filter(([key, row]) => {
      const known = this.version(key);
      if (known && merge(known, row) === known) return false;
      this.rows.delete(key);
      this.gone.delete(key);
      if (isGone?.(row)) this.gone.set(key, row);
      else this.rows.set(key, row as Row);
      taken?.(key, row);
      return true;
    });
  }

  private write(): Promise<WriteOutcome> {
    const writing = this.writeDown([...this.unwritten]).finally(() => this.writes.delete(writing));
    this.writes.add(writing);
    return writing;
  }

  private async writeDown(keys: readonly string[]): Promise<WriteOutcome> {
    const { store, area, parse, merge, isGone } = this.parts;
    const made = new Map<string, Row | Gone | undefined>();
    const outcome = await store.update(area, keys, (key, stored) => {
      const known = this.version(key);
      made.set(key, known);
      const before = parse(key, stored);
      if (!known || (before && merge(before, known) === before)) return stored;
      return isGone?.(known) ? undefined : known;
    });
    if (outcome === 'done')
      for (const key of keys) if (this.version(key) === made.get(key)) this.unwritten.delete(key);
    return outcome;
  }
}
