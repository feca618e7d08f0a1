import { business, engineUnderTest, product } from '../support/engineUnderTest';

const sentCounts = (bench: ReturnType<typeof engineUnderTest>) =>
  bench.service.sent.map(({ body }) => body.count);

describe('counts', () => {
  test('fifty fetched answer ten, and growth fetches the larger count once', async () => {
    const bench = engineUnderTest();
    const { engine, clock, service } = bench;
    for (const count of [10, 50, 10, 50]) {
      const answer = await clock.until(engine.ask(product('ssd', count)));
      expect(answer.records).toHaveLength(count);
    }
    expect(sentCounts(bench)).toEqual([10, 50]);
    expect(service.credits).toBe(2);
  });

  test('fewer than asked for means complete: any larger count is answered', async () => {
    const bench = engineUnderTest();
    bench.service.available = 7;
    await bench.clock.until(bench.engine.ask(product('rare', 10)));
    const answer = await bench.clock.until(bench.engine.ask(product('rare', 500)));
    expect(answer.records).toHaveLength(7);
    expect(bench.service.sent).toHaveLength(1);
  });

  test('the whole paid block is fetched and the surplus kept', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(business('roofing', 16)));
    expect(sentCounts(bench)).toEqual([30]);
    expect(bench.engine.peek(business('roofing', 30))?.records).toHaveLength(30);
  });

  test('rounding can be switched off', async () => {
    const bench = engineUnderTest({ roundCounts: false });
    await bench.clock.until(bench.engine.ask(business('roofing', 16)));
    expect(sentCounts(bench)).toEqual([16]);
  });

  test('reuse can be switched off, and each count is still paid once', async () => {
    const bench = engineUnderTest({ reuseCounts: false });
    for (const count of [50, 10, 50, 10]) await bench.clock.until(bench.engine.ask(product('ssd', count)));
    expect(sentCounts(bench)).toEqual([50, 10]);
    bench.settings = { ...bench.settings, reuseCounts: true };
    await bench.restart();
    for (const count of [50, 10]) await bench.clock.until(bench.engine.ask(product('ssd', count)));
    expect(bench.service.sent).toHaveLength(2);
  });

  test('a refresh of the smaller count keeps the larger answer that was paid too', async () => {
    const bench = engineUnderTest();
    const { engine, clock } = bench;
    await clock.until(engine.ask(business('roofing', 60)));
    await clock.until(engine.refresh([business('roofing', 15)]));
    await clock.until(engine.ask(business('roofing', 60)));
    await clock.until(engine.ask(business('roofing', 15)));
    await clock.until(engine.ask(business('roofing', 16)));
    expect(sentCounts(bench)).toEqual([60, 15]);
    await bench.restart();
    await clock.until(bench.engine.ask(business('roofing', 31)));
    expect(sentCounts(bench)).toEqual([60, 15]);
  });

  test('a refresh at a flat price fetches the most that a cell shows', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(product('ssd', 50)));
    await bench.clock.until(bench.engine.refresh([product('ssd', 10)]));
    expect(sentCounts(bench)).toEqual([50, 50]);
  });

  test('a larger count asked for while a smaller one is under way waits and is fetched once', async () => {
    const bench = engineUnderTest();
    const { engine, clock } = bench;
    const small = engine.ask(product('ssd', 10));
    await clock.advance(200);
    expect(bench.service.sent).toHaveLength(1);
    const large = await clock.until(
      Promise.all([engine.ask(product('ssd', 50)), engine.ask(product('ssd', 40)), small]),
    );
    expect(large.map(({ records }) => records.length)).toEqual([50, 40, 10]);
    expect(sentCounts(bench)).toEqual([10, 50]);
  });
});
