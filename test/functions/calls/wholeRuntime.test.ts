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

it('remembers a failure, so that a recalculation does not ask again', async () => {
  const { runtime, sent, call } = await setUp(() => Response.json({ detail: 'gone' }, { status: 412 }));
  const ask = () => errorOf(() => call('HKPROPERTY.VALUE', [['A1']], null, null, { address: 'S!A1' }));
  expect(await ask()).toEqual(await ask());
  expect(sent).toHaveLength(1);
  await runtime.engine.close();
});

it('shows the usage of the key', async () => {
  const { runtime, call } = await setUp(value);
  expect(await call('TOKEN.USAGE', 'points', {})).toEqual([[900]]);
  await runtime.engine.close();
});
