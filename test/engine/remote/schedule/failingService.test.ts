// What happens when the service fails: only what is known to be free is tried again, and a service that is down is left alone.
import { defaultSettings } from '../../../../src/engine/request/settings';
import { engineUnderTest, flat } from '../../support/engineUnderTest';

const ends = (promises: Promise<unknown>[]) => Promise.allSettled(promises);

describe('the circuit breaker', () => {
  test('after repeated failures a circuit opens, says until when, and closes when the service is back', async () => {
    const { engine, clock, service } = engineUnderTest({ concurrency: 1 });
    service.reply = () => ({ status: 500 });
    await clock.until(ends(Array.from({ length: 30 }, (_, n) => engine.ask(flat(`A${n}`)))));
    expect(service.sent.length).toBeLessThanOrEqual(9);
    const { circuitOpenUntil } = engine.state();
    expect(circuitOpenUntil).toBeGreaterThan(clock.now());
    await expect(clock.until(engine.ask(flat('B1')))).rejects.toMatchObject({
      code: 'circuit_open',
      facts: { until: circuitOpenUntil },
    });
    await clock.advance(60_000);
    service.reply = () => undefined;
    expect((await clock.until(engine.ask(flat('B1')))).from).toBe('service');
    expect(engine.state().circuitOpenUntil).toBeUndefined();
  });

  test('a request that was to try whether the service is back and was not sent leaves the try to the next one', async () => {
    const bench = engineUnderTest({ concurrency: 1 });
    const { engine, clock, service } = bench;
    service.reply = () => ({ status: 500 });
    await clock.until(ends(Array.from({ length: 30 }, (_, n) => engine.ask(flat(`A${n}`)))));
    await clock.advance(60_000);
    service.reply = () => undefined;
    engine.pause();
    const tried = engine.ask(flat('B1')).catch((error: unknown) => error);
    await clock.advance(1_000);
    // A cap that is set while the request is queued holds it just before it leaves.
    bench.settings = { ...bench.settings, dailyCap: 0 };
    engine.resume();
    expect(await clock.until(tried)).toMatchObject({ code: 'held' });
    bench.settings = { ...bench.settings, dailyCap: undefined };
    expect((await clock.until(engine.ask(flat('B2')))).from).toBe('service');
  });
});

describe('a gateway that is restarted', () => {
  /** Under way when it happened. */
  const atOnce = defaultSettings.concurrency;
  const draining = { status: 503, headers: { 'spillway-gateway': '1', 'spillway-credits': '0' } };

  /** 60 cells that are calculated again when they are told to. */
  function sixtyCells(settings = {}) {
    const bench = engineUnderTest({ baseUrl: '', ...settings });
    const shown = new Map<string, string>();
    const calculate = (cell: string) => {
      shown.set(cell, 'busy');
      bench.engine.ask(flat(cell), { cell }).then(
        () => shown.set(cell, 'result'),
        (error: { code: string }) => shown.set(cell, error.code),
      );
    };
    bench.engine.subscribe((event) => {
      if (event.type === 'renewed') event.cells.forEach(calculate);
    });
    const count = () => {
      const sums: Record<string, number> = {};
      for (const value of shown.values()) sums[value] = (sums[value] ?? 0) + 1;
      return sums;
    };
    const start = () => Array.from({ length: 60 }, (_, n) => calculate(`S!A${n}`));
    return { bench, start, calculate, count };
  }

  test.each([
    ['killed, as a browser sees it', 'network' as const, atOnce],
    ['killed, where the host tells that nothing was connected', 'refused' as const, 0],
    ['ended in order', draining, 0],
  ])('and was %s: every cell that was not under way is filled by itself', async (_how, reply, lost) => {
    const { bench, start, count, calculate } = sixtyCells();
    const { clock, service } = bench;
    let down = false;
    service.reply = () => (down ? reply : undefined);
    service.health = () => !down;
    start();
    await clock.advance(450);
    down = true;
    await clock.advance(800);
    calculate('S!B1');
    down = false;
    await clock.advance(60_000);
    expect(count()).toEqual({ result: 61 - lost, ...(lost > 0 && { network: lost }) });
    expect(service.credits).toBe(61 - lost);
  });

  test('for minutes: cells say that they wait, nothing is sent, and they are filled when it is back', async () => {
    const { bench, start, count } = sixtyCells();
    const { clock, service } = bench;
    service.reply = () => 'network';
    service.health = () => false;
    start();
    await clock.advance(20_000);
    expect(count()).toEqual({ network: atOnce, busy: 60 - atOnce });
    await clock.advance(20_000);
    expect(count()).toEqual({ network: atOnce, circuit_open: 60 - atOnce });
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(atOnce);
    service.reply = () => undefined;
    service.health = () => true;
    await clock.advance(60_000);
    expect(count()).toEqual({ network: atOnce, result: 60 - atOnce });
  });

  test('a service that keeps failing is tried by one request at a time, and then fills what waited', async () => {
    const { bench, start, count } = sixtyCells({ baseUrl: 'https://service.test', concurrency: 1 });
    const { clock, service } = bench;
    service.points = null;
    service.reply = () => ({ status: 500 });
    start();
    await clock.advance(20_000);
    expect(count()).toEqual({ service_failed: 5, circuit_open: 55 });
    await clock.advance(40_000);
    expect(service.sent).toHaveLength(6);
    service.reply = () => undefined;
    await clock.advance(120_000);
    expect(count()).toEqual({ service_failed: 6, result: 54 });
  });
});

describe('billing-safe retries', () => {
  test('a connection that was refused is tried again, one that broke is not', async () => {
    const refused = engineUnderTest();
    refused.service.reply = (_sent, nth) => (nth < 3 ? 'refused' : undefined);
    expect((await refused.clock.until(refused.engine.ask(flat('A1')))).records).toHaveLength(1);
    const broken = engineUnderTest();
    broken.service.reply = () => 'network';
    await expect(broken.clock.until(broken.engine.ask(flat('A1')))).rejects.toMatchObject({
      code: 'network',
    });
    expect(broken.service.sent).toHaveLength(1);
  });

  test.each([
    [408, undefined],
    [200, '[{"a": 1'],
    [200, '<html>'],
    [200, '{}'],
    [200, '[1]'],
  ])('a %i with body %p is never repeated', async (status, body) => {
    const { engine, clock, service } = engineUnderTest();
    service.reply = () => ({ status, body });
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toBeDefined();
    await expect(clock.until(engine.ask(flat('A1')))).rejects.toBeDefined();
    expect(service.sent).toHaveLength(1);
  });
});
