import fc from 'fast-check';
import { argumentText } from '../../../src/functions/calls/plan';
import { createMemo } from '../../../src/functions/calls/plan';

describe('argument text', () => {
  const long = fc
    .string({ minLength: 1, maxLength: 2 })
    .map((end) => 'columns=id,name,price '.repeat(3) + end);
  const scalar = fc.oneof(fc.string(), long, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
  const args = fc.tuple(
    fc.oneof(scalar, fc.array(fc.array(scalar))),
    fc.oneof(scalar, fc.array(fc.array(scalar))),
  );

  it('is the same only for the same arguments', () => {
    const normal = (values: unknown) => JSON.stringify(values);
    fc.assert(
      fc.property(args, args, (a, b) => {
        const same = argumentText([...a, {}], 2) === argumentText([...b, {}], 2);
        return same === (normal(a) === normal(b));
      }),
    );
  });

  it('tells a list in one text from several cells', () => {
    expect(argumentText([[['1,2']], {}], 1)).not.toBe(argumentText([[[1, 2]], {}], 1));
    expect(argumentText([[['a', 'b']], {}], 1)).not.toBe(argumentText([[['a'], ['b']], {}], 1));
  });

  it('writes a long text as a number, and never gives one number to two texts', () => {
    const options = (nth: number) => `columns=id,name,price,currency,rating,url;max_age=${nth}`;
    const text = (nth: number) => argumentText([options(nth), {}], 1)!;
    expect(text(1)).toBe(text(1));
    expect(text(1).length).toBeLessThan(10);
    const many = Array.from({ length: 100_010 }, (_, nth) => text(nth));
    expect(new Set(many).size).toBe(many.length);
  });

  it('gives up on objects, which are read each time', () => {
    expect(argumentText([[[{ type: 'Entity' }]], {}], 1)).toBeUndefined();
  });
});

describe('the memo', () => {
  it('keeps what is used and forgets what is not, within its bounds', () => {
    const memo = createMemo<number>(2, 1_000);
    for (let index = 0; index < 100; index += 1) {
      memo.set(`k${index}`, index);
      expect(memo.get('k0')).toBe(0);
    }
    expect(memo.get('k50')).toBeUndefined();
  });

  it('forgets by weight too', () => {
    const memo = createMemo<number>(100, 10);
    memo.set('a', 1);
    memo.weigh(11);
    memo.weigh(11);
    expect(memo.get('a')).toBeUndefined();
  });

  it('forgets everything when told', () => {
    const memo = createMemo<number>(2, 10);
    memo.set('a', 1);
    memo.clear();
    expect(memo.get('a')).toBeUndefined();
  });
});
