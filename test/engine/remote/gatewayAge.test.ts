// Behind a gateway an answer may be a colleague's: how old it may be is said, how old it is is believed.
import { engineUnderTest, flat } from '../support/engineUnderTest';

const hour = 3_600_000;
const behindGateway = () => engineUnderTest({ baseUrl: '' });
const wishes = (bench: ReturnType<typeof behindGateway>) =>
  bench.service.sent.map(({ headers }) => headers.get('cache-control'));

test('a first request takes whatever was paid for, at most as old as the formula says', async () => {
  const bench = behindGateway();
  await bench.clock.until(bench.engine.ask(flat('A1')));
  await bench.clock.until(bench.engine.ask(flat('A2'), { maxAge: 2 * hour }));
  expect(wishes(bench)).toEqual([null, 'max-age=7200']);
});

test('a refresh of what is shown asks the service anew; one of a failure takes what was paid for', async () => {
  const bench = behindGateway();
  await bench.clock.until(bench.engine.ask(flat('A1')));
  await bench.clock.until(bench.engine.refresh([flat('A1')]));
  bench.service.reply = () => 'network';
  await expect(bench.clock.until(bench.engine.ask(flat('A2')))).rejects.toMatchObject({ code: 'network' });
  bench.service.reply = () => undefined;
  await bench.clock.until(bench.engine.refresh([flat('A2')]));
  expect(wishes(bench)).toEqual([null, 'no-cache', null, null]);
});

test('the age a gateway tells is the age of the answer, and one that grows too old is renewed', async () => {
  const bench = behindGateway();
  bench.service.reply = () => ({ status: 200, body: [{ id: '1' }], headers: { age: '3000' } });
  const answer = await bench.clock.until(bench.engine.ask(flat('A1'), { maxAge: hour }));
  expect(bench.clock.now() - answer.fetchedAt).toBeGreaterThanOrEqual(3_000_000);
  await bench.clock.advance(1_000_000);
  await bench.engine.ask(flat('A1'), { maxAge: hour });
  await bench.clock.advance(1_000);
  expect(wishes(bench)).toEqual(['max-age=3600', 'max-age=3600']);
});

test('the service itself is told nothing of ages, nor believed', async () => {
  const bench = engineUnderTest();
  bench.service.reply = () => ({ status: 200, body: [{ id: '1' }], headers: { age: '3000' } });
  const answer = await bench.clock.until(bench.engine.ask(flat('A1'), { maxAge: hour }));
  expect(bench.clock.now() - answer.fetchedAt).toBeLessThan(5_000);
  expect(wishes(bench)).toEqual([null]);
});

describe('a response that was bought where this cache is not', () => {
  const bought = { knows: () => Promise.resolve(true), note: () => undefined };
  const copy = (gateway: string | undefined) => ({
    status: 200,
    body: [{ '@type': 'HkpropertyValuation', id: '1' }],
    headers: { age: '60', ...(gateway && { 'spillway-gateway': gateway }) },
  });

  test('is taken from the gateway, free, when the gateway still keeps it', async () => {
    const bench = engineUnderTest({ baseUrl: '' }, { purchases: bought });
    bench.service.kept = () => copy('1');
    const answers = await bench.clock.until(
      Promise.all(['A1', 'A2'].map((cell) => bench.engine.ask(flat('A'), { cell }))),
    );
    expect(answers.map(({ from }) => from)).toEqual(['cache', 'cache']);
    expect(bench.clock.now() - answers[0]!.fetchedAt).toBeGreaterThanOrEqual(60_000);
    expect(bench.service).toMatchObject({ credits: 0, lookups: 1, sent: [] });
    expect(bench.engine.state().held).toEqual([]);
  });

  test.each([
    ['the gateway keeps nothing', '', undefined],
    ['a page answers in its place', '', { ...copy('1'), body: '<html>' }],
    ['another server answers', '', copy(undefined)],
    ['there is no gateway', 'https://service.test', copy('1')],
  ])('is held when %s, and looked for once', async (_, baseUrl, kept) => {
    const bench = engineUnderTest({ baseUrl }, { purchases: bought });
    bench.service.kept = () => kept;
    for (let turn = 0; turn < 3; turn += 1)
      await expect(bench.clock.until(bench.engine.ask(flat('A'), { cell: 'A1' }))).rejects.toMatchObject({
        facts: { held: 'bought_elsewhere' },
      });
    expect(bench.service).toMatchObject({ credits: 0, lookups: baseUrl === '' ? 1 : 0, sent: [] });
  });
});

test('what a price needs of a long list is asked for together, and only what is kept is copied', async () => {
  const bench = behindGateway();
  const kept = { status: 200, body: [{ '@type': 'HkpropertyValuation', id: '1' }] };
  bench.service.kept = (body) =>
    body['unit'] === 'U7'
      ? { ...kept, headers: { 'spillway-gateway': '1', 'spillway-at': '1800000000000', age: '0' } }
      : undefined;
  const list = Array.from({ length: 250 }, (_, nth) => flat(`U${nth}`));
  await bench.clock.until(bench.engine.collect(list));
  expect(bench.service).toMatchObject({ credits: 0, lookups: 1, sent: [] });
  expect(bench.service.questions).toBe(3);
  expect(await bench.clock.until(bench.engine.quote(list))).toMatchObject({ cached: 1, toFetch: 249 });
});

describe('a response that the gateway has fetched since', () => {
  const copy = (at: number, id: string) => ({
    status: 200,
    body: [{ '@type': 'HkpropertyValuation', id }],
    headers: { 'spillway-gateway': '1', 'spillway-at': String(at), age: '0' },
  });
  const start = 1_800_000_000_000;
  /** The gateway gave `first` at `start`. */
  const shown = async () => {
    const bench = behindGateway();
    bench.service.reply = () => copy(start, 'first');
    await bench.clock.until(bench.engine.ask(flat('A1')));
    return bench;
  };
  const records = async (bench: Awaited<ReturnType<typeof shown>>) =>
    (await bench.clock.until(bench.engine.ask(flat('A1')))).records.map(({ id }) => id);

  test.each([
    ['newer', 1, ['first'], ['second']],
    ['the same', 0, [], ['first']],
    ['older', -1, [], ['first']],
  ])('that is %s by the clock of the gateway, whatever the clock here says', async (_, later, found, ids) => {
    for (const jump of [0, -86_400_000, 86_400_000]) {
      const bench = await shown();
      const { credits } = bench.service;
      bench.service.kept = () => copy(start + later, 'second');
      bench.clock.jump(jump);
      expect(await bench.clock.until(bench.engine.newer([flat('A1')]))).toHaveLength(found.length);
      expect(await bench.clock.until(bench.engine.takeNewer([flat('A1')]))).toHaveLength(found.length);
      expect(await records(bench)).toEqual(ids);
      expect(bench.service.credits).toBe(credits);
      expect(bench.service.sent).toHaveLength(1);
      expect(await bench.clock.until(bench.engine.newer([flat('A1')]))).toEqual([]);
    }
  });

  test('does not replace what a refresh brought while the copy was on its way', async () => {
    const bench = await shown();
    bench.service.kept = () => copy(start + 1, 'second');
    bench.service.reply = () => copy(start + 2, 'third');
    bench.service.latency = 300;
    const taking = bench.engine.takeNewer([flat('A1')]);
    await bench.clock.advance(350);
    const refreshing = bench.engine.refresh([flat('A1')]);
    bench.service.latency = 1;
    await bench.clock.until(Promise.all([taking, refreshing]));
    expect(await records(bench)).toEqual(['third']);
  });

  test('is shown where a failure stood, and not asked of gateways that cannot tell', async () => {
    const bench = behindGateway();
    bench.service.reply = () => ({ status: 422, body: { detail: 'No.' } });
    await expect(bench.clock.until(bench.engine.ask(flat('A1')))).rejects.toMatchObject({ code: 'invalid' });
    bench.service.kept = () => copy(start, 'second');
    bench.service.tellsKept = false;
    expect(await bench.clock.until(bench.engine.takeNewer([flat('A1')]))).toEqual([]);
    bench.service.tellsKept = true;
    expect(await bench.clock.until(bench.engine.takeNewer([flat('A1')]))).toHaveLength(1);
    expect(await records(bench)).toEqual(['second']);
    expect((await bench.clock.until(bench.engine.remembered(flat('A1'))))?.failure).toBeUndefined();
  });

  test('is asked for in questions of at most a hundred, and never without a gateway', async () => {
    const bench = behindGateway();
    bench.service.kept = () => copy(start, 'second');
    const many = Array.from({ length: 205 }, (_, nth) => flat(`A${nth}`));
    expect(await bench.clock.until(bench.engine.newer(many))).toHaveLength(205);
    const direct = engineUnderTest();
    direct.service.kept = () => copy(start, 'second');
    expect(await direct.clock.until(direct.engine.newer(many))).toEqual([]);
    expect(direct.service).toMatchObject({ lookups: 0, sent: [] });
  });
});
