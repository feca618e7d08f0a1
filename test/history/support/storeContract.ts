// What every store of the history must do. Each implementation runs it: memory, IndexedDB, disk and PostgreSQL.
import fc from 'fast-check';
import type { ItemKey, ObservedResponse } from '../../../src/history/observation';
import type { HistoryReader, HistoryStore, ItemFilter } from '../../../src/history/store';
import { operationIds } from '../../../src/operations';
import { keptPaths } from '../../../src/operations/histories';
import { PlainHistory } from './plainHistory';
import { anyResponse, responseOf, start } from './responses';

const day = 86_400_000;

export interface ContractSubject {
  readonly store: HistoryStore;
  /** Opens what is stored again, as after a restart; undefined where nothing outlives the process. */
  readonly reopen?: () => Promise<HistoryStore>;
}

type Step =
  | { readonly kind: 'append'; readonly responses: readonly ObservedResponse[] }
  | { readonly kind: 'thin'; readonly days: number; readonly drop: boolean }
  | { readonly kind: 'delete'; readonly filter: ItemFilter; readonly days: number }
  | { readonly kind: 'undo'; readonly last: number }
  | { readonly kind: 'purge'; readonly days: number }
  | { readonly kind: 'reopen' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .array(anyResponse, { minLength: 1, maxLength: 3 })
      .map((responses): Step => ({ kind: 'append', responses })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ days: fc.integer({ min: 0, max: 210 }), drop: fc.boolean() })
      .map((step): Step => ({ kind: 'thin', ...step })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<ItemFilter>(
        { operation: 'ruretail', id: 'a' },
        { operation: 'ruretail', id: 'd|e', comparable: '{"city":"spb"}' },
        { operation: 'hkproperty', id: 'TKS-01-12-B', comparable: '{}' },
        { operation: 'stays' },
        {},
      )
      .chain((filter) =>
        fc.integer({ min: 0, max: 210 }).map((days): Step => ({ kind: 'delete', filter, days })),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 3 }).map((last): Step => ({ kind: 'undo', last })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 300 }).map((days): Step => ({ kind: 'purge', days })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reopen' }) },
);

const keyOf = ({ operation, id, comparable }: ItemKey) => JSON.stringify([operation, id, comparable]);
const sorted = <T>(all: readonly T[], text: (one: T) => string): T[] =>
  [...all].sort((a, b) => (text(a) < text(b) ? -1 : 1));

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (inner === null ? undefined : inner)) ?? 'null');

/** Everything that a reader tells. */
export async function everything(reader: HistoryReader): Promise<unknown> {
  const told: unknown[] = [];
  for (const operation of operationIds) {
    const items = sorted(await reader.items({ operation }), keyOf);
    for (const item of items) told.push(plain(item));
    for (const item of items)
      for (const field of keptPaths(operation))
        told.push([keyOf(item), field, await reader.series(item, field)]);
    for (const request of sorted(await reader.requests(operation), (one) => one.request)) {
      const lists = await reader.lists(request.request);
      told.push(plain(request), lists);
      for (const { at } of lists) told.push(plain(await reader.response(request.request, at)));
      told.push(plain(await reader.response(request.request, start + 100 * day)));
    }
  }
  return told;
}

export function describeHistoryStore(name: string, open: () => Promise<ContractSubject>, runs = 25): void {
  describe(`the history in ${name}`, () => {
    const phone = (at: number, records: readonly unknown[], count = 3) =>
      responseOf('ruretail', { query: 'phone', count }, at, records);
    const item: ItemKey = { operation: 'ruretail', id: 'x', comparable: '{}' };

    test('gives every time, and the value wherever it changed', async () => {
      const { store } = await open();
      for (const [days, price] of [
        [0, 100],
        [1, 100],
        [2, 90],
        [3, 90],
        [4, 100],
      ] as const)
        await store.append([phone(start + days * day, [{ id: 'x', name: 'X', price }])]);
      expect(await store.series(item, 'price')).toEqual({
        times: [0, 1, 2, 3, 4].map((days) => start + days * day),
        changes: [
          [start, 100],
          [start + 2 * day, 90],
          [start + 4 * day, 100],
        ],
      });
      await store.close();
    });

    test('knows a response that comes twice, at once or later, as one', async () => {
      const { store } = await open();
      const response = phone(start, [{ id: 'x', price: 100 }]);
      await Promise.all([store.append([response]), store.append([response, response])]);
      await store.append([response]);
      expect(await store.series(item, 'price')).toEqual({ times: [start], changes: [[start, 100]] });
      expect(await store.lists(response.request)).toHaveLength(1);
      await store.close();
    });

    test('keeps the longer of two lists of one moment, whichever comes first, with all its records', async () => {
      const { store } = await open();
      const records = (...ids: string[]) => ids.map((id) => ({ id, price: 100 }));
      const [short, long] = [phone(start, records('x', 'y')), phone(start, records('x', 'y', 'z', 'w'), 4)];
      const later = phone(start + day, records('a', 'b', 'c'));
      for (const responses of [
        [short],
        [long],
        [short, long, short],
        [later],
        [phone(later.at, records('a'))],
      ])
        await store.append(responses);
      expect(await store.lists(short.request)).toEqual([
        { at: start, asked: 4, ids: ['x', 'y', 'z', 'w'] },
        { at: later.at, asked: 3, ids: ['a', 'b', 'c'] },
      ]);
      expect((await store.response(short.request, start))?.records).toEqual(records('x', 'y', 'z', 'w'));
      await store.close();
    });

    test('follows the currency and the source’s date beside the values', async () => {
      const { store } = await open();
      const stay = (days: number, amount: number, currency: string) =>
        responseOf(
          'stays',
          { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03' },
          start + days * day,
          [{ id: 7, name: 'Hotel', price: { '@type': 'StaysPrice', amount, currency } }],
        );
      await store.append([stay(0, 100, 'EUR'), stay(1, 9_800, 'RUB')]);
      const [hotel] = await store.items({ operation: 'stays' });
      expect(hotel?.values).toMatchObject({ 'price.amount': 9_800, 'price.currency': 'RUB' });
      expect((await store.series(hotel!, 'price.currency')).changes).toEqual([
        [start, 'EUR'],
        [start + day, 'RUB'],
      ]);
      await store.close();
    });

    test('finds both in what the version before stored, and shows nothing that it computed', async () => {
      const { store } = await open();
      const flat: ItemKey = { operation: 'hkproperty', id: 'U1', comparable: '{}' };
      const valued = { unit_code: 'U1', unit_address: 'Flat B', valuation_at: 20260105 };
      const response = responseOf('hkproperty', { unit: 'U1' }, start + day, [
        { ...valued, price: 5_100_000 },
      ]);
      // As version 1.0 wrote it: the date with the rest of the record, and values at other dates beside them.
      const formerly: ObservedResponse = {
        ...response,
        sightings: response.sightings.flatMap((seen) => [
          { ...seen, followed: { price: 5_100_000 }, rest: valued },
          {
            ...seen,
            at: start - 7 * day,
            item: { ...flat, comparable: '{}@source' },
            followed: { price: 5_000_000 },
            rest: {},
          },
        ]),
      };
      await store.append([formerly]);
      await store.append([
        responseOf('hkproperty', { unit: 'U1' }, start + 8 * day, [
          { ...valued, price: 5_200_000, valuation_at: 20260112 },
        ]),
      ]);
      expect(await store.items({})).toHaveLength(1);
      expect((await store.series(flat, 'price')).changes).toEqual([
        [start + day, 5_100_000],
        [start + 8 * day, 5_200_000],
      ]);
      expect((await store.series(flat, 'valuation_at')).changes).toEqual([
        [start + day, 20260105],
        [start + 8 * day, 20260112],
      ]);
      expect((await store.response(response.request, start + day))?.records).toEqual([
        { ...valued, price: 5_100_000 },
      ]);
      await store.delete(flat, start + 9 * day);
      expect((await store.size()).items).toBe(0);
      await store.close();
    });

    test('loses nothing of what many write at the same time', async () => {
      const { store } = await open();
      const times = Array.from({ length: 20 }, (_, index) => start + index * day);
      await Promise.all(times.map((at) => store.append([phone(at, [{ id: 'x', price: 100 }])])));
      expect((await store.series(item, 'price')).times).toEqual(times);
      await store.close();
    });

    test('gives a response back as it was', async () => {
      const { store } = await open();
      const records = [
        { '@type': 'RuretailProduct', id: 'x', name: 'X', price: 100, brand: { name: 'B' }, labels: [] },
        { name: 'without an ID', price: 5 },
        { id: 'x', name: 'X again', price: 101 },
      ];
      const response = phone(start, records);
      await store.append([response]);
      await store.append([phone(start + day, [{ id: 'x', name: 'X', price: 90 }])]);
      expect(await store.response(response.request, start + day - 1)).toEqual({
        at: start,
        asked: 3,
        records,
      });
      expect(await store.response(response.request, start - 1)).toBeUndefined();
      await store.close();
    });

    test('counts its bytes, and none after everything was deleted', async () => {
      const { store } = await open();
      await store.append([phone(start, [{ id: 'x', price: 100 }])]);
      const size = await store.size();
      expect(size.items).toBe(1);
      expect(size.bytes).toBeGreaterThan(0);
      await store.delete({}, start);
      expect(await store.size()).toEqual({ bytes: 0, items: 0 });
      await store.close();
    });

    test('does not take in again what was deleted, and gives it back when that is undone', async () => {
      const { store } = await open();
      const old = phone(start, [
        { id: 'x', price: 100 },
        { id: 'y', price: 5 },
      ]);
      await store.append([old]);
      const deletion = await store.delete(item, start + day);
      // Whoever still owes it, and what comes after.
      await store.append([old, phone(start + day, [{ id: 'x', price: 90 }])]);
      expect((await store.series(item, 'price')).times).toEqual([]);
      expect((await store.lists(old.request))[0]?.ids).toEqual([null, 'y']);
      await store.append([phone(start + 2 * day, [{ id: 'x', price: 80 }])]);
      expect(await store.undo(deletion)).toBe(true);
      expect(await store.series(item, 'price')).toEqual({
        times: [start, start + 2 * day],
        changes: [
          [start, 100],
          [start + 2 * day, 80],
        ],
      });
      expect((await store.lists(old.request))[0]?.ids).toEqual(['x', 'y']);
      expect(await store.undo(deletion)).toBe(false);

      const whole = await store.delete({}, start + 3 * day);
      await store.purge(start + 3 * day);
      expect(await store.undo(whole)).toBe(true);
      const again = await store.delete({}, start + 3 * day);
      await store.purge(start + 4 * day);
      expect(await store.undo(again)).toBe(false);
      await store.append([old]);
      expect(await store.items({})).toEqual([]);
      await store.close();
    });

    test('tells what a plain list of all responses tells, whatever happens', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 30 }), async (steps) => {
          const subject = await open();
          let { store } = subject;
          const oracle = new PlainHistory();
          const deletions: [string, string][] = [];
          for (const step of steps) {
            if (step.kind === 'append')
              await Promise.all([oracle.append(step.responses), store.append(step.responses)]);
            else if (step.kind === 'thin')
              await Promise.all([
                oracle.thin(start + step.days * day, step.drop),
                store.thin(start + step.days * day, step.drop),
              ]);
            else if (step.kind === 'delete') {
              const at = start + step.days * day;
              deletions.push(
                await Promise.all([oracle.delete(step.filter, at), store.delete(step.filter, at)]),
              );
            } else if (step.kind === 'undo') {
              const [ours, theirs] = deletions.at(-step.last) ?? ['', 'unknown'];
              expect(await store.undo(theirs)).toBe(await oracle.undo(ours));
            } else if (step.kind === 'purge')
              await Promise.all([
                oracle.purge(start + step.days * day),
                store.purge(start + step.days * day),
              ]);
            else if (subject.reopen) store = await subject.reopen();
          }
          expect(await everything(store)).toEqual(await everything(oracle));
          await store.delete({}, start);
          expect((await store.size()).items).toBe(0);
          await store.close();
        }),
        { numRuns: runs },
      );
    });
  });
}
