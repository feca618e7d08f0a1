// Storage that hangs instead of failing: everything ends in time, and is said.
import { webcrypto } from 'node:crypto';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { storageNotices } from '../../../src/engine/ports/guardedStore';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { cellFault } from '../../../src/excel/errors/cellError';
import { createRuntime } from '../../../src/excel/createRuntime';
import { keyProblemText } from '../../../src/excel/errors/say';
import { memoryOnlyNotice } from '../../../src/excel/user/keyVault';
import { createKeyVault } from '../../../src/excel/user/keyVault';
import type { CryptoKeyStore } from '../../../src/excel/stores/cryptoKeyStore';
import {
  memoryStrings,
  settingsNotices,
  stringsWithTimeout,
  type StringStore,
} from '../../../src/excel/stores/stringStore';
import { simulatedClock, type SimulatedClock } from '../../engine/support/simulatedClock';

const never = () => new Promise<never>(() => undefined);
const hungKeys: CryptoKeyStore = { get: never, set: never, remove: never };
const hungStrings: StringStore = { where: 'office', get: never, set: never, remove: never };
const hungStore: Store = {
  get: never,
  put: never,
  update: never,
  delete: never,
  entries: never,
  clear: never,
  close: () => undefined,
};
const alone = {
  broadcast: silentBroadcast,
  channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
};
const flat = makeDataRequest('hkproperty', { unit: 'TKS-01-12-B' });
/** WebCrypto works in threads of its own, which simulated time knows nothing of. */
async function until<T>(clock: SimulatedClock, promise: Promise<T>): Promise<T> {
  let isOver = false;
  promise.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  for (let turn = 0; !isOver && turn < 1_000; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(100);
  }
  return promise;
}
/** What a cell waits for the start before it says "still starting". */
const startPatience = 20_000;

test.each<[string, Partial<Parameters<typeof createRuntime>[0]>]>([
  ['texts', { strings: hungStrings, store: createMemoryStore() }],
  ['crypto keys', { strings: memoryStrings(), cryptoKeys: hungKeys, store: createMemoryStore() }],
  ['answers', { strings: memoryStrings(), store: hungStore }],
  ['everything', { strings: hungStrings, cryptoKeys: hungKeys, store: hungStore }],
])('a start with a hanging store of %s ends before cells give up, and takes a key', async (what, hung) => {
  const clock = simulatedClock();
  if (what === 'crypto keys') await hung?.strings?.set('key', 'v1.AAAA.BBBB');
  const runtime = await clock.until(createRuntime({ ...alone, clock, ...hung }));
  const failure: unknown = await clock.until(runtime.engine.ask(flat).catch((error: unknown) => error));
  expect(failure).toMatchObject({ code: 'no_key' });
  expect(clock.elapsed()).toBeLessThan(startPatience);
  await until(clock, runtime.key.save('sandbox-large-key'));
  expect(await runtime.key.read()).toBe('sandbox-large-key');
  await clock.until(runtime.settings.update({ dailyCap: 5 }));
  expect(runtime.settings.current().dailyCap).toBe(5);
  if (what !== 'answers') {
    expect(runtime.engine.state().notices).toContain(
      what === 'crypto keys' ? memoryOnlyNotice : settingsNotices.slow,
    );
    const problem = what === 'crypto keys' ? 'locked' : 'unread';
    const { message } = cellFault(failure, { keyProblem: problem });
    expect(message).toBe(keyProblemText(problem));
    expect(message.length).toBeLessThanOrEqual(250);
  } else expect(runtime.engine.state().notices.join()).toContain(storageNotices.slow);
});

test('every sentence about a missing key fits a cell and says what to do', () => {
  for (const problem of ['unread', 'locked', 'lost', 'unkept'] as const) {
    const says = keyProblemText(problem);
    expect(says.length).toBeLessThanOrEqual(250);
    expect(says).toMatch(/again/);
  }
});

test('a key that hangs while it is saved is kept in memory, and what was opened before does not come back', async () => {
  const clock = simulatedClock();
  const notice = jest.fn();
  const crypto = webcrypto as unknown as Crypto;
  const parts = {
    strings: memoryStrings(),
    cryptoKeys: hungKeys,
    crypto,
    clock,
    broadcast: silentBroadcast,
    notice,
  };
  const vault = await createKeyVault(parts);
  await until(clock, vault.save('a-key-0123456789'));
  expect(await vault.read()).toBe('a-key-0123456789');
  expect(notice).toHaveBeenCalledWith(memoryOnlyNotice);
  expect((await createKeyVault(parts)).problem()).toBe('unkept');
});

test('a write that comes through too late does not stay over a newer one', async () => {
  const clock = simulatedClock();
  const inner = memoryStrings();
  const held: (() => void)[] = [];
  const slow: StringStore = {
    ...inner,
    set: (key, value) =>
      value === 'old'
        ? new Promise((resolve) => held.push(() => resolve(inner.set(key, value))))
        : inner.set(key, value),
  };
  let told: string[] = [];
  const store = stringsWithTimeout(slow, clock, (text, isOver) => {
    told = [...told.filter((each) => each !== text), ...(isOver ? [] : [text])];
  });
  await expect(clock.until(store.set('key', 'old'))).rejects.toThrow();
  expect(told).toEqual([settingsNotices.slow]);
  await store.set('key', 'new');
  held.forEach((release) => release());
  await clock.settle();
  expect(told).toEqual([]);
  expect(await store.get('key')).toBe('new');
  await expect(clock.until(store.set('key', 'old'))).rejects.toThrow();
  await store.remove('key');
  held.forEach((release) => release());
  await clock.settle();
  expect(await store.get('key')).toBeUndefined();
});

test('a settings store that stops answering keeps the cap that was read before', async () => {
  const clock = simulatedClock();
  const strings = memoryStrings();
  let hangs = false;
  const flaky: StringStore = { ...strings, get: (key) => (hangs ? never() : strings.get(key)) };
  const told: (() => void)[] = [];
  const broadcast = {
    post: () => undefined,
    subscribe: (_topic: string, listener: () => void) => {
      told.push(listener);
      return () => undefined;
    },
  };
  const runtime = await clock.until(
    createRuntime({ ...alone, broadcast, clock, strings: flaky, store: createMemoryStore() }),
  );
  await runtime.settings.update({ dailyCap: 7 });
  hangs = true;
  told.forEach((listener) => listener());
  await clock.advance(60_000);
  expect(runtime.settings.current().dailyCap).toBe(7);
});

test('a library that could not be read is not written over', async () => {
  const clock = simulatedClock();
  const runtime = await clock.until(
    createRuntime({ ...alone, clock, strings: hungStrings, store: createMemoryStore() }),
  );
  const saved = runtime.library.save({ name: 'Family', params: {}, changedAt: 1 });
  await expect(clock.until(saved)).rejects.toThrow('could not be read');
});

test('a key that its store gives only after the time limit is used as soon as it is there', async () => {
  const clock = simulatedClock();
  const strings = memoryStrings();
  let secret: CryptoKey | undefined;
  const cryptoKeys: CryptoKeyStore = {
    get: () => Promise.resolve(secret),
    set: (key) => Promise.resolve(void (secret = key)),
    remove: () => Promise.resolve(void (secret = undefined)),
  };
  const before = await createRuntime({ ...alone, clock, strings, cryptoKeys, store: createMemoryStore() });
  await until(clock, before.key.save('a-key-0123456789'));
  let release = () => undefined as void;
  const responds = new Promise<void>((resolve) => (release = resolve));
  const slow: StringStore = {
    ...strings,
    get: (key) => responds.then(() => strings.get(key)),
  };
  const runtime = await clock.until(
    createRuntime({ ...alone, clock, strings: slow, cryptoKeys, store: createMemoryStore() }),
  );
  expect(runtime.key.problem()).toBe('unread');
  expect(runtime.engine.state().notices).toEqual([settingsNotices.slow]);
  await clock.advance(60_000);
  expect(runtime.key.problem()).toBe('unread');
  release();
  await until(clock, new Promise<void>((resolve) => void runtime.key.subscribe(resolve)));
  expect(await runtime.key.read()).toBe('a-key-0123456789');
  expect(runtime.key.problem()).toBeUndefined();
  expect(runtime.engine.state().notices).toEqual([]);
});
