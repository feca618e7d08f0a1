import { emptyDraft, setValue } from '../../../../src/taskpane/formulas/draft/draft';
import { draftFormula } from '../../../../src/taskpane/formulas/draft/draftFormula';
import { placedDraft, selectedReference } from '../../../../src/taskpane/formulas/draft/placedDraft';
import { readBack } from '../../../../src/taskpane/formulas/draft/readBack';

const none = () => undefined;
const written = (reference: string, cell: string, from = '') =>
  draftFormula(placedDraft(setValue(emptyDraft('nlretail'), 'keyword', `=${reference}`), cell, from), none);

test.each([
  ['Prices!A2:A9', 'Prices!A2:A9'],
  ["'My prices'!$A$2:$A$9", "'My prices'!$A$2:$A$9"],
  ['My prices!A:A', "'My prices'!A:A"],
  ["'Anna''s list'!B3", "'Anna''s list'!B3"],
  ['R1C1!B3', "'R1C1'!B3"],
  ['2027!B3', "'2027'!B3"],
])('the selection %s is taken with its sheet, as %s', (address, reference) => {
  expect(selectedReference(address)).toBe(reference);
});

test('a selection of several ranges is not taken: a formula would read it as several arguments', () => {
  expect(selectedReference('Prices!A2:A9,Prices!C2:C9')).toBeUndefined();
});

test('on another sheet the reference names its sheet, on its own it does not', () => {
  expect(written('Prices!A2:A9', 'Report!B2')).toBe('=NLRETAIL.SEARCH(Prices!A2:A9)');
  expect(written("'My prices'!$A$2", 'Report!B2')).toBe("=NLRETAIL.SEARCH('My prices'!$A$2)");
  expect(written("'My prices'!$A$2:$A$9", "'my prices'!D1")).toBe('=NLRETAIL.SEARCH($A$2:$A$9)');
  expect(written('A2:A9', 'Report!B2')).toBe('=NLRETAIL.SEARCH(A2:A9)');
});

test('what is not a plain reference stays as it was typed', () => {
  for (const expression of ['Table1[Name]', 'Prices!A1#', 'A2&" new"', '[Book2]Prices!A2', 'my_range'])
    expect(written(expression, 'Report!B2', 'Prices!C1')).toBe(`=NLRETAIL.SEARCH(${expression})`);
});

test('a formula that was loaded from one sheet means the same cells on another', () => {
  const loaded = readBack('=NLRETAIL.SEARCH($A$2:$A$9,B1,F1:G4)', none)!;
  const at = (cell: string) => draftFormula(placedDraft(loaded, cell, "'It''s data'!C1"), none);
  expect(at("'It''s data'!C1")).toBe('=NLRETAIL.SEARCH($A$2:$A$9,B1,F1:G4)');
  expect(at('Report!B2')).toBe("=NLRETAIL.SEARCH('It''s data'!$A$2:$A$9,'It''s data'!B1,'It''s data'!F1:G4)");
});
