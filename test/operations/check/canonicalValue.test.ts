import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { operationOf } from '../../../src/operations';
import { canonicalIdentifier, canonicalValue } from '../../../src/operations/check/canonicalValue';
import { checkRequest } from '../../../src/operations/check/request';

describe('the check and the key agree on the form of a value', () => {
  test('an enumeration typed with spaces has the key of the value it stands for', () => {
    const key = (value: string) => makeDataRequest('ruretail', { query: 'ssd', sort: value }).key;
    expect(key('Price asc')).toBe(key('price_asc'));
  });

  test('an identifier keeps all its digits', () => {
    expect(canonicalIdentifier(' 42 ')).toBe(42);
    expect(canonicalIdentifier('9007199254740991')).toBe('9007199254740991');
    expect(canonicalIdentifier('+42')).toBe('+42');
  });

  test('a value that passed the check is sent as it was checked', () => {
    const checked = checkRequest('ruretail', { query: ' solid  state ', sort: 'Price asc', count: 5 });
    const params = checked.ok ? checked.params : {};
    expect(makeDataRequest('ruretail', params).params).toMatchObject({
      query: 'solid state',
      sort: 'price_asc',
    });
  });

  test.each(['Cafe\u0301', 'Café\u200B', '\uFEFFCafé', 'Ca\u2060fé', ' Café\u00A0'])(
    '%j is Café: what looks the same is one request',
    (query) => {
      const key = (text: string) => makeDataRequest('ruretail', { query: text }).key;
      expect(key(query)).toBe(key('Café'));
    },
  );

  test('a day that Excel does not have is not a date', () => {
    const date = operationOf('stays').params.checkin;
    expect(canonicalValue(date, 46510)).toBe('2027-05-03');
    expect(canonicalValue(date, 60)).toBe(60);
  });
});
