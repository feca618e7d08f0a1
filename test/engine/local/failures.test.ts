import { Failures, storable, type Failure } from '../../../src/engine/local/failures';
import type { Locks } from '../../../src/engine/ports/crossWindow';
import { guardStore } from '../../../src/engine/ports/guardedStore';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { SpillwayError, type ErrorCode, type ErrorFacts } from '../../../src/engine/request/errors';
import { defaultSettings } from '../../../src/engine/request/settings';
import { business, engineUnderTest, flat, product } from '../support/engineUnderTest';
import { failureIfAny } from '../support/failureOf';
import type { Reply } from '../support/fakeService';
import { simulatedClock } from '../support/simulatedClock';

const minute = 60_000;
const hour = 60 * minute;

describe('failures', () => {
  test.each([
    ['a key that was refused', { status: 403 }, { key: 'key-of-the-test-0002' }],
    ['a name that was refused', { status: 422 }, { wireNames: { 'stays.meal_plan': 'meals' } }],
    ['a sign that the gateway sent nothing', 'free', {}],
  ] as const)('may have been charged, and are not repeated after %s', async (_, reply, change) => {
    const bench = engineUnderTest({ ages: { hkproperty: hour } });
    const { engine, clock, service } = bench;
    const refresh = async (fails: typeof reply | { status: 408; billed: true }) => {
      const free = { status: 402, headers: { 'spillway-gateway': '1', 'spillway-credits': '0' } };
      service.reply = () => (fails === 'free' ? free : fails);
      await clock.until(engine.refresh([flat('A')], ['A1']));
    };
    await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
    await refresh({ status: 408, billed: true });
    await refresh(reply);
    service.reply = () => undefined;
    const { key = bench.key, ...settings } = { key: undefined, ...change };
    bench.key = key;
    bench.settings = { ...bench.settings, ...settings };
    await clock.until(engine.keyChanged());
    await clock.advance(2 * hour);
    for (let calls = 0; calls < 2; calls += 1) {
      const shown = await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
      expect(shown.stale?.code).toBe('timed_out');
      await clock.advance(10_000);
    }
    expect(service.sent).toHaveLength(3);
  });

  test('may have been charged for more, and are not repeated after a free one and a response for less', async () => {
    const { engine, clock, service } = engineUnderTest();
    const refresh = async (count: number, reply: Reply | undefined) => {
      service.reply = () => reply;
      await clock.until(engine.refresh([business('x', count)], [`A${count}`]));
    };
    await refresh(50, { status: 408, billed: true });
    await refresh(50, { status: 403 });
    await refresh(15, undefined);
    const failure = await clock.until(failureIfAny(engine.ask(business('x', 50), { cell: 'A50' })));
    expect([failure?.code, service.sent.length]).toEqual(['timed_out', 3]);
  });

  test.each([
    [400, 'bad_request'],
    [404, 'not_found'],
    [412, 'unavailable'],
    [422, 'invalid'],
    [401, 'bad_key'],
    [403, 'forbidden'],
    [408, 'timed_out'],
    [502, 'unexpected_status'],
    [504, 'unexpected_status'],
    [304, 'unexpected_status'],
    [500, 'service_failed'],
    [418, 'unexpected_status'],
  ])('a %i is remembered over a restart: nothing is asked again on open', async (status, code) => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status });
    await expect(bench.clock.until(bench.engine.ask(flat('A1')))).rejects.toMatchObject({ code });
    const sent = bench.service.sent.length;
    await bench.restart();
    await bench.clock.advance(24 * 60 * minute);
    await expect(bench.clock.until(bench.engine.ask(flat('A1')))).rejects.toMatchObject({ code });
    expect(bench.service.sent).toHaveLength(sent);
  });

  test('200 error cells of a workbook that is opened again send nothing', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status: 412 });
    const all = () =>
      Promise.allSettled(Array.from({ length: 200 }, (_, n) => bench.engine.ask(flat(`A${n}`))));
    await bench.clock.until(all());
    expect(bench.service.sent).toHaveLength(200);
    await bench.restart();
    const results = await bench.clock.until(all());
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(bench.service.sent).toHaveLength(200);
  });

  test.each([
    ['with locks', { run: (_name, work) => work() } satisfies Locks],
    ['without locks', undefined],
  ])('a failing service that charges nothing is asked again after a short hold: %s', async (_, locks) => {
    const { engine, clock, service } = engineUnderTest({}, { locks });
    await clock.until(engine.ask(flat('A0')));
    await clock.advance(2_000);
    service.reply = () => ({ status: 500 });
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'service_failed' });
    expect(service.sent).toHaveLength(4);
    service.reply = () => undefined;
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'service_failed' });
    await clock.advance(6 * minute);
    expect((await clock.until(engine.ask(flat('A1')))).from).toBe('service');
  });

  test('a failure that may have been charged is asked again by Refresh alone', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.points = null;
    service.reply = () => ({ status: 500 });
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ facts: { billed: 'maybe' } });
    service.reply = () => undefined;
    await clock.advance(24 * 60 * minute);
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'service_failed' });
    expect(service.sent).toHaveLength(1);
    expect(await clock.until(engine.refresh([flat('A1')]))).toMatchObject({ fetched: 1 });
  });

  test('refresh asks again', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => ({ status: 412 });
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'unavailable' });
    service.reply = () => undefined;
    expect(await clock.until(engine.refresh([flat('A1')]))).toMatchObject({ fetched: 1 });
    expect(engine.peek(flat('A1'))?.records).toHaveLength(1);
  });

  test('forgetting failures lets cells ask again', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => ({ status: 404 });
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'not_found' });
    service.reply = () => undefined;
    await engine.forgetFailures();
    expect((await clock.until(engine.ask(flat('A1')))).from).toBe('service');
  });

  test('a longer timeout is a changed input after a 408, another count after a 422', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = ({ body }) => (body.timeout === 1500 ? undefined : { status: 408 });
    await expect(clock.until(engine.ask(product('ssd', 5)))).rejects.toMatchObject({ code: 'timed_out' });
    expect((await clock.until(engine.ask(product('ssd', 5, { timeout: 1500 })))).from).toBe('service');
    service.reply = ({ body }) => (Number(body.count) > 500 ? { status: 422 } : undefined);
    await expect(clock.until(engine.ask(product('hdd', 900)))).rejects.toMatchObject({ code: 'invalid' });
    expect((await clock.until(engine.ask(product('hdd', 50)))).from).toBe('service');
  });

  test.each([
    [422, 'invalid'],
    [408, 'timed_out'],
  ])('a %i is remembered for each count of a request', async (status, code) => {
    const bench = engineUnderTest({ reuseCounts: false });
    bench.service.reply = () => ({ status });
    // 16 and 30 send the same count.
    const ask = (count: number) =>
      expect(bench.clock.until(bench.engine.ask(business('bakery', count)))).rejects.toMatchObject({ code });
    for (const count of [40, 16, 30]) await ask(count);
    expect(bench.service.sent.map(({ body }) => body.count)).toEqual([45, 30]);
    for (const count of [40, 16, 30, 40]) await ask(count);
    await bench.restart();
    for (const count of [16, 40, 30]) await ask(count);
    expect(bench.service.sent).toHaveLength(2);
  });

  test('a response makes up for the failures of the counts it answers, and of no others', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = ({ body }) => (Number(body.count) > 100 ? { status: 408 } : undefined);
    await expect(clock.until(engine.ask(business('bakery', 200)))).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect((await clock.until(engine.ask(business('bakery', 30)))).from).toBe('service');
    await expect(clock.until(engine.ask(business('bakery', 200)))).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect(service.sent).toHaveLength(2);
    service.reply = () => undefined;
    expect(await clock.until(engine.refresh([business('bakery', 300)]))).toMatchObject({ fetched: 1 });
    expect((await clock.until(engine.ask(business('bakery', 200)))).from).toBe('cache');
  });

  test('a shorter timeout that fails as well leaves the longer one failed', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => ({ status: 408 });
    const patient = product('ssd', 5, { timeout: 1500 });
    await expect(clock.until(engine.ask(patient))).rejects.toMatchObject({ code: 'timed_out' });
    expect(await clock.until(engine.refresh([product('ssd', 5)]))).toMatchObject({ failed: 1 });
    await expect(clock.until(engine.ask(patient))).rejects.toMatchObject({ code: 'timed_out' });
    expect(service.sent).toHaveLength(2);
  });

  test('a refused key stops everything until the key changes, then the cells are told', async () => {
    const bench = engineUnderTest();
    const { engine, clock, service, events } = bench;
    service.reply = ({ headers }) =>
      headers.get('access-token') === 'good-key-000001' ? undefined : { status: 401 };
    const asks = () =>
      Promise.allSettled(
        Array.from({ length: 50 }, (_, n) => engine.ask(flat(`A${n}`), { cell: `S!A${n}` })),
      );
    const ends = await clock.until(asks());
    expect(ends.map((end) => end.status === 'rejected' && (end.reason as { code: string }).code)).toEqual(
      Array(50).fill('bad_key'),
    );
    expect(service.sent.length).toBeLessThanOrEqual(6);
    const before = service.sent.length;
    await clock.until(asks());
    expect(service.sent).toHaveLength(before);
    bench.key = 'good-key-000001';
    await engine.keyChanged();
    await clock.advance(1_000);
    const told = events.flatMap((event) => (event.type === 'renewed' ? event.cells : []));
    expect(new Set(told).size).toBe(50);
    expect((await clock.until(asks())).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  test('a refused key stops nothing that fails without a charge after it: it is fetched with the next key', async () => {
    const bench = engineUnderTest();
    const { engine, clock, service } = bench;
    service.reply = (_, nth) => [{ status: 401 }, { status: 429 }][nth - 1];
    const asks = () =>
      clock.until(
        Promise.all(['A', 'B'].map((unit) => failureIfAny(engine.ask(flat(unit), { cell: unit })))),
      );
    expect(await asks()).toMatchObject([{ code: 'bad_key' }, { code: 'bad_key' }]);
    expect(service.sent).toHaveLength(2);
    bench.key = 'good-key-000001';
    await engine.keyChanged();
    expect(await asks()).toEqual([undefined, undefined]);
  });

  test.each([401, 403])(
    'status %i after the key was replaced says nothing of the next one',
    async (status) => {
      const bench = engineUnderTest();
      const { engine, clock, service } = bench;
      service.reply = (_, nth) => (nth === 1 ? { status } : undefined);
      const first = engine.ask(flat('A'), { cell: 'A1' });
      await clock.advance(150);
      expect(service.sent).toHaveLength(1);
      bench.key = 'good-key-000001';
      await engine.keyChanged();
      expect((await clock.until(first)).from).toBe('service');
      await clock.until(engine.ask(flat('B'), { cell: 'A2' }));
      expect(service.sent.map(({ headers }) => headers.get('access-token'))).toEqual([
        'key-of-the-test-0001',
        'good-key-000001',
        'good-key-000001',
      ]);
    },
  );

  test('without a key nothing is sent, and the cells are told when there is one', async () => {
    const bench = engineUnderTest();
    bench.key = undefined;
    await expect(bench.clock.until(bench.engine.ask(flat('A1'), { cell: 'S!A1' }))).rejects.toMatchObject({
      code: 'no_key',
    });
    bench.key = 'good-key-000001';
    await bench.engine.keyChanged();
    await bench.clock.advance(1_000);
    expect(bench.events).toContainEqual({ type: 'renewed', keys: [flat('A1').key], cells: ['S!A1'] });
  });

  test('a re-mapped wire name is tried again', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({
      status: 422,
      body: { detail: [{ loc: ['body', 'rating'], msg: 'extra', type: 'x' }] },
    });
    await expect(bench.clock.until(bench.engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'invalid' });
    bench.service.reply = () => undefined;
    bench.settings = { ...bench.settings, wireNames: { 'bizbureau.rating': 'grade' } };
    await bench.engine.keyChanged();
    expect((await bench.clock.until(bench.engine.ask(flat('A1')))).from).toBe('service');
  });
});

test.each([408, 500])(
  'status %i is remembered by a window that was opened while the store could not be read',
  async (status) => {
    const store = createMemoryStore();
    const first = engineUnderTest({}, { store });
    first.service.reply = () => ({ status, billed: true });
    const failed = await first.clock.until(failureIfAny(first.engine.ask(flat('A'), { cell: 'A1' })));
    let isDown = true;
    const fail = () => Promise.reject(new Error('The store fails.'));
    const faulty = new Proxy(store, {
      get: (of, name) =>
        isDown && (name === 'entries' || name === 'get') ? fail : (Reflect.get(of, name) as unknown),
    });
    const { engine, clock, service } = engineUnderTest({}, { store: faulty, random: () => 0.25 });
    const ask = () => clock.until(failureIfAny(engine.ask(flat('A'), { cell: 'A1' })));
    expect(await ask()).toMatchObject({ facts: { held: 'store_down' } });
    isDown = false;
    await clock.advance(2 * minute);
    expect(await ask()).toMatchObject({ code: (failed as SpillwayError).code });
    expect(service.sent).toEqual([]);
  },
);

describe('the rows of failures', () => {
  const request = flat('A1');
  const failureOf = (code: ErrorCode, at: number, facts: ErrorFacts = {}, until?: number): Failure => ({
    v: 1,
    key: request.key,
    code,
    facts,
    at,
    until,
    count: undefined,
    timeout: 300,
    renewal: false,
    error: new SpillwayError(code, facts),
  });

  function opened() {
    const clock = simulatedClock();
    const store = createMemoryStore();
    const shared = { ...store };
    const open = () =>
      new Failures(
        guardStore(shared, clock, () => undefined),
        () => defaultSettings,
      );
    return { clock, shared, store, open };
  }

  test.each([
    ['alone', failureOf('timed_out', 1)],
    [
      'before one that was free',
      { ...failureOf('forbidden', 2, { billed: 'no' }), earlier: storable(failureOf('timed_out', 1)) },
    ],
  ])('that may have been charged, %s, outlive thousands that were free', (_, failure) => {
    const { clock, open } = opened();
    const failures = open();
    failures.keep(request.key, failure);
    for (let nth = 0; nth < 20_001; nth += 1) {
      const key = `${request.key} ${nth}`;
      failures.keep(key, { ...failureOf('unavailable', 1), key, facts: { billed: 'no' } });
    }
    failures.forget((code) => code === 'forbidden');
    expect(failures.of(request, clock.now())?.code).toBe('timed_out');
  });

  test('that are read late do not replace what failed meanwhile', async () => {
    const { clock, shared, store, open } = opened();
    const earlier = open();
    earlier.keep(request.key, failureOf('not_found', 1));
    await clock.until(earlier.written);
    const rows = await store.entries('failures');
    shared.entries = () => Promise.resolve(rows);
    const later = open();
    later.keep(request.key, failureOf('unavailable', 2));
    await clock.until(later.load());
    expect(later.of(request, clock.now())?.code).toBe('unavailable');
  });

  test('that another window took back are forgotten, those that could not be written are not', async () => {
    const { clock, shared, open } = opened();
    const [one, two] = [open(), open()];
    one.keep(request.key, failureOf('not_found', 1));
    await clock.until(one.written);
    await clock.until(two.load());
    one.remove([request.key]);
    await clock.settle();
    await clock.until(two.reread(request.key, []));
    expect(two.of(request, clock.now())).toBeUndefined();
    // Full: what is known here alone stays known.
    shared.put = () => Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    two.keep(request.key, failureOf('timed_out', 2, { billed: 'maybe' }));
    await clock.until(two.written);
    await clock.until(two.reread(request.key, []));
    expect(two.of(request, clock.now())?.code).toBe('timed_out');
  });

  test('stay while the store cannot be read', async () => {
    const { clock, shared, open } = opened();
    const failures = open();
    failures.keep(request.key, failureOf('timed_out', 1, { billed: 'maybe' }));
    await clock.until(failures.written);
    shared.get = () => Promise.reject(new Error('broken'));
    await clock.until(failures.reread(request.key, []));
    expect(failures.of(request, clock.now())?.code).toBe('timed_out');
  });

  test.each([
    ['over_budget', { billed: 'no' }, true],
    ['network', { billed: 'no' }, true],
    ['network', { billed: 'maybe' }, false],
    ['service_failed', { billed: 'no' }, false],
  ] as const)('of an earlier run: %s %j is tried again after its time: %p', async (code, facts, again) => {
    const { clock, open } = opened();
    const earlier = open();
    earlier.keep(request.key, failureOf(code, 1, facts, clock.now() + minute));
    await clock.until(earlier.written);
    const later = open();
    await clock.until(later.load());
    expect(later.of(request, clock.now())?.code).toBe(code);
    await clock.advance(2 * minute);
    expect(later.of(request, clock.now())?.code).toBe(again ? undefined : code);
  });
});
