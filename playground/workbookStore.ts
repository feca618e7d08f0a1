// The file: the sheets, the values of custom functions, and the document settings. Stored in the browser, or in memory if
// the browser refuses, so that closing and reopening works either way.
import { openDB, type IDBPDatabase } from 'idb';
import type { IWorkbookData } from '@univerjs/core';
import type { SavedCall } from './calls/cellCalls';
import type { SavedParts } from './host/parts/workbookParts';

export interface SavedWorkbook {
  readonly data: Partial<IWorkbookData>;
  readonly calls: readonly SavedCall[];
  readonly settings: Readonly<Record<string, string>>;
  readonly parts?: SavedParts;
}

const database = 'spillway-playground';
const table = 'files';

export class WorkbookStore {
  private memory: SavedWorkbook | undefined;
  private opening: Promise<IDBPDatabase | undefined> | undefined;

  constructor(private readonly file: string) {}

  async load(): Promise<SavedWorkbook | undefined> {
    const db = await this.database();
    if (this.memory || !db) return this.memory;
    return (await db.get(table, this.file).catch(() => undefined)) as SavedWorkbook | undefined;
  }

  async save(workbook: SavedWorkbook): Promise<void> {
    this.memory = workbook;
    await (await this.database())?.put(table, workbook, this.file).catch(() => undefined);
  }

  async clear(): Promise<void> {
    this.memory = undefined;
    await (await this.database())?.delete(table, this.file).catch(() => undefined);
  }

  private database(): Promise<IDBPDatabase | undefined> {
    return (this.opening ??= openDatabase(() => (this.opening = undefined)).catch(() => undefined));
  }
}

/** A browser that refuses storage may throw on first access; one whose data is cleared closes what is open. */
async function openDatabase(terminated: () => void): Promise<IDBPDatabase> {
  return openDB(database, 1, { upgrade: (db) => void db.createObjectStore(table), terminated });
}
