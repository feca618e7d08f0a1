// A calculated workbook as an .xlsx file without results, so that another program calculates them. Every formula may spill, as in
// Excel; in the file that is an array formula with the area it fills.
import { readArea } from '../../src/excel/workbook/area';
import { zip } from '../../src/gateway/files/zip.mjs';
import { place, type Calculated, type CalculatedCell, type Scalar } from './filledBoard';

/** Functions that came after the file format have a prefix in it. */
const prefixes: Readonly<Record<string, string>> = {
  FILTER: '_xlfn._xlws.',
  SORT: '_xlfn._xlws.',
  ...Object.fromEntries(
    ['SORTBY', 'UNIQUE', 'SEQUENCE', 'XLOOKUP', 'XMATCH', 'TAKE', 'DROP', 'VSTACK', 'HSTACK'].map((name) => [
      name,
      '_xlfn.',
    ]),
  ),
};

/** The names of the functions that a formula calls; texts are no formulas. */
export const functionsIn = (formula: string): string[] => [
  ...new Set(formula.replace(/"[^"]*"/g, '""').match(/[A-Z][A-Z0-9.]*(?=\()/g) ?? []),
];

const inFile = (formula: string) =>
  formula
    .slice(1)
    .split(/("[^"]*")/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/[A-Z][A-Z0-9.]*(?=\()/g, (name) => (prefixes[name] ?? '') + name),
    )
    .join('');

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function valueXml(at: string, value: Scalar): string {
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (/^#(?:N\/A|VALUE!|REF!|NAME\?|NUM!|NULL!|DIV\/0!)$/.test(value))
    return `<c r="${at}" t="e"><v>${value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`;
}

function cellXml(at: string, { value, formula, size = { rows: 1, columns: 1 } }: CalculatedCell): string {
  if (formula === undefined) return valueXml(at, value);
  const { row, column } = readArea(at)!;
  const end = place(row + size.rows - 1, column + size.columns - 1);
  return `<c r="${at}"><f t="array" ref="${at}:${end}">${xml(inFile(formula))}</f></c>`;
}

function sheetXml(cells: ReadonlyMap<string, CalculatedCell>): string {
  const rows = new Map<number, { column: number; text: string }[]>();
  for (const [at, cell] of cells) {
    const { row, column } = readArea(at)!;
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row)!.push({ column, text: cellXml(at, cell) });
  }
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, own]) => {
      const ordered = own.sort((a, b) => a.column - b.column).map(({ text }) => text);
      return `<row r="${row + 1}">${ordered.join('')}</row>`;
    });
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationsXml = (entries: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${entries
    .map(
      ([kind, target], index) =>
        `<Relationship Id="r${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export function xlsx(sheets: Calculated): Uint8Array {
  const names = [...sheets.keys()];
  const path = (index: number) => `worksheets/sheet${index + 1}.xml`;
  const part = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="${kinds}.${kind}+xml"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${names.map((_, index) => part(`xl/${path(index)}`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationsXml(names.map((_, index) => ['worksheet', path(index)])),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    ...Object.fromEntries(
      names.map((name, index) => [`xl/${path(index)}`, sheetXml(sheets.get(name)!)] as const),
    ),
  };
  return zip(
    Object.entries(files).map(([name, text]) => ({
      name,
      content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
    })),
  );
}
