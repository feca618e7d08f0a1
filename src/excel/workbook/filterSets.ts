// Named sets of lodging filters: in the workbook, so that they travel with it, and in the user's own library.
// A workbook can be edited by anyone, so what is read from it is checked before it is used.
import { createListeners } from '../../engine/ports/listeners';
import { load } from '../lazyCode';
import type { FilterSet, FilterSets } from '../runtime';
import { readEntries, type DocumentSettings } from '../stores/documentSettings';
import { notRead, notSaved } from './saveProblem';

const documentKey = 'Spillway.FilterSets';
const libraryKey = 'filterSets';

/** Strings that follow the user, not the workbook. */
export interface LibraryStore {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string): Promise<void>;
}

const isSet = (value: unknown): value is FilterSet => {
  const set = value as Partial<FilterSet> | null;
  return (
    typeof set === 'object' &&
    typeof set?.name === 'string' &&
    typeof set.params === 'object' &&
    set.params !== null &&
    !Array.isArray(set.params)
  );
};

/** Code that only saving needs. */
const saving = () => load(() => import(/* webpackChunkName: "later" */ './checkedSet'));

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function createFilterSets(first: unknown, write: (text: string) => Promise<void>): FilterSets {
  let sets: readonly FilterSet[] = readEntries(first, isSet);
  const listeners = createListeners();

  const keep = async (next: readonly FilterSet[]) => {
    const before = sets;
    sets = next;
    try {
      await write(JSON.stringify(next));
    } catch (error) {
      sets = before;
      throw (await saving()).saveFault(error);
    } finally {
      listeners.notify();
    }
  };

  return {
    list: () => sets,
    get: (name) => sets.find((set) => same(set.name, name)),
    save: async (set) => {
      const named = (await saving()).checkedSet(set);
      const others = sets.filter((other) => !same(other.name, named.name));
      return keep([...others, named].sort((a, b) => a.name.localeCompare(b.name)));
    },
    remove: (name) => keep(sets.filter((set) => !same(set.name, name))),
    subscribe: listeners.subscribe,
  };
}

/** The sets of the open workbook. They are written with the file when the user saves it. */
export function workbookFilterSets(settings: DocumentSettings): FilterSets {
  return createFilterSets(
    settings.get(documentKey),
    (text) =>
      new Promise((done, failed) => {
        settings.set(documentKey, text);
        // AsyncResultStatus.Succeeded; the enum itself is not there before Office.js has started.
        settings.saveAsync((result) =>
          String(result.status) === 'failed' ? failed(new Error(notSaved)) : done(),
        );
      }),
  );
}

/** The user's own library. What could not be read is not written over. */
export async function libraryFilterSets(store: LibraryStore): Promise<FilterSets> {
  let unread = false;
  const first = await store.get(libraryKey).catch(() => void (unread = true));
  return createFilterSets(first, (text) => {
    if (unread) return Promise.reject(new Error(notRead));
    return store.set(libraryKey, text);
  });
}

/** Where `@name` looks: the workbook first, so that a shared file means the same for everyone. */
export const findFilterSet = (name: string, ...stores: readonly FilterSets[]): FilterSet | undefined => {
  for (const store of stores) {
    const found = store.get(name);
    if (found) return found;
  }
  return undefined;
};
