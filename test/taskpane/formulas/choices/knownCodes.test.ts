import type { LedgerEntry } from '../../../../src/engine/engine';
import { makeDataRequest, type DataRequest } from '../../../../src/engine/request/dataRequest';
import {
  cachedRecords,
  isPickable,
  knownCodes,
  knownValues,
  lookupOf,
} from '../../../../src/taskpane/formulas/choices/knownCodes';

let id = 0;
const entry = (part: Partial<LedgerEntry>): LedgerEntry => ({
  id: (id += 1),
  at: id * 1_000,
  operation: 'ruretail',
  cells: [],
  params: {},
  key: String(id),
  outcome: 'fetched',
  spent: 1,
  saved: 0,
  results: 20,
  milliseconds: 100,
  ...part,
});
const cities = (ledger: readonly LedgerEntry[]) =>
  knownCodes('ruretail', ledger)['city']?.map(({ value }) => value);
const inCity = (city: string, part: Partial<LedgerEntry> = {}) => entry({ params: { city }, ...part });

test('the city the service names is suggested before anything was asked', () => {
  expect(knownCodes('ruretail', [])).toEqual({ city: [{ value: 'msk_cl' }] });
  expect(knownCodes('hkproperty', [])).toEqual({ lang: [{ value: 'hk' }] });
  expect(knownCodes('jobsboard', [])).toEqual({ language: [{ value: 'en' }] });
});

test('codes that brought results are suggested, the newest first and each once', () => {
  const ledger = [inCity('sandbox_spb'), inCity('sandbox_kzn', { outcome: 'cached' }), inCity('sandbox_spb')];
  expect(cities(ledger)).toEqual(['sandbox_spb', 'sandbox_kzn', 'msk_cl']);
});

test('codes that failed, found nothing, were held, or belong to another source are not', () => {
  const ledger = [
    inCity('atlantis', { outcome: 'invalid', results: 0 }),
    inCity('nowhere', { results: 0 }),
    inCity('later', { outcome: 'held', results: 0 }),
    entry({ operation: 'jobsboard', params: { language: 'de' }, results: 1 }),
  ];
  expect(cities(ledger)).toEqual(['msk_cl']);
  expect(knownCodes('jobsboard', ledger)['language']).toEqual([{ value: 'de' }, { value: 'en' }]);
});

test('no more are kept than a person can look through', () => {
  const ledger = Array.from({ length: 40 }, (_each, index) => inCity(`city_${index}`));
  const found = cities(ledger);
  expect(found).toHaveLength(13);
  expect(found?.[0]).toBe('city_39');
});

test('parameters with a published list, and free text, have none', () => {
  expect(knownCodes('stays', [entry({ operation: 'stays', params: { destination: 'Rome' } })])).toEqual({});
});

test('what results show is suggested by value and by name, each once, and names the codes that worked', () => {
  const records = [
    { id: '101', name: 'Phone A', city: 'msk_cl', city_name: 'Moscow', brand: { name: 'Apple' } },
    { name: 'Phone B', city: 'spb_cl', city_name: 'Saint Petersburg', brand: { name: 'Apple' } },
    { name: null, brand: null },
  ];
  expect(knownCodes('ruretail', [], records)).toEqual({
    query: [{ value: 'Phone A', label: '101' }, { value: 'Phone B' }],
    city: [
      { value: 'msk_cl', label: 'Moscow' },
      { value: 'spb_cl', label: 'Saint Petersburg' },
    ],
    brands: [{ value: 'Apple' }],
  });
  expect(knownCodes('stays', [], [{ destination_id: -126693, city: 'Rome' }])).toEqual({
    destination: [{ value: 'Rome' }],
    destination_id: [{ value: '-126693', label: 'Rome' }],
  });
  const many = Array.from({ length: 1_500 }, (_each, index) => ({ brand: { name: `Brand ${index}` } }));
  expect(knownCodes('ruretail', [], many)['brands']).toHaveLength(1_000);
});

test('a product is found by its name and by its code, and a district with its city', () => {
  expect(knownCodes('nlretail', [], [{ id: '9300000012', name: 'Airfryer XL' }])['keyword']).toEqual([
    { value: 'Airfryer XL', label: '9300000012' },
  ]);
  const stay = { city: 'Rome', district: 'Trastevere', display_location: 'Trastevere, Rome' };
  expect(knownCodes('stays', [], [stay])['destination']).toEqual([
    { value: 'Rome' },
    { value: 'Trastevere, Rome' },
  ]);
});

test('a condition is offered the texts of its field, and codes with their names', () => {
  const records = [
    { id: 7, name: 'Hotel A', district: 'Trastevere', star_rating: 4 },
    { id: 9, name: 'Hotel B', district: 'Trastevere', star_rating: 3 },
  ];
  expect(knownValues('stays', 'id', records)).toEqual([
    { value: '7', label: 'Hotel A' },
    { value: '9', label: 'Hotel B' },
  ]);
  expect(knownValues('stays', 'district', records)).toEqual([{ value: 'Trastevere' }]);
  expect(knownValues('stays', 'star_rating', records)).toEqual([]);
  expect(knownValues('ruretail', 'brand.name', [{ brand: { name: 'Apple' } }])).toEqual([{ value: 'Apple' }]);
});

test('whatever may be picked now or later is the same kind of field from the start', () => {
  expect(isPickable('ruretail', 'query')).toBe(true);
  expect(isPickable('hkproperty', 'lang')).toBe(true);
  expect(isPickable('ruretail', 'price_min')).toBe(false);
});

test('the records are those of what was fetched and of the workbook’s formulas, without a request', async () => {
  const remembered: string[] = [];
  const engine = {
    distinct: (requests: readonly DataRequest[]) => [...requests],
    remembered: ({ key }: { readonly key: string }) => {
      remembered.push(key);
      return Promise.resolve(undefined);
    },
  };
  const used = [
    makeDataRequest('ruretail', { query: 'b', count: 5 }),
    makeDataRequest('hkproperty', { unit: 'X' }),
  ];
  const ledger = [entry({ params: { query: 'a', count: 5 } }), entry({ params: { query: 'c' }, results: 0 })];
  expect(await cachedRecords('ruretail', ledger, used, engine)).toEqual([]);
  const asked = makeDataRequest('ruretail', { query: 'a', count: 5 });
  expect(remembered).toEqual([asked.key, used[0]!.key]);
});

test('a lookup is the search without what is picked, where a search finds it', () => {
  const asked = { params: { query: 'iphone', count: 20, brands: ['Apple'] }, raw: {} };
  expect(lookupOf('ruretail', 'brands', asked)).toMatchObject({ params: { query: 'iphone' }, count: 20 });
  expect(lookupOf('ruretail', 'brands', asked)?.params).not.toHaveProperty('brands');
  expect(lookupOf('ruretail', 'city', asked)).toBeUndefined();
  expect(lookupOf('ruretail', 'brands', undefined)).toBeUndefined();
  expect(lookupOf('hkproperty', 'unit', { params: { unit: 'X' }, raw: {} })).toBeUndefined();
  // Without a destination there is nothing to look up by.
  expect(lookupOf('stays', 'destination_id', { params: { destination_id: 5 }, raw: {} })).toBeUndefined();
});
