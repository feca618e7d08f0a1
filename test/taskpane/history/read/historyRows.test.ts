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
    ['Source', 'ID', 'Name', 'Conditions', 'Field', 'Time', 'Value', 'Currency'],
    [...about, '2026-01-05T00:00:00.000Z', 100, 'RUB'],
    [...about, '2026-01-06T00:00:00.000Z', 100, 'RUB'],
    [...about, '2026-01-07T00:00:00.000Z', 90, 'RUB'],
  ]);
});

test('a value that the source dates has the date of its own calendar, once', async () => {
  const store = createRowHistory(createMemoryRows());
  const valued = (at: number, valuation_at: number) =>
    responseOf('hkproperty', { unit: 'U1' }, at, [{ unit_code: 'U1', price: 5, valuation_at }]);
  // Midnight in Hong Kong, and half past nine.
  await store.append([
    valued(start + 8 * day, start / 1000 - 8 * 3600),
    valued(start + 9 * day, start / 1000 - 8 * 3600),
    valued(start + 10 * day, (start + 7 * day) / 1000 + 1.5 * 3600),
  ]);
  const rows = await historyRows(store, await store.items({}));
  expect(rows.slice(1).map((row) => row.slice(4))).toEqual([
    ['price', '2026-01-05', 5, 'HKD'],
    ['price', '2026-01-12T09:30:00.000+08:00', 5, 'HKD'],
  ]);
});
