// What happens between two steps of one request: the sheet, another cell, another window or the clock changes while it is
// looked up, priced or about to leave.
import { pause } from '../../../src/engine/ports/clock';
import type { Purchases } from '../../../src/engine/ports/purchases';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { business, engineUnderTest, flat } from '../support/engineUnderTest';
import { failureIfAny } from '../support/failureOf';
import { sharedLocks } from '../support/sharedWindows';

const hour = 3_600_000;

/** A gate that everything passes until it is shut. */
function gate() {
  let open: (() => void) | undefined;
  let wall: Promise<void> | undefined;
  return {
    shut: () => void (wall = new Promise((resolve) => (open = resolve))),
    open: () => open?.(),
    pass: () => wall ?? Promise.resolve(),
  };
}

/** A workbook whose list of purchases answers when the gate lets it. */
function slowPurchases() {
  const door = gate();
  const purchases: Purchases = {
    knows: () => door.pass().then(() => false),
    note: () => undefined,
  };
  return { door, purchases };
}

/** A store that writes to the account, or reads it, when the gate lets it. */
function slowAccount(slow: 'update' | 'entries' = 'update') {
  const door = gate();
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    update: async (area, keys, change) => {
      if (area === 'account' && slow === 'update') await door.pass();
      return memory.update(area, keys, change);
    },
    entries: async (area) => {
      if (area === 'account' && slow === 'entries') await door.pass();
      return memory.entries(area);
    },
  };
  return { door, store };
}

describe('between two steps', () => {
  test('what another cell paid for while a request was looked up answers it: it is neither held nor bought', async () => {
    const { door, purchases } = slowPurchases();
    const { engine, clock, service } = engineUnderTest({ dailyCap: 20 }, { purchases });
    await clock.until(engine.prepare());
    const first = engine.ask(business('x', 40), { cell: 'A1' });
    await clock.settle();
    door.shut();
    const second = engine.ask(business('x', 40), { cell: 'A2' });
    await clock.until(first);
    door.open();
    expect((await clock.until(second)).records).toHaveLength(40);
    await clock.advance(60_000);
    expect(engine.state().held).toEqual([]);
    expect(service.credits).toBe(15);
  });

  test.each([
    ['its request is looked up', slowPurchases],
    ['the intent to spend is stored', slowAccount],
  ])('a cell that is deleted while %s sends nothing, and nothing counts as spent', async (_, slow) => {
    const { door, ...parts } = slow();
    const { engine, clock, service, cells } = engineUnderTest({}, parts);
    await clock.until(engine.prepare());
    door.shut();
    const call = new AbortController();
    const ask = engine.ask(flat('A'), { cell: 'A1', signal: call.signal });
    await clock.advance(500);
    cells.remove('A1');
    call.abort();
    door.open();
    await expect(clock.until(ask)).rejects.toMatchObject({ code: 'cancelled' });
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(0);
    expect(engine.state()).toMatchObject({ queue: [], spentToday: 0 });
  });

  test('what was approved is not sent for a cell that is deleted while the intent to spend is stored', async () => {
    const { door, store } = slowAccount();
    const { engine, clock, service, cells } = engineUnderTest({ askAbove: 3 }, { store });
    await clock.until(failureIfAny(engine.ask(business('x'), { cell: 'A1' })));
    door.shut();
    await clock.until(engine.approve('ask_above', 5));
    await clock.advance(500);
    cells.remove('A1');
    door.open();
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(0);
    expect(engine.state()).toMatchObject({ queue: [], spentToday: 0 });
  });

  test('what was declined, and could not be read in time, is not sent because the store is back meanwhile', async () => {
    const before = engineUnderTest({ askAbove: 3 });
    const ask = ({ engine, clock }: typeof before) =>
      clock.until(failureIfAny(engine.ask(business('x'), { cell: 'A1' })));
    await ask(before);
    await before.clock.until(before.engine.reject('ask_above'));
    const { store } = before;
    let reads = 0;
    const slow: Store = {
      ...store,
      entries: async (area) => {
        if (area === 'decisions' && (reads += 1) <= 2) await pause(bench.clock, 5_000);
        return store.entries(area);
      },
    };
    const knows = () => pause(bench.clock, 3_000).then(() => false);
    const bench = engineUnderTest({}, { store: slow, purchases: { knows, note: () => undefined } });
    expect(await ask(bench)).toMatchObject({ facts: { held: 'store_down' } });
    await bench.clock.advance(60_000);
    expect(await ask(bench)).toMatchObject({ code: 'rejected' });
    expect(bench.service.sent).toHaveLength(0);
  });

  test('a refresh during a call for the same request waits for that call and pays nothing more', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
    await clock.advance(1_000);
    const first = engine.refresh([flat('A')]);
    await clock.advance(20);
    const second = engine.refresh([flat('A')]);
    expect(await clock.until(Promise.all([first, second]))).toMatchObject([{ fetched: 1 }, { fetched: 1 }]);
    expect(service.credits).toBe(2);
  });

  test('after the clock was set back, Refresh fetches and Run makes the call', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 50 }, { locks: sharedLocks() });
    await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
    clock.jump(-2 * hour);
    expect(await clock.until(engine.refresh([flat('A')]))).toMatchObject({ fetched: 1, spent: 1 });
    expect(service.credits).toBe(2);
    service.reply = () => ({ status: 418 });
    await expect(clock.until(engine.ask(flat('B'), { cell: 'A2' }))).rejects.toMatchObject({
      code: 'unexpected_status',
    });
    clock.jump(-2 * hour);
    service.reply = () => undefined;
    expect(await clock.until(engine.refresh([flat('B')]))).toMatchObject({ fetched: 1, spent: 1 });
  });

  test('a request that leaves after midnight counts for the new day, although its intent was stored before', async () => {
    const { door, store } = slowAccount();
    const { engine, clock, service } = engineUnderTest({ dailyCap: 20 }, { store });
    await clock.until(engine.prepare());
    door.shut();
    const first = engine.ask(business('x', 60), { cell: 'A1' });
    await clock.advance(500);
    clock.jump(20 * hour);
    door.open();
    await clock.until(first);
    expect(engine.state().spentToday).toBe(20);
    await expect(clock.until(engine.ask(business('y'), { cell: 'A2' }))).rejects.toMatchObject({
      code: 'held',
      facts: { held: 'daily_cap' },
    });
    expect(service.credits).toBe(20);
  });

  test('a price that is agreed to while the account is read is not held for the refresh that nobody saw', async () => {
    const { door, store } = slowAccount('entries');
    const { engine, clock, service, cells } = engineUnderTest({ dailyCap: 5 }, { store });
    cells.note('A1', [business('x')]);
    await clock.until(engine.ask(business('x'), { cell: 'A1' }));
    door.shut();
    const unseen = engine.refresh([business('x')], ['A1'], undefined, true);
    await clock.advance(300);
    const seen = engine.refresh([business('x')], ['A1']);
    await clock.advance(300);
    door.open();
    expect(await clock.until(Promise.all([unseen, seen]))).toMatchObject([{ fetched: 1 }, { fetched: 1 }]);
    expect(service.credits).toBe(10);
  });

  test.each([{ askAbove: 10 }, { dailyCap: 10 }])(
    'a limit that is lowered while the intent is stored (%j) holds the request',
    async (lower) => {
      const { door, store } = slowAccount();
      const bench = engineUnderTest({ askAbove: 50 }, { store });
      const { engine, clock, service } = bench;
      await clock.until(engine.prepare());
      door.shut();
      const ask = engine.ask(business('x', 60), { cell: 'A1' });
      await clock.advance(500);
      bench.settings = { ...bench.settings, ...lower };
      door.open();
      await expect(clock.until(ask)).rejects.toMatchObject({ code: 'held' });
      expect(service.sent).toHaveLength(0);
      expect(engine.state().spentToday).toBe(0);
    },
  );

  test.each([
    ['replaced', 'key-of-another-account', ['key-of-another-account']],
    ['removed', undefined, []],
  ])('a key that is %s while the intent is stored is not sent', async (_, key, sent) => {
    const { door, store } = slowAccount();
    const bench = engineUnderTest({ askAbove: 50 }, { store });
    const { engine, clock, service } = bench;
    await clock.until(engine.prepare());
    door.shut();
    const ask = engine.ask(business('x'), { cell: 'A1' }).catch(() => undefined);
    await clock.advance(500);
    bench.key = key;
    await clock.until(engine.keyChanged());
    door.open();
    await clock.until(ask);
    await clock.advance(60_000);
    expect(service.sent.map(({ headers }) => headers.get('access-token'))).toEqual(sent);
    expect(engine.state().spentToday).toBe(5 * sent.length);
  });

  test('a call that a larger one has overtaken is still shown, and is not repeated after Stop', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => 'refused';
    const small = engine.ask(business('x', 5), { cell: 'A1' });
    small.catch(() => undefined);
    await clock.advance(200);
    const large = engine.refresh([business('x', 40)]);
    large.catch(() => undefined);
    await clock.settle();
    expect(engine.state().queue.map(({ request }) => request.count)).toEqual([5, 40]);
    expect(service.sent).toHaveLength(2);
    engine.stop();
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(2);
    expect(engine.state().queue).toEqual([]);
    await expect(small).rejects.toMatchObject({ code: 'stopped' });
    await expect(clock.until(engine.ask(business('x', 5), { cell: 'A1' }))).rejects.toMatchObject({
      code: 'stopped',
    });
    expect(service.sent).toHaveLength(2);
  });
});

test('a refresh does not fetch what its cell asked for before it was edited', async () => {
  const door = gate();
  const key = () => door.pass().then(() => 'key-of-the-test-0001');
  const { engine, clock, service, cells } = engineUnderTest({}, { key });
  await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
  door.shut();
  const report = engine.refresh([flat('A')], ['A1']);
  await clock.advance(10);
  cells.note('A1', [flat('B')]);
  door.open();
  expect(await clock.until(report)).toEqual({ fetched: 0, failed: 0, spent: 0 });
  await clock.advance(60_000);
  expect(service.sent).toHaveLength(1);
});

test('what is declined while a refresh of it is prepared stays declined where the refresh finds nothing to do', async () => {
  const door = gate();
  const key = () => door.pass().then(() => 'key-of-the-test-0001');
  const { engine, clock, service, cells } = engineUnderTest({ askAbove: 3 }, { key });
  await clock.until(failureIfAny(engine.ask(business('x'), { cell: 'A1' })));
  door.shut();
  const report = engine.refresh([business('x')], ['A1']);
  await clock.advance(10);
  await clock.until(engine.reject('ask_above'));
  cells.note('A1', [flat('B')]);
  door.open();
  expect(await clock.until(report)).toEqual({ fetched: 0, failed: 0, spent: 0 });
  expect(await clock.until(failureIfAny(engine.ask(business('x'), { cell: 'A2' })))).toMatchObject({
    code: 'rejected',
  });
  expect(service.sent).toEqual([]);
});
