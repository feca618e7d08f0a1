// The rows of the history on IndexedDB, in a database of their own. A transaction that writes keeps other windows out, so two
// windows never write at once, and it is written as a whole or not at all.
import type { Rows, RowView } from '../../history/rows';
import { createConnection } from './connection';
import { committed, resultOf } from './database';

const area = 'rows';
/** Raised whenever an area is added. */
const version = 1;

function viewOf(transaction: IDBTransaction): RowView {
  const store = transaction.objectStore(area);
  return {
    get: (keys) => Promise.all(keys.map((key) => resultOf(store.get(key) as IDBRequest<string | undefined>))),
    range: async (from, to, limit) => {
      const bounds = IDBKeyRange.bound(from, to, false, true);
      const [keys, values] = await Promise.all([
        resultOf(store.getAllKeys(bounds, limit) as IDBRequest<string[]>),
        resultOf(store.getAll(bounds, limit) as IDBRequest<string[]>),
      ]);
      return keys.map((key, index) => [key, values[index]!] as const);
    },
    values: (from, to) =>
      resultOf(store.getAll(IDBKeyRange.bound(from, to, false, true)) as IDBRequest<string[]>),
  };
}

export function createIndexedDbRows(name = 'spillway-history'): Rows {
  const { using, close } = createConnection(name, [area], version);
  return {
    read: (work) => using((database) => work(viewOf(database.transaction(area)))),
    change: (work) =>
      using(async (database) => {
        const transaction = database.transaction(area, 'readwrite');
        const end = committed(transaction);
        end.catch(() => undefined);
        try {
          const writes = await work(viewOf(transaction));
          const store = transaction.objectStore(area);
          for (const [key, value] of writes)
            if (value === undefined) store.delete(key);
            else store.put(value, key);
        } catch (error) {
          // A transaction that has ended by itself, such as on a full disk, says so better.
          try {
            transaction.abort();
          } catch {
            await end;
          }
          throw error;
        }
        await end;
      }),
    close: () => Promise.resolve(close()),
  };
}
