import fc from 'fast-check';
import { isoOfSerial } from '../../../../src/operations/serialDate';
import {
  localSerial,
  readDay,
  serialOfIso,
  serialOfNumber,
} from '../../../../src/spill/read/values/excelDate';

test('a moment before midnight is on its own day', () => {
  const midnight = new Date(2026, 10, 4).getTime();
  expect(Math.floor(localSerial(midnight - 1))).toBe(localSerial(midnight) - 1);
});

describe('a day as people give it', () => {
  it.each<[string | number, string]>([
    [46510, '2027-05-03'],
    [46510.75, '2027-05-03'],
    ['46510', '2027-05-03'],
    ['2027-05-03', '2027-05-03'],
    ['2027-5-3', '2027-05-03'],
    ['2027/05/03', '2027-05-03'],
    ['2027.05.03', '2027-05-03'],
    ['2027-05-03T14:00:00Z', '2027-05-03'],
    ['20270503', '2027-05-03'],
    [20270503, '2027-05-03'],
    ['3 May 2027', '2027-05-03'],
    ['3-Sept-2027', '2027-09-03'],
    ['May 3, 2027', '2027-05-03'],
    ['3 мая 2027', '2027-05-03'],
    ['3 мая 2027 г.', '2027-05-03'],
    ['3 mrt 2027', '2027-03-03'],
    ['3 Mai 2027', '2027-05-03'],
    ['2027年5月3日', '2027-05-03'],
    ['2027年05月03號', '2027-05-03'],
    ['٣ مايو ٢٠٢٧', '2027-05-03'],
    ['٢٠٢٧-٠٥-٠٣', '2027-05-03'],
    ['２０２７/５/３', '2027-05-03'],
    ['3 أيار 2027', '2027-05-03'],
    [32874, '1990-01-01'],
    [73415, '2100-12-31'],
  ])('reads %p', (given, iso) => {
    expect(readDay(given)).toBe(iso);
  });

  it.each([
    0,
    5,
    60,
    -1,
    2958466,
    1e12,
    '03/05/2027',
    '3.5.2027',
    '2027-02-30',
    '2027-13-01',
    'tomorrow',
    '3 listopad 2027',
    '0027-05-03',
    '99-05-03',
    '2101-01-01',
    '9999-12-31',
    '1 Jan 2101',
    '3 Foo 2027',
    '',
  ])('does not guess at %p', (given) => {
    expect(readDay(given)).toBeUndefined();
  });
});

describe('a date in a record', () => {
  it('keeps the clock time as written', () => {
    expect(serialOfIso('2027-05-03')).toBe(46510);
    expect(serialOfIso('2027-05-03T12:00:00+08:00')).toBe(46510.5);
    expect(serialOfIso('2027-05-03 18:00')).toBe(46510.75);
  });

  it.each([
    'soon',
    '2027-02-30',
    '1850-01-01',
    '2027-05-03T99:00',
    '2027-05-03x',
    '0099-05-03',
    '0001-01-01',
  ])('leaves %p as text', (text) => {
    expect(serialOfIso(text)).toBeUndefined();
  });

  it('tells seconds, milliseconds and yyyymmdd apart', () => {
    expect(serialOfNumber(1_809_302_400)).toBe(46510);
    expect(serialOfNumber(1_809_302_400_000)).toBe(46510);
    expect(serialOfNumber(20270503)).toBe(46510);
    // The last moment of a day is not the next day.
    expect(Math.floor(serialOfNumber(1_809_302_399_999)!)).toBe(46509);
  });

  it.each([0, -5, 12, 20271303, 5e10, 1e15, 20270503.5])('leaves the number %p alone', (value) => {
    expect(serialOfNumber(value)).toBeUndefined();
  });

  it('agrees with the serial number of the same day', () => {
    for (let serial = 61; serial < 2958465; serial += 997)
      expect(serialOfIso(isoOfSerial(serial)!)).toBe(serial);
  });
});

describe('a date as Intl writes it', () => {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  const written = (locale: string, date: Date, dateStyle: 'long' | 'medium') =>
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { dateStyle, timeZone: 'UTC' }).format(date);

  it.each('en-GB en-US ru nl ar ar-SA ar-EG zh-TW zh-CN ja ko de fr es it pt-PT uk tr sv ro'.split(' '))(
    'is read in %s',
    (locale) => {
      fc.assert(
        fc.property(day, (date) => {
          expect(readDay(written(locale, date, 'long'))).toBe(date.toISOString().slice(0, 10));
        }),
        { numRuns: 40 },
      );
    },
  );

  it('is never read as another day, whatever the language', () => {
    const locales = Intl.DateTimeFormat.supportedLocalesOf(
      'bg ca cs da el et fa fi he hi hr hu id is lt lv ms nb sk sl sr th tl vi sw eu gl ur bn ta ka hy kk'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        day,
        fc.constantFrom('long', 'medium'),
        (locale, date, style) => {
          const read = readDay(written(locale, date, style));
          expect([undefined, date.toISOString().slice(0, 10)]).toContain(read);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
