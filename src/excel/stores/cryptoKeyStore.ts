// Stores the non-extractable key that encrypts the API key: IndexedDB stores it without ever exposing its
// bytes to a script. It has its own database, so that clearing the cache does not lose the API key.
import { committed, openDatabase, resultOf } from './database';

export interface CryptoKeyStore {
  get(): Promise<CryptoKey | undefined>;
  set(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
}

const area = 'keys';
const row = 'vault';

export function createCryptoKeyStore(): CryptoKeyStore {
  async function using<T>(
    mode: IDBTransactionMode,
    work: (keys: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const { database } = await openDatabase('spillway-vault', [area]);
    try {
      const transaction = database.transaction(area, mode);
      const request = work(transaction.objectStore(area));
      const [result] = await Promise.all([resultOf(request), committed(transaction)]);
      return result;
    } finally {
      database.close();
    }
  }
  return {
    get: () => using('readonly', (keys) => keys.get(row) as IDBRequest<CryptoKey | undefined>),
    set: async (key) => {
      await using('readwrite', (keys) => keys.put(key, row));
    },
    remove: () => using('readwrite', (keys) => keys.delete(row)),
  };
}
