// Numbers, lists and yes/no as people type them in their own language and script.
import fc from 'fast-check';
import { westernDigits } from '../../../../src/operations/check/canonicalValue';
import { yesOrNo } from '../../../../src/spill/read/values/localWords';
import { faultOf, paramsOf, read, stay } from '../readings';

/** 0 to 9 of each script, by what Intl writes. */
const scripts = Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
  const digits = Array.from({ length: 10 }, (_, digit) =>
    new Intl.NumberFormat(`en-u-nu-${system}`).format(digit),
  );
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [digits] : [];
});

it('reads the digits of every script', () => {
  expect(scripts.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.constantFrom(...scripts), fc.nat(), (digits, number) => {
      const written = [...String(number)].map((digit) => digits[Number(digit)]!).join('');
      expect(westernDigits(written)).toBe(String(number));
    }),
    { numRuns: 2_000 },
  );
});

it('leaves every other character alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(westernDigits(text).replace(/\d/g, '')).toBe(text.replace(/\p{Nd}/gu, ''));
    }),
  );
});

it.each([
  ['да', true],
  ['ИСТИНА', true],
  ['ja', true],
  ['WAAR', true],
  ['是', true],
  ['نعم', true],
  ['нет', false],
  ['ЛОЖЬ', false],
  ['nee', false],
  ['ONWAAR', false],
  ['否', false],
  ['لا', false],
  ['perhaps', undefined],
  ['', undefined],
])('%p is %p', (word, meant) => expect(yesOrNo(word)).toBe(meant));

it('reads lists, numbers and yes/no of one formula in any script', () => {
  const params = paramsOf(
    read(
      'stays',
      'Rome',
      '3 мая 2027',
      '2027年5月7日',
      '２',
      '١',
      '٢٠',
      'star_ratings=４、５؛ entire_homes_only=да； max_price_per_night=٢٠٠',
    ),
  );
  expect(params).toMatchObject({
    checkin: '2027-05-03',
    checkout: '2027-05-07',
    adults: 2,
    rooms: 1,
    count: 20,
    star_ratings: ['4', '5'],
    entire_homes_only: true,
    max_price_per_night: 200,
  });
});

it.each(['，', '、', '،'])('%s separates a list as a comma does', (comma) => {
  const options = (sign: string) => read('ruretail', 'ssd', 5, null, `brands=Kingston${sign}Samsung`);
  expect(paramsOf(options(comma))).toEqual(paramsOf(options(',')));
  const columns = read('ruretail', 'ssd', 5, null, `name${comma}price`).view.columns;
  expect(columns).toEqual([{ path: 'name' }, { path: 'price' }]);
});

it('still refuses what reads differently in different countries', () => {
  expect(faultOf(() => read('stays', 'Rome', '٣/٥/٢٠٢٧', ...stay.slice(1)))).toMatch(/different dates/);
  expect(faultOf(() => read('ruretail', 'ssd', '١٬٠٠٠'))).toMatch(/whole number/);
});
