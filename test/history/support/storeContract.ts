// What every store of the history must do. Each implementation runs it: memory, IndexedDB, disk and PostgreSQL.
import fc from 'fast-check';
import { datedItem } from '../../../src/history/observation';
import type { ItemKey, ObservedResponse } from '../../../src/history/observation';
import { runsOf } from '../../../src/history/series';
import type { HistoryReader, HistoryStore, ItemFilter } from '../../../src/history/store';
import { operationIds } from '../../../src/operations';
import { historyOf } from '../../../src/operations/histories';
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
    const all = items.flatMap((item) => [item, datedItem(item) ?? []].flat());
    for (const item of items) told.push(plain(item));
    for (const item of all)
      for (const field of historyOf(operation).followed)
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

    test('gives a value with the times at which it was seen first and last', async () => {
      const { store } = await open();
      for (const [days, price] of [
        [0, 100],
        [1, 100],
        [2, 90],
        [3, 90],
        [4, 100],
      ] as const)
        await store.append([phone(start + days * day, [{ id: 'x', name: 'X', price }])]);
      expect(runsOf(await store.series(item, 'price'))).toEqual([
        { value: 100, first: start, last: start + day, count: 2 },
        { value: 90, first: start + 2 * day, last: start + 3 * day, count: 2 },
        { value: 100, first: start + 4 * day, last: start + 4 * day, count: 1 },
      ]);
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
    }, 120_000);
  });
}
