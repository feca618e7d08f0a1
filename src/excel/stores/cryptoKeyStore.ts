// Where the non-extractable key lives that the API key is encrypted with: IndexedDB keeps it without ever showing its
// bytes to a script. A database of its own, so that clearing the cache does not lose the API key.
import { openDB } from 'idb';

export interface CryptoKeyStore {
  get(): Promise<CryptoKey | undefined>;
  set(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
}

const area = 'keys';
const row = 'vault';

export function createCryptoKeyStore(name = 'spillway-vault'): CryptoKeyStore {
  async function using<T>(work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
    const database = await openDB(name, 1, {
      upgrade: (upgraded) => void upgraded.createObjectStore(area),
    });
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }
  return {
    get: () => using((database) => database.get(area, row) as Promise<CryptoKey | undefined>),
    set: async (key) => {
      await using((database) => database.put(area, key, row));
    },
    remove: () => using((database) => database.delete(area, row)),
  };
}
