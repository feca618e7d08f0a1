// A recalculation of 10,000 cached formulas, each 20 × 12, against copying the same arrays.
import { createFunctions } from '../src/functions/createFunctions';
import { operationOf } from '../src/operations';
import { installCustomFunctions } from '../test/functions/support/customFunctions';
import { answeredRuntime } from './answeredRuntime';
import { against, againstPair, pairs, type Measure } from './measure';

const formulas = 10_000;
const results = 19;
/** Fetched before: the account of each purchase is stored, which takes longer the more there are. */
const requests = 500;

export async function recalculationMeasures(): Promise<Measure[]> {
  installCustomFunctions();
  const records = Array.from({ length: results }, (_, nth) => ({
    '@type': 'RuretailProduct',
    id: `p${nth}`,
    name: `Product ${nth}`,
    price: 1_000 + nth,
    currency: 'RUB',
    rating: 4.5,
    is_available: true,
    url: `https://shop.example/p${nth}`,
  }));
  const { runtime, sent } = await answeredRuntime(JSON.stringify(records));
  await runtime.settings.update({
    askAbove: 1_000_000,
    concurrency: 32,
    cacheBytes: 500_000_000,
    baseUrl: 'https://service.test',
  });
  await runtime.key.save('bench-key-0001');
  const search = createFunctions(runtime, { formats: false, cards: false, marksCells: true, namespace: '' })[
    'RURETAIL.SEARCH'
  ]!;
  const options = `columns=${operationOf('ruretail').columns.join()}`;
  const call = (nth: number) =>
    search([[`query ${nth % requests}`]], results, null, [[options]], { address: `Sheet1!A${nth * 21 + 1}` });
  const all = Array.from({ length: formulas }, (_, nth) => nth);
  await Promise.all(all.slice(0, requests).map(call));
  await Promise.all(all.map(call));

  const fetched = sent();
  const spent = runtime.engine.state().spentToday;
  const grids = all.map(call) as unknown[][][];
  const pair = pairs(
    31,
    () => all.map(call),
    () => grids.map((grid) => grid.map((row) => row.slice())),
  );
  const paid = runtime.engine.state().spentToday - spent;
  const [first] = grids;
  const size = `${first?.length} × ${first?.[0]?.length}`;
  await runtime.engine.close();
  return [
    againstPair(
      `recalculation of 10,000 cached formulas of ${size}: CPU ms, against copying the arrays`,
      pair,
      1.3,
    ),
    against('recalculation of 10,000 cached formulas: requests sent', sent() - fetched, 0, 1),
    against('recalculation of 10,000 cached formulas: credits spent', paid, 0, 1),
  ];
}
