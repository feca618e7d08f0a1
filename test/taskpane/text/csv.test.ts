import fc from 'fast-check';
import { csvOf } from '../../../src/taskpane/text/csv';

const line = (...cells: Parameters<typeof csvOf>[0][number]) => csvOf([cells]).slice(1);

test('a text that a spreadsheet would compute is text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\tx', '\r=1', '＝1', '=HYPERLINK("x")'])
    expect(line(text)).toMatch(/^"'/);
  expect(line('a=b', 'a-b', "it's")).toBe("a=b,a-b,it's\r\n");
});

test('numbers stay numbers, also below zero', () => {
  expect(line(-5, 1.5, true, null)).toBe('-5,1.5,true,\r\n');
});

test('commas, quotes and line ends stay in their cell', () => {
  expect(line('a,b', 'say "x"', 'a\nb')).toBe('"a,b","say ""x""","a\nb"\r\n');
});

/** Reads what RFC 4180 describes. */
function readCsv(text: string): string[] {
  return [...text.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => (quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')),
  );
}

test('every text comes back, and none begins as a formula does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 4 }),
      (texts) => {
        const read = readCsv(line(...texts));
        expect(read.map((cell, index) => (cell === texts[index] ? cell : cell.replace(/^'/, '')))).toEqual(
          texts,
        );
        for (const cell of read) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      },
    ),
  );
});
