import { csvLine } from '../../../src/gateway/http/csv';

/** A line as a spreadsheet reads it that separates lists by `separator`: quotes count at the beginning of a cell only. */
function read(text: string, separator: string): string[] {
  const cells: string[] = [];
  for (let rest = text; rest !== '';) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = new RegExp(`^[^${separator}\r\n]*`).exec(rest.slice(quoted?.[0].length ?? 0))?.[0] ?? '';
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + plain);
    rest = rest
      .slice((quoted?.[0].length ?? 0) + plain.length)
      .replace(new RegExp(`^(${separator}|\r\n?|\n)`), '');
  }
  return cells;
}
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell);

const texts = [
  '=1+1',
  ' =1+1',
  '\u200b@SUM(A1)',
  "Tea;=cmd|' /C calc'!A0;x",
  'Tea, best;=2+2;',
  'Tea; \u00a0-3',
  'Tea;\u200b\uff1d1',
  'one;;=1',
  'line\n=3+3',
  'line\r\n  +3',
  'line\r=1;x',
  'tab\t=1',
  '"quoted";"=1"',
  '";=1',
  'x";"=1;y',
  'x";" "" =1;y',
  '"=1',
  ';=1',
];

test.each([',', ';', '\t'])('no text is a formula where lists are separated by %j', (separator) => {
  for (const text of texts)
    for (const line of [[text], ['a', text, 3], ['a "b"', text, text]])
      expect(read(csvLine(line), separator).filter(isFormula)).toEqual([]);
});

test('a name does not turn the direction of the values behind it', () => {
  const names = ['\u202ephone', '\u2067phone\u2069', '\u202aphone'];
  expect(csvLine([...names, 19])).toBe('phone,phone,phone,19\r\n');
  // These turn nothing but the sign beside them, and names in some languages need them.
  const needed = ['\u200eA', 'می\u200cخواهم', '\u061c1'];
  expect(read(csvLine(needed), ',')).toEqual(needed);
});

test('other text, and numbers, are what they were', () => {
  const plain = ['Tea; coffee', 'a-b', 'x = y', 'one\ntwo', 'a;b;c', '1;2', "it's"];
  expect(read(csvLine(plain), ',')).toEqual(plain);
  expect(csvLine([-1, 0.5, true, null, undefined, 'x'])).toBe('-1,0.5,true,,,x\r\n');
});
