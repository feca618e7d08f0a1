// What keeps responses, settings and keys in the Excel at hand.
import type { OfficeStorage } from '../stores/stringStore';

export const storageChecks = [
  { id: 'browser storage', expected: 'works', run: () => browserStorage() },
  { id: 'IndexedDB', expected: 'works', run: () => database() },
  {
    id: 'storage of the runtime',
    expected: 'works',
    run: async () => {
      const { OfficeRuntime: runtime } = globalThis as {
        OfficeRuntime?: { readonly storage?: OfficeStorage };
      };
      if (!runtime?.storage) return 'missing';
      await runtime.storage.setItem('spillway-check', 'works');
      const seen = await runtime.storage.getItem('spillway-check');
      await runtime.storage.removeItem('spillway-check');
      return String(seen);
    },
  },
  { id: 'storage is partitioned', run: () => (Office.context.partitionKey === undefined ? 'no' : 'yes') },
];

function browserStorage(): string {
  localStorage.setItem('spillway-check', 'works');
  const seen = localStorage.getItem('spillway-check');
  localStorage.removeItem('spillway-check');
  return String(seen);
}

const database = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('spillway-check', 1);
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase('spillway-check');
      resolve('works');
    };
  });
