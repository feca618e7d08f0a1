import { readLine } from '../../src/history/line';
import { comparableOf } from '../../src/history/observation';
import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import type { Series } from '../../src/history/series';
import { createUnion } from '../../src/history/union';
import { responseOf, start } from './support/responses';

const day = 86_400_000;
const flat = { operation: 'hkproperty', id: 'A', comparable: '{}' } as const;

/** Two series as two readers may have them, one a moment before the other. */
const reader = (of: Readonly<Record<string, Series>>) => ({
  series: (_: unknown, field: string) => Promise.resolve(of[field] ?? { times: [], changes: [] }),
});

test('a date of the source that lies ahead is no time at which a value was seen', async () => {
  const at = Date.UTC(2026, 4, 4);
  const valued = (when: string) =>
    readLine(
      reader({
        price: { times: [at], changes: [[at, 5]] },
        valuation_at: { times: [at], changes: [[at, when]] },
      }),
      flat,
      'price',
    );
  const [ahead] = await valued('2026-06-01');
  const [dated] = await valued('2026-05-01');
  expect(ahead?.at).toBe(at);
  expect(dated?.at).toBeLessThan(at);
});

test('an amount whose currency nobody has read yet is not shown in another one', async () => {
  const stay = { operation: 'stays', id: '1', comparable: '{}' } as const;
  const points = await readLine(
    reader({
      'price.amount': {
        times: [1, 2],
        changes: [
          [1, 100],
          [2, 9_800],
        ],
      },
      'price.currency': { times: [1], changes: [[1, 'EUR']] },
    }),
    stay,
    'price.amount',
  );
  expect(points).toEqual([{ at: 1, value: 100, currency: 'EUR' }]);
});

test('which room a price is of is known of what earlier versions wrote', async () => {
  const store = createRowHistory(createMemoryRows());
  const stay = { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03' };
  const seen = (days: number, amount: number, room: number) =>
    responseOf('stays', stay, start + days * day, [
      { id: 1, name: 'Hotel', price: { amount, currency: 'EUR' }, room_id: room },
    ]);
  /** They kept it with the rest of the record. */
  const before = (response: ReturnType<typeof seen>) => ({
    ...response,
    sightings: response.sightings.map(({ followed: { room_id: room, ...followed }, rest, ...sighting }) => ({
      ...sighting,
      followed,
      rest: { ...rest, room_id: room! },
    })),
  });
  await store.append([before(seen(0, 100, 7)), before(seen(1, 110, 7))]);
  await store.append([seen(2, 300, 8)]);
  const [item] = await store.items({});
  const line = await readLine(store, item!, 'price.amount');
  expect(line.map(({ value, offer }) => [value, offer])).toEqual([
    [100, '7'],
    [110, '7'],
    [300, '8'],
  ]);
  expect((await readLine(store, item!, 'review.score')).some(({ offer }) => offer)).toBe(false);
  const { request } = seen(0, 0, 0);
  const rooms = async (days: number) =>
    (await store.response(request, start + days * day))?.records[0]?.['room_id'];
  expect([await rooms(1), await rooms(2)]).toEqual([7, 8]);
});

test('what is passed through unchecked tells items apart', () => {
  expect(comparableOf('ruretail', {}, { loyalty: 'gold' })).not.toBe(comparableOf('ruretail', {}));
});

test('of two lists of one moment the longer one counts, whoever has it', async () => {
  const list = (...ids: string[]) =>
    responseOf(
      'ruretail',
      { query: 'tv', count: 5 },
      start + day,
      ids.map((id) => ({ id, name: id, price: 1 })),
    );
  const stores = await Promise.all(
    [list('a'), list('a', 'b', 'c')].map(async (response) => {
      const store = createRowHistory(createMemoryRows());
      await store.append([response]);
      return store;
    }),
  );
  for (const readers of [stores, [...stores].reverse()]) {
    const [known] = await createUnion(readers).lists(list('a').request);
    expect(known?.ids).toEqual(['a', 'b', 'c']);
  }
});
