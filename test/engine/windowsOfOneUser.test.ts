import { createEngine } from '../../src/engine/createEngine';
import type { EngineEvent } from '../../src/engine/engine';
import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import { business, engineUnderTest, flat, open } from './support/engineUnderTest';
import { failureIfAny, failureOf } from './support/failureOf';
import { fakeService, plainResponse } from './support/fakeService';
import { simulatedClock } from './support/simulatedClock';
import { livingCells } from './support/livingCells';
import type { Channel, Locks } from '../../src/engine/ports/crossWindow';
import type { Store } from '../../src/engine/ports/store';
import { sharedChannel, sharedLocks } from './support/sharedWindows';

/** A browser that brings no messages. */
const noChannel = (): Channel => ({
  post: () => undefined,
  subscribe: () => () => undefined,
  close: () => undefined,
});

function twoWindows(
  change: Partial<typeof open> = {},
  store: Store = createMemoryStore(),
  channel = sharedChannel(),
  locks: Locks | 'none' = sharedLocks(),
) {
  const clock = simulatedClock();
  const service = fakeService(clock, plainResponse);
  let seed = 0;
  const window = () => {
    const events: EngineEvent[] = [];
    const cells = livingCells();
    const engine = createEngine({
      demand: cells.demand,
      clock,
      store,
      locks: locks === 'none' ? undefined : locks,
      channel: channel(),
      fetch: service.fetch,
      random: () => (seed += 0.1) % 1,
      settings: () => ({ ...open, ...change }),
      key: () => Promise.resolve('key-of-the-test-0001'),
      remote: () => import('../../src/engine/remote/remoteEngine'),
    });
    engine.subscribe((event) => events.push(event));
    return { engine: cells.watch(engine), events, cells };
  };
  return { clock, service, one: window(), two: window(), another: window };
}

describe('two windows of one user', () => {
  test('ask for the same at once and pay once', async () => {
    const { clock, service, one, two } = twoWindows();
    const answers = await clock.until(Promise.all([one.engine.ask(flat('A')), two.engine.ask(flat('A'))]));
    expect(service.credits).toBe(1);
    expect(answers.map(({ from }) => from).sort()).toEqual(['service', 'shared']);
  });

  test('show what is held in one and was fetched in the other, of which no message came, when Run is pressed', async () => {
    const { clock, service, one, two } = twoWindows({ askAbove: 20 }, createMemoryStore(), () => noChannel());
    await clock.until(failureOf(one.engine.ask(business('x', 200), { cell: 'A1' })));
    await clock.until(two.engine.ask(business('x', 200), { agreed: 70 }));
    const [held] = one.engine.state().held;
    await clock.until(one.engine.approve(held!.id, held!.credits));
    await clock.advance(60_000);
    expect(one.engine.state().held).toEqual([]);
    expect(one.events).toContainEqual(expect.objectContaining({ type: 'renewed', cells: ['A1'] }));
    expect(service.credits).toBe(70);
  });

  test.each([
    ['with messages', sharedChannel()],
    ['without messages', () => noChannel()],
  ])(
    'do not buy again what is fresh and was set aside behind a larger one that expired (%s)',
    async (_, channel) => {
      const hour = 3_600_000;
      const { clock, service, one, two } = twoWindows(
        { ages: { bizbureau: hour } },
        createMemoryStore(),
        channel,
      );
      const counts = () => service.sent.map(({ body }) => body.count);
      await clock.until(one.engine.ask(business('x', 45), { cell: 'A1' }));
      await clock.advance(2 * hour);
      await clock.until(one.engine.refresh([business('x', 15)], ['A2']));
      await clock.until(two.engine.ask(business('x', 30), { cell: 'B1' }));
      await clock.advance(10_000);
      expect(counts()).toEqual([45, 15, 30]);
      await clock.until(one.engine.refresh([business('x', 15)], ['A2']));
      await clock.advance(10_000);
      expect(counts()).toEqual([45, 15, 30, 15]);
      for (const { engine } of [two, one]) {
        const shown = await clock.until(engine.ask(business('x', 30), { cell: 'B1' }));
        expect(shown.records).toHaveLength(30);
        await clock.advance(10_000);
      }
      expect(counts()).toEqual([45, 15, 30, 15]);
      expect((await clock.until(one.engine.ask(business('x', 45), { offline: true }))).records).toHaveLength(
        45,
      );
    },
  );

  test('do not buy again what the other fetched between an older larger response and a newer smaller one', async () => {
    const hour = 3_600_000;
    const { clock, service, one, two } = twoWindows({ ages: { bizbureau: hour } });
    await clock.until(one.engine.ask(business('x', 200), { cell: 'A1' }));
    await clock.until(two.engine.ask(business('x', 200), { cell: 'A1' }));
    await clock.advance(2 * hour);
    await clock.until(one.engine.refresh([business('x', 45)], ['A2']));
    await clock.advance(1_000);
    await clock.until(one.engine.refresh([business('x', 15)], ['A3']));
    await clock.advance(1_000);
    await clock.until(two.engine.ask(business('x', 30), { cell: 'A4' }));
    await clock.advance(60_000);
    expect(service.sent.map(({ body }) => body.count)).toEqual([210, 45, 15]);
  });

  test.each([{}, { agreed: 1 }])(
    'renew an expired result once, although no message says that the other one did (%j)',
    async (options) => {
      const ages = { hkproperty: 3_600_000 };
      const { clock, service, one, two } = twoWindows({ ages }, undefined, () => noChannel());
      const ask = ({ engine }: typeof one) => clock.until(engine.ask(flat('A'), { cell: 'A1', ...options }));
      for (const each of [one, two]) await ask(each);
      await clock.advance(2 * 3_600_000);
      for (const each of [one, two]) {
        await ask(each);
        await clock.advance(10_000);
      }
      expect((await ask(two)).fetchedAt).toBe((await ask(one)).fetchedAt);
      expect(service.sent).toHaveLength(2);
    },
  );

  test('keep one rate window although requests of both arrive late', async () => {
    const { clock, service, one, two } = twoWindows();
    service.limits = { ten_second: 5, minutely: 20 };
    service.delivery = (nth) => (nth * 7919) % 900;
    const asks = Array.from({ length: 60 }, (_, n) => (n % 2 ? one : two).engine.ask(flat(`A${n}`)));
    await clock.until(Promise.all(asks));
    expect(service.refusals).toBe(0);
    expect(service.sent).toHaveLength(60);
    // Twenty a minute: the last ones after two minutes, and what the deliveries took.
    expect(clock.elapsed()).toBeLessThan(1.05 * 150_000);
  });

  test('what is declined in one is said by the cells of the other, which showed it as held', async () => {
    const { clock, one, two } = twoWindows({ askAbove: 3 });
    const request = business('tea @ #3', 15);
    const ask = ({ engine }: typeof one) =>
      clock.until(engine.ask(request, { cell: 'S!A1' }).catch((error: { code: string }) => error.code));
    expect([await ask(one), await ask(two)]).toEqual(['held', 'held']);
    two.events.length = 0;
    await clock.until(one.engine.reject('ask_above'));
    await clock.advance(1_000);
    const told = two.events.flatMap((event) => (event.type === 'renewed' ? event.keys : []));
    expect(told).toContain(request.key);
    expect(await ask(two)).toBe('rejected');
  });

  test('failures of two counts in two windows do not make each other be sent again', async () => {
    const { clock, service, one, two } = twoWindows();
    service.reply = () => ({ status: 422 });
    const counts = [40, 16];
    [one, two].forEach(({ engine }, window) => {
      const ask = () =>
        void engine.ask(business('bakery', counts[window]), { cell: 'A1' }).catch(() => undefined);
      engine.subscribe((event) => event.type === 'renewed' && ask());
      ask();
    });
    await clock.advance(60_000);
    expect(service.sent.map(({ body }) => body.count).sort()).toEqual([30, 45]);
  });

  /** A store that has no room for failures. */
  function fullStore(): Store {
    const store = createMemoryStore();
    const put: Store['put'] = (area, rows) =>
      area === 'failures'
        ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
        : store.put(area, rows);
    return { ...store, put };
  }

  test('a failure that could not be stored is told to the other window, which does not make the call again', async () => {
    const { clock, service, one, two } = twoWindows({}, fullStore());
    await clock.until(two.engine.prepare());
    service.reply = () => ({ status: 408 });
    for (const { engine } of [one, two]) {
      expect(await clock.until(failureOf(engine.ask(business('bakery'))))).toMatchObject({
        code: 'timed_out',
      });
      await clock.advance(1_000);
    }
    expect(service.sent).toHaveLength(1);
  });

  test('a failure that could not be stored is not forgotten when the other window has news', async () => {
    const { clock, service, one, two } = twoWindows({}, fullStore());
    service.reply = () => ({ status: 408 });
    const ask = ({ engine }: typeof one, count: number) =>
      expect(clock.until(engine.ask(business('bakery', count)))).rejects.toMatchObject({ code: 'timed_out' });
    await ask(one, 40);
    await ask(two, 16);
    await clock.advance(1_000);
    await ask(one, 40);
    expect(service.sent).toHaveLength(2);
  });

  test('what one spent while the clock was set back is recent to the other, which has sent nothing yet', async () => {
    const { clock, service, one, two } = twoWindows({ askAbove: 5 });
    await clock.advance(2_000);
    clock.jump(-560_000);
    await clock.until(one.engine.ask(business('bakery', 15), { cell: 'A1' }));
    clock.jump(560_000);
    await clock.advance(50_000);
    await expect(clock.until(two.engine.ask(business('florist', 15), { cell: 'A1' }))).rejects.toMatchObject({
      code: 'held',
    });
    expect(service.credits).toBe(5);
  });

  test('a larger renewal that was billed and lost is not repeated because a smaller one succeeds', async () => {
    const { clock, service, one, two } = twoWindows({ ages: { bizbureau: 300_000 } });
    const counts = () => service.sent.map(({ body }) => body.count);
    await clock.until(one.engine.ask(business('x', 200), { cell: 'A1' }));
    await clock.advance(600_000);
    service.reply = () => 'network';
    await clock.until(two.engine.ask(business('x', 40), { cell: 'B1' }));
    await clock.advance(10_000);
    service.reply = () => undefined;
    await clock.until(one.engine.refresh([business('x', 5)], ['A2']));
    await clock.advance(10_000);
    for (const { engine } of [two, one]) {
      await clock.until(engine.ask(business('x', 40), { cell: 'B1' }));
      await clock.advance(60_000);
      expect((await clock.until(engine.ask(business('x', 40), { cell: 'B1' }))).stale?.code).toBe('network');
      expect((await clock.until(engine.ask(business('x', 5), { cell: 'A2' }))).stale).toBeUndefined();
    }
    expect(counts()).toEqual([210, 45, 15]);
  });

  test('a failure in one is not met again in the other', async () => {
    const { clock, service, one, two } = twoWindows();
    service.reply = () => ({ status: 412 });
    const ends = await clock.until(
      Promise.allSettled([one.engine.ask(flat('A')), two.engine.ask(flat('A'))]),
    );
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(service.sent).toHaveLength(1);
  });

  test('what one fetched, the other reads; what one refreshed, the other shows', async () => {
    const { clock, service, one, two } = twoWindows();
    await clock.until(one.engine.ask(flat('A')));
    await clock.until(two.engine.ask(flat('A')));
    expect(service.sent).toHaveLength(1);
    await clock.advance(1_000);
    await clock.until(one.engine.refresh([flat('A')]));
    await clock.advance(1_000);
    expect(two.events.some((event) => event.type === 'renewed' && event.keys.includes(flat('A').key))).toBe(
      true,
    );
    const shown = await clock.until(two.engine.ask(flat('A')));
    expect(shown.fetchedAt).toBe(one.engine.peek(flat('A'))?.fetchedAt);
    expect(service.sent).toHaveLength(2);
  });

  test('what one bought while the store failed is not replaced by what the other remembers', async () => {
    const memory = createMemoryStore();
    let isSound = true;
    const through = <T>(work: () => Promise<T>) =>
      isSound ? work() : Promise.reject(new Error('The store fails.'));
    const { clock, service, one, two, another } = twoWindows(
      {},
      {
        ...memory,
        get: (...args) => through(() => memory.get(...args)),
        put: (...args) => through(() => memory.put(...args)),
        entries: (...args) => through(() => memory.entries(...args)),
        delete: (...args) => through(() => memory.delete(...args)),
      },
      noChannel,
    );
    await clock.until(two.engine.ask(business('x', 15), { cell: 'A1' }));
    await clock.until(one.engine.ask(business('x', 15), { cell: 'A1' }));
    isSound = false;
    await clock.until(one.engine.ask(business('x', 40), { cell: 'A1', agreed: 15 }));
    // The store fails for the other window too, and both put what they know when it works again.
    await clock.until(two.engine.ask(business('y'), { cell: 'A2' }).catch(() => undefined));
    isSound = true;
    await clock.advance(120_000);
    const third = another();
    expect((await clock.until(third.engine.ask(business('x', 40), { cell: 'A1' }))).from).toBe('cache');
    expect((await clock.until(two.engine.ask(business('x', 40), { cell: 'A1' }))).from).toBe('cache');
    expect(service.sent.filter(({ body }) => body.keyword === 'x')).toHaveLength(2);
  });

  test('that refresh at once without a price on show do not exceed the daily cap together', async () => {
    const limits = { dailyCap: Infinity };
    const { clock, service, one, two } = twoWindows(limits);
    const keys = ['a', 'b', 'c', 'd'];
    for (const key of keys)
      await clock.until((key < 'c' ? one : two).engine.ask(business(key), { cell: `S!${key}1` }));
    Object.assign(limits, { dailyCap: 30 });
    await clock.advance(1_000);
    const refresh = ({ engine }: typeof one, key: string) =>
      engine.refresh([business(key)], [`S!${key}1`], engine.watchStops(), true);
    const pressed = keys.map((key) => refresh(key < 'c' ? one : two, key));
    const reports = await clock.until(Promise.all(pressed));
    expect(reports.map(({ fetched }) => fetched).sort()).toEqual([0, 0, 1, 1]);
    expect(service.credits).toBe(30);
    // A person who sees the price of the rest decides.
    for (const { engine } of [one, two])
      for (const { id, reason, credits } of engine.state().held) {
        expect(reason).toBe('daily_cap');
        await clock.until(engine.approve(id, credits));
      }
    await clock.advance(10_000);
    expect(service.credits).toBe(40);
  });

  test.each(['refreshed', 'asked for'])(
    'what is stopped in one for its count is not sent by the other in a call that serves fewer, which are %s',
    async (how) => {
      const { clock, service, one, two } = twoWindows();
      for (const { engine } of [one, two]) await clock.until(engine.prepare());
      for (const { engine } of [one, two]) engine.pause();
      const few =
        how === 'refreshed'
          ? one.engine.refresh([business('x', 15)])
          : one.engine.ask(business('x', 15), { cell: 'A1' });
      await clock.advance(1_000);
      const many = [one, two].map(({ engine }) =>
        failureIfAny(engine.ask(business('x', 45), { cell: 'B1' })),
      );
      await clock.advance(1_000);
      two.engine.stop();
      await clock.advance(1_000);
      one.engine.resume();
      await clock.until(Promise.all([few]));
      expect(await clock.until(Promise.all(many))).toMatchObject([{ code: 'stopped' }, { code: 'stopped' }]);
      expect(service.sent.map(({ body }) => body.count)).toEqual([15]);
    },
  );

  test('both refresh at once and pay once', async () => {
    const { clock, service, one, two } = twoWindows();
    await clock.until(one.engine.ask(flat('A')));
    await clock.advance(1_000);
    await clock.until(Promise.all([one.engine.refresh([flat('A')]), two.engine.refresh([flat('A')])]));
    expect(service.sent).toHaveLength(2);
  });

  test('share the rate windows', async () => {
    const { clock, service, one, two } = twoWindows();
    service.limits = { ten_second: 4 };
    const asks = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).engine.ask(flat(`A${n}`)));
    await clock.until(Promise.all(asks));
    expect(service.sent.length - service.refusals).toBe(20);
    expect(service.refusals).toBe(0);
  });

  test('share the rate windows when one is opened later, and lose little time', async () => {
    const { clock, service, one, two } = twoWindows();
    service.limits = { ten_second: 5, minutely: 20 };
    const ask = (engine: typeof one.engine, from: number) =>
      Array.from({ length: 40 }, (_, n) => engine.ask(flat(`A${from + n}`)));
    const first = ask(one.engine, 0);
    await clock.advance(3_000);
    await clock.until(Promise.all([...first, ...ask(two.engine, 100)]));
    expect(service.refusals).toBe(0);
    // Eighty requests at twenty a minute: the last twenty after three minutes, in four bursts.
    expect(clock.elapsed()).toBeLessThan(1.02 * 213_000);
  });

  test('share a long rate window, and what they note of it stays short', async () => {
    const store = createMemoryStore();
    const { clock, service, one, two } = twoWindows({}, store);
    service.limits = { ten_second: 40, minutely: 100, hourly: 400 };
    service.delivery = (nth) => (nth * 7919) % 900;
    const asks = Array.from({ length: 1_000 }, (_, n) => (n % 2 ? one : two).engine.ask(flat(`A${n}`)));
    await clock.until(Promise.all(asks));
    expect(service.sent).toHaveLength(1_000);
    expect(service.refusals).toBe(0);
    // A thousand at four hundred an hour: the last two hundred after two hours, at a hundred a minute.
    expect(clock.elapsed()).toBeLessThan(1.02 * 7_280_000);
    const noted = await store.get('calls', 'rate windows');
    expect((noted as { sends: unknown[] }).sends.length).toBeLessThan(200);
  });

  test('a Retry-After of hours is obeyed by both, and by whoever is opened next', async () => {
    const { clock, service, one, two, another } = twoWindows();
    service.reply = (_sent, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '7200' } } : undefined;
    const refused = { code: 'rate_limited', facts: { billed: 'no' } };
    await expect(clock.until(one.engine.ask(flat('A')))).rejects.toMatchObject(refused);
    await expect(clock.until(two.engine.ask(flat('B')))).rejects.toMatchObject(refused);
    await expect(clock.until(another().engine.ask(flat('C')))).rejects.toMatchObject(refused);
    expect(service.sent).toHaveLength(1);
    await clock.advance(7_200_000);
    expect((await clock.until(two.engine.ask(flat('B')))).from).toBe('service');
  });

  test('a lock that a sleeping window holds delays a request and does not stop it', async () => {
    const stuck: Locks = {
      run: (name, work) => (name.includes('rate') ? new Promise<never>(() => undefined) : work()),
    };
    const { engine, clock } = engineUnderTest({}, { locks: stuck });
    expect((await clock.until(engine.ask(flat('A')))).from).toBe('service');
    expect(clock.elapsed()).toBeLessThan(10_000);
  });

  test('what is cancelled while it waits for its place in the rate windows is not sent', async () => {
    let free: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (free = resolve));
    const slow: Locks = {
      run: (name, work) => (name.includes('rate') ? gate.then(work) : work()),
    };
    const { engine, clock, service } = engineUnderTest({}, { locks: slow });
    const cell = new AbortController();
    const ask = engine.ask(flat('A'), { signal: cell.signal });
    await clock.advance(1_000);
    cell.abort();
    await expect(clock.until(ask)).rejects.toMatchObject({ code: 'cancelled' });
    free();
    await clock.advance(10_000);
    expect(service.sent).toHaveLength(0);
    expect((await clock.until(engine.ask(flat('B')))).from).toBe('service');
  });

  test('what one holds is offered in the other only where its own cells want it', async () => {
    const { clock, service, one, two } = twoWindows({ askAbove: 4 });
    await clock.until(two.engine.prepare());
    await clock.until(one.engine.ask(business('x'), { cell: 'S!A1' }).catch(() => undefined));
    await clock.advance(100);
    expect(two.engine.state().held).toEqual([]);
    await clock.until(two.engine.ask(business('x'), { cell: 'S!B1' }).catch(() => undefined));
    const [held] = two.engine.state().held;
    expect(held).toMatchObject({ credits: 5, cells: ['S!B1'] });
    await clock.until(two.engine.approve(held!.id, held!.credits));
    await clock.advance(2_000);
    expect(one.engine.state().held).toEqual([]);
    expect(service.credits).toBe(5);
    expect(one.engine.state().spentToday).toBe(5);
  });

  test('each counts what the other has spent and saved, once, also days later', async () => {
    const { clock, one, two, another } = twoWindows();
    const total = async ({ engine }: typeof one) =>
      (await clock.until(engine.days())).map(({ spent, saved }) => [spent, saved]).sort();
    await clock.until(one.engine.ask(flat('A')));
    await clock.until(two.engine.ask(business('x')));
    await clock.until(two.engine.ask(business('x')));
    await clock.advance(4_000);
    for (const window of [one, two]) {
      expect(await total(window)).toEqual([
        [1, 0],
        [5, 5],
      ]);
      expect(window.engine.state()).toMatchObject({ spentToday: 6, savedToday: 5 });
    }
    expect(one.events.filter(({ type }) => type === 'ledger').length).toBeGreaterThan(1);
    await clock.advance(4 * 86_400_000);
    // Its rows of past days are written as one by a window that opens later.
    await clock.until(another().engine.days());
    await clock.advance(4_000);
    for (const window of [one, two])
      expect(await total(window)).toEqual([
        [1, 0],
        [5, 5],
      ]);
  });

  test('what is stopped in one is not sent by the other, which had it queued as well', async () => {
    const { clock, service, one, two } = twoWindows();
    for (const { engine } of [one, two]) {
      await clock.until(engine.prepare());
      engine.pause();
    }
    const asks = [one, two].map(({ engine }) =>
      engine.ask(flat('A'), { cell: 'A1' }).catch((error: unknown) => error),
    );
    await clock.advance(1_000);
    one.engine.stop();
    await clock.advance(100);
    two.engine.resume();
    expect(await clock.until(Promise.all(asks))).toMatchObject([{ code: 'stopped' }, { code: 'stopped' }]);
    expect(service.sent).toHaveLength(0);
  });

  test('what a person approves in one is fetched, also where the other holds it again meanwhile', async () => {
    const { clock, service, one, two } = twoWindows({ askAbove: 4 });
    const ask = (engine: typeof one.engine, cell: string) =>
      clock.until(engine.ask(business('x'), { cell }).catch(() => undefined));
    await ask(one.engine, 'A1');
    await ask(two.engine, 'A2');
    one.engine.pause();
    const [held] = one.engine.state().held;
    await clock.until(one.engine.approve(held!.id, held!.credits));
    await ask(two.engine, 'A2');
    one.engine.resume();
    await clock.advance(5_000);
    expect(service.credits).toBe(5);
    expect([...one.engine.state().held, ...two.engine.state().held]).toEqual([]);
  });

  test.each([
    ['the daily cap', { dailyCap: 25 }],
    ['the ask-me limit', { askAbove: 25 }],
  ])('%s is one for both, also when both spend at the same moment', async (_, limits) => {
    const { clock, service, one, two } = twoWindows(limits);
    const asks = Array.from({ length: 8 }, (_each, n) =>
      (n % 2 ? one : two).engine.ask(business(`b${n}`), { cell: `S!A${n}` }).catch(() => undefined),
    );
    await clock.until(Promise.all(asks));
    await clock.advance(60_000);
    expect(service.credits).toBe(25);
  });

  describe.each([
    ['with messages', sharedChannel],
    ['without messages', () => () => noChannel()],
  ])('in a browser without locks, %s', (_name, channel) => {
    const withoutLocks = (limits: Partial<typeof open>) =>
      twoWindows(limits, createMemoryStore(), channel(), 'none');

    test('the same request at the same moment is not bought twice', async () => {
      const { clock, service, one, two } = withoutLocks({});
      const asks = [one, two].map(({ engine }) => failureIfAny(engine.ask(flat('A'), { cell: 'S!A1' })));
      await clock.until(Promise.all(asks));
      await clock.advance(60_000);
      expect(service.credits).toBeLessThanOrEqual(1);
    });

    test.each([
      ['the daily cap', { dailyCap: 5 }],
      ['the ask-me limit', { askAbove: 5 }],
    ])('%s holds where both spend at the same moment', async (_limit, limits) => {
      const { clock, service, one, two } = withoutLocks(limits);
      const asks = [one, two].map(({ engine }, nth) =>
        failureIfAny(engine.ask(business(`b${nth}`), { cell: `S!A${nth}` })),
      );
      await clock.until(Promise.all(asks));
      await clock.advance(60_000);
      expect(service.credits).toBeLessThanOrEqual(5);
    });
  });

  test('a pause holds in both, although the one before it ended at a later time of the clock', async () => {
    const { clock, service, one, two } = twoWindows();
    const pauses: string[] = ['10', '600'];
    service.reply = () => {
      const pause = pauses.shift();
      return pause === undefined ? undefined : { status: 429, headers: { 'retry-after': pause } };
    };
    void failureIfAny(one.engine.ask(flat('A')));
    await clock.advance(5_000);
    clock.jump(-6 * 3_600_000);
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(2);
    void failureIfAny(two.engine.ask(flat('B')));
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(2);
    await clock.advance(600_000);
    expect(service.credits).toBe(2);
  });

  test('in a browser without locks, a limit holds where the account cannot be read again', async () => {
    const memory = createMemoryStore();
    let isWritten = false;
    const store: Store = {
      ...memory,
      update: (area, ...rest) => {
        isWritten ||= area === 'account';
        return memory.update(area, ...rest);
      },
      entries: (area) =>
        isWritten && area === 'account' ? Promise.reject(new Error('gone')) : memory.entries(area),
    };
    const { clock, service, one, two } = twoWindows({ dailyCap: 5 }, store, () => noChannel(), 'none');
    const asks = [one, two].map(({ engine }, nth) =>
      failureIfAny(engine.ask(business(`b${nth}`), { cell: `S!A${nth}` })),
    );
    await clock.until(Promise.all(asks));
    await clock.advance(10_000);
    expect(service.credits).toBeLessThanOrEqual(5);
  });

  test('a result that expired in both is renewed once, also where one has not heard of it', async () => {
    const hour = 3_600_000;
    const { clock, service, one, two } = twoWindows({ ages: { hkproperty: hour } }, createMemoryStore(), () =>
      noChannel(),
    );
    const ask = ({ engine }: typeof one) => clock.until(engine.ask(flat('A'), { cell: 'S!A1' }));
    await ask(one);
    await ask(two);
    await clock.advance(2 * hour);
    await ask(one);
    await clock.advance(1_000);
    expect(service.credits).toBe(2);
    // It shows the old one, and looks into the store before it sends.
    await ask(two);
    await clock.advance(60_000);
    expect(service.credits).toBe(2);
    expect((await ask(two)).fetchedAt).toBe((await ask(one)).fetchedAt);
  });

  test('a result that expired in both, and whose price was agreed to in both, is bought once', async () => {
    const { clock, service, one, two } = twoWindows({ ages: { hkproperty: 3_600_000 } });
    const agree = ({ engine }: typeof one) => engine.ask(flat('A'), { agreed: 1 });
    for (const window of [one, two]) await clock.until(agree(window));
    await clock.advance(2 * 3_600_000);
    const shown = await clock.until(Promise.all([one, two].map(agree)));
    expect([service.credits, shown.map(({ spent }) => spent).sort()]).toEqual([2, [0, 1]]);
    for (const { fetchedAt } of shown) expect(clock.now() - fetchedAt).toBeLessThan(60_000);
  });

  test('a lock manager that fails: nothing is sent without approval, and what is approved is', async () => {
    const { engine, clock, service } = engineUnderTest(
      {},
      { locks: { run: () => Promise.reject(new Error('no locks')) } },
    );
    const failure = await clock.until(engine.ask(flat('A')).catch((error: unknown) => error));
    expect(failure).toMatchObject({ code: 'held', facts: { held: 'store_down' } });
    expect(service.sent).toHaveLength(0);
    expect((await clock.until(engine.ask(flat('A'), { agreed: 1 }))).from).toBe('service');
  });
});
