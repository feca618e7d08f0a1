import { matchChoice } from '../../../src/operations/check/canonicalValue';
import { nearest } from '../../../src/operations/check/nearest';

describe('the nearest name', () => {
  const names = ['price_min', 'price_max', 'min_rating', 'brands', 'free_wifi'];
  it.each([
    ['pric_max', 'price_max'],
    ['PriceMin', 'price_min'],
    ['brnads', 'brands'],
    ['wifi', 'free_wifi'],
    ['rating', 'min_rating'],
  ])('for %s is %s', (given, name) => expect(nearest(given, names)).toBe(name));
  it('is nothing where nothing is close', () => {
    expect(nearest('zzzzzz', names)).toBeUndefined();
    expect(nearest('', names)).toBeUndefined();
    expect(nearest('=', names)).toBeUndefined();
  });
});

describe('a value of a closed list', () => {
  it('is read in any case and spelling of its spaces', () => {
    expect(matchChoice(['price_asc'], ' Price-Asc ')).toBe('price_asc');
    expect(matchChoice(['en-gb'], 'EN GB')).toBe('en-gb');
  });
  it('is read from a number', () => {
    expect(matchChoice(['3.5', '4.0'], 4)).toBe('4.0');
    expect(matchChoice(['3.5', '4.0'], 3.5)).toBe('3.5');
    expect(matchChoice(['5', '10'], 10)).toBe('10');
  });
  it('is refused where it is none', () => {
    expect(matchChoice(['a'], true)).toBeUndefined();
    expect(matchChoice(['a'], 'b')).toBeUndefined();
    expect(matchChoice(['a'], 'constructor')).toBeUndefined();
  });
});
