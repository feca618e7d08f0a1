import { spillHeads, spillUsers } from '../../../src/excel/freezing/spillReferences';

const frozen = [{ cell: 'Sheet1!B2', formula: '=RURETAIL.SEARCH("tv")' }];

test('a reference to a whole result is found in each way Excel writes it', () => {
  expect(spillHeads('=SUM(B2#)', 'Sheet1')).toEqual(['sheet1!b2']);
  expect(spillHeads('=SUM($B$2#)+ROWS(Other!C3#)', 'Sheet1')).toEqual(['sheet1!b2', 'other!c3']);
  expect(spillHeads("=COUNTA('My sheet'!$b2#)", 'Sheet1')).toEqual(["'my sheet'!b2"]);
});

test('plain references, table parts, errors and text are none', () => {
  expect(spillHeads('=SUM(B2:B9)+Table1[#All]+IFERROR(A1,#REF!)&"B2#"', 'Sheet1')).toEqual([]);
});

test('the formulas that would lose what they refer to are named, the frozen ones are not', () => {
  const formulas = [
    ['=SUM(B2#)', '', '=B9'],
    ['', '=RURETAIL.SEARCH("tv")', ''],
    ['=SUM(C3#)', '', '=INDEX(B2#,1,1)'],
  ];
  expect(spillUsers('Sheet1!A1:C3', formulas, frozen)).toEqual(['Sheet1!A1', 'Sheet1!C3']);
  expect(spillUsers('Other!A1:C3', formulas, frozen)).toEqual([]);
  expect(spillUsers('Other!A1', [["=SUM('Sheet1'!$B$2#)"]], frozen)).toEqual(['Other!A1']);
});

test('a result that is frozen together with what it refers to is not counted', () => {
  const both = [...frozen, { cell: 'Sheet1!A1', formula: '=HKPROPERTY.VALUE(B2#)' }];
  expect(spillUsers('Sheet1!A1', [['=HKPROPERTY.VALUE(B2#)']], both)).toEqual([]);
});

test('a formula that a host repeats in the cells it spills to counts once', () => {
  const formulas = [['=SORT(B2#)', '=SORT(B2#)'], ['=SORT(B2#)', '=SORT(B2#)'], ['']];
  expect(spillUsers('Sheet1!F1:G3', formulas, frozen)).toEqual(['Sheet1!F1']);
});
