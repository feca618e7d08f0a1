// The workbook's list of its purchases, on any machine. With it, an empty cache (another browser, another machine,
// a colleague) is distinguished from a first purchase. Anyone can read a workbook, so the list holds salted digests: no key,
// no parameters, no counts in plain text. It can only make Spillway ask before it spends.
import { type Clock, inTime } from '../../engine/ports/clock';
import type { Purchases } from '../../engine/ports/purchases';
import { fromBase64, toBase64 } from '../base64';
import type { DocumentLists, ListKind } from '../document/documentLists';
import type { DocumentSettings } from '../document/theDocument';

/** Where version 0.1 kept the list: it is read, and stays as it is. */
const settingName = 'Spillway.Purchases';
const most = 20_000;
/** 8 bytes name the request, 4 bytes hide the count. */
const entryBytes = 12;
const unlimited = 0xffff_ffff;
/** Excel may be busy. Until the list was read once, nothing is bought without approval. */
const patience = { first: 20_000, later: 5_000 };
/** A workbook that takes nothing, such as a read-only one, is asked ever less often. */
const longestRest = 10 * 60_000;

type Hash = Pick<Crypto, 'subtle' | 'getRandomValues'>;

/** By salt and by the digest of the request, its hidden counts: only who knows the request can tell which is larger. */
type Bought = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;

const toBytes = (text: unknown): Uint8Array<ArrayBuffer> => {
  try {
    return fromBase64(String(text));
  } catch {
    return new Uint8Array();
  }
};

function merge(one: Bought, other: Bought): Bought {
  const all = new Map(one);
  let added = 0;
  for (const [salt, entries] of other) {
    const own = new Map(all.get(salt));
    for (const [name, counts] of entries) {
      const known = own.get(name);
      const fresh = [...counts].filter((count) => !known?.has(count));
      if (fresh.length === 0) continue;
      own.set(name, new Set([...(known ?? []), ...fresh]));
      added += fresh.length;
    }
    all.set(salt, own);
  }
  return added === 0 ? one : all;
}

function readGroup(stored: unknown): Bought {
  const { salt, entries } = (stored ?? {}) as { readonly salt?: unknown; readonly entries?: unknown };
  const found = new Map<string, Set<number>>();
  if (typeof salt !== 'string' || toBytes(salt).length !== 16) return new Map();
  const bytes = toBytes(entries).slice(0, most * entryBytes);
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const name = toBase64(bytes.slice(at, at + 8));
    const hidden = new DataView(bytes.buffer, at, entryBytes).getUint32(8);
    found.set(name, (found.get(name) ?? new Set()).add(hidden));
  }
  return new Map([[salt, found]]);
}

function writeGroup(salt: string, entries: ReadonlyMap<string, ReadonlySet<number>>) {
  const rows = [...entries].flatMap(([name, counts]) => [...counts].map((hidden) => [name, hidden] as const));
  const bytes = new Uint8Array(Math.min(rows.length, most) * entryBytes);
  rows.slice(-most).forEach(([name, hidden], index) => {
    bytes.set(toBytes(name), index * entryBytes);
    new DataView(bytes.buffer).setUint32(index * entryBytes + 8, hidden);
  });
  return { salt, entries: toBase64(bytes) };
}

const kind: ListKind<Bought> = {
  name: 'purchases',
  merge,
  read: (stored) => (Array.isArray(stored) ? stored.map(readGroup).reduce(merge, new Map()) : undefined),
  write: (bought) => [...bought].map(([salt, entries]) => writeGroup(salt, entries)),
};

/** What version 0.1 wrote; a list that is damaged is no list. */
function before(value: unknown): Bought {
  try {
    return readGroup(JSON.parse(typeof value === 'string' ? value : 'null'));
  } catch {
    return new Map();
  }
}

export interface BoughtBeforeParts {
  readonly lists: DocumentLists;
  readonly settings: DocumentSettings;
  readonly hash: Hash;
  readonly clock: Clock;
}

export function boughtBefore({ lists, settings, hash, clock }: BoughtBeforeParts): Purchases {
  const list = lists.list(kind, before(settings.get(settingName)));
  /** What was noted here, and what of it is not in the workbook yet. */
  let noted: Bought = new Map();
  let unwritten: Bought = new Map();
  let writing: Promise<void> | undefined;
  let wasRead = false;
  let rest = patience.later;

  async function digest(salt: string, key: string): Promise<{ name: string; mask: number }> {
    const [start, text] = [toBytes(salt), new TextEncoder().encode(key)];
    const salted = new Uint8Array(start.length + text.length);
    salted.set(start);
    salted.set(text, start.length);
    const bytes = new Uint8Array(await hash.subtle.digest('SHA-256', salted));
    return { name: toBase64(bytes.slice(0, 8)), mask: new DataView(bytes.buffer).getUint32(8) };
  }

  /** The largest count that was bought; below zero: none was. `>>> 0`: an unsigned number again. */
  async function bought(key: string): Promise<number> {
    let largest = -1;
    for (const salt of new Set([...list.state().keys(), ...noted.keys()])) {
      const { name, mask } = await digest(salt, key);
      for (const known of [list.state(), noted])
        for (const hidden of known.get(salt)?.get(name) ?? [])
          largest = Math.max(largest, (hidden ^ mask) >>> 0);
    }
    return largest;
  }

  async function read(): Promise<void> {
    await inTime(clock, wasRead ? patience.later : patience.first, lists.refresh).catch((error: unknown) => {
      if (!wasRead) throw error;
    });
    wasRead = true;
    if (list.hasNewer()) throw new Error('A newer version of Spillway wrote this list.');
  }

  /** What comes while a part is being written is the next part. What could not be written is tried again. */
  async function write(): Promise<void> {
    let change: Bought = new Map();
    try {
      while (unwritten.size > 0) {
        change = unwritten;
        unwritten = new Map();
        await list.add(change);
        rest = patience.later;
      }
    } catch {
      unwritten = merge(change, unwritten);
      clock.setTimer(flush, rest);
      rest = Math.min(rest * 2, longestRest);
    } finally {
      writing = undefined;
    }
  }

  async function add(key: string, count: number | undefined): Promise<void> {
    const wanted = Math.min(count ?? unlimited, unlimited);
    // It may be known because another cell has just noted it, and not be written yet.
    if ((await bought(key)) >= wanted) return writing;
    // One salt for a workbook, as far as windows know of each other: a lookup needs a digest for each.
    const [known] = [...list.state().keys(), ...noted.keys()];
    const salt = known ?? toBase64(hash.getRandomValues(new Uint8Array(16)));
    const { name, mask } = await digest(salt, key);
    const entry: Bought = new Map([[salt, new Map([[name, new Set([(wanted ^ mask) >>> 0])]])]]);
    noted = merge(noted, entry);
    unwritten = merge(unwritten, entry);
    await (writing ??= write());
  }

  function flush(): void {
    if (unwritten.size > 0) writing ??= write();
  }

  const canHash = typeof hash?.subtle?.digest === 'function';

  return {
    knows: async (key, count) => {
      if (!canHash) return false;
      if ((await bought(key)) >= (count ?? 0)) return true;
      await read();
      return (await bought(key)) >= (count ?? 0);
    },
    flush,
    note: (key, count) => (canHash ? add(key, count).catch(() => undefined) : Promise.resolve()),
  };
}
