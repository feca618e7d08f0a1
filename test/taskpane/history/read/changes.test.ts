import fc from 'fast-check';
import { createRowHistory } from '../../../../src/history/rowHistory';
import { createMemoryRows } from '../../../../src/history/rows';
import { seriesOf, type Json } from '../../../../src/history/series';
import type { HistoryStore } from '../../../../src/history/store';
import {
  changeSince,
  changesSince,
  type ChangesQuestion,
} from '../../../../src/taskpane/history/read/changes';
import { responseOf, start } from '../../../history/support/responses';

const day = 86_400_000;
const on = (days: number) => start + days * day;

const open = () => createRowHistory(createMemoryRows());
const ask = async (store: HistoryStore, question: Partial<ChangesQuestion>) =>
  changesSince({
    items: await store.items({}),
    series: (item, field) => store.series(item, field),
    since: undefined,
    mainOnly: true,
    ...question,
  });
const products = (days: number, prices: Readonly<Record<string, Json>>, more: object = {}) =>
  responseOf(
    'nlretail',
    { query: 'kettle', count: 20 },
    on(days),
    Object.entries(prices).map(([id, price]) => ({ id, name: `Kettle ${id}`, price, ...more })),
  );

describe('what changed', () => {
  test('comes with the biggest change first, up or down', async () => {
    const store = open();
    await store.append([products(0, { a: 100, b: 100, c: 100, d: 100 })]);
    await store.append([products(1, { a: 110, b: 60, c: 125, d: 100, e: 70 })]);
    const [source] = await ask(store, { since: on(0) });
    expect(source).toMatchObject({ operation: 'nlretail', fresh: 1, unchanged: 1 });
    expect(source?.changed.map(({ item, before, after, share }) => [item.id, before, after, share])).toEqual([
      ['b', 100, 60, -0.4],
      ['c', 100, 125, 0.25],
      ['a', 100, 110, 0.1],
    ]);
  });

  test('is no fall to a rating of 0, which nobody has given', async () => {
    const store = open();
    await store.append([products(0, { a: 100 }, { rating: 4.5 }), products(1, { a: 90 }, { rating: 0 })]);
    const [source] = await ask(store, { mainOnly: false });
    const [first] = source!.changed;
    expect([first?.field, first?.share]).toEqual(['price', -0.1]);
    expect(first?.others).toMatchObject([{ field: 'rating', before: 4.5, after: null, share: undefined }]);
  });

  test('comes by source, the source with the biggest change first', async () => {
    const store = open();
    const company = (days: number, followers: number) =>
      responseOf('jobsboard', { company: 'x' }, on(days), [{ id: 1, name: 'X', follower_count: followers }]);
    await store.append([products(0, { a: 100 }), company(0, 100)]);
    await store.append([products(1, { a: 101 }), company(1, 150)]);
    expect((await ask(store, { since: on(0) })).map(({ operation }) => operation)).toEqual([
      'jobsboard',
      'nlretail',
    ]);
  });

  test('is compared with the value at that time, not with the one before the last', async () => {
    const store = open();
    await store.append([products(0, { a: 100 }), products(1, { a: 90 }), products(2, { a: 80 })]);
    const changed = async (since: number | undefined) =>
      (await ask(store, { since })).flatMap((source) => source.changed.map(({ before }) => before));
    expect(await changed(undefined)).toEqual([100]);
    expect(await changed(on(0.5))).toEqual([100]);
    expect(await changed(on(1))).toEqual([90]);
    expect(await changed(on(2))).toEqual([]);
  });

  test('tells when the value before was seen, however long before that time', async () => {
    const store = open();
    await store.append([products(0, { a: 100 }), products(90, { a: 90 })]);
    const [source] = await ask(store, { since: on(89) });
    expect(source?.changed).toMatchObject([{ before: 100, beforeAt: on(0), after: 90 }]);
  });

  test('leaves out what was not seen since', async () => {
    const store = open();
    await store.append([products(0, { a: 100 }), products(1, { a: 90 })]);
    expect(await ask(store, { since: on(3) })).toEqual([]);
  });

  test('is one entry for an item whose fields changed, if all of them are looked at', async () => {
    const store = open();
    await store.append([products(0, { a: 100 }, { rating: 4, review_count: 10 })]);
    await store.append([products(1, { a: 90 }, { rating: 4, review_count: 15 })]);
    const [source] = await ask(store, { since: on(0), mainOnly: false });
    expect(source?.changed).toHaveLength(1);
    expect(source?.changed[0]).toMatchObject({ field: 'review_count', share: 0.5 });
    expect(source?.changed[0]?.others.map(({ field }) => field)).toEqual(['price']);
  });

  test('has text, and values that came or went, after all numbers', async () => {
    const store = open();
    await store.append([products(0, { a: 100, b: null, c: 50 })]);
    await store.append([products(1, { a: 99, b: 10, c: null })]);
    const [source] = await ask(store, { since: on(0) });
    expect(source?.changed.map(({ item, share }) => [item.id, share])).toEqual([
      ['a', -0.01],
      ['b', undefined],
      ['c', undefined],
    ]);
  });

  test('has no share where the currency changed', async () => {
    const store = open();
    const stay = (days: number, amount: number, currency: string) =>
      responseOf(
        'stays',
        { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03' },
        on(days),
        [{ id: 1, name: 'Hotel', price: { amount, currency } }],
      );
    await store.append([stay(0, 100, 'EUR'), stay(1, 9_800, 'RUB')]);
    const [source] = await ask(store, { since: on(0) });
    expect(source?.changed[0]).toMatchObject({ share: undefined, currencies: ['EUR', 'RUB'] });
  });

  test('is told where the same number came in another currency', async () => {
    const store = open();
    const stay = (days: number, currency: string | null) =>
      responseOf(
        'stays',
        { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03' },
        on(days),
        [{ id: 1, name: 'Hotel', price: { amount: 100, currency } }],
      );
    await store.append([stay(0, 'EUR'), stay(1, 'USD'), stay(2, null)]);
    const [both] = await ask(store, { since: on(0) });
    // What nobody says is no other currency.
    expect(both).toMatchObject({ changed: [], unchanged: 1 });
    const known = open();
    await known.append([stay(0, 'EUR'), stay(1, 'USD')]);
    const [source] = await ask(known, { since: on(0) });
    expect(source).toMatchObject({ unchanged: 0 });
    expect(source?.changed[0]).toMatchObject({
      before: 100,
      after: 100,
      share: undefined,
      currencies: ['EUR', 'USD'],
    });
  });

  test('has no share where the price is of another room', async () => {
    const store = open();
    const stay = (days: number, amount: number, room: number) =>
      responseOf(
        'stays',
        { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03' },
        on(days),
        [{ id: 1, name: 'Hotel', price: { amount, currency: 'EUR' }, room_id: room }],
      );
    await store.append([stay(0, 100, 7), stay(1, 300, 8), stay(2, 330, 8)]);
    const first = async (since: number) => (await ask(store, { since }))[0]?.changed[0];
    expect(await first(on(0))).toMatchObject({ before: 100, share: undefined, isOtherOffer: true });
    expect(await first(on(1))).toMatchObject({ before: 300, share: 0.1 });
    expect(await first(on(1))).not.toHaveProperty('isOtherOffer');
  });

  test('has no share of nothing', () => {
    const series = seriesOf([
      [on(0), 0],
      [on(1), 7],
    ]);
    expect(changeSince('price', series, on(0))).toMatchObject({ before: 0, after: 7, share: undefined });
  });

  test('is what a plain list of all values says', () => {
    const value = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -1, max: 13 }),
        (all, since) => {
          const change = changeSince('price', seriesOf(all.map((one, index) => [on(index), one])), on(since));
          const before = since < 0 ? undefined : all[Math.min(since, all.length - 1)];
          const after = all.at(-1);
          if (before === undefined || before === after) expect(change).toBeUndefined();
          else expect(change).toMatchObject({ before, after });
        },
      ),
    );
  });
});
