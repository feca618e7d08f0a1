import { requirementMatrix, supports } from '../../playground/host/requirementMatrix';

test('an ordinary Excel has the shared runtime and data types in custom functions', () => {
  const matrix = requirementMatrix([]);
  expect(supports(matrix, 'SharedRuntime', 1)).toBe(true);
  expect(supports(matrix, 'CustomFunctionsRuntime', 4)).toBe(true);
  expect(supports(matrix, 'ExcelApi', 12)).toBe(true);
});

test('a newer Excel is made by raising a set', () => {
  expect(requirementMatrix([], ['ExcelApi@1.20'])['ExcelApi']).toBe('1.20');
});

test('an older Excel is made by taking a version away', () => {
  const matrix = requirementMatrix(['CustomFunctionsRuntime@1.4', 'RibbonApi']);
  expect(matrix['CustomFunctionsRuntime']).toBe('1.3');
  expect(matrix['RibbonApi']).toBeUndefined();
});
