// The engine's store on IndexedDB: survives restarts and is shared by every workbook of the user. The database can be
// closed or deleted under it at any time; the next operation opens it again.
import { openDB, type IDBPDatabase } from 'idb';
import { areas, type Store } from '../../engine/store';

const version = 1;

export function createIndexedDbStore(name = 'spillway'): Store {
  let opening: Promise<IDBPDatabase> | undefined;
  let opened = 0;
  const listeners: (() => void)[] = [];

  async function open(): Promise<IDBPDatabase> {
    let isNew = false;
    const database = await openDB(name, version, {
      upgrade(upgraded) {
        isNew = true;
        for (const area of areas)
          if (!upgraded.objectStoreNames.contains(area)) upgraded.createObjectStore(area);
      },
      // Another window deletes or upgrades the database: it must not wait for this one.
      blocking(_current, _next, event) {
        opening = undefined;
        (event.target as IDBDatabase).close();
      },
      terminated() {
        opening = undefined;
      },
    });
    opened += 1;
    if (isNew && opened > 1) for (const listener of listeners) listener();
    return database;
  }

  function database(): Promise<IDBPDatabase> {
    const current = (opening ??= open());
    current.catch(() => {
      if (opening === current) opening = undefined;
    });
    return current;
  }

  /** A connection that was closed in between is opened once more. */
  async function using<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    const first = await database();
    try {
      return await work(first);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      opening = undefined;
      return work(await database());
    }
  }

  return {
    get: (area, key) => using((db) => db.get(area, key) as Promise<unknown>),
    put: (area, rows) =>
      using(async (db) => {
        const write = db.transaction(area, 'readwrite');
        await Promise.all([...rows.map(([key, value]) => write.store.put(value, key)), write.done]);
      }),
    delete: (area, keys) =>
      using(async (db) => {
        const write = db.transaction(area, 'readwrite');
        await Promise.all([...keys.map((key) => write.store.delete(key)), write.done]);
      }),
    entries: (area) =>
      using(async (db) => {
        const read = db.transaction(area, 'readonly');
        const [keys, values] = await Promise.all([read.store.getAllKeys(), read.store.getAll(), read.done]);
        return keys.map((key, at): [string, unknown] => [key as string, values[at]]);
      }),
    clear: (area) => using((db) => db.clear(area)),
    onLost: (listener) => void listeners.push(listener),
    close: () => {
      const closing = opening;
      opening = undefined;
      closing?.then(
        (db) => db.close(),
        () => undefined,
      );
    },
  };
}
