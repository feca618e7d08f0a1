// "Share as a link": a workbook in the fragment of an address, which browsers do not send to any server. It holds what people
// typed: formulas, values and their formats. Results, settings and keys are not in it. Whoever opens a link did not write it,
// so everything in it is checked, and formulas may do no more than those of a shared template.
import { formulaProblem } from '../../src/excel/workbook/safeFormula';
import { cellName, parseAddress } from '../grid/area';
import type { CellScalar, Grid } from '../grid/grid';
import { sheetSize, type PlainCell, type PlainSheet } from './plainSheet';

/** Chats and mail programs cut longer addresses. */
export const longestLink = 8_000;
const longestRead = 64_000;
const mostText = 1_000_000;
const mostSheets = 20;
const mostCells = 5_000;
const longestText = 32_767;
const longestFormat = 100;
const version = 1;
const prefix = '#book=';

/** Its message is for the reader of the page. */
export class LinkFault extends Error {}

export interface SharedWorkbook {
  readonly sheets: readonly PlainSheet[];
  /** Formulas that were left out, each with the reason. */
  readonly skipped: readonly string[];
}

/** As it is in the link: content alone, or with format and boldness; and widths by column. */
type LinkCell = CellScalar | readonly [CellScalar, string, 0 | 1];
type LinkSheet = readonly [
  name: string,
  cells: Readonly<Record<string, LinkCell>>,
  widths: Readonly<Record<string, number>>,
];

export const isSharedLink = (fragment: string): boolean => fragment.startsWith(prefix);

/** What people typed into the open workbook. */
export function typedWorkbook(grid: Grid): SharedWorkbook {
  const skipped: string[] = [];
  const sheets = grid
    .sheets()
    .filter(({ visible }) => visible)
    .map(({ id, name }): PlainSheet => {
      const { rows, columns } = grid.usedArea(id) ?? { rows: 0, columns: 0 };
      const cells: Record<string, PlainCell> = {};
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const cell = typedCell(grid, id, row, column);
          if (!cell) continue;
          const problem = problemOf(cell.content);
          if (problem === undefined) cells[cellName(row, column)] = cell;
          else skipped.push(`${name}!${cellName(row, column)} ${problem}`);
        }
      const widths = Array.from({ length: columns }, (_, column) => Math.round(grid.columnWidth(id, column)));
      return { name, cells, widths: { ...widths } };
    });
  return { sheets, skipped };
}

function typedCell(grid: Grid, sheetId: string, row: number, column: number): PlainCell | undefined {
  const { value, formula, numberFormat } = grid.cell(sheetId, row, column);
  const isResult = formula === '' && grid.spillParent(sheetId, row, column) !== undefined;
  if (isResult || (formula === '' && value === '')) return undefined;
  // The format of a result comes with it.
  const format = formula === '' && numberFormat !== 'General' ? { format: numberFormat } : {};
  const bold = grid.style(sheetId, row, column).bold === true ? { bold: true } : {};
  return { content: formula || asTyped(value), ...format, ...bold };
}

const asTyped = (value: CellScalar): CellScalar =>
  typeof value === 'string' && /^['=]/.test(value) ? `'${value}` : value;

const isFormula = (content: CellScalar): content is string =>
  typeof content === 'string' && content.startsWith('=') && content.length > 1;

const problemOf = (content: CellScalar): string | undefined =>
  isFormula(content) ? formulaProblem(content) : undefined;

export async function linkTo(address: string, { sheets }: SharedWorkbook): Promise<string> {
  const plain = sheets.map(({ name, cells, widths = {} }): LinkSheet => [name, linkCells(cells), widths]);
  try {
    checked(plain, () => true);
  } catch (error) {
    throw new LinkFault(
      `This workbook cannot be shared as a link: up to ${mostSheets} sheets with names that Excel allows, ${sheetSize.columns} columns, ${count(sheetSize.rows)} rows and ${count(mostCells)} filled cells fit in one.`,
      { cause: error },
    );
  }
  const text = JSON.stringify({ v: version, s: plain });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const link = new URL(prefix + base64Url(packed), address).href;
  if (link.length > longestLink)
    throw new LinkFault(
      `This workbook is too large for a link: it would have ${count(link.length)} characters, and ${count(longestLink)} are the most that chats and mail programs pass on. Remove sheets or typed values and try again.`,
    );
  return link;
}

const linkCells = (cells: PlainSheet['cells']): Record<string, LinkCell> =>
  Object.fromEntries(
    Object.entries(cells).map(([address, { content, format = '', bold }]) => [
      address,
      format === '' && !bold ? content : [content, format, bold ? 1 : 0],
    ]),
  );

/** Whether the grid can draw numbers in a format: it would fail at each drawing. */
export type IsFormat = (format: string) => boolean;

/** Throws a LinkFault for anything that "Share as a link" does not write. */
export async function readLink(fragment: string, isFormat: IsFormat): Promise<SharedWorkbook> {
  const packed = fragment.slice(prefix.length);
  if (packed.length > longestRead) throw new LinkFault('The workbook in this link is too large.');
  if (!/^[\w-]+$/.test(packed)) throw damaged();
  const text = await through(bytesOf(packed), new DecompressionStream('deflate-raw')).catch(
    (error: unknown) => {
      throw error instanceof LinkFault ? error : damaged(error);
    },
  );
  let book: unknown;
  try {
    book = JSON.parse(new TextDecoder().decode(text));
  } catch (error) {
    throw damaged(error);
  }
  if (!isRecord(book) || typeof book['v'] !== 'number') throw damaged();
  if (book['v'] > version)
    throw new LinkFault('This link was made by a newer version. Reload the page, or ask for a new link.');
  return checked(book['s'], isFormat);
}

const damaged = (cause?: unknown) =>
  new LinkFault(
    'The workbook in this link cannot be read. The link may have been cut off: ask for it again.',
    {
      cause,
    },
  );

function checked(given: unknown, isFormat: IsFormat): SharedWorkbook {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostSheets) throw damaged();
  const skipped: string[] = [];
  let left = mostCells;
  const sheets = given.map((one: unknown): PlainSheet => {
    if (!Array.isArray(one)) throw damaged();
    const [name, cells, widths] = one as readonly unknown[];
    if (!isSheetName(name) || !isRecord(cells) || !isRecord(widths)) throw damaged();
    const entries = Object.entries(cells);
    if ((left -= entries.length) < 0) throw new LinkFault('The workbook in this link is too large.');
    const plain = entries.map(([address, cell]): [string, PlainCell] => [
      checkedAddress(address),
      checkedCell(cell, isFormat),
    ]);
    const safe = plain.filter(([address, { content }]) => {
      const problem = problemOf(content);
      if (problem !== undefined) skipped.push(`${name}!${address} ${problem}`);
      return problem === undefined;
    });
    return { name, cells: Object.fromEntries(safe), widths: checkedWidths(widths) };
  });
  const names = new Set(sheets.map(({ name }) => name.toLowerCase()));
  if (names.size < sheets.length) throw damaged();
  return { sheets, skipped };
}

/** As Excel allows them. */
const isSheetName = (name: unknown): name is string =>
  typeof name === 'string' && /^(?!')[^\\/?*[\]:\p{Cc}]{1,31}(?<!')$/u.test(name);

function checkedAddress(address: string): string {
  const area = /^[A-Z]{1,2}[1-9]\d{0,3}$/.test(address) ? parseAddress(address, sheetSize)?.area : undefined;
  if (!area || area.row >= sheetSize.rows || area.column >= sheetSize.columns) throw damaged();
  return address;
}

function checkedCell(given: unknown, isFormat: IsFormat): PlainCell {
  const [content, format, bold] = Array.isArray(given) ? (given as unknown[]) : [given, '', 0];
  const isContent =
    typeof content === 'boolean' ||
    (typeof content === 'number' && Number.isFinite(content)) ||
    (typeof content === 'string' && content.length <= longestText);
  if (!isContent || typeof format !== 'string' || format.length > longestFormat) throw damaged();
  return {
    content,
    ...(format !== '' && isFormat(format) && { format }),
    ...(bold === 1 && { bold: true }),
  };
}

function checkedWidths(given: Readonly<Record<string, unknown>>): Record<number, number> {
  const widths = Object.entries(given).map(([column, width]): [number, number] => {
    const at = Number(column);
    if (!Number.isInteger(at) || at < 0 || at >= sheetSize.columns || typeof width !== 'number')
      throw damaged();
    return [at, Math.min(Math.max(width, 20), 600)];
  });
  return Object.fromEntries(widths);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const count = (value: number) => value.toLocaleString('en');

/** Stops where a small text unpacks to a very large one. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostText) {
      await reader.cancel();
      throw new LinkFault('The workbook in this link is too large.');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch (error) {
    throw damaged(error);
  }
}
