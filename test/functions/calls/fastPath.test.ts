// Recalculation of a workbook whose answers are all in memory. `npm run bench` measures it with 10,000 formulas.
import { createFunctions } from '../../../src/functions/createFunctions';
import { operationOf } from '../../../src/operations';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

it('answers cached formulas at once and without a request', async () => {
  const records = Array.from({ length: 19 }, (_, index) => ({
    id: `p${index}`,
    name: `Product ${index}`,
    price: index,
  }));
  const { runtime, asked } = fakeRuntime(() => Promise.resolve(answer(records)));
  const search = createFunctions(runtime, plainHost)['RURETAIL.SEARCH']!;
  const columns = operationOf('ruretail').columns.join();
  const call = (index: number) =>
    search([[`query ${index}`]], 19, null, [[`columns=${columns}`]], { address: `Sheet1!A${index + 1}` });
  const formulas = Array.from({ length: 1_000 }, (_, index) => index);
  await Promise.all(formulas.map(call));
  expect(asked).toHaveLength(1_000);
  const rows = formulas.map(call) as unknown[][][];
  expect(rows.every((grid) => grid.length === 20 && grid[0]!.length === 12)).toBe(true);
  expect(asked).toHaveLength(1_000);
  expect(runtime.cells.uses()).toHaveLength(1_000);
});
