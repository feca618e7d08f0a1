import { withFieldValues } from '../../playground/univer/cards/dottedFields';

test.each([
  ['=A2.Price', '=FIELDVALUE(A2,"Price")'],
  ['=$A$2.[Old price]+B3.Rating*2', '=FIELDVALUE($A$2,"Old price")+FIELDVALUE(B3,"Rating")*2'],
  ['=SUM(A2.Price,1.5)', '=SUM(FIELDVALUE(A2,"Price"),1.5)'],
])('%s reads a field', (formula, meant) => expect(withFieldValues(formula)).toBe(meant));

test.each([
  '=RURETAIL.SEARCH("A2.Price",5)',
  '=HKPROPERTY.VALUE(A2)',
  '=A2+B2',
  "='A2.Price'!B1",
  '=A2.FUNCTION(1)',
  '=SEARCH1.VALUE(A1)',
  '=1.5*A2',
])('%s stays as it is', (formula) => expect(withFieldValues(formula)).toBe(formula));
