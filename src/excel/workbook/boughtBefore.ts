// The workbook's list of its purchases, on any machine. With it, an empty cache (another browser, another machine,
// a colleague) is distinguished from a first purchase. Anyone can read a workbook, so the list holds salted digests: no key,
// no parameters, no counts in plain text. It can only make Spillway ask before it spends.
import type { Clock } from '../../engine/ports/clock';
import type { Purchases } from '../../engine/ports/purchases';
import type { DocumentSettings } from '../stores/documentSettings';

const settingName = 'Spillway.Purchases';
const most = 4_000;
/** 8 bytes name the request, 4 bytes hide the count. */
const entryBytes = 12;
const unlimited = 0xffff_ffff;
/** Purchases that come together are saved together. */
const gather = 2_000;

type Hash = Pick<Crypto, 'subtle' | 'getRandomValues'>;

const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

const toBytes = (text: unknown): Uint8Array => {
  try {
    return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

interface Read {
  readonly salt: Uint8Array<ArrayBuffer>;
  /** By the digest of the request, its hidden count. */
  readonly entries: Map<string, number>;
}

function read(value: unknown, hash: Hash): Read {
  const entries = new Map<string, number>();
  let stored: { salt?: unknown; entries?: unknown } = {};
  try {
    stored = (JSON.parse(typeof value === 'string' ? value : '{}') as typeof stored | null) ?? {};
  } catch {
    // Not ours, or damaged: start a new list.
  }
  const salt = new Uint8Array(toBytes(stored.salt));
  if (salt.length !== 16) return { salt: hash.getRandomValues(new Uint8Array(16)), entries };
  const bytes = toBytes(stored.entries).slice(0, most * entryBytes);
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const view = new DataView(bytes.buffer, at, entryBytes);
    entries.set(toText(bytes.slice(at, at + 8)), view.getUint32(8));
  }
  return { salt, entries };
}

export function boughtBefore(
  settings: DocumentSettings,
  hash: Hash,
  clock: Pick<Clock, 'setTimer'>,
): Purchases {
  const { salt, entries } = read(settings.get(settingName), hash);
  let saving: (() => void) | undefined;

  async function digest(key: string): Promise<{ name: string; mask: number }> {
    const text = new TextEncoder().encode(key);
    const salted = new Uint8Array(salt.length + text.length);
    salted.set(salt);
    salted.set(text, salt.length);
    const bytes = new Uint8Array(await hash.subtle.digest('SHA-256', salted));
    return { name: toText(bytes.slice(0, 8)), mask: new DataView(bytes.buffer).getUint32(8) };
  }

  /** `>>> 0`: an unsigned number again. */
  const countOf = ({ name, mask }: { name: string; mask: number }): number | undefined => {
    const hidden = entries.get(name);
    return hidden === undefined ? undefined : (hidden ^ mask) >>> 0;
  };

  function save(): void {
    saving = undefined;
    const bytes = new Uint8Array(entries.size * entryBytes);
    let at = 0;
    for (const [name, hidden] of entries) {
      bytes.set(toBytes(name), at);
      new DataView(bytes.buffer).setUint32(at + 8, hidden);
      at += entryBytes;
    }
    settings.set(settingName, JSON.stringify({ v: 1, salt: toText(salt), entries: toText(bytes) }));
    // A workbook that cannot be written to keeps no list.
    settings.saveAsync();
  }

  async function add(key: string, count: number | undefined): Promise<void> {
    const found = await digest(key);
    const wanted = Math.min(count ?? unlimited, unlimited);
    if ((countOf(found) ?? -1) >= wanted) return;
    entries.delete(found.name);
    entries.set(found.name, (wanted ^ found.mask) >>> 0);
    for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - most)))
      entries.delete(oldest);
    saving ??= clock.setTimer(save, gather);
  }

  return {
    knows: (key, count) =>
      digest(key).then(
        (found) => (countOf(found) ?? -1) >= (count ?? 0),
        () => false,
      ),
    note: (key, count) => void add(key, count).catch(() => undefined),
  };
}
