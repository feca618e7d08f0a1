// Named sets of lodging filters, and decisions about one's own products: in the workbook, so that they travel with it, and the sets in the
// user's own library too.
// A workbook can be edited by anyone, so what is read from it is checked before it is used.
import type { Locks } from '../../engine/ports/crossWindow';
import { createListeners } from '../../engine/ports/listeners';
import { isJsonObject } from '../../engine/request/response';
import type { DocumentLists } from '../document/documentLists';
import { readEntries, type DocumentSettings } from '../document/theDocument';
import { keyedList } from '../document/keyedList';
import { filterSetOperation } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { checkFilterSet } from '../../spill/read/options/options';
import type { FilterSet, FilterSets, Matches } from '../runtime';
import { silentBroadcast, type ChangeBroadcast } from '../user/changeBroadcast';
import { decisionKey, isDecision, type Decision } from '../../match/decision';

/** Why it was not saved; checkedSet.ts has the sentences. */
const notSaved = 'not saved';
const notRead = 'not read';

const documentKey = 'Spillway.FilterSets';
const libraryKey = 'filterSets';

/** Strings that follow the user, not the workbook. */
export interface LibraryStore {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string): Promise<void>;
}

const isSet = (value: unknown): value is FilterSet =>
  isJsonObject(value) && typeof value.name === 'string' && isJsonObject(value.params);

const faults: Readonly<Record<string, string>> = {
  [notSaved]: 'Excel could not save the filter set in this workbook. Check whether it is read-only.',
  [notRead]: 'Your library could not be read. Reload the add-in, then save the set again.',
};

function saveFault(error: unknown): unknown {
  const sentence = error instanceof Error ? faults[error.message] : undefined;
  return sentence === undefined ? error : new InputFault(sentence);
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new InputFault('A filter set needs a name.');
  if (/[;=@"\r\n]/.test(trimmed) || trimmed.length > 60)
    throw new InputFault(
      'A filter set name can have at most 60 characters and cannot contain ; = @ or quotation marks.',
    );
  return trimmed;
}

function checkedSet(set: FilterSet): FilterSet {
  const named = { ...set, name: checkedName(set.name) };
  checkFilterSet(filterSetOperation, named.name, named.params);
  return named;
}

const folded = (name: string): string => name.trim().toLowerCase();
export const sameSetName = (a: string, b: string): boolean => folded(a) === folded(b);
const byName = (a: FilterSet, b: FilterSet) => a.name.localeCompare(b.name);

const saved = (change: Promise<void>): Promise<void> =>
  change.catch(() => {
    throw new Error(notSaved);
  });

interface Kept {
  readonly list: () => readonly FilterSet[];
  readonly put: (set: FilterSet) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly subscribe: FilterSets['subscribe'];
  readonly opened: FilterSets['opened'];
}

function createFilterSets({ list, put, remove, subscribe, opened }: Kept): FilterSets {
  const told = (change: Promise<void>): Promise<void> =>
    change.catch((error: unknown) => {
      throw saveFault(error);
    });
  return {
    list,
    get: (name) => list().find((set) => sameSetName(set.name, name)),
    save: async (set) => told(put(checkedSet(set))),
    remove: (name) => told(remove(name)),
    subscribe,
    opened,
  };
}

/** The sets of the open workbook. They are written with the file when the user saves it. */
export function workbookFilterSets(lists: DocumentLists, settings: DocumentSettings): FilterSets {
  const list = keyedList(lists, {
    name: 'filterSets',
    isEntry: isSet,
    nameOf: ({ name }) => folded(name),
    // Two people changed it at once: the second one is kept beside the first.
    renamed: (set, times) => ({ ...set, name: `${set.name.slice(0, 56)} ${times}` }),
    before: readEntries(settings.get(documentKey), isSet),
  });
  return createFilterSets({
    list: () => [...list.entries()].sort(byName),
    put: (set) => saved(list.put(set)),
    remove: (name) => saved(list.remove(folded(name))),
    subscribe: list.subscribe,
    opened: lists.opened,
  });
}

/** What a newer version wrote is no list: it is not read as one, and not written over. */
const isList = (text: string | null | undefined): boolean => {
  try {
    return Array.isArray(JSON.parse(text ?? '[]'));
  } catch {
    // Damaged: there is nothing to lose.
    return true;
  }
};

/** The user's own library. Read again before each change, so that a change in one window does not undo one in another. */
export async function libraryFilterSets(
  store: LibraryStore,
  locks?: Locks,
  broadcast: ChangeBroadcast = silentBroadcast,
): Promise<FilterSets> {
  const listeners = createListeners();
  let sets: readonly FilterSet[] = [];
  const read = async () => {
    const text = await store.get(libraryKey);
    if (!isList(text)) throw new Error(notRead);
    const isOther = (value: unknown): value is object =>
      typeof value === 'object' && value !== null && !isSet(value);
    // Entries that only a newer version understands stay in the list.
    return { known: readEntries(text, isSet), others: readEntries(text, isOther) };
  };
  const reread = async () => {
    // What cannot be read now is what it was.
    sets = await read().then(
      ({ known }) => known,
      () => sets,
    );
    listeners.notify();
  };
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    locks ? locks.run('spillway library', work) : work();
  const change = (next: (all: readonly FilterSet[]) => readonly FilterSet[]) =>
    alone(async () => {
      // What could not be read is not written over.
      const { known, others } = await read().catch(() => {
        throw new Error(notRead);
      });
      const changed = next(known);
      await store.set(libraryKey, JSON.stringify([...changed, ...others]));
      sets = changed;
      listeners.notify();
      broadcast.post('filterSets');
    });
  broadcast.subscribe('filterSets', () => void reread());
  await reread();
  return createFilterSets({
    list: () => sets,
    put: (set) =>
      change((all) => [...all.filter(({ name }) => !sameSetName(name, set.name)), set].sort(byName)),
    remove: (name) => change((all) => all.filter((set) => !sameSetName(set.name, name))),
    subscribe: listeners.subscribe,
    opened: () => undefined,
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

/** Where two people decided about the same item without knowing of each other, the later decision counts. */
export function workbookMatches(lists: DocumentLists): Matches {
  const list = keyedList(lists, { name: 'matches', isEntry: isDecision, nameOf: decisionKey, before: [] });
  let known: ReadonlyMap<string, Decision> | undefined;
  list.subscribe(() => (known = undefined));
  const all = () => (known ??= new Map(list.entries().map((entry) => [decisionKey(entry), entry])));
  const of: Matches['of'] = (operation, item) => all().get(decisionKey({ operation, item }));
  return {
    list: () => [...all().values()],
    of,
    acceptedOf: (operation, item) => {
      const decision = of(operation, item);
      return decision && new Set(decision.accepted.map(({ id }) => id));
    },
    decide: (decisions) => (decisions.length === 0 ? Promise.resolve() : saved(list.put(...decisions))),
    forget: (decisions) => saved(list.remove(...decisions.map(decisionKey))),
    subscribe: list.subscribe,
    opened: lists.opened,
  };
}
