import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import type { CellUse } from '../../../../src/excel/runtime';
import {
  differenceFrom,
  isEmpty,
  renameInFormula,
  requestsAfter,
  settable,
  usesOf,
} from '../../../../src/taskpane/formulas/filterSets/setChange';
import { readSets, writeSets } from '../../../../src/taskpane/formulas/filterSets/filterSetChanges';

const family = { star_ratings: ['4', '5'], currency: 'EUR' };
const use = (cell: string, params: Record<string, unknown>): CellUse => ({
  cell,
  function: 'STAYS.SEARCH',
  requests: [makeDataRequest('stays', { destination: 'Rome', count: 25, ...params })],
  filterSets: ['Family'],
  failed: false,
  at: 0,
});

test('a set holds what options can say, not the arguments', () => {
  expect(settable({ destination: 'Rome', adults: 2, currency: 'EUR', children_ages: [4] })).toEqual({
    currency: 'EUR',
    children_ages: [4],
  });
});

test('the form differs from a set by what it changed and what it lacks', () => {
  expect(isEmpty(differenceFrom(family, { ...family, destination: 'Rome' }))).toBe(true);
  expect(differenceFrom(family, { currency: 'USD', min_beds: 2 })).toEqual({
    changed: { currency: 'USD', min_beds: 2 },
    removed: ['star_ratings'],
  });
});

test('cells are found by the name of the set without regard to case', () => {
  expect(
    usesOf([use('A1', {}), { ...use('A2', {}), filterSets: [] }], 'FAMILY').map(({ cell }) => cell),
  ).toEqual(['A1']);
});

test('after a change, cells ask with the new values and keep what their formulas override', () => {
  const uses = [use('A1', family), use('A2', { ...family, currency: 'USD' })];
  const after = requestsAfter(uses, family, { currency: 'GBP', min_beds: 2 });
  expect(after.map(({ params }) => params)).toEqual([
    { destination: 'Rome', count: 25, currency: 'GBP', min_beds: 2 },
    { destination: 'Rome', count: 25, currency: 'USD', min_beds: 2 },
  ]);
});

test('a set is renamed inside the texts of formulas only', () => {
  expect(renameInFormula('=STAYS.SEARCH(A1,B1,B2,,,,"@family; currency=USD")', 'Family', 'kids')).toBe(
    '=STAYS.SEARCH(A1,B1,B2,,,,"@kids; currency=USD")',
  );
  expect(renameInFormula('=STAYS.SEARCH("family",B1,B2,,,,"stamp=1; @family")', 'family', 'kids')).toBe(
    '=STAYS.SEARCH("family",B1,B2,,,,"stamp=1; @kids")',
  );
  expect(renameInFormula('=STAYS.SEARCH(A1,B1,B2,,,,"@family2")', 'family', 'kids')).toBe(
    '=STAYS.SEARCH(A1,B1,B2,,,,"@family2")',
  );
});

describe('filter sets as a file', () => {
  test('come back as they were', () => {
    const text = writeSets([{ name: 'Family', params: family, changedAt: 5 }]);
    expect(readSets(text)).toEqual({ sets: [{ name: 'Family', params: family }], problems: [] });
  });

  test('are checked one by one, and the faulty one is named', () => {
    const file = JSON.stringify({
      sets: [{ name: 'ok', params: family }, { name: 'bad', params: { currency: 'EURO' } }, { params: {} }],
    });
    const { sets, problems } = readSets(file);
    expect(sets.map(({ name }) => name)).toEqual(['ok']);
    expect(problems[0]).toMatch(/“bad” was skipped: .*EURO/);
    expect(problems[1]).toMatch(/without a name/);
  });

  test.each([
    'raw:count',
    'Raw: x',
    'count',
    'Results',
    'timeout',
    'max_age',
    'offline',
    'columns',
    '__proto__',
  ])('a set that carries %s is refused by name, and the others are read', (option) => {
    const file = `[{"name":"trap","params":{"currency":"EUR",${JSON.stringify(option)}:5000}},{"name":"ok","params":{"currency":"EUR"}}]`;
    const { sets, problems } = readSets(file);
    expect(sets.map(({ name }) => name)).toEqual(['ok']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`The filter set "trap" contains "${option}", which is not a filter`);
  });

  test('a file of something else says so', () => {
    expect(readSets('nonsense').problems).toEqual(['The text isn’t valid JSON.']);
    expect(readSets('{"a":1}').problems).toEqual(['The file contains no filter sets.']);
  });
});
