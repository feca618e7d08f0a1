// What the add-in finds around the workbook: the sets of the API that are supported, and where it may store something. The version of
// Office and the browser inside it are what may change here.
import type { OfficeStorage } from '../stores/stringStore';
import type { Check } from './lab';

const set = (name: string, version: string): Check => ({
  id: `${name} ${version}`,
  expected: 'supported',
  run: () => (Office.context.requirements.isSetSupported(name, version) ? 'supported' : 'not supported'),
});

export const apiSetChecks: readonly Check[] = [
  set('CustomFunctionsRuntime', '1.3'),
  set('CustomFunctionsRuntime', '1.4'),
  set('SharedRuntime', '1.1'),
  set('ExcelApi', '1.9'),
  set('ExcelApi', '1.15'),
  set('ExcelApi', '1.16'),
  set('ExcelApi', '1.19'),
  set('DialogApi', '1.1'),
  set('IdentityAPI', '1.3'),
  { id: 'NestedAppAuth 1.1', run: set('NestedAppAuth', '1.1').run },
];

export const storageChecks: readonly Check[] = [
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
