// The API key: encrypted at rest with a WebCrypto key that no script can read, in memory while the page lives, shown
// masked, never in a workbook, a formula, an address or a log.
import type { ChangeBroadcast } from './changeBroadcast';
import type { Clock } from '../../engine/ports/clock';
import { createListeners } from '../../engine/ports/listeners';
import { inTime } from '../../engine/ports/inTime';
import type { KeyProblem, KeyVault } from '../runtime';
import type { CryptoKeyStore } from '../stores/cryptoKeyStore';
import type { StringStore } from '../stores/stringStore';
import { storeTimeout } from '../stores/timelyStrings';

const name = 'key';
const form = 'v1';
/** Stored in place of a key that could not be stored, so that the next start can say why it is missing. */
const notKept = 'unkept';
const algorithm = 'AES-GCM';

export const memoryOnlyNotice =
  'This Excel cannot store the key safely, so it is kept in memory only. Enter it again after a restart.';

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** The last four characters of a long key; of a short one they would be too much of it. */
export const masked = (key: string): string => `••••••${key.length >= 12 ? key.slice(-4) : ''}`;

export interface KeyVaultParts {
  readonly strings: StringStore;
  readonly cryptoKeys: CryptoKeyStore;
  /** Undefined if the page is not a secure context. */
  readonly crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | undefined;
  readonly clock: Clock;
  readonly broadcast: ChangeBroadcast;
  readonly notice: (text: string) => void;
}

interface Opened {
  readonly key?: string | undefined;
  readonly problem?: KeyProblem | undefined;
}

interface SealedKey {
  readonly open: () => Promise<Opened>;
  readonly seal: (plain: string) => Promise<void>;
  readonly erase: () => Promise<void>;
}

/** The stored key: encrypted text in one store, the key that decrypts it in another. */
function createSealedKey(parts: KeyVaultParts): SealedKey {
  const { strings, cryptoKeys } = parts;
  const bound = new TextEncoder().encode('spillway key');

  const cipher = () => {
    if (!parts.crypto?.subtle) throw new Error('No WebCrypto here.');
    return parts.crypto;
  };

  const timely = <T>(work: () => Promise<T>): Promise<T> => inTime(parts.clock, storeTimeout, work);

  async function open(): Promise<Opened> {
    let stage: KeyProblem = 'unread';
    try {
      const [version, iv, text] = ((await strings.get(name)) ?? '').split('.');
      if (version === notKept) return { problem: 'unkept' };
      if (version !== form || !iv || !text) return {};
      stage = 'locked';
      const secret = await timely(() => cryptoKeys.get());
      stage = 'lost';
      const opened = await cipher().subtle.decrypt(
        { name: algorithm, iv: toBytes(iv), additionalData: bound },
        // Without it the key is lost, as it is with the wrong one.
        secret!,
        toBytes(text),
      );
      return { key: new TextDecoder().decode(opened) };
    } catch {
      return { problem: stage };
    }
  }

  async function seal(plain: string): Promise<void> {
    const { subtle, getRandomValues } = cipher();
    const secret = await subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);
    const iv = getRandomValues.call(parts.crypto, new Uint8Array(12)) as Uint8Array<ArrayBuffer>;
    const sealed = await subtle.encrypt(
      { name: algorithm, iv, additionalData: bound },
      secret,
      new TextEncoder().encode(plain),
    );
    await timely(() => cryptoKeys.set(secret));
    await strings.set(name, `${form}.${toText(iv)}.${toText(new Uint8Array(sealed))}`);
  }

  /** Removes both halves; if one fails, the other is still removed. */
  async function erase(): Promise<void> {
    const ends = await Promise.allSettled([strings.remove(name), timely(() => cryptoKeys.remove())]);
    if (ends[0].status === 'rejected') await strings.set(name, '').catch(() => undefined);
  }

  return { open, seal, erase };
}

export async function createKeyVault(parts: KeyVaultParts): Promise<KeyVault> {
  const { strings, broadcast, notice } = parts;
  const { open, seal, erase } = createSealedKey(parts);
  const listeners = createListeners();
  let key: string | undefined;
  let problem: KeyProblem | undefined;
  let turns = 0;

  /** Reads the store; the result is dropped if a later read or a change on this page overtook it. */
  async function reread(): Promise<void> {
    const turn = (turns += 1);
    const next = await open();
    // If nothing could be read, keep what is known.
    if (turn !== turns || (next.problem === 'unread' && key !== undefined)) return;
    const same = next.key === key && next.problem === problem;
    ({ key, problem } = next);
    if (!same) listeners.notify();
  }

  broadcast.subscribe('key', () => void reread());
  await reread();

  return {
    masked: () => (key === undefined ? undefined : masked(key)),
    read: () => Promise.resolve(key),
    problem: () => problem,
    save: async (given) => {
      turns += 1;
      key = given.trim() || undefined;
      problem = undefined;
      if (key === undefined) await erase();
      else {
        await seal(key).catch(async () => {
          notice(memoryOnlyNotice);
          await strings.set(name, notKept).catch(() => void erase());
        });
      }
      listeners.notify();
      broadcast.post('key');
    },
    remove: async () => {
      turns += 1;
      key = problem = undefined;
      await erase();
      listeners.notify();
      broadcast.post('key');
    },
    subscribe: listeners.subscribe,
  };
}
