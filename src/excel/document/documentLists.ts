// The lists that Spillway keeps in the workbook. Several windows change them at once, each with the copy it has read, so a list
// is never written as a whole: every change is a part of its own, and the list is what all parts say together. How two states
// of a list become one is up to the list; it must not matter in which order, or how often, they are merged.
import { jsonFromBase64, jsonToBase64 } from '../base64';
import { runPatiently } from '../host';
import { createListeners } from '../../engine/ports/listeners';

// Custom XML parts of the workbook (ExcelApi 1.5): saved with the file, and readable by everyone who has it. Each write adds a
// part of its own and changes no other, so windows and people who write at the same moment do not overwrite each other. The
// settings of a document cannot do that: each window saves all of them, as it read them when it was opened.

export interface DocumentParts {
  /** The IDs of the parts that are there now, and the text of those that are not `known`. */
  read(known: ReadonlySet<string>): Promise<{ readonly ids: readonly string[]; readonly texts: PartTexts }>;
  add(xml: string): Promise<void>;
  remove(ids: ReadonlySet<string>): Promise<void>;
}

type PartTexts = ReadonlyMap<string, string>;

/** As many as one response of Excel on the web may comfortably hold. */
const perTrip = 20;

async function found(context: Excel.RequestContext, namespace: string): Promise<Excel.CustomXmlPart[]> {
  const all = context.workbook.customXmlParts.getByNamespace(namespace);
  all.load('items/id');
  await context.sync();
  return all.items.slice();
}

export const excelParts = (namespace: string): DocumentParts => ({
  read: (known) =>
    runPatiently(async (context) => {
      const all = await found(context, namespace);
      const unread = all.filter(({ id }) => !known.has(id));
      const texts = new Map<string, string>();
      for (let from = 0; from < unread.length; from += perTrip) {
        const asked = unread.slice(from, from + perTrip).map((part) => [part.id, part.getXml()] as const);
        await context.sync();
        for (const [id, { value }] of asked) texts.set(id, value);
      }
      return { ids: all.map(({ id }) => id), texts };
    }),
  add: (xml) =>
    runPatiently(async (context) => {
      context.workbook.customXmlParts.add(xml);
      await context.sync();
    }),
  remove: (ids) =>
    runPatiently(async (context) => {
      for (const part of await found(context, namespace)) if (ids.has(part.id)) part.delete();
      await context.sync();
    }),
});

/** Outside a workbook, as in a preview of the pane: what is kept lives as long as the page. */
export function memoryParts(): DocumentParts {
  const all = new Map<string, string>();
  let last = 0;
  return {
    read: (known) =>
      Promise.resolve({ ids: [...all.keys()], texts: new Map([...all].filter(([id]) => !known.has(id))) }),
    add: (xml) => Promise.resolve(void all.set(String((last += 1)), xml)),
    remove: (ids) => Promise.resolve(ids.forEach((id) => all.delete(id))),
  };
}

export interface ListKind<State> {
  readonly name: string;
  /** The first itself, if the other adds nothing to it. */
  readonly merge: (one: State, other: State) => State;
  /** What was stored as JSON. Anyone can edit a file: undefined for anything else. */
  readonly read: (stored: unknown) => State | undefined;
  readonly write: (state: State) => unknown;
}

export interface DocumentList<State> {
  /** What was read and written so far. */
  readonly state: () => State;
  /** A newer version of Spillway wrote some of it: that part is neither read nor changed. */
  readonly hasNewer: () => boolean;
  /** Resolves when the change is in the workbook. */
  readonly add: (change: State) => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface DocumentLists {
  readonly list: <State>(kind: ListKind<State>, first: State) => DocumentList<State>;
  /** Reads what others have written since. Whoever asks while it is being read gets a reading that begins later. */
  readonly refresh: () => Promise<void>;
  /** The first reading, repeated until one succeeds; undefined after that. */
  readonly opened: () => Promise<void> | undefined;
  readonly hasNewer: () => boolean;
}

export const namespace = 'urn:spillway:lists:1';
const version = 1;
/** More parts than this are made one. */
const mostParts = 12;
const longestPart = 4_000_000;

interface Part {
  readonly list: string;
  readonly v: number;
  readonly state: unknown;
}

const written = (list: string, state: unknown): string =>
  `<list xmlns="${namespace}">${jsonToBase64({ v: version, list, state } satisfies Part)}</list>`;

/** Undefined for anything that Spillway did not write. */
function readPart(xml: string): Part | undefined {
  const inside = /<list\b[^>]*>\s*([A-Za-z0-9+/=\s]*)<\/list>/.exec(xml.slice(0, longestPart))?.[1];
  try {
    const { v, list, state } = jsonFromBase64(inside ?? '') as Partial<Part>;
    return typeof v === 'number' && typeof list === 'string' ? { v, list, state } : undefined;
  } catch {
    return undefined;
  }
}

interface Member {
  /** False: what the part says is not understood. */
  readonly take: (state: unknown) => boolean;
}

export function createDocumentLists(parts: DocumentParts): DocumentLists {
  const members = new Map<string, Member>();
  /** Every part that was read, also those that mean nothing here. */
  const known = new Map<string, Part | undefined>();
  /** The IDs of parts whose state is part of what is known here. */
  const taken = new Map<string, Set<string>>();
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let wasRead = false;

  const newer = (list?: string) =>
    [...known.values()].some(
      (part) => part && part.v > version && (list === undefined || part.list === list),
    );

  function take(id: string, part: Part | undefined): void {
    if (part?.v !== version || !members.get(part.list)?.take(part.state)) return;
    const ids = taken.get(part.list) ?? new Set();
    taken.set(part.list, ids.add(id));
  }

  async function read(): Promise<void> {
    const { ids, texts } = await parts.read(new Set(known.keys()));
    const present = new Set(ids);
    for (const id of [...known.keys()]) if (!present.has(id)) known.delete(id);
    for (const mine of taken.values()) for (const id of [...mine]) if (!present.has(id)) mine.delete(id);
    for (const [id, xml] of texts) {
      const part = readPart(xml);
      known.set(id, part);
      take(id, part);
    }
    wasRead = true;
  }

  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => (reading = undefined));
      return reading;
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return refresh();
      });
    return next;
  }

  /** One part in place of many. It is there before they go: whatever a window deletes is in what it has added. */
  async function tidy<State>({ name, write }: ListKind<State>, state: State): Promise<void> {
    const ids = new Set(taken.get(name));
    if (ids.size <= mostParts) return;
    await parts.add(written(name, write(state)));
    await parts.remove(ids);
    await refresh();
  }

  return {
    refresh,
    opened: () => (wasRead ? undefined : (reading ?? refresh())),
    hasNewer: () => newer(),
    list<State>(kind: ListKind<State>, first: State): DocumentList<State> {
      let state = first;
      const listeners = createListeners();
      const merge = (other: State) => {
        const before = state;
        state = kind.merge(state, other);
        if (state !== before) listeners.notify();
      };
      members.set(kind.name, {
        take: (stored) => {
          const read = kind.read(stored);
          if (read !== undefined) merge(read);
          return read !== undefined;
        },
      });
      for (const [id, part] of known) if (part?.list === kind.name) take(id, part);
      return {
        state: () => state,
        hasNewer: () => newer(kind.name),
        subscribe: listeners.subscribe,
        add: async (change) => {
          await parts.add(written(kind.name, kind.write(change)));
          merge(change);
          // Only tidies up: what it leaves is found again the next time.
          void refresh()
            .then(() => tidy(kind, state))
            .catch(() => undefined);
        },
      };
    },
  };
}
