import { cellLength, fit, fits } from '../../src/spill/inputFault';

const forbidden = /[\p{Cc}\p{Cs}\u202D\u202E\uFEFF\uFFFE\uFFFF]/u;

/** Short texts are looked at in a loop, longer ones by a regular expression. */
test.each([
  ['short', 'a', 'b'],
  ['longer', 'a longer text ', ' with an end'],
])('every UTF-16 unit is kept or taken out in a %s text by the same rule', (_, before, after) => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const text = before + String.fromCharCode(code) + after;
    const holds = !forbidden.test(text);
    if (fits(text) !== holds || (fit(text) === text) !== (holds || code === 0x0a))
      wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('characters of two units stay whole, halves do not', () => {
  const whole = 'A room with a view 🏝 of the sea';
  expect([fits(whole), fit(whole)]).toEqual([true, whole]);
  expect(fit(whole.replace('\uDFDD', ''))).toBe('A room with a view \uFFFD of the sea');
});

test('a text longer than a cell ends with an ellipsis', () => {
  const long = 'я'.repeat(cellLength + 1);
  expect(fits(long)).toBe(false);
  expect(fit(long)).toBe(`${'я'.repeat(cellLength - 1)}…`);
});
