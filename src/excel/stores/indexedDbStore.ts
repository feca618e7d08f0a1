// The engine's store on IndexedDB: survives restarts and is shared by every workbook of the user. The database can be
// closed or deleted under it at any time; the next operation opens it again.
import { areas, StoreRefused, type Area, type Store } from '../../engine/ports/store';
import { endOf, openDatabase, resultOf } from './database';

/** Raised whenever an area is added. */
const version = 3;
/** What may pass: a newer version in another window, an opening that was cut off, a full disk. */
const passing = ['VersionError', 'AbortError', 'QuotaExceededError'];

export function createIndexedDbStore(name = 'spillway'): Store {
  let opening: Promise<IDBDatabase> | undefined;
  let opened = 0;
  const listeners: (() => void)[] = [];

  async function open(): Promise<IDBDatabase> {
    const lost = () => {
      opening = undefined;
    };
    const { database, isNew } = await openDatabase(name, areas, lost, version).catch(refuse);
    opened += 1;
    if (isNew && opened > 1) for (const listener of listeners) listener();
    return database;
  }

  function refuse(cause: unknown): never {
    const isPassing = passing.includes(String((cause as { readonly name?: unknown } | undefined)?.name));
    throw opened > 0 || isPassing ? cause : new StoreRefused('IndexedDB cannot be opened.', { cause });
  }

  function database(): Promise<IDBDatabase> {
    const current = (opening ??= open());
    current.catch(() => {
      if (opening === current) opening = undefined;
    });
    return current;
  }

  /** A connection that was closed in between is opened once more. */
  async function using<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
    const first = await database();
    try {
      return await work(first);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      opening = undefined;
      return work(await database());
    }
  }

  const reading = <T>(area: Area, read: (room: IDBObjectStore) => Promise<T>): Promise<T> =>
    using((db) => read(db.transaction(area).objectStore(area)));

  const writing = (area: Area, write: (room: IDBObjectStore) => void): Promise<void> =>
    using((db) => {
      const transaction = db.transaction(area, 'readwrite');
      write(transaction.objectStore(area));
      return endOf(transaction);
    });

  return {
    get: (area, key) => reading(area, (room) => resultOf(room.get(key) as IDBRequest<unknown>)),
    put: (area, rows) =>
      writing(area, (room) => {
        for (const [key, value] of rows) room.put(value, key);
      }),
    delete: (area, keys) =>
      writing(area, (room) => {
        for (const key of keys) room.delete(key);
      }),
    entries: (area) =>
      reading(area, async (room) => {
        const [keys, values] = await Promise.all([
          resultOf(room.getAllKeys()),
          resultOf(room.getAll() as IDBRequest<unknown[]>),
        ]);
        return keys.map((key, at): [string, unknown] => [key as string, values[at]]);
      }),
    clear: (area) => writing(area, (room) => room.clear()),
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
