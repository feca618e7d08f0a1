import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { webcrypto } from 'node:crypto';
import { silentBroadcast, type ChangeBroadcast } from '../../../src/excel/user/changeBroadcast';
import { memoryOnlyNotice } from '../../../src/excel/user/keyVault';
import { createKeyVault, masked, type KeyVaultParts } from '../../../src/excel/user/keyVault';
import type { CryptoKeyStore } from '../../../src/excel/stores/cryptoKeyStore';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { memoryStrings } from '../../../src/excel/stores/stringStore';

/** In this process IndexedDB is a fake that cannot clone a CryptoKey; browsers can, which the browser tests show. */
function keysInMemory(): CryptoKeyStore & { key: CryptoKey | undefined } {
  const store = {
    key: undefined as CryptoKey | undefined,
    get: () => Promise.resolve(store.key),
    set: (key: CryptoKey) => Promise.resolve(void (store.key = key)),
    remove: () => Promise.resolve(void (store.key = undefined)),
  };
  return store;
}

/** A vault looks again for as long as it cannot be opened: that must not keep the test from ending. */
const endingClock: typeof browserClock = {
  ...browserClock,
  setTimer: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

const crypto = webcrypto as unknown as Crypto;
const key = 'sk-live-0123456789-3f9a';
const parts = (change: Partial<KeyVaultParts> = {}): KeyVaultParts => ({
  strings: memoryStrings(),
  cryptoKeys: keysInMemory(),
  crypto,
  clock: endingClock,
  broadcast: silentBroadcast,
  notice: () => undefined,
  ...change,
});

describe('the key vault', () => {
  test('keeps the key over a restart, encrypted, with a key that cannot be exported', async () => {
    const cryptoKeys = keysInMemory();
    const given = parts({ cryptoKeys });
    const vault = await createKeyVault(given);
    expect(vault.masked()).toBeUndefined();
    await vault.save(`  ${key} `);
    const stored = await given.strings.get('key');
    expect(stored).toMatch(/^v1\./);
    expect(stored).not.toContain(key);
    expect(Buffer.from(stored ?? '', 'base64').toString()).not.toContain(key);
    expect(cryptoKeys.key?.extractable).toBe(false);
    const again = await createKeyVault(given);
    expect(await again.read()).toBe(key);
    expect(again.masked()).toBe('••••••3f9a');
  });

  test('is sealed anew each time: the same key twice is not the same text', async () => {
    const given = parts();
    const vault = await createKeyVault(given);
    await vault.save(key);
    const first = await given.strings.get('key');
    await vault.save(key);
    expect(await given.strings.get('key')).not.toBe(first);
  });

  test('removal really removes: text, crypto key and memory', async () => {
    const cryptoKeys = keysInMemory();
    const given = parts({ cryptoKeys });
    const vault = await createKeyVault(given);
    await vault.save(key);
    const told = jest.fn();
    vault.subscribe(told);
    await vault.remove();
    expect(told).toHaveBeenCalledTimes(1);
    expect(await vault.read()).toBeUndefined();
    expect(vault.masked()).toBeUndefined();
    expect(await given.strings.get('key')).toBeUndefined();
    expect(cryptoKeys.key).toBeUndefined();
    expect(await (await createKeyVault(given)).read()).toBeUndefined();
  });

  test.each<[string, Partial<KeyVaultParts>]>([
    ['no WebCrypto', { crypto: undefined }],
    [
      'blocked IndexedDB',
      {
        cryptoKeys: {
          get: () => Promise.reject(new Error('x')),
          set: () => Promise.reject(new Error('x')),
          remove: () => Promise.reject(new Error('x')),
        },
      },
    ],
    ['a full store', { strings: { ...memoryStrings(), set: () => Promise.reject(new Error('full')) } }],
  ])(
    'with %s the key stays in memory, is never stored in the clear, and the user is told',
    async (_what, change) => {
      const notice = jest.fn();
      const given = parts({ ...change, notice });
      const vault = await createKeyVault(given);
      await vault.save(key);
      expect(await vault.read()).toBe(key);
      expect(notice).toHaveBeenCalledWith(memoryOnlyNotice);
      expect((await given.strings.get('key')) ?? '').not.toContain(key);
    },
  );

  test.each(['rubbish', 'v1.AAAA.BBBB', 'v9.a.b', ''])('a damaged text (%j) is no key', async (text) => {
    const given = parts();
    await given.strings.set('key', text);
    expect(await (await createKeyVault(given)).read()).toBeUndefined();
  });

  test('a wiped crypto key means that the key must be entered again', async () => {
    const cryptoKeys = keysInMemory();
    const given = parts({ cryptoKeys });
    await (await createKeyVault(given)).save(key);
    await cryptoKeys.remove();
    expect(await (await createKeyVault(given)).read()).toBeUndefined();
  });

  test('says after a restart why a key is not there', async () => {
    const refused = () => Promise.reject(new Error('SecurityError'));
    const blocked: CryptoKeyStore = { get: refused, set: refused, remove: refused };
    const fresh = parts();
    expect((await createKeyVault(fresh)).problem()).toBeUndefined();
    const given = parts({ cryptoKeys: blocked });
    const vault = await createKeyVault(given);
    await vault.save(key);
    expect(vault.problem()).toBeUndefined();
    const again = await createKeyVault(given);
    expect([await again.read(), again.problem()]).toEqual([undefined, 'unkept']);
    await again.remove();
    expect((await createKeyVault(given)).problem()).toBeUndefined();

    await (await createKeyVault(fresh)).save(key);
    expect((await createKeyVault({ ...fresh, cryptoKeys: blocked })).problem()).toBe('locked');
    await fresh.cryptoKeys.remove();
    expect((await createKeyVault(fresh)).problem()).toBe('lost');
    const unread = { ...fresh, strings: { ...fresh.strings, get: refused } };
    expect((await createKeyVault(unread)).problem()).toBe('unread');
  });

  test('an old key does not come back where the new one could not be stored', async () => {
    const given = parts();
    await (await createKeyVault(given)).save(key);
    const set = jest.fn(() => Promise.reject(new Error('full')));
    const vault = await createKeyVault({ ...given, strings: { ...given.strings, set } });
    await vault.save('another-key-0123456789');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await (await createKeyVault(given)).read()).toBeUndefined();
  });

  test('a change reaches the other windows', async () => {
    const listeners: (() => void)[] = [];
    const broadcast: ChangeBroadcast = {
      post: () => listeners.forEach((listener) => listener()),
      subscribe: (_topic, listener) => {
        listeners.push(listener);
        return () => undefined;
      },
    };
    const given = parts({ broadcast });
    const [one, two] = [await createKeyVault(given), await createKeyVault(given)];
    const told = new Promise<void>((resolve) => two.subscribe(resolve));
    await one.save(key);
    await told;
    expect(await two.read()).toBe(key);
  });

  test('news that comes before the stored text leads to the key when the text is there', async () => {
    const listeners: (() => void)[] = [];
    const broadcast: ChangeBroadcast = {
      post: () => undefined,
      subscribe: (_topic, listener) => {
        listeners.push(listener);
        return () => undefined;
      },
    };
    const given = parts();
    await (await createKeyVault(given)).save(key);
    let bringNothing: (text: undefined) => void = () => undefined;
    const early = [
      Promise.resolve(undefined),
      new Promise<undefined>((resolve) => {
        bringNothing = resolve;
      }),
    ];
    const strings = {
      ...given.strings,
      get: (name: string) => early.shift() ?? given.strings.get(name),
    };
    const vault = await createKeyVault({ ...given, strings, broadcast });
    expect(await vault.read()).toBeUndefined();
    const told = new Promise<void>((resolve) => vault.subscribe(resolve));
    const receive = () => listeners.forEach((listener) => listener());
    receive();
    receive();
    await told;
    // The earlier reading ends last and has nothing: it must not count.
    bringNothing(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await vault.read()).toBe(key);
  });

  test('of a short key nothing is shown', () => {
    expect(masked('short')).toBe('••••••');
  });

  test('saving nothing removes', async () => {
    const given = parts();
    const vault = await createKeyVault(given);
    await vault.save(key);
    await vault.save('   ');
    expect(await vault.read()).toBeUndefined();
    expect(await given.strings.get('key')).toBeUndefined();
    expect(await openDB('unused', 1).then((database) => database.name)).toBe('unused');
  });
});
