// The functions over the real engine: what is paid for once is not paid for again.
import { memoryRuntime } from '../../../src/excel/memoryRuntime';
import { createFunctions } from '../../../src/functions/createFunctions';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

async function setUp(reply: (body: Record<string, unknown>) => Response) {
  const sent: Record<string, unknown>[] = [];
  const statistic = [{ id: 't', plan: 'Team', points: 900, is_primary: true }];
  const runtime = await memoryRuntime({
    fetch: (url, init) => {
      if (String(url).endsWith('/token/statistic')) return Promise.resolve(Response.json(statistic));
      const body = JSON.parse(init?.body as string) as Record<string, unknown>;
      sent.push(body);
      return Promise.resolve(reply(body));
    },
  });
  await runtime.key.save('a-key-of-sixteen');
  await runtime.settings.update({ askAbove: 1_000 });
  const functions = createFunctions(runtime, plainHost);
  return { runtime, sent, call: (name: string, ...args: unknown[]) => functions[name]!(...args) };
}

const value = (body: Record<string, unknown>) =>
  Response.json([{ '@type': 'HkpropertyValuation', id: 'v', unit_code: body.unit, price: 4_200_000 }]);

it('sends one request for equal formulas, and none for their recalculation', async () => {
  const { runtime, sent, call } = await setUp(value);
  const ask = (cell: string) =>
    call('HKPROPERTY.VALUE', [['A1'], ['B2'], ['A1']], null, [['unit_code,price']], { address: cell });
  const rows = [
    ['A1', 4_200_000],
    ['B2', 4_200_000],
    ['A1', 4_200_000],
  ];
  expect(await Promise.all([ask('S!A1'), ask('S!D1')])).toEqual([rows, rows]);
  expect(sent.map(({ unit }) => unit).sort()).toEqual(['A1', 'B2']);
  expect(ask('S!A1')).toEqual(rows);
  expect(sent).toHaveLength(2);
  await runtime.engine.close();
});

describe('conditions', () => {
  const products = (body: Record<string, unknown>) =>
    Response.json(
      Array.from({ length: Number(body['count']) }, (_, nth) => ({
        id: `p${nth}`,
        name: `TV ${nth}`,
        price: 10 * nth,
      })),
    );

  it('never send a request, whatever they are, and hold for figures, history and stamps', async () => {
    const { runtime, sent, call } = await setUp(products);
    const search = (options: unknown) =>
      call('RURETAIL.SEARCH', [['tv']], [[40]], null, options, { address: 'S!A1' }) as Promise<unknown[][]>;
    expect(await search([['columns=price; headers=0']])).toHaveLength(40);
    expect(sent).toHaveLength(1);
    expect(await search([['columns=price; headers=0; where=price>=280']])).toHaveLength(12);
    expect(await search([['min(price); where=price>100']])).toEqual([[110]]);
    expect(await search([['where=price>100; where=name has 13; columns=name; headers=0']])).toEqual([
      ['TV 13'],
    ]);
    expect(await search([['price>100'], [null], ['name has 13'], ['columns=name'], ['headers=0']])).toEqual([
      ['TV 13'],
    ]);
    expect(
      await search([
        ['where', 'name in TV 3,TV 5'],
        ['columns', 'price'],
        ['headers', '0'],
      ]),
    ).toEqual([[30], [50]]);
    const stamped = await search([['columns=price; headers=0; stamp=1; where=price>=280']]);
    expect(stamped[0]!.at(-1)).toMatch(/, 12 of 40$/);
    expect(await search([['columns=price; headers=0; where=price>9000']])).toEqual([
      [expect.stringMatching(/^0 of 40 results meet the conditions\. 80 results cost 1 credit\./)],
    ]);
    expect((await errorOf(() => search([['where=prise>5']]))).message).toContain('Did you mean price?');
    expect(sent).toHaveLength(1);
    expect(runtime.engine.state().spentToday).toBe(1);
    await runtime.engine.close();
  });

  it('that cannot be read are refused before anything is paid', async () => {
    const { runtime, sent, call } = await setUp(products);
    const search = (options: string) =>
      call('NLRETAIL.SEARCH', [['tv']], [[20]], [[options]], { address: 'S!A1' }) as Promise<unknown[][]>;
    for (const options of ['where=price>', 'where=prise>5', 'where=price>1,500', 'where=(price>5'])
      expect((await errorOf(() => search(options))).message).not.toBe('');
    expect(sent).toHaveLength(0);
    await runtime.engine.close();
  });
});

it('remembers a failure, so that a recalculation does not ask again', async () => {
  const { runtime, sent, call } = await setUp(() => Response.json({ detail: 'gone' }, { status: 412 }));
  const ask = () => errorOf(() => call('HKPROPERTY.VALUE', [['A1']], null, null, { address: 'S!A1' }));
  expect(await ask()).toEqual(await ask());
  expect(sent).toHaveLength(1);
  await runtime.engine.close();
});

it('holds nothing for a formula that was edited to show what is cached only', async () => {
  const { runtime, sent, call } = await setUp(value);
  await runtime.settings.update({ askAbove: 0 });
  const ask = (options: string) =>
    errorOf(() => call('HKPROPERTY.VALUE', [['A1']], null, [[options]], { address: 'S!A1' }));
  expect((await ask('price')).message).toContain('approv');
  expect(runtime.engine.state().held).toHaveLength(1);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_000);
  const functions = createFunctions(runtime, plainHost, { now: Date.now });
  await errorOf(() =>
    functions['HKPROPERTY.VALUE']!([['A1']], null, [['price; offline=yes']], { address: 'S!A1' }),
  );
  now.mockRestore();
  expect(runtime.engine.state().held).toEqual([]);
  expect(sent).toHaveLength(0);
  await runtime.engine.close();
});

it('renews only the calls of a formula whose age still stands', async () => {
  const { runtime, sent, call } = await setUp(value);
  const calculate = () =>
    Promise.all(
      Object.entries({ A1: 'price; max_age=30m', B2: 'price' }).map(([unit, options]) =>
        call('HKPROPERTY.VALUE', [[unit]], null, [[options]], { address: 'S!A1' }),
      ),
    );
  const isQueued = (count: number) => runtime.engine.state().queue.length === count;
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await runtime.settings.update({ ages: { hkproperty: 3_600_000 } });
  await calculate();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000);
  runtime.engine.pause();
  await calculate();
  await until(() => isQueued(2));
  await runtime.settings.update({ ages: {} });
  runtime.engine.resume();
  await until(() => isQueued(0));
  now.mockRestore();
  expect(sent.map(({ unit }) => unit)).toEqual(['A1', 'B2', 'A1']);
  await runtime.engine.close();
});

it('shows the usage of the key', async () => {
  const { runtime, call } = await setUp(value);
  expect(await call('TOKEN.USAGE', 'points', {})).toEqual([[900]]);
  await runtime.engine.close();
});
