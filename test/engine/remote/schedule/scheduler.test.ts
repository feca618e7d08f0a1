import { business, engineUnderTest, flat, type Bench } from '../../support/engineUnderTest';
import { sharedLocks } from '../../support/sharedWindows';

const ends = (promises: Promise<unknown>[]) => Promise.allSettled(promises);

describe('the schedule', () => {
  test('never sends into a full window and takes hardly longer than it must', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.limits = { ten_second: 3, minutely: 10 };
    const start = clock.elapsed();
    await clock.until(Promise.all(Array.from({ length: 40 }, (_, n) => engine.ask(flat(`A${n}`)))));
    expect(service.refusals).toBe(0);
    expect(service.sent).toHaveLength(40);
    // 40 requests, 10 a minute: the last ten start after three minutes, in bursts of three every ten seconds.
    expect(clock.elapsed() - start).toBeLessThan(1.02 * 210_000);
  });

  /** Late, and each by another time. */
  const jitter = (most: number) => (nth: number) => (nth * 7919) % most;

  test.each([400, 5_000])('is never refused although requests arrive up to %i ms late', async (most) => {
    const { engine, clock, service } = engineUnderTest();
    service.limits = { ten_second: 5, minutely: 20 };
    service.delivery = jitter(most);
    await clock.until(Promise.all(Array.from({ length: 60 }, (_, n) => engine.ask(flat(`A${n}`)))));
    expect(service.refusals).toBe(0);
    expect(service.sent).toHaveLength(60);
  });

  test('a call that takes minutes gives its place back once it must have arrived', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 2 });
    service.limits = { ten_second: 1 };
    service.latency = 0;
    await clock.until(engine.ask(flat('A0')));
    service.latency = 200_000;
    const asks = ends([1, 2].map((n) => engine.ask(flat(`A${n}`))));
    await clock.advance(60_000);
    expect(service.sent).toHaveLength(3);
    await clock.until(asks);
    expect(service.refusals).toBe(0);
  });

  test('starts from the usage the statistic tells', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.limits = { ten_second: 3 };
    service.used = { ten_second: 3 };
    const ask = engine.ask(flat('A1'));
    await clock.advance(5_000);
    expect(service.sent).toHaveLength(0);
    service.used = {};
    await clock.until(ask);
    expect(service.refusals).toBe(0);
  });

  test.each([null, 0])('a limit of %p is no limit', async (limit) => {
    const { engine, clock, service } = engineUnderTest();
    service.statistic = () => ({ status: 200, body: [{ ten_second_limit: limit, minutely_usage: 5 }] });
    await clock.until(Promise.all(Array.from({ length: 20 }, (_, n) => engine.ask(flat(`A${n}`)))));
    expect(service.sent).toHaveLength(20);
  });

  test.each(['network', { status: 500 }, { status: 200, body: 'no json' }] as const)(
    'a statistic that fails (%j) does not stop data requests',
    async (reply) => {
      const { engine, clock, service } = engineUnderTest();
      service.statistic = () => reply;
      await clock.until(engine.ask(flat('A1')));
      await clock.until(engine.ask(flat('A2')));
      expect(service.sent).toHaveLength(2);
      expect(service.statistics).toHaveLength(1);
    },
  );

  test('a request that comes while the pane reads the statistic is sent when it is there', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.settle();
    service.latency = 1_000;
    const usage = engine.usage(true);
    const ask = engine.ask(flat('A1'));
    await clock.advance(2_500);
    expect(service.sent).toHaveLength(1);
    expect(service.statistics).toHaveLength(1);
    await clock.until(Promise.all([usage, ask]));
  });

  test('what the statistic tells of a key that was replaced meanwhile does not count for the new one', async () => {
    const bench = engineUnderTest();
    const { engine, clock, service } = bench;
    await clock.settle();
    service.latency = 1_000;
    service.limits = { ten_second: 1 };
    service.used = { ten_second: 1 };
    const usage = engine.usage(true);
    await clock.advance(500);
    bench.key = 'another-key-of-the-test';
    service.limits = {};
    service.used = {};
    await clock.until(engine.keyChanged());
    await clock.until(usage);
    const ask = engine.ask(flat('A1'));
    await clock.advance(2_500);
    expect(service.sent).toHaveLength(1);
    expect(service.statistics).toHaveLength(2);
    await clock.until(ask);
  });

  test('a statistic that never answers holds a request for seconds, not for ever', async () => {
    const bench = engineUnderTest();
    const real = bench.service.fetch;
    const never = engineUnderTest(
      {},
      { fetch: (url, init) => (url.endsWith('statistic') ? new Promise(() => undefined) : real(url, init)) },
    );
    const ask = never.engine.ask(flat('A1'));
    await never.clock.advance(4_000);
    await bench.clock.advance(1_000);
    await expect(never.clock.until(ask)).resolves.toBeDefined();
  });

  test('obeys Retry-After of a 429 and counts the attempts', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = (_sent, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '30' } } : undefined;
    await clock.until(engine.ask(flat('A1')));
    expect(service.sent).toHaveLength(2);
    expect(service.sent[1]!.at - service.sent[0]!.at).toBeGreaterThanOrEqual(30_000);
  });

  test('a Retry-After of hours outlives a restart, with and without a lock', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    const asked = () => bench.clock.until(bench.engine.ask(flat('A1')));
    await expect(asked()).rejects.toMatchObject({ code: 'rate_limited' });
    await bench.restart();
    await bench.clock.advance(600_000);
    await expect(asked()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(bench.service.sent).toHaveLength(1);
    bench.clock.jump(-86_400_000);
    await bench.restart();
    await expect(asked()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(bench.service.sent).toHaveLength(1);
  });

  test('a Retry-After of a moment is over in a moment although the clock is set back by hours', async () => {
    const bench = engineUnderTest({}, { locks: sharedLocks() });
    let isBusy = true;
    bench.service.reply = () => (isBusy ? { status: 429, headers: { 'retry-after': '2' } } : undefined);
    const asked = Promise.all(['A1', 'A2'].map((unit) => bench.engine.ask(flat(unit))));
    await bench.clock.advance(1_000);
    bench.clock.jump(-6 * 3_600_000);
    isBusy = false;
    await bench.clock.advance(60_000);
    expect(bench.service.credits).toBe(2);
    await bench.clock.until(asked);
  });

  test('a Retry-After does not bind another key', async () => {
    const bench = engineUnderTest();
    bench.service.reply = (_sent, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '7200' } } : undefined;
    await expect(bench.clock.until(bench.engine.ask(flat('A1')))).rejects.toBeDefined();
    bench.key = 'another-key-of-the-test';
    await bench.clock.until(bench.engine.keyChanged());
    expect((await bench.clock.until(bench.engine.ask(flat('A1')))).from).toBe('service');
  });

  describe('windows that count credits', () => {
    const asks = ({ engine }: Bench, many: number) =>
      Promise.all(Array.from({ length: many }, (_, n) => engine.ask(business(`k${n}`, 30))));

    test('are not overrun: each request counts with its price until something else is known', async () => {
      const bench = engineUnderTest();
      bench.service.counts = 'credits';
      bench.service.limits = { ten_second: 30, hourly: 10_000 };
      await bench.clock.until(asks(bench, 12));
      expect(bench.service.refusals).toBe(0);
      expect(bench.service.statistics.length).toBeLessThanOrEqual(6);
      // Three of ten credits in ten seconds: the last three after thirty.
      expect(bench.clock.elapsed()).toBeLessThan(35_000);
    });

    test('are told from windows that count requests by what they grew by', async () => {
      const bench = engineUnderTest();
      bench.service.limits = { ten_second: 30, hourly: 10_000 };
      await bench.clock.until(asks(bench, 30));
      expect(bench.service.refusals).toBe(0);
      expect(bench.clock.elapsed()).toBeLessThan(10_000);
    });

    test('may be smaller than one request', async () => {
      const bench = engineUnderTest();
      bench.service.counts = 'credits';
      bench.service.limits = { ten_second: 5 };
      await bench.clock.until(asks(bench, 3));
      expect(bench.service.refusals).toBe(0);
    });
  });

  test('a 429 without end and without Retry-After waits in the queue, where its cell sees it, and is then told', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => ({ status: 429 });
    const began = clock.elapsed();
    const asked = engine.ask(flat('A1')).catch((error: unknown) => error);
    await clock.advance(2_000);
    const { queue, eta } = engine.state();
    expect([queue.map(({ state }) => state), eta]).toEqual([['queued'], expect.any(Number)]);
    expect(await clock.until(asked)).toMatchObject({ code: 'rate_limited', facts: { billed: 'no' } });
    expect(service.sent.length).toBeLessThanOrEqual(8);
    expect(clock.elapsed() - began).toBeLessThan(150_000);
  });

  test('a full month is told at once instead of waiting for it', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.limits = { monthly: 100 };
    service.used = { monthly: 100 };
    const began = clock.elapsed();
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toMatchObject({
      code: 'rate_limited',
      facts: { billed: 'no' },
    });
    expect(clock.elapsed() - began).toBeLessThan(10_000);
    expect(service.sent).toHaveLength(0);
  });

  test('interactive requests go before bulk, and cells take turns', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 1 });
    const all = [
      ...[1, 2, 3].map((n) => engine.ask(flat(`bulk A ${n}`), { cell: 'A', bulk: true })),
      ...[1, 2, 3].map((n) => engine.ask(flat(`bulk B ${n}`), { cell: 'B', bulk: true })),
      engine.ask(flat('mine'), { cell: 'C' }),
    ];
    await clock.until(Promise.all(all));
    expect(service.sent.map(({ body }) => body.unit)).toEqual([
      'mine',
      'bulk A 1',
      'bulk B 1',
      'bulk A 2',
      'bulk B 2',
      'bulk A 3',
      'bulk B 3',
    ]);
  });

  test('a formula typed while a recalculation waits is sent before the rest of it', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 2 });
    const recalculated = Array.from({ length: 160 }, (_, n) =>
      engine.ask(flat(`sheet ${n}`), { cell: `A${n}` }),
    );
    await clock.advance(1_000);
    const before = service.sent.length;
    expect(before).toBeLessThan(30);
    const typed = engine.ask(flat('typed'), { cell: 'C1' });
    // A cell that wants what waits far behind brings it to the front as well.
    const joined = engine.ask(flat('sheet 159'), { cell: 'C2' });
    await clock.until(Promise.all([typed, joined]));
    expect(service.sent.length - before).toBeLessThanOrEqual(8);
    await clock.until(Promise.all(recalculated));
    expect(service.sent).toHaveLength(161);
  });

  test('keeps to the concurrency limit', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 2 });
    service.latency = 1_000;
    const all = Promise.all([1, 2, 3, 4, 5].map((n) => engine.ask(flat(`A${n}`))));
    // The statistic takes a second as well.
    await clock.advance(1_100);
    expect(service.sent).toHaveLength(2);
    expect(engine.state()).toMatchObject({ done: 0, total: 5 });
    expect(engine.state().queue.filter(({ state }) => state === 'running')).toHaveLength(2);
    await clock.until(all);
  });

  test('tells when the queue will be empty', async () => {
    const { engine, clock, service } = engineUnderTest();
    service.limits = { minutely: 10 };
    const all = Promise.all(Array.from({ length: 30 }, (_, n) => engine.ask(flat(`A${n}`))));
    await clock.advance(1_000);
    const { eta } = engine.state();
    await clock.until(all);
    expect(Math.abs((eta ?? 0) - clock.now())).toBeLessThan(5_000);
    expect(engine.state().eta).toBeUndefined();
  });

  test('pause, resume and stop', async () => {
    const { engine, clock, service } = engineUnderTest();
    engine.pause();
    const waiting = ends([1, 2].map((n) => engine.ask(flat(`A${n}`))));
    await clock.advance(10_000);
    expect(service.sent).toHaveLength(0);
    expect(engine.state().paused).toBe(true);
    engine.resume();
    await clock.until(waiting);
    expect(service.sent).toHaveLength(2);
    engine.pause();
    const dropped = ends([3, 4].map((n) => engine.ask(flat(`A${n}`))));
    await clock.advance(1_000);
    engine.stop();
    expect(await clock.until(dropped)).toMatchObject(
      Array(2).fill({ status: 'rejected', reason: { code: 'stopped' } }),
    );
    expect(service.sent).toHaveLength(2);
  });

  test('what was sent goes on when everything is stopped, and is kept', async () => {
    const { engine, clock, service } = engineUnderTest();
    const sent = engine.ask(flat('A1'));
    await clock.advance(200);
    expect(service.sent).toHaveLength(1);
    engine.stop();
    expect((await clock.until(sent)).from).toBe('service');
    expect(engine.peek(flat('A1'))).toBeDefined();
  });

  test('usage is read once in half a minute unless asked anew', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.usage());
    await clock.until(engine.usage());
    expect(service.statistics).toHaveLength(1);
    await clock.until(engine.usage(true));
    expect(service.statistics).toHaveLength(2);
  });
});
