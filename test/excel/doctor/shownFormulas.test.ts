import { enterAgain, shownFormulas, withKnownNames } from '../../../src/excel/doctor/shownFormulas';
import { TypedExcel } from '../workbook/typedExcel';

test.each([
  ['=_xldudf_STAYS_SEARCH("x")', '=STAYS.SEARCH("x")'],
  ['=_XLDUDF_DEV_TOKEN_USAGE()', '=TOKEN.USAGE()'],
  [
    '=SUM(_xldudf_RURETAIL_SEARCH("_xldudf_STAYS_SEARCH(1)"))',
    '=SUM(RURETAIL.SEARCH("_xldudf_STAYS_SEARCH(1)"))',
  ],
  ['=_xldudf_OTHER_SEARCH(1)', '=_xldudf_OTHER_SEARCH(1)'],
  ['=STAYS.SEARCH("x")', '=STAYS.SEARCH("x")'],
])('%s is entered as %s', (formula, entered) => {
  expect(withKnownNames(formula)).toBe(entered);
});

test('what is entered again is entered as it is typed where Excel does not know it, and what was edited stays', async () => {
  const excel = new TypedExcel().install();
  excel.unknown = /STAYS/;
  excel.formulas.set('Sheet1!A1', '=_xldudf_STAYS_SEARCH("x")').set('Sheet1!A2', '=SUM(B1)');
  const entered = '=STAYS.SEARCH("x")';
  const shown = ['Sheet1!A1', 'Sheet1!A2'].map((cell) => ({
    ...{ cell, entered, shown: '#NAME?' },
    formula: '=_xldudf_STAYS_SEARCH("x")',
  }));
  await enterAgain(shown);
  expect(Object.fromEntries(excel.formulas)).toEqual({ 'Sheet1!A1': entered, 'Sheet1!A2': '=SUM(B1)' });
  expect(excel.at('Sheet1!A1').value).not.toBe('#NAME?');
});

test('cells are found with what they show; texts and repeated formulas are passed over', () => {
  const formulas = [
    ['=STAYS.SEARCH("x")', '=STAYS.SEARCH("x")', '=_xldudf_TOKEN_USAGE()'],
    ['=STAYS.SEARCH("x")', '=SUM(A1)', '=STAYS.SEARCH("text")'],
  ];
  const values = [
    ['Hotel', 'Price', '#NAME?'],
    ['One', 5, '=STAYS.SEARCH("text")'],
  ];
  expect(shownFormulas("'My sheet'!B2:D3", formulas, values)).toEqual([
    { cell: "'My sheet'!B2", formula: formulas[0]![0], entered: formulas[0]![0], shown: 'Hotel' },
    { cell: "'My sheet'!D2", formula: formulas[0]![2], entered: '=TOKEN.USAGE()', shown: '#NAME?' },
  ]);
});
