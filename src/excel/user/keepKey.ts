// Stores the API key and removes it: code for the moment when someone enters one, which no formula waits for.
import type { Notice } from '../../engine/ports/guardedStore';
import { cipherOf, cipherWith, form, notKept, storedKey, timely, type KeyStores } from './keyForm';

export const memoryOnlyNotice =
  'This Excel cannot store the key safely, so it is kept in memory only. Enter it again after a restart.';

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

async function seal(stores: KeyStores, plain: string): Promise<void> {
  const { subtle, getRandomValues } = cipherOf(stores);
  const iv = getRandomValues.call(stores.crypto, new Uint8Array(12)) as Uint8Array<ArrayBuffer>;
  const cipher = cipherWith(iv);
  const secret = await subtle.generateKey({ name: cipher.name, length: 256 }, false, ['encrypt', 'decrypt']);
  const sealed = await subtle.encrypt(cipher, secret, new TextEncoder().encode(plain));
  await timely(stores, () => stores.cryptoKeys.set(secret));
  await stores.strings.set(storedKey, `${form}.${toText(iv)}.${toText(new Uint8Array(sealed))}`);
}

/** Removes both halves; if one fails, the other is still removed. */
export async function eraseKey(stores: KeyStores): Promise<void> {
  const { strings, cryptoKeys } = stores;
  const ends = await Promise.allSettled([
    strings.remove(storedKey),
    timely(stores, () => cryptoKeys.remove()),
  ]);
  if (ends[0].status === 'rejected') await strings.set(storedKey, '').catch(() => undefined);
}

export async function keepKey(stores: KeyStores, plain: string, notice: Notice): Promise<void> {
  await seal(stores, plain).then(
    () => notice(memoryOnlyNotice, true),
    async () => {
      notice(memoryOnlyNotice);
      await stores.strings.set(storedKey, notKept).catch(() => void eraseKey(stores));
    },
  );
}
