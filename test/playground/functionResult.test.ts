import { failedResult, succeededResult } from '../../playground/calls/functionResult';

test('null inside an array is shown as 0, as Excel does', () => {
  expect(succeededResult([[null, 'a']], 'cards').cells).toEqual([[{ value: 0 }, { value: 'a' }]]);
});

test('a number carries its format where data types are supported', () => {
  const price = { type: 'Double', basicValue: 12.5, numberFormat: '0.00' };
  expect(succeededResult([[price]], 'cards').cells).toEqual([[{ value: 12.5, format: '0.00' }]]);
  expect(succeededResult([[price]], 'none').cells).toEqual([[{ error: '#VALUE!', message: '' }]]);
});

test('an error inside an array keeps its sentence', () => {
  const error = {
    valueType: 'CustomFunctionError',
    type: 'Error',
    errorType: 'NotAvailable',
    message: 'Nothing there.',
  };
  expect(succeededResult([['x', error]], 'cards').cells).toEqual([
    [{ value: 'x' }, { error: '#N/A', message: 'Nothing there.' }],
  ]);
});

test('only #VALUE! and #N/A show a sentence', () => {
  expect(failedResult(7, 'Fix the date.').cells).toEqual([[{ error: '#VALUE!', message: 'Fix the date.' }]]);
  expect(failedResult(1, 'Later.').cells).toEqual([[{ error: '#N/A', message: 'Later.' }]]);
  expect(failedResult(6, 'Too big.').cells).toEqual([[{ error: '#NUM!', message: '' }]]);
});

test('a ragged array is #VALUE!', () => {
  expect(succeededResult([['a', 'b'], ['c']], 'cards').cells).toEqual([[{ error: '#VALUE!', message: '' }]]);
});

test('text is cut where Excel cuts it', () => {
  expect(succeededResult('x'.repeat(40_000), 'cards').cells).toEqual([[{ value: 'x'.repeat(32_767) }]]);
});

describe('each form of a data type is read from the API set that has it', () => {
  const carried = { basicValue: 12.5, numberFormat: '0.00' };
  const unreadable = { error: '#VALUE!', message: '' };
  const read = (value: unknown) =>
    (['none', 'formats', 'cards'] as const).map((types) => succeededResult([[value]], types).cells[0]![0]);

  test('numbers with a format', () => {
    const shown = { value: 12.5, format: '0.00' };
    expect(read({ type: 'FormattedNumber', ...carried })).toEqual([unreadable, shown, shown]);
    expect(read({ type: 'Double', ...carried })).toEqual([unreadable, unreadable, shown]);
  });

  test('values with a card', () => {
    const card = { type: 'String', basicValue: 'Phone', properties: {} };
    expect(read(card)).toEqual([unreadable, unreadable, { value: 'Phone', data: card }]);
  });

  test('pictures, which have no value', () => {
    const image = { type: 'WebImage', address: 'https://img.example/1.png', altText: 'Phone' };
    const shown = { ...unreadable, data: image };
    expect(read(image)).toEqual([unreadable, shown, shown]);
  });
});
