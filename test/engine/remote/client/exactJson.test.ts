import fc from 'fast-check';
import { exactJson } from '../../../../src/engine/remote/client/exactJson';

describe('whole numbers of more than 15 digits', () => {
  test('are read as the text they are, wherever they stand', () => {
    const long = '12345678901234567890';
    const text = ` {"id" : ${long}, "ids":[${long},-${long}\n], "last":${long}}`;
    expect(exactJson(text)).toEqual({ id: long, ids: [long, `-${long}`], last: long });
    expect(exactJson(long)).toBe(long);
  });

  test('are found at every place of a text', () => {
    for (let before = 0; before < 40; before++) {
      const pad = 'x'.repeat(before);
      expect(exactJson(`{"p":"${pad}","id":1234567890123456}`)).toEqual({ p: pad, id: '1234567890123456' });
    }
  });

  test('in texts, fractions and short numbers change nothing', () => {
    for (const text of [
      '{"a":"1234567890123456789","b":"x: 1234567890123456789, y"}',
      '[0.12345678901234567890,1.5e300,123456789012345,-1,1234567890123456.5,1234567890123456e2]',
      '{"a\\\\":"\\",1234567890123456789,","b":1}',
    ])
      expect(exactJson(text)).toEqual(JSON.parse(text));
  });

  test('in one text of a million digits do not hold up the reading', () => {
    const digits = '1'.repeat(2_000_000);
    expect(exactJson(`{"a":"${digits}","b":12345678901234567}`)).toEqual({
      a: digits,
      b: '12345678901234567',
    });
  });

  test('are all that differs from JSON.parse', () => {
    const exact = (value: unknown): unknown =>
      typeof value === 'bigint'
        ? String(value).replace('-', '').length > 15
          ? String(value)
          : Number(value)
        : Array.isArray(value)
          ? value.map(exact)
          : value;
    const write = (value: unknown): string =>
      typeof value === 'bigint'
        ? String(value)
        : Array.isArray(value)
          ? `[${value.map(write).join(', ')}]`
          : JSON.stringify(value);
    const leaf = fc.oneof(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.string(), fc.integer());
    fc.assert(
      fc.property(fc.array(fc.oneof(leaf, fc.array(leaf))), (values) => {
        expect(exactJson(write(values))).toEqual(exact(values));
      }),
    );
  });
});
