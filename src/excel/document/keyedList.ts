// A list of named entries in the workbook that several windows add to, change and delete from at once. Each change names the
// versions that it replaces: what is deleted stays deleted, also when a window with an older copy writes later, and a version
// that nobody has seen before replacing it is never lost. Where two windows changed the same entry without knowing of each
// other, the later one has the name, and the other is listed beside it.
import type { DocumentList, DocumentLists, ListKind } from './documentLists';

/** Counts upwards in each window, past everything it has seen: `3.x7f2`. The higher number is the later one. */
type Version = string;

interface Versions<Entry> {
  /** Everything that was ever written, as far as is known. What is not among `living` was replaced or deleted. */
  readonly seen: ReadonlySet<Version>;
  readonly living: ReadonlyMap<Version, Entry>;
}

const numberOf = (version: Version): number => Number.parseInt(version, 10);

const laterFirst = (a: Version, b: Version): number => numberOf(b) - numberOf(a) || (a < b ? 1 : -1);

function merged<Entry>(one: Versions<Entry>, other: Versions<Entry>): Versions<Entry> {
  const living = new Map([...one.living].filter(([at]) => other.living.has(at) || !other.seen.has(at)));
  for (const [at, entry] of other.living) if (!one.seen.has(at)) living.set(at, entry);
  const seen = new Set([...one.seen, ...other.seen]);
  return seen.size === one.seen.size && living.size === one.living.size ? one : { seen, living };
}

const kindOf = <Entry>(
  name: string,
  isEntry: (value: unknown) => value is Entry,
): ListKind<Versions<Entry>> => ({
  name,
  merge: merged,
  read: (stored) => {
    const { seen, living } = (stored ?? {}) as { readonly seen?: unknown; readonly living?: unknown };
    if (!Array.isArray(seen) || !Array.isArray(living)) return undefined;
    const versions = seen.filter((at): at is Version => typeof at === 'string' && numberOf(at) >= 0);
    const entries = living.flatMap((each: unknown): [Version, Entry][] => {
      const [at, entry] = Array.isArray(each) ? (each as unknown[]) : [];
      return typeof at === 'string' && numberOf(at) >= 0 && isEntry(entry) ? [[at, entry]] : [];
    });
    return { seen: new Set([...versions, ...entries.map(([at]) => at)]), living: new Map(entries) };
  },
  write: ({ seen, living }) => ({ seen: [...seen], living: [...living] }),
});

export interface KeyedListParts<Entry> {
  readonly name: string;
  readonly isEntry: (value: unknown) => value is Entry;
  /** Entries with the same name are versions of one entry. */
  readonly nameOf: (entry: Entry) => string;
  /** Gives an entry another name, if its own is taken. */
  readonly renamed?: (entry: Entry, times: number) => Entry;
  /** What an earlier version of Spillway kept in the settings of the document. It is read, and stays there. */
  readonly before: readonly Entry[];
}

export interface KeyedList<Entry> extends Pick<DocumentList<unknown>, 'subscribe' | 'hasNewer'> {
  readonly entries: () => readonly Entry[];
  /** In one change, however many they are. */
  readonly put: (...entries: readonly Entry[]) => Promise<void>;
  /** By the name that `entries` shows. */
  readonly remove: (...names: readonly string[]) => Promise<void>;
}

/** In every window the same for the same entry. */
const legacy = (entry: unknown): Version => `0.${JSON.stringify(entry)}`;

export function keyedList<Entry>(lists: DocumentLists, parts: KeyedListParts<Entry>): KeyedList<Entry> {
  const { nameOf, renamed, before } = parts;
  const first = new Map(before.map((entry) => [legacy(entry), entry]));
  const list = lists.list(kindOf(parts.name, parts.isEntry), { seen: new Set(first.keys()), living: first });
  const window = Math.floor(Math.random() * 2 ** 40).toString(36);
  let written = 0;

  const newVersion = (): Version => {
    let highest = 0;
    for (const version of list.state().seen) highest = Math.max(highest, numberOf(version));
    return `${(written = Math.max(highest, written) + 1)}.${window}`;
  };

  /** The entries as they are shown, each with the versions that are behind it: the latest of each name, then the others. */
  function shown(): { readonly entry: Entry; readonly versions: readonly Version[] }[] {
    const named = new Map<string, { readonly entry: Entry; readonly versions: Version[] }>();
    const others = new Map<string, { readonly entry: Entry; readonly versions: Version[] }>();
    for (const [at, entry] of [...list.state().living].sort(([a], [b]) => laterFirst(a, b))) {
      const text = JSON.stringify(entry);
      const twin = [named.get(nameOf(entry)), others.get(text)].find(
        (each) => each && JSON.stringify(each.entry) === text,
      );
      if (twin) twin.versions.push(at);
      else if (named.has(nameOf(entry))) others.set(text, { entry, versions: [at] });
      else named.set(nameOf(entry), { entry, versions: [at] });
    }
    for (const { entry, versions } of renamed ? others.values() : []) {
      let own = entry;
      for (let times = 2; named.has(nameOf(own)) && renamed; times += 1) own = renamed(entry, times);
      named.set(nameOf(own), { entry: own, versions });
    }
    return [...named.values()];
  }

  const replaced = (given: readonly string[]): Version[] => {
    const names = new Set(given);
    return shown()
      .filter(({ entry }) => names.has(nameOf(entry)))
      .flatMap(({ versions }) => versions);
  };

  return {
    subscribe: list.subscribe,
    hasNewer: list.hasNewer,
    entries: () => shown().map(({ entry }) => entry),
    put: (...entries) => {
      const before = replaced(entries.map(nameOf));
      const living = new Map(entries.map((entry) => [newVersion(), entry]));
      return list.add({ seen: new Set([...before, ...living.keys()]), living });
    },
    remove: (...names) => {
      const gone = replaced(names);
      return gone.length === 0 ? Promise.resolve() : list.add({ seen: new Set(gone), living: new Map() });
    },
  };
}
