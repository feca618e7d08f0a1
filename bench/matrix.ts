// A matrix of 20 × 12 lodging searches in one formula, against its distinct searches as single cells. Each round begins with an
// empty cache on both sides.
import { createFunctions } from '../src/functions/createFunctions';
import type { Implementation } from '../src/functions/calls/invocation';
import { installCustomFunctions } from '../test/functions/support/customFunctions';
import { answeredRuntime } from './answeredRuntime';
import { against, againstPair, pairOf, type Measure } from './measure';

const [rows, columns, cities] = [20, 12, 15];
const rounds = 9;
const price = 5;
const firstDay = 46_874;

/** Some cities stand in the list twice: their searches are paid for once. */
const destinations = Array.from({ length: rows }, (_, row) => [`City ${row % cities}`]);
const checkins = [Array.from({ length: columns }, (_, column) => firstDay + column)];
const checkouts = [checkins[0]!.map((day) => day + 3)];
const figure = [['min(price_per_night)']];

async function cold(work: (search: Implementation) => Promise<unknown>) {
  const body = JSON.stringify(
    Array.from({ length: 25 }, (_, nth) => ({
      '@type': 'StaysHotelCard',
      id: nth,
      name: `Hotel ${nth}`,
      price_per_night: { amount: 90 + nth, currency: 'EUR' },
    })),
  );
  const { runtime, sent } = await answeredRuntime(body);
  await runtime.settings.update({ askAbove: 1e6, concurrency: 32, baseUrl: 'https://service.test' });
  await runtime.key.save('bench-key-0001');
  const search = createFunctions(runtime, { formats: true, cards: true, marksCells: true, namespace: '' })[
    'STAYS.SEARCH'
  ]!;
  const began = process.cpuUsage();
  await work(search);
  const { user, system } = process.cpuUsage(began);
  const spent = runtime.engine.state().spentToday;
  await runtime.engine.close();
  return { time: (user + system) / 1_000, sent: sent(), spent };
}

const asMatrix = (search: Implementation) =>
  Promise.resolve(
    search(destinations, checkins, checkouts, [[2]], [[1]], [[25]], figure, { address: 'S!B2' }),
  );

const asCells = (search: Implementation) =>
  Promise.all(
    destinations.slice(0, cities).flatMap(([city], row) =>
      checkins[0]!.map((day, column) =>
        search([[city]], [[day]], [[day + 3]], [[2]], [[1]], [[25]], figure, {
          address: `S!${String.fromCharCode(66 + column)}${row + 2}`,
        }),
      ),
    ),
  );

export async function matrixMeasures(): Promise<Measure[]> {
  installCustomFunctions();
  const values: number[] = [];
  const baselines: number[] = [];
  let last = { sent: 0, spent: 0 };
  for (let round = -2; round < rounds; round += 1) {
    const matrix = await cold(asMatrix);
    const cells = await cold(asCells);
    last = matrix;
    if (round < 0) continue;
    values.push(matrix.time);
    baselines.push(cells.time);
  }
  const distinct = cities * columns;
  return [
    againstPair(
      `matrix of ${rows} × ${columns}: CPU ms, against single cells`,
      pairOf(values, baselines),
      1.2,
    ),
    against(`matrix of ${rows} × ${columns}: requests, against the distinct ones`, last.sent, distinct, 1),
    against(
      `matrix of ${rows} × ${columns}: credits, against the distinct ones`,
      last.spent,
      distinct * price,
      1,
    ),
  ];
}
