import { SpillwayError } from '../../../src/engine/request/errors';
import { InputFault } from '../../../src/spill/inputFault';
import { failureText } from '../../../src/taskpane/text/failureText';
import { requestText, requestTitle, outcomeText } from '../../../src/taskpane/text/outcome';
import { sheetTime } from '../../../src/taskpane/text/words';

describe('a failure in the pane', () => {
  test('of the service reads as in the cell', () => {
    expect(failureText(new SpillwayError('network'))).toMatch(/Check your connection/);
  });

  test('of what was entered says only what is wrong with it', () => {
    expect(failureText(new InputFault('A filter set needs a name.'))).toBe('A filter set needs a name.');
  });

  test('of any other kind says that something went wrong, with what is known of it', () => {
    expect(failureText(new Error('Excel is busy.'))).toBe('Something went wrong. Excel is busy.');
    for (const nothing of [undefined, 'x', new Error('')])
      expect(failureText(nothing)).toBe('Something went wrong. Try again.');
  });

  test('that Excel reports says what to do; what it says at length is cut to one line', () => {
    const refused = Object.assign(new Error('raw'), { code: 'InvalidOperationInCellEditMode' });
    expect(failureText(refused)).toBe(
      'A cell is being edited. Press Enter or Esc in the sheet, then try again.',
    );
    const raw = `RichApi.Error:\n  at ${'https://host.test/very/long/'.repeat(40)}`;
    const said = failureText(Object.assign(new Error(raw), { code: 'constructor' }));
    expect(said).toMatch(/^Something went wrong. RichApi.Error: at https.*…$/);
    expect(said.length).toBeLessThan(200);
  });
});

test('a request is called by what was looked up, and by its dates', () => {
  expect(requestTitle({ operation: 'ruretail', params: { query: 'tv' } })).toBe('tv');
  const dates = { checkin: '2027-05-03', checkout: '2027-05-07' };
  expect(requestTitle({ operation: 'stays', params: { destination: 'Rome', ...dates } })).toBe(
    'Rome, 2027-05-03 – 2027-05-07',
  );
  expect(requestTitle({ operation: 'stays', params: { destination_id: 42 } })).toBe('ID 42');
  expect(requestText({ params: { query: 'tv', brands: ['LG', 'Sony'], count: 5 } })).toBe(
    'query=tv; brands=LG,Sony; count=5',
  );
});

test('outcomes are words, and failures say of which kind', () => {
  const entry = {
    id: 1,
    at: 0,
    operation: 'ruretail',
    cells: [],
    params: {},
    key: '',
    spent: 0,
    saved: 0,
    results: 0,
    milliseconds: 0,
  } as const;
  expect(outcomeText({ ...entry, outcome: 'cached' })).toBe('From cache');
  expect(outcomeText({ ...entry, outcome: 'rate_limited' })).toBe('Failed: rate limited');
});

test('a time in a sheet is local and reads as a date in every country', () => {
  expect(sheetTime(new Date(2027, 0, 5, 9, 3, 7).getTime())).toBe('2027-01-05 09:03:07');
});
