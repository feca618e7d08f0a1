// The engine's store on IndexedDB: survives restarts and is shared by every workbook of the user.
import { areas, type StoreArea, type Store } from '../../engine/ports/store';
import { createConnection } from './connection';
import { committed, resultOf } from './database';

/** Raised whenever an area is added. */
const version = 4;

export function createIndexedDbStore(name = 'spillway'): Store {
  const listeners: (() => void)[] = [];
  const { using, close } = createConnection(name, areas, version, () => {
    for (const listener of listeners) listener();
  });

  /** Areas that are open for reading: the cells of a workbook that opens look at the same time, in one transaction. */
  const rooms = new Map<StoreArea, IDBObjectStore>();

  function roomOf(db: IDBDatabase, area: StoreArea): IDBObjectStore {
    const open = rooms.get(area);
    if (open?.transaction.db === db) return open;
    const room = db.transaction(area).objectStore(area);
    rooms.set(area, room);
    queueMicrotask(() => rooms.clear());
    return room;
  }

  const reading = <T>(area: StoreArea, read: (room: IDBObjectStore) => Promise<T>): Promise<T> =>
    using((db) => read(roomOf(db, area)));

  const writing = (area: StoreArea, write: (room: IDBObjectStore) => void): Promise<void> =>
    using((db) => {
      // What is read from now on comes after this write.
      rooms.clear();
      const transaction = db.transaction(area, 'readwrite');
      write(transaction.objectStore(area));
      return committed(transaction);
    });

  return {
    get: (area, key) => reading(area, (room) => resultOf(room.get(key) as IDBRequest<unknown>)),
    put: (area, rows) =>
      writing(area, (room) => {
        for (const [key, value] of rows) room.put(value, key);
      }),
    update: (area, keys, change) =>
      writing(area, (room) => {
        for (const key of keys) {
          const request = room.get(key) as IDBRequest<unknown>;
          request.onsuccess = () => {
            const next = change(key, request.result);
            if (next === undefined) room.delete(key);
            else if (next !== request.result) room.put(next, key);
          };
        }
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
    close,
  };
}
