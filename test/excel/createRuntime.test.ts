import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import { makeDataRequest } from '../../src/engine/request/dataRequest';
import { silentBroadcast } from '../../src/excel/user/changeBroadcast';
import { createCellRegistry } from '../../src/excel/recalculation/cellRegistry';
import { createRuntime } from '../../src/excel/createRuntime';
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

test.each(['pagehide', 'visibilitychange'] as const)(
  'what is still gathered is written on %s',
  async (event) => {
    const sandbox = await listen();
    const store = createMemoryStore();
    const heard = new Map<string, () => void>();
    const flush = jest.fn();
    const addEventListener = (type: string, listener: () => void) => void heard.set(type, listener);
    const runtime = await createRuntime({
      ...alone,
      strings: memoryStrings(),
      store,
      cryptoKeys: {
        get: () => Promise.resolve(undefined),
        set: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      },
      purchases: { knows: () => Promise.resolve(false), note: () => undefined, flush },
      page: { addEventListener, document: { visibilityState: 'hidden', addEventListener } },
    });
    await runtime.settings.update({ baseUrl: sandbox.url });
    await runtime.key.save('sandbox-large');
    await runtime.engine.ask(flat);
    heard.get(event)?.();
    // Before any timer: the page is gone when one would be due.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect((await store.entries('ledger')).map(([, row]) => row)).toMatchObject([{ spent: 1 }]);
    expect(await store.entries('days')).toHaveLength(1);
    expect(flush).toHaveBeenCalled();
    await runtime.engine.close();
    await sandbox.close();
  },
);

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

/** A workbook whose calculation is done when the test says so. */
function slowBook(first: Readonly<Record<string, string>>) {
  const formulas = new Map(Object.entries(first));
  let calculated: () => void = () => undefined;
  let isCalculating = true;
  return {
    formulas,
    finish: () => {
      isCalculating = false;
      calculated();
    },
    calculated: () => calculated(),
    book: {
      formulas: () => Promise.resolve([...formulas].map(([cell, formula]) => ({ cell, formula }))),
      formulaAt: (cell: string) => Promise.resolve(formulas.get(cell) ?? ''),
      watchCalculated: (listener: () => void) => Promise.resolve(void (calculated = listener)),
      isCalculating: () => Promise.resolve(isCalculating),
    },
  };
}

describe('while Spillway writes formulas', () => {
  const unit = (name: string) => makeDataRequest('ruretail', { query: name, count: 5 });
  const held = { code: 'held', facts: { held: 'own_change' } };
  const formula = '=HKPROPERTY.VALUE(A1)';

  async function running(first: Readonly<Record<string, string>>) {
    const sandbox = await listen();
    let secret: CryptoKey | undefined;
    const slow = slowBook(first);
    const runtime = await createRuntime({
      ...alone,
      strings: memoryStrings(),
      store: createMemoryStore(),
      book: slow.book,
      cryptoKeys: {
        get: () => Promise.resolve(secret),
        set: (key: CryptoKey) => Promise.resolve(void (secret = key)),
        remove: () => Promise.resolve(void (secret = undefined)),
      },
    });
    await runtime.settings.update({ baseUrl: sandbox.url });
    await runtime.key.save('sandbox-large');
    /** Excel calls a cell, and it asks. */
    const call = (cell: string, request: typeof flat) => {
      const use = { cell, function: 'HKPROPERTY.VALUE', requests: [request], filterSets: [], failed: false };
      runtime.cells.note({ ...use, at: 1 });
      return runtime.engine.ask(request, { cell });
    };
    const close = async () => {
      await runtime.engine.close();
      await sandbox.close();
    };
    return { ...slow, runtime, call, close };
  }

  test('a formula that depends on them is held, however late Excel calculates it, and once only', async () => {
    const { runtime, call, calculated, finish, close } = await running({
      'S!B1': '=S!A1&"!"',
      'S!C1': '=HKPROPERTY.VALUE(B1)',
    });
    await runtime.holdNew({ areas: ['S!A1:A5'], formulas: ['S!A1'] }, () => Promise.resolve());
    finish();
    calculated();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(call('S!C1', unit('iphone'))).rejects.toMatchObject(held);
    await expect(call('S!C1', unit('iphone'))).rejects.toMatchObject(held);
    // The person changes another input of it.
    expect(await call('S!C1', unit('kettle'))).toMatchObject({ spent: 1 });
    // What was held waits for approval.
    expect(await runtime.engine.ask(unit('iphone'), { agreed: 1 })).toMatchObject({ spent: 1 });
    await close();
  });

  test('until Excel has calculated, every formula that was there is held, and none that is typed', async () => {
    const { runtime, call, formulas, calculated, finish, close } = await running({
      'S!C1': '=HKPROPERTY.VALUE(Unit)',
      'S!D1': formula,
    });
    await runtime.holdNew({ areas: ['T!A1'], formulas: ['T!A1'] }, async () => {
      await expect(call('S!C1', unit('iphone'))).rejects.toMatchObject(held);
    });
    calculated();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(call('S!C1', unit('kettle'))).rejects.toMatchObject(held);
    formulas.set('S!F1', formula);
    expect(await call('S!F1', unit('lamp'))).toMatchObject({ spent: 1 });
    formulas.set('S!D1', '=HKPROPERTY.VALUE(A2)');
    expect(await call('S!D1', unit('chair'))).toMatchObject({ spent: 1 });
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await call('S!C1', unit('table'))).toMatchObject({ spent: 1 });
    await close();
  });

  test('what they ask for beyond what was agreed is held; what a person inserts is not', async () => {
    const { runtime, call, finish, close } = await running({ 'S!B1': formula });
    const written = { areas: ['S!B1'], formulas: ['S!B1'] };
    await runtime.holdNew({ ...written, kind: 'asked' }, () => Promise.resolve());
    expect(await call('S!B1', unit('iphone'))).toMatchObject({ spent: 1 });
    await runtime.holdNew(written, () => Promise.resolve());
    await expect(call('S!B1', unit('kettle'))).rejects.toMatchObject(held);
    finish();
    await close();
  });
});
