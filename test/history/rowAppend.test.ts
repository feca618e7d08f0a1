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
