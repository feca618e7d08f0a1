// The file: the sheets, the values custom functions gave, and the document settings. It is kept in the browser, and in
// memory alone where the browser refuses, so that closing and reopening works there too.
import { openDB, type IDBPDatabase } from 'idb';
import type { IWorkbookData } from '@univerjs/core';
import type { Service } from './addIn/service';
import type { SavedCall } from './calculation/cellCalls';

export interface SavedWorkbook {
  readonly data: Partial<IWorkbookData>;
  readonly calls: readonly SavedCall[];
  readonly settings: Readonly<Record<string, string>>;
}

const database = 'spillway-playground';
const table = 'files';

export class WorkbookStore {
  private memory: SavedWorkbook | undefined;
  private readonly file: string;
  private readonly opening = openDatabase().catch(() => undefined);

  /** A workbook full of the sandbox's formulas must not open over a service that costs. */
  constructor(service: Service) {
    this.file = service === 'sandbox' ? 'workbook' : 'workbook over the real service';
  }

  async load(): Promise<SavedWorkbook | undefined> {
    const db = await this.opening;
    if (this.memory || !db) return this.memory;
    return (await db.get(table, this.file).catch(() => undefined)) as SavedWorkbook | undefined;
  }

  async save(workbook: SavedWorkbook): Promise<void> {
    this.memory = workbook;
    await (await this.opening)?.put(table, structuredClone(workbook), this.file).catch(() => undefined);
  }

  async clear(): Promise<void> {
    this.memory = undefined;
    await (await this.opening)?.delete(table, this.file).catch(() => undefined);
  }
}

/** A browser that refuses storage may throw at the mere mention of it. */
async function openDatabase(): Promise<IDBPDatabase> {
  return openDB(database, 1, { upgrade: (db) => void db.createObjectStore(table) });
}
