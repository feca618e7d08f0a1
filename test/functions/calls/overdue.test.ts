// What is older than a formula wants it is shown, and says so in every cell with a number.
import { SpillwayError } from '../../../src/engine/request/errors';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createFunctions } from '../../../src/functions/createFunctions';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const records = [{ id: '1', name: 'Kettle', price: 1_290, rating: 4.5, discount_percent: 12 }];
const table = 'columns=name,price,rating,discount_percent; headers=0';

function bench(formats = true) {
  const { runtime, memory } = fakeRuntime();
  const functions = createFunctions(runtime, { ...plainHost, formats });
  const show = (more: Parameters<typeof answer>[1]) =>
    memory.set(makeDataRequest('ruretail', { query: 'kettle', count: 20 }).key, answer(records, more));
  const call = async (options: string) =>
    (await functions['RURETAIL.SEARCH']!('kettle', 20, null, options, {})) as unknown[][];
  const formatsOf = async (options: string) =>
    (await call(options)).map((row) =>
      row.map((cell) => (cell as { numberFormat?: string }).numberFormat ?? cell),
    );
  return { show, call, formatsOf };
}

it.each([
  ['waits to be fetched again', { isOverdue: true }],
  ['could not be fetched again', { stale: new SpillwayError('unavailable', { billed: 'no' }) }],
] as const)('marks what %s, until it is there', async (_, old) => {
  const { show, formatsOf } = bench();
  show(old);
  expect(await formatsOf(table)).toEqual([['Kettle', '[$₽] #,##0" ⚠"', 'General" ⚠"', '0%" ⚠"']]);
  expect(await formatsOf('min(price), count()')).toEqual([['[$₽] #,##0" ⚠"', 'General" ⚠"']]);
  show({});
  expect(await formatsOf(table)).toEqual([['Kettle', '[$₽] #,##0', 4.5, '0%']]);
  expect(await formatsOf('min(price), count()')).toEqual([['[$₽] #,##0', 1]]);
});

it('changes no value, and marks nothing where cells have no formats', async () => {
  const { show, call } = bench();
  show({ isOverdue: true });
  expect(await call(table)).toMatchObject([
    ['Kettle', ...[1_290, 4.5, 0.12].map((basicValue) => ({ basicValue }))],
  ]);
  expect(await call(`${table}; formats=0`)).toEqual([['Kettle', 1_290, 4.5, 0.12]]);
  const plain = bench(false);
  plain.show({ isOverdue: true });
  expect(await plain.call(table)).toEqual([['Kettle', 1_290, 4.5, 0.12]]);
});
