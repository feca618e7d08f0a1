import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { StoreRefused, type Store } from '../../../src/engine/ports/store';
import {
  hostStrings,
  firstWorking,
  localStrings,
  memoryStrings,
  officeStrings,
  roamingStrings,
  works,
  type StringStore,
} from '../../../src/excel/stores/stringStore';
import { createIndexedDbStore } from '../../../src/excel/stores/indexedDbStore';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { simulatedClock } from '../../engine/support/simulatedClock';

function fakeStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (at) => [...values.keys()][at] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, String(value)),
  };
}

function fakeOfficeStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => Promise.resolve(values.get(key) ?? null),
    setItem: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void values.delete(key)),
  };
}

/** As Outlook's: changes count only after they are saved. */
function fakeRoaming(outcome: 'succeeded' | 'failed' = 'succeeded') {
  const values = new Map<string, unknown>();
  return {
    get: (name: string): unknown => values.get(name),
    set: (name: string, value: unknown) => void values.set(name, value),
    remove: (name: string) => void values.delete(name),
    saveAsync: ((done?: (result: Office.AsyncResult<void>) => void) =>
      done?.({
        status: outcome,
      } as unknown as Office.AsyncResult<void>)) as Office.RoamingSettings['saveAsync'],
  };
}

describe.each<[string, () => StringStore]>([
  ['memory', memoryStrings],
  ['local', () => localStrings(fakeStorage(), undefined)],
  ['local', () => localStrings(fakeStorage(), 'partition/')],
  ['office', () => officeStrings(fakeOfficeStorage())],
  ['roaming', () => roamingStrings(fakeRoaming())],
])('the %s store of texts', (where, make) => {
  test('says what it is and works', async () => {
    const store = make();
    expect(store.where).toBe(where);
    expect(await works(store, browserClock)).toBe(true);
  });

  test('gives what was set last, and nothing for what was never set', async () => {
    const store = make();
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', '1');
    await store.set('a', '2');
    await store.set('b', '');
    expect(await store.get('a')).toBe('2');
    expect(await store.get('b')).toBe('');
  });

  test('removal really removes, also what is not there', async () => {
    const store = make();
    await store.set('a', '1');
    await store.remove('a');
    await store.remove('never');
    expect(await store.get('a')).toBeUndefined();
  });

  test('keeps any text', async () => {
    const store = make();
    const text = '{"a":"é 漢字 \\u0000 👩‍🚀"}'.repeat(100);
    await store.set('a', text);
    expect(await store.get('a')).toBe(text);
  });
});

describe('which store of texts is taken', () => {
  test('what roams, before what Office keeps, before what the browser keeps, before memory', async () => {
    const roaming = fakeRoaming() as unknown as Office.RoamingSettings;
    const storage = fakeOfficeStorage();
    const localStorage = fakeStorage();
    const passedOver = jest.fn();
    const where = async (host: Parameters<typeof hostStrings>[2]) =>
      (await hostStrings(browserClock, passedOver, host)).where;
    expect(
      await where({
        Office: { context: { roamingSettings: roaming } },
        OfficeRuntime: { storage },
        localStorage,
      }),
    ).toBe('roaming');
    expect(await where({ OfficeRuntime: { storage }, localStorage })).toBe('office');
    expect(await where({ localStorage })).toBe('local');
    expect(await where({})).toBe('memory');
    expect(passedOver).not.toHaveBeenCalled();
  });

  test('one that is there but refuses, throws or never answers is passed over', async () => {
    const refuses = () => roamingStrings(fakeRoaming('failed'));
    const throws = () => {
      throw new Error('SecurityError');
    };
    const clock = simulatedClock();
    const passedOver = jest.fn();
    expect((await firstWorking([refuses, throws, () => undefined], clock, passedOver)).where).toBe('memory');
    expect(passedOver).toHaveBeenCalledTimes(2);
    const silent = officeStrings({
      ...fakeOfficeStorage(),
      getItem: () => new Promise<string>(() => undefined),
    });
    expect(await clock.until(works(silent, clock))).toBe(false);
  });

  test('two windows that look at the same moment find the same store', async () => {
    const storage = fakeOfficeStorage();
    const found = await Promise.all(
      [0, 1, 2].map(async (late) => {
        for (let turn = 0; turn < late; turn += 1) await Promise.resolve();
        return firstWorking([() => officeStrings(storage)], browserClock, () => undefined);
      }),
    );
    expect(found.map(({ where }) => where)).toEqual(['office', 'office', 'office']);
    expect(storage.values.size).toBe(0);
  });

  test('local storage carries the partition in its keys', async () => {
    const storage = fakeStorage();
    await localStrings(storage, 'addin7:').set('settings', '{}');
    expect(storage.key(0)).toBe('addin7:Spillway.settings');
  });
});

let databases = 0;
const freshName = () => `test-${(databases += 1)}`;

describe.each<[string, () => Store]>([
  ['memory', createMemoryStore],
  ['IndexedDB', () => createIndexedDbStore(freshName())],
])('the %s store of the engine', (_where, make) => {
  test('keeps values by area and key', async () => {
    const store = make();
    await store.put('answers', [
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ]);
    await store.put('index', [['a', 'other']]);
    expect(await store.get('answers', 'a')).toEqual({ n: 1 });
    expect(await store.get('index', 'a')).toBe('other');
    expect(await store.get('index', 'b')).toBeUndefined();
    expect((await store.entries('answers')).sort()).toEqual([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ]);
    store.close();
  });

  test('overwrites, deletes and clears', async () => {
    const store = make();
    await store.put('days', [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    await store.put('days', [['a', 9]]);
    await store.delete('days', ['b', 'never']);
    expect((await store.entries('days')).sort()).toEqual([
      ['a', 9],
      ['c', 3],
    ]);
    await store.clear('days');
    expect(await store.entries('days')).toEqual([]);
    store.close();
  });
});

describe('the IndexedDB store', () => {
  test.each([
    ['SecurityError', true],
    ['UnknownError', true],
    ['VersionError', false],
    ['AbortError', false],
  ])('that fails to open with %s is refused: %s', async (name, isRefused) => {
    const opening = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', name);
    });
    const store = createIndexedDbStore(freshName());
    const failure = await store.get('answers', 'a').catch((error: unknown) => error);
    expect(failure instanceof StoreRefused).toBe(isRefused);
    opening.mockRestore();
    await store.put('answers', [['a', 1]]);
    expect(await store.get('answers', 'a')).toBe(1);
  });

  test('survives a restart', async () => {
    const name = freshName();
    const first = createIndexedDbStore(name);
    await first.put('answers', [['a', 1]]);
    first.close();
    expect(await createIndexedDbStore(name).get('answers', 'a')).toBe(1);
  });

  test('reads what is looked for at the same time in one transaction, each after the writes before it', async () => {
    const store = createIndexedDbStore(freshName());
    const rows = Array.from({ length: 100 }, (_, nth): [string, number] => [`${nth}`, nth]);
    await store.put('answers', rows);
    const opened = jest.spyOn(IDBDatabase.prototype, 'transaction');
    expect(await Promise.all(rows.map(([key]) => store.get('answers', key)))).toEqual(rows.map(([, n]) => n));
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
    const again = await Promise.all([
      store.get('answers', '7'),
      store.put('answers', [['7', 'new']]),
      store.get('answers', '7'),
      store.get('days', '7'),
    ]);
    expect(again).toEqual([7, undefined, 'new', undefined]);
  });

  test('reads the others where one of them cannot be read', async () => {
    const store = createIndexedDbStore(freshName());
    await store.put('answers', [
      ['a', 1],
      ['b', 2],
    ]);
    const copying = jest.spyOn(globalThis, 'structuredClone').mockImplementationOnce(() => {
      throw new DOMException('damaged', 'DataError');
    });
    const read = await Promise.allSettled([store.get('answers', 'a'), store.get('answers', 'b')]);
    copying.mockRestore();
    expect(read.map((each) => (each.status === 'fulfilled' ? each.value : each.status))).toEqual([
      'rejected',
      2,
    ]);
  });

  test('gives way when the database is deleted under it, tells, and works again', async () => {
    const name = freshName();
    const store = createIndexedDbStore(name);
    const lost = jest.fn();
    store.onLost?.(lost);
    await store.put('answers', [['a', 1]]);
    await deleteDB(name);
    expect(await store.get('answers', 'a')).toBeUndefined();
    expect(lost).toHaveBeenCalledTimes(1);
    await store.put('answers', [['a', 2]]);
    expect(await store.get('answers', 'a')).toBe(2);
  });

  test('fails, and does not hang, where a newer version of the database is there', async () => {
    const name = freshName();
    const newer = await openDB(name, 99);
    await expect(createIndexedDbStore(name).get('answers', 'a')).rejects.toBeDefined();
    newer.close();
  });
});
