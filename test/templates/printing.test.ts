// What templates look like on paper, printed by LibreOffice. The documents stay in test-results/printed, to look at.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import { templates } from '../../src/templates/templates';
import { readArea } from '../../src/excel/workbook/area';
import { pagesAcross } from '../../src/excel/templates/sheetWriter';
import { LibreOffice } from '../libreOffice';
import { fillBoard, shortened } from './filledBoard';
import { printed } from './printed';
import { xlsx } from './xlsx';

const office = new LibreOffice();
afterAll(office.remove);

const folder = path.resolve('test-results/printed');

/** The sizes of the texts of a document, in points. */
function sizesIn(document: Buffer): number[] {
  const streams = document.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs);
  return [...streams].flatMap(([, stream = '']) => {
    const drawn = inflated(Buffer.from(stream, 'latin1'));
    return [...drawn.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size));
  });
}

function inflated(stream: Buffer): string {
  try {
    // Its last byte may be one that ends a line, and look like what comes before the end.
    return inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}

const pagesIn = (document: Buffer) => document.toString('latin1').match(/\/Type\/Page\b/g)?.length;

test('every sheet is as many pages as it needs to be readable', async () => {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, Uint8Array>();
  const expected = new Map<string, number>();
  for (const template of templates.map(shortened)) {
    const { calculated } = await fillBoard(template, undefined);
    // As frozen: LibreOffice lacks some of the functions.
    const values = new Map(
      [...calculated].map(([sheet, cells]) => [
        sheet,
        new Map([...cells].map(([at, { value }]) => [at, { value }])),
      ]),
    );
    for (const sheet of template.sheets) {
      const { book, look } = printed({ ...template, sheets: [sheet] }, values);
      const name = `${template.id} ${sheet.key}`;
      files.set(name, xlsx(book, look));
      expected.set(name, pagesAcross(sheet));
    }
  }
  const sources = [...files].map(([name, content]) => {
    const source = path.join(office.folder, `${name}.xlsx`);
    writeFileSync(source, content);
    return source;
  });
  const documents = await office.print(sources);
  const seen = [...files.keys()].map((name, index) => {
    writeFileSync(path.join(folder, `${name}.pdf`), documents[index]!);
    // The title is the largest text; the rest of a sheet has 11 points where the title has 18.
    return { name, pages: pagesIn(documents[index]!), title: Math.max(...sizesIn(documents[index]!)) };
  });
  // A long list goes on below.
  expect(seen.filter(({ name, pages }) => Number(pages) % expected.get(name)! !== 0)).toEqual([]);
  // 7 points for the rest are 11.4 for the title, and less where the font is missing and a wider one takes its place.
  expect(seen.filter(({ title }) => title < 8.5)).toEqual([]);
});

test('what only formulas and charts read is not printed', () => {
  const shown = templates.flatMap(({ id, sheets }) =>
    sheets.flatMap(({ key, styles, printArea }) => {
      const [, right] = (printArea ?? 'A:XFD').replace(/\d/g, '').split(':');
      const last = readArea(`${right}1`)!.column;
      return styles
        .filter(({ range, style }) => style === 'helper' && readArea(range)!.column <= last)
        .map(({ range }) => `${id} ${key} ${range}`);
    }),
  );
  expect(shown).toEqual([]);
});
