import { createRowHistory } from '../../../../src/history/rowHistory';
import { createMemoryRows } from '../../../../src/history/rows';
import { historyRows } from '../../../../src/taskpane/history/read/historyRows';
import { responseOf, start } from '../../../history/support/responses';

const day = 86_400_000;

test('the rows have every observation, and nothing for a field that never had a value', async () => {
  const store = createRowHistory(createMemoryRows());
  const seen = (at: number, price: number) =>
    responseOf('ruretail', { query: 'phone', city: 'spb' }, at, [{ id: 7, name: '=Phone', price }]);
  await store.append([seen(start, 100), seen(start + day, 100), seen(start + 2 * day, 90)]);
  const rows = await historyRows(store, await store.items({}));
  const about = ['Russian electronics', '7', '=Phone', 'city=spb', 'price'];
  expect(rows).toEqual([
    ['Source', 'ID', 'Name', 'Conditions', 'Field', 'Time', 'Value'],
    [...about, '2026-01-05T00:00:00.000Z', 100],
    [...about, '2026-01-06T00:00:00.000Z', 100],
    [...about, '2026-01-07T00:00:00.000Z', 90],
  ]);
});
