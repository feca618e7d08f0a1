// The little of IndexedDB that the stores need, as promises: opening a database, one request, one transaction.

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      // The others in its transaction go on.
      event.preventDefault();
      reject(request.error ?? new Error('The request failed.'));
    };
  });

/** Resolves when the write is committed. A request that fails ends its transaction, with the same error. */
export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
  });

export interface Opened {
  readonly database: IDBDatabase;
  /** It was not there before. */
  readonly isNew: boolean;
}

/** Opens a database of these areas; `closed` is called when it can no longer be used. */
export async function openDatabase(
  name: string,
  areas: readonly string[],
  closed: () => void = () => undefined,
  version = 1,
): Promise<Opened> {
  let isNew = false;
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    isNew = oldVersion === 0;
    const { objectStoreNames } = request.result;
    for (const area of areas) if (!objectStoreNames.contains(area)) request.result.createObjectStore(area);
  };
  const database = await resultOf(request);
  // Another window deletes or upgrades the database: it must not wait for this one.
  database.onversionchange = () => {
    closed();
    database.close();
  };
  database.onclose = closed;
  return { database, isNew };
}
