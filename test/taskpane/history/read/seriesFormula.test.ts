import { seriesFormula } from '../../../../src/taskpane/history/read/seriesFormula';

test('the formula names the source, the item, the value and what makes it comparable', () => {
  const item = { operation: 'nlretail', id: '93"1', comparable: '{}' } as const;
  expect(seriesFormula(item, 'price')).toBe('=HISTORY.SERIES("NLRETAIL.SEARCH","93""1","price")');
  expect(seriesFormula(item, 'price', 'DEV')).toBe('=DEV.HISTORY.SERIES("NLRETAIL.SEARCH","93""1","price")');
  const stay = {
    operation: 'stays',
    id: '5',
    comparable: '{"checkin":"2027-05-03","raw":{"x":1},"rooms":2}',
  } as const;
  expect(seriesFormula(stay, 'price.amount')).toBe(
    '=HISTORY.SERIES("STAYS.SEARCH","5","price",,,,"checkin=2027-05-03; rooms=2; {""raw:x"":1}")',
  );
});
