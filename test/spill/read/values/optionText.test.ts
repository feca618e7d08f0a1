import fc from 'fast-check';
import { commas, semicolons, split, unquote } from '../../../../src/spill/read/values/optionText';
import { quote } from '../../../../src/spill/read/options/writeOptions';
import { faultOf } from '../readings';

describe('option text', () => {
  it('splits at separators outside quotes', () => {
    expect(split(`a=1; b='x;y'; c="p;q" ;d`, ';')).toEqual(['a=1', `b='x;y'`, 'c="p;q"', 'd']);
  });

  it('takes apostrophes and inches as what they are', () => {
    expect(split(`L'Oréal, 24" monitor, rock 'n roll, 's-Hertogenbosch`, ',')).toEqual([
      `L'Oréal`,
      '24" monitor',
      `rock 'n roll`,
      `'s-Hertogenbosch`,
    ]);
    expect(unquote(`'s-Hertogenbosch`)).toBe(`'s-Hertogenbosch`);
  });

  it('keeps a JSON object in one part', () => {
    expect(split('@a; {"x":"}; y","z":{"q":1}}; b=1', ';', true)).toEqual([
      '@a',
      '{"x":"}; y","z":{"q":1}}',
      'b=1',
    ]);
  });

  it('says that a quotation mark is not closed', () => {
    expect(faultOf(() => unquote('"abc'))).toMatch(/no closing quotation mark/);
  });

  it('gives quoted parts back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...`ab ,;="'\n{@é，、،；؛`) })),
        fc.constantFrom(...commas),
        (parts, separator) => {
          const text = parts.map((part) => quote(part, commas + semicolons)).join(separator);
          const read = split(text, commas).map(unquote);
          expect(read).toEqual(parts.length ? parts : ['']);
        },
      ),
    );
  });

  it('stays quick on a text full of quotes', () => {
    const text = ` '`.repeat(16_000);
    const start = performance.now();
    split(text, ';');
    expect(performance.now() - start).toBeLessThan(500);
  });
});
