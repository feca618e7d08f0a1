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
