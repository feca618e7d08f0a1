import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import { makeDataRequest } from '../../src/engine/request/dataRequest';
import { silentBroadcast } from '../../src/excel/user/changeBroadcast';
import { createCellRegistry } from '../../src/excel/recalculation/cellRegistry';
import { createRuntime } from '../../src/excel/createRuntime';
import { browserClock } from '../../src/excel/stores/browserPorts';
import { memoryStrings } from '../../src/excel/stores/stringStore';
import { listen } from '../../sandbox/listen';

/** A channel keeps a Node process alive. */
const alone = {
  broadcast: silentBroadcast,
  channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
};
const flat = makeDataRequest('hkproperty', { unit: 'TKS-01-12-B' });

test('one runtime over the sandbox: key, settings, an answer, a restart that pays nothing', async () => {
  const sandbox = await listen();
  const strings = memoryStrings();
  const store = createMemoryStore();
  let secret: CryptoKey | undefined;
  const cryptoKeys = {
    get: () => Promise.resolve(secret),
    set: (key: CryptoKey) => Promise.resolve(void (secret = key)),
    remove: () => Promise.resolve(void (secret = undefined)),
  };
  const start = () => createRuntime({ ...alone, cells: createCellRegistry(), strings, store, cryptoKeys });
  const runtime = await start();
  await expect(runtime.engine.ask(flat)).rejects.toMatchObject({ code: 'no_key' });
  await runtime.settings.update({ baseUrl: sandbox.url });
  await runtime.key.save('sandbox-large');
  expect(await runtime.engine.ask(flat)).toMatchObject({ from: 'service', spent: 1 });
  expect((await runtime.engine.usage())[0]).toMatchObject({ plan: 'large' });
  await runtime.engine.close();
  const again = await start();
  expect(await again.engine.ask(flat)).toMatchObject({ from: 'cache', spent: 0 });
  expect(again.key.masked()).toBe('••••••arge');
  await again.library.save({ name: 'Family', params: { adults: 2 }, changedAt: 1 });
  expect(again.library.get('family')?.params).toEqual({ adults: 2 });
  await again.filterSets.save({ name: 'Local', params: { rooms: 1 }, changedAt: 1 });
  expect(again.filterSets.list()).toHaveLength(1);
  await again.engine.close();
  await sandbox.close();
});

test('cells that show a request another window renewed are told', async () => {
  const cells = createCellRegistry();
  cells.note({
    cell: 'S!A1',
    function: 'HKPROPERTY.VALUE',
    requests: [flat],
    filterSets: [],
    failed: false,
    at: 1,
  });
  const runtime = await createRuntime({
    ...alone,
    cells,
    strings: memoryStrings(),
    store: createMemoryStore(),
  });
  const told = new Promise((resolve) =>
    runtime.engine.subscribe((event) => event.type === 'renewed' && resolve(event)),
  );
  await expect(runtime.engine.ask(flat)).rejects.toMatchObject({ code: 'no_key' });
  await runtime.key.save('sandbox-large');
  expect(await told).toMatchObject({ cells: ['S!A1'] });
  await runtime.engine.close();
});

test('while Spillway writes formulas, what they make others ask for is held, also a moment later', async () => {
  const sandbox = await listen();
  let secret: CryptoKey | undefined;
  const timers: (() => void)[] = [];
  const runtime = await createRuntime({
    ...alone,
    strings: memoryStrings(),
    store: createMemoryStore(),
    cryptoKeys: {
      get: () => Promise.resolve(secret),
      set: (key: CryptoKey) => Promise.resolve(void (secret = key)),
      remove: () => Promise.resolve(void (secret = undefined)),
    },
    clock: {
      ...browserClock,
      setTimer: (run, after) => {
        if (after !== 2_000) return browserClock.setTimer(run, after);
        timers.push(run);
        return () => undefined;
      },
    },
  });
  await runtime.settings.update({ baseUrl: sandbox.url });
  await runtime.key.save('sandbox-large');
  const other = makeDataRequest('hkproperty', { unit: 'MFS-01-12-B' });
  const held = { code: 'held' };
  await runtime.holdNew(() => expect(runtime.engine.ask(flat)).rejects.toMatchObject(held));
  await expect(runtime.engine.ask(flat)).rejects.toMatchObject(held);
  for (const end of timers) end();
  // What was held stays held until someone agrees; anything else is asked for as ever.
  await expect(runtime.engine.ask(flat)).rejects.toMatchObject(held);
  expect(await runtime.engine.ask(other)).toMatchObject({ spent: 1 });
  expect(await runtime.engine.ask(flat, { agreed: 1 })).toMatchObject({ spent: 1 });
  await runtime.engine.close();
  await sandbox.close();
});
