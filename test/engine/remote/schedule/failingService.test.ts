// What happens when the service fails: only what is known to be free is tried again, and a service that is down is left alone.
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
