import {
  emptyDraft,
  paramsOf,
  setValue,
  toggleItem,
  valuesOf,
} from '../../../../src/taskpane/formulas/draft/draft';
import { isUnfinished } from '../../../../src/taskpane/formulas/draft/draftFormula';
import { savableFilters, withSet } from '../../../../src/taskpane/formulas/draft/draftSet';
import { findCall } from '../../../../src/taskpane/formulas/draft/readBack';
import { cellKey, localReference } from '../../../../src/taskpane/formulas/cellReference';
import { isSelected, selectedFilters } from '../../../../src/taskpane/formulas/choices/valueSearch';
import { parameterGroups } from '../../../../src/taskpane/formulas/choices/parameterGroups';
import { pricedText } from '../../../../src/taskpane/formulas/draft/draftRequests';

const stays = emptyDraft('stays');

describe('a draft', () => {
  test('holds nothing for a field that was emptied', () => {
    const typed = setValue(stays, 'destination', 'Rome');
    expect(setValue(typed, 'destination', '').values).toEqual({});
    expect(toggleItem(toggleItem(stays, 'star_ratings', '5'), 'star_ratings', '5').values).toEqual({});
  });

  test('sends numbers as numbers, and half a number as it was typed, for the check to name', () => {
    expect(paramsOf(setValue(stays, 'count', ' 25 ')).params).toEqual({ count: 25 });
    expect(paramsOf(setValue(stays, 'count', '2x')).params).toEqual({ count: '2x' });
    expect(paramsOf(setValue(stays, 'children_ages', ['5', '5'])).params).toEqual({ children_ages: [5, 5] });
  });

  test('takes an expression as a reference, and a lone equals sign as text', () => {
    expect(paramsOf(setValue(stays, 'destination', ' =A2:A9 '))).toEqual({
      params: {},
      references: { destination: 'A2:A9' },
    });
    expect(paramsOf(setValue(stays, 'destination', '=')).references).toEqual({});
  });

  test('shows the values of a request as they would be typed, and nothing it has no field for', () => {
    expect(valuesOf('stays', { count: 25, children_ages: [5], unheard_of: 1, currency: undefined })).toEqual({
      count: '25',
      children_ages: ['5'],
    });
  });
});

describe('a draft and its filter set', () => {
  const draft = {
    ...stays,
    values: { destination: '=A2', adults: '2', currency: 'USD', star_ratings: ['3'] },
  };
  const family = { name: 'Family', params: { star_ratings: ['4', '5'] } };

  test('the filters become those of the set; arguments and references stay', () => {
    expect(withSet(draft, family)).toMatchObject({
      set: 'Family',
      values: { destination: '=A2', adults: '2', star_ratings: ['4', '5'] },
    });
    expect(withSet(draft, family).values).not.toHaveProperty('currency');
  });

  test('without a set the filters go too', () => {
    const next = withSet(withSet(draft, family), undefined);
    expect(next.set).toBe('');
    expect(next.values).toEqual({ destination: '=A2', adults: '2' });
  });

  test('only filters are saved, and none while one of them is invalid', () => {
    expect(savableFilters(draft)).toEqual({
      params: { currency: 'USD', star_ratings: ['3'] },
      valid: true,
    });
    expect(savableFilters(setValue(draft, 'currency', 'EURO')).valid).toBe(false);
    expect(savableFilters(setValue(draft, 'adults', 'many')).valid).toBe(true);
  });
});

describe('the call in a formula', () => {
  test('is found inside others, with everything around it', () => {
    expect(findCall('=ROUND(SUM(spillway.ruretail.search(A1,(2+3))),2)')).toMatchObject({
      operation: 'ruretail',
      call: '=spillway.ruretail.search(A1,(2+3))',
      before: '=ROUND(SUM(',
      after: '),2)',
    });
  });

  test('ends at its own bracket, whatever stands in texts and sheet names', () => {
    expect(findCall(`=RURETAIL.SEARCH(")",'a)b'!A1)&"x"`)?.after).toBe('&"x"');
  });

  test('is not a text, another name, or a call that does not end', () => {
    for (const formula of [
      '="RURETAIL.SEARCH(A1)"',
      '=MYRURETAIL.SEARCH(A1)',
      '=RURETAIL.SEARCH(A1',
      'RURETAIL.SEARCH(A1)',
    ])
      expect(findCall(formula)).toBeUndefined();
  });
});

test('addresses are compared by one spelling, and written without the sheet on it', () => {
  expect(cellKey("'Sheet1'!$B$2")).toBe(cellKey('sheet1!b2'));
  expect(localReference("'My prices'!A2:A9")).toBe('A2:A9');
  expect(localReference('Table1[Name]')).toBe('Table1[Name]');
});

test('the selected filters of the lodging search stand as chips, each with its parameter', () => {
  const draft = { ...stays, values: { star_ratings: ['5'], destination: 'Rome' } };
  expect(selectedFilters(draft)).toEqual([{ id: 'star_ratings 5', label: '5 stars' }]);
  expect(isSelected(draft, 'star_ratings', '5')).toBe(true);
  expect(isSelected(draft, 'star_ratings', '4')).toBe(false);
});

test('the form shows every parameter once, and what each request needs stands open', () => {
  const groups = parameterGroups('stays');
  const names = groups.flatMap(({ params }) => params.map(([name]) => name));
  expect(new Set(names).size).toBe(names.length);
  const open = groups.filter((group) => group.open).flatMap(({ params }) => params.map(([name]) => name));
  expect(open).toEqual(expect.arrayContaining(['destination', 'checkin', 'checkout']));
});

describe('the line below the formula', () => {
  const quote = { requests: 1, cached: 0, toFetch: 1, credits: 5 };

  test('has the price once it is known', () => {
    expect(pricedText(undefined, 0)).toBe('…');
    const reading = { state: 'fault', says: 'Wrong.' } as const;
    expect(pricedText({ reading }, 0)).toBe('…');
    expect(pricedText({ reading, quote }, 0)).toBe('5 credits');
  });

  test('names what Excel has to calculate first', () => {
    const reading = { state: 'unknown', expression: 'Table1[Name]' } as const;
    expect(pricedText({ reading }, 0)).toBe('The price is available after Excel calculates Table1[Name].');
  });
});

test('a form is unfinished once it says more than its source, columns and conditions among it', () => {
  const sets = () => undefined;
  const settled = emptyDraft('ruretail');
  expect(isUnfinished(settled, settled, sets)).toBe(false);
  expect(isUnfinished(stays, settled, sets)).toBe(false);
  const typed = setValue(settled, 'query', 'tv');
  expect(isUnfinished(typed, settled, sets)).toBe(true);
  expect(isUnfinished(typed, typed, sets)).toBe(false);
  const view = { ...stays.view, where: ['price>100'] };
  expect(isUnfinished({ ...stays, view }, settled, sets)).toBe(true);
});
