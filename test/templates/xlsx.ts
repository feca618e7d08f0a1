// A calculated workbook as an .xlsx file without results, so that another program calculates them. Every formula may spill, as in
// Excel; in the file that is an array formula with the area it fills. What it looks like is told separately (printed.ts).
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

export const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function valueXml(at: string, value: Scalar): string {
  if (value === '') return `<c ${at}/>`;
  if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (/^#(?:N\/A|VALUE!|REF!|NAME\?|NUM!|NULL!|DIV\/0!)$/.test(value))
    return `<c ${at} t="e"><v>${value}</v></c>`;
  return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`;
}

function cellXml(at: string, cell: CalculatedCell, style: number): string {
  const { value, formula, size = { rows: 1, columns: 1 } } = cell;
  if (formula === undefined) return valueXml(`r="${at}" s="${style}"`, value);
  const { row, column } = readArea(at)!;
  const end = place(row + size.rows - 1, column + size.columns - 1);
  return `<c r="${at}" s="${style}"><f t="array" ref="${at}:${end}">${xml(inFile(formula))}</f></c>`;
}

/** What a sheet looks like on paper, in the terms of the file. */
export interface SheetLook {
  /** Before the cells: columns, and that it fits on pages. */
  readonly head: string;
  readonly tail: string;
  readonly styleOf: ReadonlyMap<string, number>;
  readonly heights: ReadonlyMap<number, number>;
  /** Its charts, and where they are. */
  readonly drawing?: { readonly place: string; readonly charts: readonly string[] };
}
export interface BookLook {
  readonly sheets: ReadonlyMap<string, SheetLook>;
  readonly styles: string;
  readonly names: string;
}

function sheetXml(cells: ReadonlyMap<string, CalculatedCell>, look?: SheetLook): string {
  const rows = new Map<number, { column: number; text: string }[]>();
  for (const [at, cell] of cells) {
    const { row, column } = readArea(at)!;
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row)!.push({ column, text: cellXml(at, cell, look?.styleOf.get(at) ?? 0) });
  }
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, own]) => {
      const ordered = own.sort((a, b) => a.column - b.column).map(({ text }) => text);
      const height = look?.heights.get(row);
      const high = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
      return `<row r="${row + 1}"${high}>${ordered.join('')}</row>`;
    });
  const drawn = look?.drawing === undefined ? '' : '<drawing r:id="r1"/>';
  return `<worksheet xmlns="${main}" xmlns:r="${relations}">${look?.head ?? ''}<sheetData>${lines.join('')}</sheetData>${look?.tail ?? ''}${drawn}</worksheet>`;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kinds = 'application/vnd.openxmlformats-officedocument';

const relationsXml = (entries: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${entries
    .map(
      ([kind, target], index) =>
        `<Relationship Id="r${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** The drawing of a sheet and its charts, by their places in the file. */
function drawingFiles(index: number, { place, charts }: NonNullable<SheetLook['drawing']>) {
  const name = (chart: number) => `chart${index + 1}-${chart + 1}.xml`;
  return {
    [`xl/worksheets/_rels/sheet${index + 1}.xml.rels`]: relationsXml([
      ['drawing', `../drawings/drawing${index + 1}.xml`],
    ]),
    [`xl/drawings/drawing${index + 1}.xml`]: place,
    [`xl/drawings/_rels/drawing${index + 1}.xml.rels`]: relationsXml(
      charts.map((_, chart) => ['chart', `../charts/${name(chart)}`] as const),
    ),
    ...Object.fromEntries(charts.map((chart, at) => [`xl/charts/${name(at)}`, chart])),
  };
}

export function xlsx(sheets: Calculated, look?: BookLook): Uint8Array {
  const names = [...sheets.keys()];
  const drawn = Object.fromEntries(
    names.flatMap((name, index) => {
      const drawing = look?.sheets.get(name)?.drawing;
      return drawing ? Object.entries(drawingFiles(index, drawing)) : [];
    }),
  );
  const path = (index: number) => `worksheets/sheet${index + 1}.xml`;
  const part = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="${kinds}.${kind}+xml"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'spreadsheetml.sheet.main')}${names.map((_, index) => part(`xl/${path(index)}`, 'spreadsheetml.worksheet')).join('')}${look ? part('xl/styles.xml', 'spreadsheetml.styles') : ''}${Object.keys(
      drawn,
    )
      .filter((name) => !name.endsWith('.rels'))
      .map((name) => part(name, name.startsWith('xl/charts/') ? 'drawingml.chart' : 'drawing'))
      .join('')}</Types>`,
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...names.map((_, index) => ['worksheet', path(index)] as const),
      ...(look ? [['styles', 'styles.xml'] as const] : []),
    ]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
      .join('')}</sheets>${look ? `<definedNames>${look.names}</definedNames>` : ''}</workbook>`,
    ...drawn,
    ...(look && {
      'xl/styles.xml': `<styleSheet xmlns="${main}">${look.styles}</styleSheet>`,
    }),
    ...Object.fromEntries(
      names.map(
        (name, index) => [`xl/${path(index)}`, sheetXml(sheets.get(name)!, look?.sheets.get(name))] as const,
      ),
    ),
  };
  return zip(
    Object.entries(files).map(([name, text]) => ({
      name,
      content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
    })),
  );
}
