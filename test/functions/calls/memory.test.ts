import fc from 'fast-check';
import { argumentText } from '../../../src/functions/calls/argumentText';
import { createMemo } from '../../../src/functions/calls/memo';

describe('argument text', () => {
  const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
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
