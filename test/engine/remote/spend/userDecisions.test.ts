// What a person declined or stopped holds in a window that was opened while the store failed, and what was taken back is not
// refused again: whatever could not be read or written at the time.
import type { Settings } from '../../../../src/engine/request/settings';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import type { WindowMessage } from '../../../../src/engine/ports/crossWindow';
import { guardStore } from '../../../../src/engine/ports/guardedStore';
import type { Store } from '../../../../src/engine/ports/store';
import type { SpillwayError } from '../../../../src/engine/request/errors';
import { UserDecisions } from '../../../../src/engine/remote/spend/userDecisions';
import { business, engineUnderTest, open, type Bench } from '../../support/engineUnderTest';
import { fakeService } from '../../support/fakeService';
import { openBook, type Book } from '../../support/money/book';
import { machine } from '../../support/money/machine';
import { simulatedClock } from '../../support/simulatedClock';

const wanted = business('x');
/** The store is tried again after a minute. */
const recovery = 200_000;

function desk() {
  const clock = simulatedClock();
  const service = fakeService(clock);
  const shared = machine(clock, 0);
  let settings: Settings = { ...open, askAbove: 4 };
  const window = (name = 'book') =>
    openBook({
      name,
      clock,
      machine: shared,
      settings: () => settings,
      key: () => 'key-of-the-test-0001',
      purchases: { knows: () => Promise.resolve(false), note: () => undefined },
      send: (_, url, init) => service.fetch(url, init),
    });
  const ask = async (book: Book) => {
    book.calculate('A1', [wanted]);
    await clock.advance(10_000);
    return book.shown('A1')[0];
  };
  const decline = async (book: Book) => {
    await ask(book);
    await clock.until(book.engine.reject(book.engine.state().held[0]!.id));
    await clock.advance(1_000);
  };
  const stop = async (book: Book) => {
    settings = { ...settings, askAbove: 50 };
    book.engine.pause();
    await ask(book);
    book.engine.stop();
    await clock.advance(1_000);
  };
  /** From here on nothing but a decision stands in the way of the request. */
  const raiseLimit = () => void (settings = { ...settings, askAbove: 50 });
  /** A window that cannot read what was declined in the one before it. */
  const openedAfterDecline = async () => {
    const first = window();
    await decline(first);
    first.kill();
    raiseLimit();
    shared.health = 'fails';
    const second = window();
    await ask(second);
    return second;
  };
  return { clock, service, shared, window, ask, decline, stop, raiseLimit, openedAfterDecline };
}

describe('a window that is opened while the store fails', () => {
  test.each([
    ['declined', 'rejected', 'fails'],
    ['declined', 'rejected', 'hangs'],
    ['stopped', 'stopped', 'fails'],
    ['stopped', 'stopped', 'hangs'],
  ] as const)(
    'does not send what was %s before, also when the store works again (%s, %s)',
    async (how, code, health) => {
      const { clock, service, shared, window, ask, decline, stop, raiseLimit } = desk();
      const first = window();
      await (how === 'declined' ? decline(first) : stop(first));
      first.kill();
      raiseLimit();
      shared.health = health;
      const second = window();
      expect(await ask(second)).toMatchObject({ code: 'held', held: 'store_down' });
      shared.health = 'sound';
      await clock.advance(recovery);
      expect(second.shown('A1')).toMatchObject([{ code }]);
      expect(service.sent).toHaveLength(0);
    },
  );

  test('sends what nobody decided about, when the store works again', async () => {
    const { clock, service, shared, window, ask, raiseLimit } = desk();
    raiseLimit();
    shared.health = 'fails';
    const book = window();
    expect(await ask(book)).toMatchObject({ code: 'held' });
    shared.health = 'sound';
    await clock.advance(recovery);
    expect(book.shown('A1')).toEqual(['result']);
    expect(service.credits).toBe(5);
  });

  test('does not refuse again what a person refreshed meanwhile, nor does a later window', async () => {
    const { clock, service, shared, window, ask, openedAfterDecline } = desk();
    const second = await openedAfterDecline();
    service.reply = () => 'refused';
    await clock.until(second.engine.refresh([wanted], ['A1']));
    shared.health = 'sound';
    await clock.advance(recovery);
    second.kill();
    service.reply = () => undefined;
    await clock.advance(recovery);
    expect(await ask(window())).toBe('result');
  });

  test('keeps what is declined in it, and stores it when the store works again', async () => {
    const { clock, service, shared, window, ask, decline, raiseLimit } = desk();
    shared.health = 'fails';
    const first = window();
    await decline(first);
    shared.health = 'sound';
    await clock.advance(recovery);
    raiseLimit();
    expect(await ask(first)).toMatchObject({ code: 'rejected' });
    first.kill();
    expect(await ask(window())).toMatchObject({ code: 'rejected' });
    expect(service.sent).toHaveLength(0);
  });

  test('is told by the others what they could not store: decisions', async () => {
    const { clock, service, shared, window, ask, decline, raiseLimit } = desk();
    shared.health = 'fails';
    await decline(window('one'));
    raiseLimit();
    const second = window('two');
    await ask(second);
    shared.health = 'sound';
    await clock.advance(recovery);
    expect(await ask(second)).toMatchObject({ code: 'rejected' });
    expect(service.sent).toHaveLength(0);
  });

  test('is told by the others what they could not store: purchases and what they spent', async () => {
    const { clock, service, shared, window, ask, raiseLimit } = desk();
    shared.health = 'fails';
    const first = window('one');
    await ask(first);
    const [held] = first.engine.state().held;
    await clock.until(first.engine.approve(held!.id, held!.credits));
    await clock.advance(1_000);
    expect(service.credits).toBe(5);
    raiseLimit();
    const second = window('two');
    expect(await ask(second)).toMatchObject({ code: 'held' });
    expect(second.engine.state().spentToday).toBe(5);
    shared.health = 'sound';
    await clock.advance(recovery);
    expect(service.credits).toBe(5);
  });

  test.each(['was open meanwhile', 'is opened later'])(
    'is told by the others what they could not store: a request that failed and may have been charged (%s)',
    async (which) => {
      const { clock, service, shared, window, ask, raiseLimit } = desk();
      const first = window('one');
      const early = which === 'was open meanwhile' ? window('two') : undefined;
      await clock.advance(1_000);
      shared.health = 'fails';
      await ask(first);
      // The store works again at once; the first window leaves it alone for a minute.
      shared.health = 'sound';
      service.reply = () => ({ status: 408, billed: true });
      const [held] = first.engine.state().held;
      await clock.until(first.engine.approve(held!.id, held!.credits));
      await clock.advance(2_000);
      expect(service.sent).toHaveLength(1);
      raiseLimit();
      const second = early ?? window('two');
      await ask(second);
      await clock.advance(recovery);
      expect(await ask(second)).toMatchObject({ code: 'timed_out' });
      expect(service.sent).toHaveLength(1);
    },
  );
});

test('what is forgotten before it could be read is not refused when it is read', async () => {
  const { clock, shared, openedAfterDecline } = desk();
  const second = await openedAfterDecline();
  await clock.until(second.engine.forgetFailures());
  shared.health = 'sound';
  await clock.advance(recovery);
  expect(second.shown('A1')).toEqual(['result']);
});

test('a window that is closed waits until what was stopped a moment before is stored', async () => {
  const memory = createMemoryStore();
  let write = () => undefined as void;
  const store: Store = {
    ...memory,
    update: async (area, keys, change) => {
      if (area === 'decisions') await new Promise<void>((resolve) => (write = resolve));
      return memory.update(area, keys, change);
    },
  };
  const { engine, clock } = engineUnderTest({}, { store });
  engine.pause();
  void engine.ask(wanted, { cell: 'A1' }).catch(() => undefined);
  await clock.advance(1_000);
  engine.stop();
  let isClosed = false;
  const closing = engine.close().then(() => (isClosed = true));
  await clock.advance(1_000);
  expect(isClosed).toBe(false);
  write();
  await clock.until(closing);
  expect(await memory.entries('decisions')).toHaveLength(1);
});

test('a person who agrees to a part of a call does not buy again what a window bought that was killed', async () => {
  const { clock, service, window, raiseLimit } = desk();
  raiseLimit();
  const [all, some] = [business('x', 40), business('x', 5)];
  const first = window();
  first.calculate('A1', [all]);
  await clock.until(
    new Promise<void>((resolve) => {
      service.reply = () => {
        resolve();
        return undefined;
      };
    }),
  );
  first.kill();
  service.reply = () => undefined;
  const second = window();
  second.calculate('A1', [all]);
  second.calculate('A2', [some]);
  expect(await clock.until(second.engine.quote([some], true))).toMatchObject({ credits: 5 });
  void second.engine.refresh([some], ['A2']).catch(() => undefined);
  await clock.advance(10_000);
  expect(service.sent.filter(({ body }) => Number(body.count) > 15)).toHaveLength(1);
  expect(second.shown('A1')).toEqual([{ code: 'held', held: 'interrupted' }]);
});

test('what is stopped while it is looked up is stopped, also where an earlier failure would stand in its way', async () => {
  const { engine, clock, service } = engineUnderTest({ reuseCounts: false });
  service.reply = () => ({ status: 200, body: '[{"id"', billed: true });
  const failed = engine.ask(business('x', 30), { cell: 'A1' });
  expect(await clock.until(failed.catch((error: unknown) => error))).toMatchObject({ code: 'truncated' });
  service.reply = () => undefined;
  const asked = engine.ask(business('x', 5), { cell: 'A2' });
  engine.stop();
  expect(await clock.until(asked.catch((error: unknown) => error))).toMatchObject({ code: 'stopped' });
  expect(service.sent.map(({ body }) => body.count)).toEqual([30]);
});

describe('when "Fetch the whole paid block" is switched', () => {
  const few = business('x', 5);
  const codeOf = ({ engine, clock }: Bench, request = few, cell = 'A1') =>
    clock.until(
      engine.ask(request, { cell }).then(
        () => 'result',
        (error: unknown) => (error as SpillwayError).code,
      ),
    );

  test.each([true, false])('what was declined is not sent (whole blocks before: %s)', async (roundCounts) => {
    const bench = engineUnderTest({ roundCounts, askAbove: 4 });
    expect(await codeOf(bench)).toBe('held');
    await bench.clock.until(bench.engine.reject(bench.engine.state().held[0]!.id));
    bench.settings = { ...bench.settings, roundCounts: !roundCounts, askAbove: 1_000 };
    expect(await codeOf(bench)).toBe('rejected');
    await bench.restart();
    expect(await codeOf(bench)).toBe('rejected');
    expect(bench.service.sent).toHaveLength(0);
  });

  test.each([true, false])('what was held stays held (whole blocks before: %s)', async (roundCounts) => {
    const bench = engineUnderTest({ roundCounts, askAbove: 4 });
    expect(await codeOf(bench)).toBe('held');
    bench.settings = { ...bench.settings, roundCounts: !roundCounts, askAbove: 1_000 };
    expect(await codeOf(bench)).toBe('held');
    expect(bench.service.sent).toHaveLength(0);
  });

  test.each([
    ['#15', true],
    ['#15', false],
    ['#5', true],
    ['#5', false],
  ])('what the version before refused under %s is refused (whole blocks: %s)', async (name, roundCounts) => {
    const store = createMemoryStore();
    const row = { v: 1, decision: 'stopped', at: 1, workbook: '' };
    await store.put('decisions', [[few.key + name, row]]);
    const bench = engineUnderTest({ roundCounts }, { store });
    expect(await codeOf(bench)).toBe('stopped');
    await bench.clock.until(bench.engine.forgetFailures());
    expect(await codeOf(bench)).toBe('result');
  });

  test('where only what is wanted is fetched, a person who agrees to one count agrees to no other', async () => {
    const bench = engineUnderTest({ roundCounts: false, askAbove: 4 });
    const more = business('x', 12);
    expect(await codeOf(bench, few, 'A1')).toBe('held');
    expect(await codeOf(bench, more, 'A2')).toBe('held');
    await bench.clock.until(bench.engine.reject(bench.engine.state().held[0]!.id));
    bench.settings = { ...bench.settings, askAbove: 1_000 };
    await bench.clock.until(bench.engine.refresh([few], ['A1']));
    expect(await codeOf(bench, more, 'A2')).toBe('rejected');
    expect(bench.service.sent.map(({ body }) => body.count)).toEqual([5]);
  });

  test('where whole blocks are fetched, one decision is for every count of the block', async () => {
    const bench = engineUnderTest({ askAbove: 4 });
    expect(await codeOf(bench)).toBe('held');
    await bench.clock.until(bench.engine.reject(bench.engine.state().held[0]!.id));
    bench.settings = { ...bench.settings, askAbove: 1_000 };
    expect(await codeOf(bench, business('x', 12))).toBe('rejected');
    expect(await codeOf(bench, business('x', 16))).toBe('result');
  });
});

describe('decisions by themselves', () => {
  let time = 0;
  const madeOver = (store: Store, broadcast: (message: WindowMessage) => void = () => undefined) => {
    const clock = simulatedClock();
    const guarded = guardStore(store, clock, () => undefined);
    return new UserDecisions({
      store: guarded,
      settings: () => open,
      now: () => (time += 1),
      workbook: () => 'book',
      shown: () => undefined,
      broadcast,
      waitsForStore: () => undefined,
      changed: () => undefined,
    });
  };

  test('what was declined is not forgotten for thousands of requests that are held', async () => {
    const decisions = madeOver(createMemoryStore());
    decisions.set([wanted], 'declined');
    decisions.set(
      Array.from({ length: 20_001 }, (_, nth) => business(`held ${nth}`)),
      'ask_above',
    );
    expect(decisions.of(wanted)?.decision).toBe('declined');
    await decisions.written();
  });

  test('what is taken back while it is being read is not refused by what was stored', async () => {
    const store = createMemoryStore();
    const before = madeOver(store);
    before.set([wanted], 'declined');
    await before.written();
    let release = () => undefined as void;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const entries: Store['entries'] = async (area) => {
      const rows = await store.entries(area);
      await slow;
      return rows;
    };
    const decisions = madeOver({ ...store, entries });
    const known = decisions.known();
    decisions.clear([wanted]);
    release();
    expect(await known).toBe(true);
    expect(decisions.of(wanted)).toBeUndefined();
  });

  test('what is declined gets no hold that stays behind when it may be asked for again', () => {
    const decisions = madeOver(createMemoryStore());
    decisions.set([wanted], 'declined');
    decisions.set([wanted], 'ask_above');
    expect(decisions.of(wanted)).toMatchObject({ decision: 'declined' });
    decisions.forget();
    expect(decisions.of(wanted)).toBeUndefined();
  });

  test('what is taken back in one window does not take back what was stopped again in another one since', () => {
    const [fromOne, fromTwo]: [WindowMessage[], WindowMessage[]] = [[], []];
    const store = createMemoryStore();
    const one = madeOver(store, (message) => fromOne.push(message));
    const two = madeOver(store, (message) => fromTwo.push(message));
    const deliver = (messages: WindowMessage[], to: UserDecisions) => {
      for (const message of messages.splice(0)) if (message.type === 'decided') to.receive(message.rows);
    };
    two.set([wanted], 'stopped');
    deliver(fromTwo, one);
    two.set([wanted], 'stopped');
    one.clear([wanted]);
    deliver(fromOne, two);
    expect(two.of(wanted)).toMatchObject({ decision: 'stopped' });
    deliver(fromTwo, one);
    expect(one.of(wanted)).toMatchObject({ decision: 'stopped' });
    one.clear([wanted]);
    deliver(fromOne, two);
    expect(two.of(wanted)).toBeUndefined();
  });

  test('what another window stops after a person agreed stays stopped', () => {
    const messages: WindowMessage[] = [];
    const one = madeOver(createMemoryStore());
    const two = madeOver(createMemoryStore(), (message) => messages.push(message));
    const mark = one.mark();
    two.set([wanted], 'stopped');
    for (const message of messages) if (message.type === 'decided') one.receive(message.rows);
    one.clear([wanted], mark);
    expect(one.of(wanted)).toMatchObject({ decision: 'stopped' });
    one.clear([wanted], one.mark());
    expect(one.of(wanted)).toBeUndefined();
  });
});
