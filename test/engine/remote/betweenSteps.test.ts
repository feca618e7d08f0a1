// What happens between two steps of one request: the sheet, another cell, another window or the clock changes while it is
// looked up, priced or about to leave.
import type { Purchases } from '../../../src/engine/ports/purchases';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { business, engineUnderTest, flat } from '../support/engineUnderTest';
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

/** A store that writes to the account when the gate lets it. */
function slowAccount() {
  const door = gate();
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    put: async (area, rows) => {
      if (area === 'account') await door.pass();
      return memory.put(area, rows);
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
});
