// Of two lists that one request gave at one time, the longer one stays, in whichever order they come.
import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import { responseOf, start } from './support/responses';

const search = (ids: readonly string[]) =>
  responseOf(
    'ruretail',
    { query: 'tv', count: 5 },
    start,
    ids.map((id) => ({ '@type': 'RuretailProduct', id, name: id, price: 100 })),
  );

test.each([
  ['the longer one first', [['a', 'b', 'c'], ['a']]],
  ['the shorter one first', [['a'], ['a', 'b', 'c']]],
])('%s', async (_order, lists) => {
  const history = createRowHistory(createMemoryRows());
  for (const ids of lists) await history.append([search(ids)]);
  const kept = await history.lists(search([]).request);
  expect(kept.map(({ ids }) => ids.length)).toEqual([3]);
});

const priced = (prices: readonly number[]) =>
  responseOf(
    'ruretail',
    { query: 'tv', count: 5 },
    start,
    prices.map((price) => ({ '@type': 'RuretailProduct', id: 'a', name: 'a', price })),
  );
const item = { operation: 'ruretail', id: 'a', comparable: '{}' } as const;

test('what is known by its time stays as it is', async () => {
  const history = createRowHistory(createMemoryRows());
  await history.append([priced([100])]);
  await history.append([priced([300])]);
  expect((await history.series(item, 'price')).changes).toEqual([[start, 100]]);
});

test('a second record of one item in a list is kept whole, and is no second value', async () => {
  const history = createRowHistory(createMemoryRows());
  const response = priced([100, 300]);
  expect([response.sightings.length, response.list.length]).toEqual([1, 2]);
  await history.append([response]);
  expect((await history.series(item, 'price')).changes).toEqual([[start, 100]]);
  expect((await history.response(response.request, start))?.records).toMatchObject([
    { price: 100 },
    { price: 300 },
  ]);
});
