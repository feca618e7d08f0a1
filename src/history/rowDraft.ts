// The rows that one change reads and writes, as values; what was changed is written at the end, with the new size of the whole.
import { isBesideTheHistory, sizeKey, endOf, deletionPrefix } from './rowKeys';
import type { RowView, RowWrites, Rows } from './rows';
import type { HistorySize } from './store';
import type { Deletion } from './deletion';

// Works through many rows of the history a few at a time, each in a change of its own, so that nobody waits long for their turn.

const batch = 25;

const keysFrom = (rows: Rows, prefix: string, after: string): Promise<string[]> =>
  rows.read(async (view) =>
    (await view.range(after === '' ? prefix : `${after}\0`, endOf(prefix), batch)).map(([key]) => key),
  );

export const changeRows = (rows: Rows, work: (draft: RowDraft) => Promise<void>): Promise<void> =>
  rows.change(async (view) => {
    const draft = new RowDraft(view);
    await work(draft);
    return draft.writes();
  });

/** All rows with a prefix, a batch in each change. */
export async function inBatches(
  rows: Rows,
  prefix: string,
  work: (draft: RowDraft, found: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const found = await keysFrom(rows, prefix, after);
    if (found.length === 0) return;
    await changeRows(rows, (draft) => work(draft, found));
    after = found.at(-1)!;
  }
}

interface Loaded {
  readonly before: string | undefined;
  value: unknown;
  changed: boolean;
}

export class RowDraft {
  private readonly rows = new Map<string, Loaded>();

  constructor(private readonly view: RowView) {}

  /** Reads what is not read yet, at once. */
  async load(keys: Iterable<string>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.rows.has(key));
    const found = missing.length === 0 ? [] : await this.view.get(missing);
    missing.forEach((key, index) => this.note(key, found[index]));
  }

  /** The keys of the rows that begin with a prefix. */
  async loadAll(prefix: string): Promise<string[]> {
    const found = await this.view.range(prefix, endOf(prefix));
    for (const [key, value] of found) if (!this.rows.has(key)) this.note(key, value);
    return found.map(([key]) => key).filter((key) => this.rows.get(key)?.value !== undefined);
  }

  /** Of a row that was loaded. */
  get<Row>(key: string): Row | undefined {
    return this.rows.get(key)?.value as Row | undefined;
  }

  set(key: string, value: unknown): void {
    const row = this.rows.get(key);
    if (!row) throw new Error(`${key} was not read.`);
    row.value = value;
    row.changed = true;
  }

  /** A row that is not there yet. */
  add(key: string, value: unknown): void {
    this.note(key, undefined);
    this.set(key, value);
  }

  delete(keys: Iterable<string>): void {
    for (const key of keys) this.set(key, undefined);
  }

  async writes(): Promise<RowWrites> {
    await this.load([sizeKey]);
    const size = { bytes: 0, items: 0, ...this.get<HistorySize>(sizeKey) };
    const writes = new Map<string, string | undefined>();
    for (const [key, { before, value, changed }] of this.rows) {
      if (!changed || key === sizeKey) continue;
      const after = value === undefined ? undefined : JSON.stringify(value);
      if (after === before) continue;
      writes.set(key, after);
      if (isBesideTheHistory(key)) continue;
      size.bytes += bytes(key, after) - bytes(key, before);
      if (key.startsWith('i|')) size.items += Number(after !== undefined) - Number(before !== undefined);
    }
    if (writes.size > 0) writes.set(sizeKey, JSON.stringify(size));
    return writes;
  }

  private note(key: string, before: string | undefined): void {
    this.rows.set(key, { before, value: parsed(before), changed: false });
  }
}

const bytes = (key: string, value: string | undefined): number =>
  value === undefined ? 0 : key.length + value.length;

/** A damaged row is as good as none. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// The deletions that a history in rows remembers.

export interface DeletionRow extends Deletion {
  /** It is being undone: what it took comes back, and it keeps nothing out. */
  readonly undone?: true;
  /** It can no longer be undone. */
  readonly emptied?: true;
}

/** More than anybody deletes by hand; the oldest are forgotten. */
export const mostDeletions = 500;

export async function readDeletions(draft: RowDraft): Promise<readonly DeletionRow[]> {
  const found = await draft.loadAll(deletionPrefix);
  return found.map((key) => draft.get<DeletionRow>(key)!).filter(({ undone }) => !undone);
}
