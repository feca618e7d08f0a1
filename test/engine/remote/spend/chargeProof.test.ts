// What was charged is said as it is known, and nothing is repeated that may be billed twice.
import { engineUnderTest, flat, product, type Bench } from '../../support/engineUnderTest';
import { failureIfAny, failureOf } from '../../support/failureOf';
import type { SpillwayError } from '../../../../src/engine/request/errors';

const failure = async ({ clock, engine }: Bench, name = 'A1'): Promise<SpillwayError> =>
  clock.until(failureOf(engine.ask(flat(name))));

/** A call was charged, and the points have shown it. */
async function afterCharge(bench = engineUnderTest()): Promise<Bench> {
  await bench.clock.until(bench.engine.ask(flat('A0')));
  await bench.clock.advance(2_000);
  bench.service.sent.length = 0;
  return bench;
}

describe('a 500', () => {
  test('is repeated where the points prove that nothing was billed', async () => {
    const bench = await afterCharge();
    bench.service.reply = (_sent, nth) => (nth < 3 ? { status: 500 } : undefined);
    expect((await bench.clock.until(bench.engine.ask(flat('A1')))).records).toHaveLength(1);
    expect(bench.service.sent).toHaveLength(3);
    expect(bench.service.credits).toBe(2);
  });

  test('three times at most, and then says that nothing was charged', async () => {
    const bench = await afterCharge();
    bench.service.reply = () => ({ status: 500 });
    expect((await failure(bench)).facts).toMatchObject({ billed: 'no' });
    expect(bench.service.sent).toHaveLength(3);
  });

  test.each([
    ['never', Infinity],
    ['half a minute late', 30_000],
  ])('is sent once where nobody has seen yet that points show charges %s', async (_when, after) => {
    const bench = engineUnderTest();
    const { clock, service } = bench;
    const bills: number[] = [];
    service.statistic = () => {
      const shown = bills.filter((at) => at <= clock.elapsed() - after).length;
      return { status: 200, body: [{ id: 'a', points: 100 - shown }] };
    };
    service.reply = () => {
      bills.push(clock.elapsed());
      return { status: 500, billed: true };
    };
    expect((await failure(bench)).facts.billed).toBe('maybe');
    expect((await failure(bench, 'A2')).facts.billed).toBe('maybe');
    expect(service.credits).toBe(2);
  });

  test('that is billed is sent once, and may have been charged', async () => {
    const bench = await afterCharge();
    bench.service.reply = () => ({ status: 500, billed: true });
    expect((await failure(bench)).facts).toMatchObject({ billed: 'maybe' });
    expect(bench.service.credits).toBe(2);
  });

  test('of a burst is repeated only if nothing at all was billed meanwhile', async () => {
    const bench = await afterCharge();
    bench.service.reply = ({ body }) => (body.unit === 'B0' ? { status: 500 } : undefined);
    const asks = Array.from({ length: 6 }, (_, n) => bench.engine.ask(flat(`B${n}`)));
    await bench.clock.until(Promise.allSettled(asks));
    expect(bench.service.sent).toHaveLength(6);
  });

  test.each([
    ['tells no points', (bench: Bench) => (bench.service.points = null)],
    ['fails', (bench: Bench) => (bench.service.statistic = () => ({ status: 500 }))],
    ['is cut off', (bench: Bench) => (bench.service.statistic = () => 'network' as const)],
    [
      'comes from a gateway that read it earlier',
      (bench: Bench) =>
        (bench.service.statistic = () => ({
          status: 200,
          body: [{ id: 'a', points: 5 }],
          headers: { age: '3' },
        })),
    ],
  ])('is sent once where the statistic %s', async (_how, arrange) => {
    const bench = engineUnderTest();
    arrange(bench);
    bench.service.reply = () => ({ status: 500 });
    expect((await failure(bench)).facts.billed).toBe('maybe');
    expect(bench.service.sent).toHaveLength(1);
  });

  test('is sent once where points stay the same although calls were charged', async () => {
    const bench = engineUnderTest();
    bench.service.statistic = () => ({ status: 200, body: [{ id: 'a', points: 5 }] });
    await bench.clock.until(bench.engine.ask(flat('A0')));
    await bench.clock.until(bench.engine.usage(true));
    bench.service.reply = () => ({ status: 500 });
    expect((await failure(bench)).facts.billed).toBe('maybe');
    expect(bench.service.sent).toHaveLength(2);
  });

  test('is sent once where points show a charge half a minute late', async () => {
    const bench = engineUnderTest();
    const { clock, engine, service } = bench;
    const bills: (readonly [at: number, credits: number])[] = [];
    service.statistic = () => {
      const shown = bills.filter(([at]) => at <= clock.elapsed() - 30_000).at(-1)?.[1] ?? 0;
      return { status: 200, body: [{ id: 'a', points: 100 - shown }] };
    };
    for (const name of ['A0', 'A1']) {
      await clock.until(engine.ask(flat(name)));
      bills.push([clock.elapsed(), service.credits]);
      await clock.advance(2_000);
      await clock.until(engine.usage(true));
      await clock.advance(29_000);
    }
    await clock.until(engine.usage(true));
    service.reply = () => ({ status: 500, billed: true });
    expect((await failure(bench, 'A2')).facts.billed).toBe('maybe');
    expect(service.credits).toBe(3);
  });

  test('is repeated although a statistic read meanwhile had shown the charge of a slow call', async () => {
    const bench = engineUnderTest();
    const { clock, engine, service } = bench;
    let charged = 0;
    service.statistic = () => ({ status: 200, body: [{ id: 'a', points: 100 - charged }] });
    service.reply = () => void (charged += 1);
    service.latency = 5_000;
    const slow = engine.ask(flat('A0'));
    await clock.advance(5_500);
    service.latency = 100;
    await clock.until(engine.ask(flat('A1')));
    await clock.until(slow);
    await clock.advance(2_000);
    await clock.until(engine.usage(true));
    for (const name of ['A2', 'A3']) {
      await clock.advance(60_000);
      await clock.until(engine.ask(flat(name)));
      await clock.advance(2_000);
    }
    const sent = service.sent.length;
    service.reply = (_sent, nth) => (nth === sent + 1 ? { status: 500 } : undefined);
    expect((await clock.until(engine.ask(flat('A4')))).records).toHaveLength(1);
  });

  test('is not proved free by a statistic that was read while it was under way', async () => {
    const bench = await afterCharge();
    await bench.clock.until(bench.engine.usage(true));
    bench.service.latency = 2_000;
    bench.service.reply = () => ({ status: 500, billed: true });
    const asked = bench.engine.ask(flat('A1')).catch((error: unknown) => error);
    await bench.clock.advance(500);
    void bench.engine.usage(true);
    expect(await bench.clock.until(asked)).toMatchObject({ facts: { billed: 'maybe' } });
    expect(bench.service.sent).toHaveLength(1);
  });

  test('is not proved free by an earlier reading where the statistic fails afterwards', async () => {
    const bench = await afterCharge();
    await bench.clock.until(bench.engine.usage(true));
    bench.service.statistic = () => ({ status: 500 });
    bench.service.reply = () => ({ status: 500, billed: true });
    expect((await failure(bench)).facts.billed).toBe('maybe');
    expect(bench.service.sent).toHaveLength(1);
  });

  test('of a gateway that sent nothing is repeated without a look at the points', async () => {
    const bench = engineUnderTest({ baseUrl: '' });
    bench.service.points = null;
    const headers = { 'spillway-gateway': '1', 'spillway-credits': '0' };
    bench.service.reply = (_sent, nth) => (nth < 3 ? { status: nth === 1 ? 500 : 503, headers } : undefined);
    expect((await bench.clock.until(bench.engine.ask(flat('A1')))).records).toHaveLength(1);
  });
});

describe('a status the service document does not know', () => {
  test.each([
    201, 203, 204, 205, 206, 300, 304, 402, 405, 409, 410, 418, 421, 451, 501, 502, 503, 504, 511, 599,
  ])('%i is never repeated, not even after a day', async (status) => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status, billed: true });
    expect(await failure(bench)).toMatchObject({ code: 'unexpected_status', facts: { billed: 'maybe' } });
    await bench.clock.advance(86_400_000);
    await failure(bench);
    expect(bench.service.sent).toHaveLength(1);
  });
});

describe('a failure that is assumed to be free', () => {
  test.each([400, 403, 404, 412, 422])('%i is known to be when the points did not fall', async (status) => {
    const bench = await afterCharge();
    bench.service.reply = () => ({ status });
    const { facts } = await failure(bench);
    expect(facts).toMatchObject({ billed: 'no' });
    expect(facts.assumed).toBeUndefined();
    const read = bench.service.statistics.length;
    expect((await failure(bench, 'A2')).facts.assumed).toBeUndefined();
    expect(bench.service.statistics).toHaveLength(read);
  });

  test('may have been charged when the points fell, and so may the next one', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status: 412, billed: true });
    expect((await failure(bench)).facts).toMatchObject({ billed: 'maybe' });
    expect((await failure(bench, 'A2')).facts).toMatchObject({ billed: 'maybe' });
  });

  test('is not blamed for what another call cost meanwhile', async () => {
    const bench = engineUnderTest();
    bench.service.reply = ({ body }) => (body.unit === 'A1' ? { status: 412 } : undefined);
    const asks = ['A1', 'A2'].map((unit) => failureIfAny(bench.engine.ask(flat(unit))));
    const [error] = await bench.clock.until(Promise.all(asks));
    expect(error).toMatchObject({ facts: { billed: 'no', assumed: true } });
  });

  test('stays an assumption where nothing can be known', async () => {
    const bench = engineUnderTest();
    bench.service.points = null;
    bench.service.reply = () => ({ status: 412 });
    expect((await failure(bench)).facts).toMatchObject({ billed: 'no', assumed: true });
  });

  test('does not read the statistic again and again in a long list', async () => {
    const bench = engineUnderTest();
    bench.service.reply = (_sent, nth) => (nth % 2 ? { status: 412 } : undefined);
    const asks = Array.from({ length: 60 }, (_, n) => bench.engine.ask(flat(`A${n}`)));
    await bench.clock.until(Promise.allSettled(asks));
    expect(bench.service.statistics.length).toBeLessThanOrEqual(3);
  });
});

describe('an answer with status 200', () => {
  test.each([
    ['<!doctype html><title>Sign in</title>', 'not_json', 'maybe', true],
    ['OK', 'not_json', 'maybe', true],
    [' ', 'not_json', 'maybe', undefined],
    ['{"items": []}', 'not_records', 'maybe', undefined],
    ['{"error": "Sign in to the network"}', 'not_records', 'maybe', undefined],
    ['"ok"', 'not_records', 'maybe', undefined],
    ['null', 'not_records', 'maybe', undefined],
    ['404 page not found', 'not_json', 'maybe', true],
    ['[1, 2]', 'not_records', 'maybe', undefined],
    ['[{"id": "1"', 'truncated', 'maybe', undefined],
  ])('%j is %s and %s charged', async (body, code, billed, foreign) => {
    const bench = engineUnderTest();
    bench.service.points = null;
    bench.service.reply = () => ({ status: 200, body, billed: true });
    const error = await failure(bench);
    expect(error).toMatchObject({ code, facts: { billed } });
    expect(error.facts.foreign).toBe(foreign);
  });
});

describe('a page in place of an error', () => {
  test.each([400, 401, 403, 404, 500, 503])('with status %i says nothing of the request', async (status) => {
    const bench = engineUnderTest();
    bench.service.points = null;
    bench.service.reply = () => ({ status, body: '<html>Proxy</html>' });
    expect(await failure(bench)).toMatchObject({
      code: 'unexpected_status',
      facts: { foreign: true, billed: 'maybe' },
    });
    expect(bench.service.sent).toHaveLength(1);
  });
});

describe('what the service says', () => {
  const told = async (body: unknown, status = 412) => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status, body });
    return (await failure(bench)).facts;
  };

  test('is kept in one line, bounded, without control characters and without the key', async () => {
    const { detail = '' } = await told({
      detail: `a\u0000b\r\n\tc\u202e key-of-the-test-0001 \ud800 ${'x'.repeat(9_000)}`,
    });
    expect(detail).toMatch(/^a b c ••• \uFFFD x+$/u);
    expect(detail.length).toBeLessThanOrEqual(500);
  });

  test.each([
    [{ detail: [] }, undefined],
    [{ detail: '' }, undefined],
    [{ detail: null }, undefined],
    [{ detail: {} }, undefined],
    [{}, undefined],
    [{ detail: ['first', 'second'] }, 'first; second'],
    [{ detail: { msg: 'inside' } }, 'inside'],
    [{ detail: { code: 7 } }, '{"code":7}'],
    [{ message: 'elsewhere' }, 'elsewhere'],
    [{ detail: [{ loc: ['body'] }, null, 3] }, undefined],
  ])('is read from %j', async (body, detail) => {
    expect((await told(body)).detail).toBe(detail);
    expect((await told(body, 422)).detail).toBe(detail);
  });

  test('of an element of a list is told by its value, of a field nobody gave as such', async () => {
    const bench = engineUnderTest();
    const item = (...loc: (string | number)[]) => ({ loc: ['body', ...loc], msg: 'wrong', type: 'x' });
    bench.service.reply = ({ body }) => ({
      status: 422,
      body: {
        detail: [item('brands', (body.brands as string[]).indexOf('Zotac')), item('zzz'), item('query')],
      },
    });
    const request = product('ssd', 5, { brands: ['Zotac', 'Apple', 'Msi'] });
    const error = await bench.clock.until(bench.engine.ask(request).catch((reason: unknown) => reason));
    expect(error).toMatchObject({
      facts: { items: [{ element: 'Zotac', given: 'named' }, { given: 'no' }, { given: 'named' }] },
    });
  });

  test('of a time-out comes with the time that was given', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status: 408 });
    const asked = bench.engine.ask(product('ssd', 5, { timeout: 900 })).catch((error: unknown) => error);
    expect(await bench.clock.until(asked)).toMatchObject({ code: 'timed_out', facts: { timeout: 900 } });
  });
});
