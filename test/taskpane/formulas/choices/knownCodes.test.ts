import type { LedgerEntry } from '../../../../src/engine/engine';
import { knownCodes } from '../../../../src/taskpane/formulas/choices/knownCodes';

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
const inCity = (city: string, part: Partial<LedgerEntry> = {}) => entry({ params: { city }, ...part });

test('the city the service names is suggested before anything was asked', () => {
  expect(knownCodes('ruretail', [])).toEqual({ city: ['msk_cl'] });
  expect(knownCodes('hkproperty', [])).toEqual({ lang: ['hk'] });
  expect(knownCodes('jobsboard', [])).toEqual({ language: ['en'] });
});

test('codes that brought results are suggested, the newest first and each once', () => {
  const ledger = [inCity('sandbox_spb'), inCity('sandbox_kzn', { outcome: 'cached' }), inCity('sandbox_spb')];
  expect(knownCodes('ruretail', ledger).city).toEqual(['sandbox_spb', 'sandbox_kzn', 'msk_cl']);
});

test('codes that failed, found nothing, were held, or belong to another source are not', () => {
  const ledger = [
    inCity('atlantis', { outcome: 'invalid', results: 0 }),
    inCity('nowhere', { results: 0 }),
    inCity('later', { outcome: 'held', results: 0 }),
    entry({ operation: 'jobsboard', params: { language: 'de' }, results: 1 }),
  ];
  expect(knownCodes('ruretail', ledger).city).toEqual(['msk_cl']);
  expect(knownCodes('jobsboard', ledger).language).toEqual(['de', 'en']);
});

test('no more are kept than a person can look through', () => {
  const ledger = Array.from({ length: 40 }, (_each, index) => inCity(`city_${index}`));
  const { city } = knownCodes('ruretail', ledger);
  expect(city).toHaveLength(13);
  expect(city?.[0]).toBe('city_39');
});

test('parameters with a published list, and free text, have none', () => {
  expect(knownCodes('stays', [entry({ operation: 'stays', params: { destination: 'Rome' } })])).toEqual({});
});
