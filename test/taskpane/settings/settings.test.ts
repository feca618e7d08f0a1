import { mapName, readName } from '../../../src/taskpane/settings/wireNameMap';
import { foundText, frozenText } from '../../../src/taskpane/sharing/freezeSources';
import { readNumber } from '../../../src/taskpane/controls/fieldMessage';

describe('a number', () => {
  const limits = { min: 1, max: 2_000, required: false };

  test('is whole and within its limits, the limits included', () => {
    expect(readNumber('1', limits)).toEqual({ value: 1 });
    expect(readNumber(' 2000 ', limits)).toEqual({ value: 2_000 });
    for (const text of ['0', '2001', '1.5', '-3', 'ten', '1e9', '12 MB'])
      expect(readNumber(text, limits)).toEqual({ wrong: 'Enter a whole number from 1 to 2,000.' });
  });

  test('may be left empty only where that means something', () => {
    expect(readNumber('  ', limits)).toEqual({ value: undefined });
    expect(readNumber('', { ...limits, min: 0, required: true })).toHaveProperty('wrong');
  });
});

describe('a mapped parameter name', () => {
  test('replaces the assumed name; the assumed name or none takes it out again', () => {
    const mapped = mapName({}, 'stays.sort', 'order_by');
    expect(mapped).toEqual({ 'stays.sort': 'order_by' });
    expect(mapName(mapped, 'stays.sort', '')).toEqual({});
    expect(mapName(mapped, 'stays.sort', 'sort')).toEqual({});
    expect(mapName(mapped, 'bizbureau.radius', 'distance')).toEqual({
      'stays.sort': 'order_by',
      'bizbureau.radius': 'distance',
    });
  });

  test('is a plain name', () => {
    expect(readName('stays.sort', ' order_by ', {})).toEqual({ value: 'order_by' });
    for (const name of ['order by', '1st', 'a=b', 'a"b', 'x'.repeat(65)])
      expect(readName('stays.sort', name, {})).toHaveProperty(
        'wrong',
        expect.stringMatching(/letters, digits/),
      );
  });

  test('is not the name of another parameter of the source', () => {
    expect(readName('stays.sort', 'currency', {})).toHaveProperty(
      'wrong',
      expect.stringMatching(/Currency already uses this name/),
    );
    expect(readName('stays.sort', 'rank', { 'stays.min_review_score': 'rank' })).toEqual({
      wrong: 'Review score at least already uses this name.',
    });
  });
});

describe('freezing', () => {
  const cell = (name: string) => ({ cell: name, formula: '=RURETAIL.SEARCH("tv")' });

  test('says how many formulas will be replaced, or that there are none', () => {
    expect(foundText({ cells: [], users: [] })).toBe('No Spillway formulas found.');
    expect(foundText({ cells: [cell('A1')], users: [] })).toBe('1 formula will be replaced with values.');
  });

  test('names the formulas it would break, five at most', () => {
    expect(foundText({ cells: [cell('A1')], users: ['Sheet1!C1'] })).toMatch(
      /1 other formula refers .* #REF!: Sheet1!C1\.$/,
    );
    const users = Array.from({ length: 7 }, (_, index) => `C${index + 1}`);
    expect(foundText({ cells: [cell('A1')], users })).toMatch(
      /7 other formulas refer .*: C1, C2, C3, C4, C5 and 2 more\.$/,
    );
  });

  test('reports what stayed a formula and why', () => {
    const frozen = [{ ...cell('A1'), area: 'A1:B2' }];
    expect(frozenText({ frozen, skipped: [], failed: [] }, 'Sources')).toBe(
      '1 formula frozen. The sheet Sources lists where the values came from.',
    );
    expect(frozenText({ frozen, skipped: ['B1', 'B2'], failed: ['C1'] }, 'Sources 2')).toBe(
      '1 formula frozen. The sheet Sources 2 lists where the values came from. 2 cells with errors are still formulas. Excel didn’t allow changes to 1 formula.',
    );
  });
});
