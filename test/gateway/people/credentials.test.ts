import { isEnded, joinRecords, makeCode } from '../../../src/gateway/people/accessCode';
import { networkOf } from '../../../src/gateway/http/clientAddress';

test('who has one IPv6 address has its whole network, and guesses from one place', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::4')).not.toBe(networkOf('2001:db8:1:3::4'));
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
});

test('a code ends when it expires, and when it is revoked in any copy', () => {
  const { record } = makeCode({ name: 'Ann', expiresAt: 2_000 }, 1_000);
  expect([1_999, 2_000].map((now) => isEnded(record, now))).toEqual([false, true]);
  const revoked = { ...record, revokedAt: 1_500 };
  for (const [one, other] of [
    [record, revoked],
    [revoked, record],
  ] as const)
    expect(joinRecords([one], [other]).map((joined) => isEnded(joined, 1_600))).toEqual([true]);
});
