import { excelHost, formulaName } from '../../src/excel/host';

it('asks again while Office.js has not started, and remembers what it said', () => {
  expect(excelHost.formats).toBe(false);
  const asked: string[] = [];
  const requirements = {
    isSetSupported(set: string, version: string) {
      asked.push(`${set} ${version}`);
      return set === 'CustomFunctionsRuntime' || version === '1.16';
    },
  };
  Object.assign(globalThis, { Office: { context: { requirements } } });
  expect([excelHost.formats, excelHost.formats, excelHost.cards, excelHost.marksCells]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(asked).toEqual(['CustomFunctionsRuntime 1.4', 'ExcelApi 1.16', 'ExcelApi 1.19', 'ExcelApi 1.9']);
});

it('writes formulas with the namespace of the build, and without one where there is none', () => {
  expect(formulaName('STAYS.SEARCH')).toBe('STAYS.SEARCH');
  expect(formulaName('STAYS.SEARCH', 'DEV')).toBe('DEV.STAYS.SEARCH');
});
