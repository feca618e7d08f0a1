// How the API key is stored: what both who reads it and who writes it must know.
import { type Clock, inTime } from '../../engine/ports/clock';
import type { CryptoKeyStore } from '../stores/cryptoKeyStore';
import { storeTimeout, type StringStore } from '../stores/stringStore';

/** The name of the text, its version, and what stands there if a key could not be stored. */
export const storedKey = 'key';
export const form = 'v1';
export const notKept = 'unkept';

export interface KeyStores {
  /** Has the encrypted text. */
  readonly strings: StringStore;
  /** Has the key that decrypts it. */
  readonly cryptoKeys: CryptoKeyStore;
  /** Undefined if the page is not a secure context. */
  readonly crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | undefined;
  readonly clock: Clock;
}

export const cipherOf = ({ crypto }: KeyStores) => {
  if (!crypto?.subtle) throw new Error('No WebCrypto here.');
  return crypto;
};

export const cipherWith = (iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode('spillway key'),
});

export const timely = <T>({ clock }: KeyStores, work: () => Promise<T>): Promise<T> =>
  inTime(clock, storeTimeout, work);
