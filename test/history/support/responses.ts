// Random paid responses of every kind of operation: other counts, cities, queries, times in any order, odd records.
import fc from 'fast-check';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { observe, type ObservedResponse } from '../../../src/history/observation';
import type { OperationId } from '../../../src/operations';

export const start = Date.UTC(2026, 0, 5);
const day = 86_400_000;

export function responseOf(
  operation: OperationId,
  params: Readonly<Record<string, unknown>>,
  at: number,
  records: readonly unknown[],
): ObservedResponse {
  const request = makeDataRequest(operation, params);
  return observe({
    operation,
    request: request.key,
    params: request.params,
    asked: request.count,
    at,
    records,
  });
}

const ids = fc.constantFrom('a', 'b', 'c', 'd|e', 'ф%', '~');
const price = fc.option(
  fc.integer({ min: 1, max: 4 }).map((value) => value * 100),
  { nil: null },
);

const product = fc
  .record({
    id: ids,
    price,
    is_available: fc.boolean(),
    stock: fc.integer({ min: 0, max: 2 }),
    text: fc.string(),
  })
  .map(({ id, stock, text, ...rest }) => ({
    '@type': 'RuretailProduct',
    id,
    name: `Product ${id}`,
    ...rest,
    ...(stock > 0 && { stock_in_stores: stock }),
    labels: [{ name: text }],
  }));

const odd = fc.constantFrom<unknown>(
  { name: 'without an ID' },
  { id: null, price: 3 },
  { id: 7, price: [1] },
  'text',
);

const search = fc
  .record({
    query: fc.constantFrom('phone', 'tv'),
    city: fc.constantFrom(undefined, 'spb'),
    count: fc.constantFrom(3, 5),
    records: fc.array(fc.oneof({ weight: 9, arbitrary: product }, { weight: 1, arbitrary: odd }), {
      maxLength: 5,
    }),
    days: fc.integer({ min: 0, max: 200 }),
    minutes: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ query, city, count, records, days, minutes }) =>
    responseOf('ruretail', { query, city, count }, start + days * day + minutes * 60_000, records),
  );

const stay = fc
  .record({
    id: fc.integer({ min: 1, max: 3 }),
    amount: price,
    currency: fc.constantFrom('EUR', 'RUB', null),
    adults: fc.constantFrom(1, 2),
    days: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ id, amount, currency, adults, days }) =>
    responseOf(
      'stays',
      { destination: 'Lisbon', checkin: '2027-01-01', checkout: '2027-01-03', adults },
      start + days * day,
      [{ id, name: `Hotel ${id}`, price: { '@type': 'StaysPrice', amount, currency }, review: null }],
    ),
  );

const valuation = fc
  .record({
    unit: fc.constantFrom('TKS-01-12-B', 'TKS-02-01-A'),
    value: fc.integer({ min: 5, max: 8 }),
    days: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ unit, value, days }) => {
    const monday = start + Math.floor(days / 7) * 7 * day;
    return responseOf('hkproperty', { unit }, start + days * day + 3_600_000, [
      {
        unit_code: unit,
        price: value * 1e6,
        price_change_percent: 2.5,
        valuation_at: monday / 1000,
        previous_valuation_at: monday / 1000 - 28 * 86_400,
      },
    ]);
  });

export const anyResponse = fc.oneof(
  { weight: 4, arbitrary: search },
  { weight: 1, arbitrary: stay },
  { weight: 1, arbitrary: valuation },
);
