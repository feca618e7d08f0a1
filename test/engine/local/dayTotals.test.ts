import { loadDayRows, rowKey } from '../../../src/engine/local/ledger';
import { guardStore } from '../../../src/engine/ports/guardedStore';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { simulatedClock } from '../support/simulatedClock';

const row = (day: string, spent: number) => ({
  v: 1,
  day,
  operation: 'stays',
  spent,
  saved: 1,
  requests: 1,
  hits: 2,
});
const span = { oldest: '2027-01-01', past: '2027-03-01' };
const place = rowKey('2027-02-01', 'stays', '');

async function storeWith(...rows: [string, unknown][]): Promise<Store> {
  const store = createMemoryStore();
  await store.put('days', rows);
  return store;
}

const load = (store: Store) =>
  loadDayRows(
    guardStore(store, simulatedClock(), () => undefined),
    span,
  );
const keysOf = async (store: Store) => (await store.entries('days')).map(([key]) => key).sort();
const total = (rows: Map<string, { spent: number }>) =>
  [...rows.values()].reduce((all, { spent }) => all + spent, 0);

const windows = ['2027-02-01 stays a', '2027-02-01 stays b', '2027-02-01 stays c'];
const threeWindows = () =>
  storeWith(...windows.map((key, nth): [string, unknown] => [key, row('2027-02-01', nth + 1)]));

it('folds the rows of a past day into one, and counts the same before and after', async () => {
  const store = await threeWindows();
  expect((await load(store)).get(place)).toEqual({
    day: '2027-02-01',
    operation: 'stays',
    spent: 6,
    saved: 3,
    requests: 3,
    hits: 6,
  });
  expect(await keysOf(store)).toEqual([place]);
  expect(total(await load(store))).toBe(6);
  expect(await store.get('days', place)).not.toHaveProperty('holds');
  expect(total(await load(store))).toBe(6);
});

it('leaves the last days to the windows that write them, and drops what is too old', async () => {
  const store = await storeWith(
    ['2027-03-01 stays a', row('2027-03-01', 1)],
    ['2027-03-01 stays b', row('2027-03-01', 2)],
    ['2026-12-31 stays a', row('2026-12-31', 4)],
    ['odd', { v: 2 }],
  );
  expect(total(await load(store))).toBe(3);
  expect(await keysOf(store)).toEqual(['2027-03-01 stays a', '2027-03-01 stays b', 'odd']);
});

it('counts nothing twice when it was cut off before the parts were deleted', async () => {
  const whole = await threeWindows();
  const store = { ...whole };
  const remove: Store['delete'] = (area, keys) => whole.delete(area, keys);
  store.delete = () => new Promise(() => undefined);
  await load(store);
  expect(await keysOf(store)).toHaveLength(4);
  expect(total(await load(store))).toBe(6);
  await store.put('days', [['2027-02-01 stays late', row('2027-02-01', 10)]]);
  expect(total(await load(store))).toBe(16);
  store.delete = remove;
  expect(total(await load(store))).toBe(16);
  expect(await keysOf(store)).toEqual([place]);
});

it('counts nothing twice when two windows fold at once', async () => {
  const store = await threeWindows();
  const both = await Promise.all([load(store), load(store)]);
  expect(both.map(total)).toEqual([6, 6]);
  expect(total(await load(store))).toBe(6);
});

it('keeps the parts where the fold could not be written', async () => {
  const store = await threeWindows();
  store.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  expect(total(await load(store))).toBe(6);
  expect(await keysOf(store)).toEqual(windows);
});
