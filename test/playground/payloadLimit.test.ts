import { isTooLarge } from '../../playground/host/payloadLimit';

const most = 5 * 1024 * 1024;

test('5 MB pass and one byte more does not', () => {
  expect(isTooLarge('x'.repeat(most))).toBe(false);
  expect(isTooLarge('x'.repeat(most + 1))).toBe(true);
});

test('bytes count, not characters', () => {
  expect(isTooLarge('₽'.repeat(most / 3 + 1))).toBe(true);
  expect(isTooLarge('ж'.repeat(most / 2))).toBe(false);
});
