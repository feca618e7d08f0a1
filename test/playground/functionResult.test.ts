import { failedResult, succeededResult } from '../../src/playground/calls/functionResult';

test('null inside an array is shown as 0, as Excel does', () => {
  expect(succeededResult([[null, 'a']], true).cells).toEqual([[{ value: 0 }, { value: 'a' }]]);
});

test('a number carries its format where data types are supported', () => {
  const price = { type: 'Double', basicValue: 12.5, numberFormat: '0.00' };
  expect(succeededResult([[price]], true).cells).toEqual([[{ value: 12.5, format: '0.00' }]]);
  expect(succeededResult([[price]], false).cells).toEqual([[{ error: '#VALUE!', message: '' }]]);
});

test('an error inside an array keeps its sentence', () => {
  const error = {
    valueType: 'CustomFunctionError',
    type: 'Error',
    errorType: 'NotAvailable',
    message: 'Nothing there.',
  };
  expect(succeededResult([['x', error]], true).cells).toEqual([
    [{ value: 'x' }, { error: '#N/A', message: 'Nothing there.' }],
  ]);
});

test('only #VALUE! and #N/A show a sentence', () => {
  expect(failedResult(7, 'Fix the date.').cells).toEqual([[{ error: '#VALUE!', message: 'Fix the date.' }]]);
  expect(failedResult(1, 'Later.').cells).toEqual([[{ error: '#N/A', message: 'Later.' }]]);
  expect(failedResult(6, 'Too big.').cells).toEqual([[{ error: '#NUM!', message: '' }]]);
});

test('a ragged array is #VALUE!', () => {
  expect(succeededResult([['a', 'b'], ['c']], true).cells).toEqual([[{ error: '#VALUE!', message: '' }]]);
});

test('text is cut where Excel cuts it', () => {
  expect(succeededResult('x'.repeat(40_000), true).cells).toEqual([[{ value: 'x'.repeat(32_767) }]]);
});
