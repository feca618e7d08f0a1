// The API key: encrypted at rest with a WebCrypto key that no script can read, in memory while the page lives, shown
// masked, never in a workbook, a formula, an address or a log.
import type { ChangeBroadcast } from './changeBroadcast';
import type { Notice } from '../../engine/ports/guardedStore';
import { createListeners } from '../../engine/ports/listeners';
import { type Clock, inTime } from '../../engine/ports/clock';
import { fromBase64, toBase64 } from '../base64';
import type { KeyProblem, KeyVault } from '../runtime';
import type { CryptoKeyStore } from '../stores/cryptoKeyStore';
import { storeTimeout, type StringStore } from '../stores/stringStore';

/** The name of the text, its version, and what stands there if a key could not be stored. */
const storedKey = 'key';
const form = 'v1';
const notKept = 'unkept';

interface KeyStores {
  /** Has the encrypted text. */
  readonly strings: StringStore;
  /** Has the key that decrypts it. */
  readonly cryptoKeys: CryptoKeyStore;
  /** Undefined if the page is not a secure context. */
  readonly crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | undefined;
  readonly clock: Clock;
}

const cipherOf = ({ crypto }: KeyStores) => {
  if (!crypto?.subtle) throw new Error('No WebCrypto here.');
  return crypto;
};

const cipherWith = (iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode('spillway key'),
});

const timely = <T>({ clock }: KeyStores, work: () => Promise<T>): Promise<T> =>
  inTime(clock, storeTimeout, work);

/** Milliseconds until a store that could not be read is read again. */
const secondLook = 5_000;

/** The last four characters of a long key; of a short one they would be too much of it. */
export const masked = (key: string): string => `••••••${key.length >= 12 ? key.slice(-4) : ''}`;

export interface KeyVaultParts extends KeyStores {
  readonly broadcast: ChangeBroadcast;
  readonly notice: Notice;
}

interface Opened {
  readonly key?: string | undefined;
  readonly problem?: KeyProblem | undefined;
}

async function open(stores: KeyStores): Promise<Opened> {
  let stage: KeyProblem = 'unread';
  try {
    const [version, iv, text] = ((await stores.strings.get(storedKey)) ?? '').split('.');
    if (version === notKept) return { problem: 'unkept' };
    // A newer version wrote it: there is a key, and this version cannot open it.
    if (version !== form && /^v\d+$/.test(version ?? '')) return { problem: 'lost' };
    if (version !== form || !iv || !text) return {};
    stage = 'locked';
    const secret = await timely(stores, () => stores.cryptoKeys.get());
    stage = 'lost';
    // Without it the key is lost, as it is with the wrong one.
    const opened = await cipherOf(stores).subtle.decrypt(
      cipherWith(fromBase64(iv)),
      secret!,
      fromBase64(text),
    );
    return { key: new TextDecoder().decode(opened) };
  } catch {
    return { problem: stage };
  }
}

export const memoryOnlyNotice =
  'This Excel cannot store the key safely, so it is kept in memory only. Enter it again after a restart.';

async function seal(stores: KeyStores, plain: string): Promise<void> {
  const { subtle, getRandomValues } = cipherOf(stores);
  const iv = getRandomValues.call(stores.crypto, new Uint8Array(12)) as Uint8Array<ArrayBuffer>;
  const cipher = cipherWith(iv);
  const secret = await subtle.generateKey({ name: cipher.name, length: 256 }, false, ['encrypt', 'decrypt']);
  const sealed = await subtle.encrypt(cipher, secret, new TextEncoder().encode(plain));
  await timely(stores, () => stores.cryptoKeys.set(secret));
  await stores.strings.set(storedKey, `${form}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
}

/** Removes both halves; if one fails, the other is still removed. */
async function eraseKey(stores: KeyStores): Promise<void> {
  const { strings, cryptoKeys } = stores;
  const ends = await Promise.allSettled([
    strings.remove(storedKey),
    timely(stores, () => cryptoKeys.remove()),
  ]);
  if (ends[0].status === 'rejected') await strings.set(storedKey, '').catch(() => undefined);
}

async function keepKey(stores: KeyStores, plain: string, notice: Notice): Promise<void> {
  await seal(stores, plain).then(
    () => notice(memoryOnlyNotice, true),
    async () => {
      notice(memoryOnlyNotice);
      await stores.strings.set(storedKey, notKept).catch(() => void eraseKey(stores));
    },
  );
}

export async function createKeyVault(parts: KeyVaultParts): Promise<KeyVault> {
  const { broadcast, clock, notice } = parts;
  const listeners = createListeners();
  let key: string | undefined;
  let problem: KeyProblem | undefined;
  let turns = 0;

  /** Reads the store; the result is dropped if a later read or a change on this page overtook it. */
  async function reread(): Promise<void> {
    const turn = (turns += 1);
    const next = await open(parts);
    // If nothing could be read, keep what is known.
    if (turn !== turns || (next.problem === 'unread' && key !== undefined)) return;
    const same = next.key === key && next.problem === problem;
    ({ key, problem } = next);
    if (!same) listeners.notify();
    lookAgain();
  }

  /** A store that is slow has the key all the same. Not while there is one: it would be overwritten. */
  function lookAgain(): void {
    if (problem !== 'unread' && problem !== 'locked') return;
    const turn = turns;
    clock.setTimer(() => turn === turns && void reread(), secondLook);
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
      await (key === undefined ? eraseKey(parts) : keepKey(parts, key, notice));
      listeners.notify();
      broadcast.post('key');
    },
    remove: async () => {
      turns += 1;
      key = problem = undefined;
      await eraseKey(parts);
      listeners.notify();
      broadcast.post('key');
    },
    subscribe: listeners.subscribe,
  };
}
