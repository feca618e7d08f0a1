// The open sheet as a template: its formulas, inputs, number formats, colours and widths, and the first rows of each result as
// samples. What a template may not hold stays as the value it shows, and is said.
import { unmarked } from '../../../spill/grid/numberFormat';
import { InputFault } from '../../../spill/inputFault';
import { functionNames } from '../../../operations/functionNames';
import { columnLetters, localAddress, quoteSheet, readArea, type Area } from '../../workbook/area';
import { isSpillwayFormula } from '../../workbook/spillwayFormula';
import type { CellValue } from '../../workbook/workbook';
import { spillHeads } from '../../freezing/spillReferences';
import {
  mostColumns,
  mostTemplateRows,
  sheetName,
  templateFormulaProblem,
  type OwnCell,
  type OwnTemplate,
} from './ownTemplate';
import { widthCharacters } from '../../workbook/newSheet';

// Colours, weights and sizes of cells, and the widths of columns. Excel is asked for each cell, so a large sheet keeps only its
// widths and number formats.

const mostCells = 3_000;
type Look = Omit<OwnTemplate['looks'][number], 'range'>;

const plain = '{}';

/** What differs from a new cell. */
function lookOf({ fill, font }: Excel.RangeFormat): Look {
  const isColor = (color: string) => /^#[0-9a-f]{6}$/i.test(color);
  return {
    ...(font.bold && { bold: true }),
    ...(font.italic && { italic: true }),
    ...(font.size >= 4 && font.size <= 72 && font.size !== 11 && { size: font.size }),
    ...(isColor(font.color) && font.color !== '#000000' && { color: font.color }),
    ...(isColor(fill.color) && fill.color.toUpperCase() !== '#FFFFFF' && { fill: fill.color }),
  };
}

async function readLooks(context: Excel.RequestContext, { rows, columns }: Area) {
  const sheet = context.workbook.worksheets.getActiveWorksheet();
  const heads = Array.from({ length: columns }, (_, c) => {
    const head = sheet.getRangeByIndexes(0, c, 1, 1);
    head.load('format/columnWidth');
    return head;
  });
  const cells =
    rows * columns > mostCells
      ? []
      : Array.from({ length: rows }, (_, r) =>
          Array.from({ length: columns }, (__, c) => {
            const cell = sheet.getRangeByIndexes(r, c, 1, 1);
            cell.format.fill.load('color');
            cell.format.font.load(['bold', 'italic', 'color', 'size']);
            return cell;
          }),
        );
  await context.sync();
  const looks = runsOver(cells.map((row) => row.map(({ format }) => JSON.stringify(lookOf(format)))))
    .filter(({ value }) => value !== plain)
    .map(({ range, value }) => ({ range, ...(JSON.parse(value) as Look) }));
  const widths = heads.map(({ format }) => Math.min(Math.max(widthCharacters(format.columnWidth), 1), 255));
  return { looks, widths };
}

/** Of each result. */
const sampleRows = 8;

export interface Captured {
  readonly template: OwnTemplate;
  /** Live formulas, to be priced before they are kept. */
  readonly left: readonly string[];
}

interface SheetRead {
  readonly name: string;
  readonly landscape: boolean;
  readonly area: Area;
  readonly formulas: unknown[][];
  readonly values: CellValue[][];
  readonly formats: string[][];
}

const prefixed = new RegExp(
  `(?<![\\w.])[A-Z]+\\.(${functionNames.map((name) => name.replace('.', '\\.')).join('|')})(?=\\s*\\()`,
  'gi',
);

/** Without the prefix of a development build, and with its own sheet as `{sheet}`. */
function portable(formula: string, sheet: string): string {
  const own = `${quoteSheet(sheet)}!`;
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (piece) =>
    piece.startsWith('"')
      ? piece
      : piece.replaceAll(own, '{sheet}!').replace(prefixed, (_, name: string) => name.toUpperCase()),
  );
}

async function readSheet(context: Excel.RequestContext): Promise<SheetRead> {
  const sheet = context.workbook.worksheets.getActiveWorksheet();
  const used = sheet.getUsedRangeOrNullObject(true);
  const { pageLayout } = sheet;
  sheet.load('name');
  pageLayout.load('orientation');
  used.load('address');
  await context.sync();
  const found = used.isNullObject ? undefined : readArea(used.address);
  if (!found) throw new InputFault('This sheet is empty.');
  const area = {
    ...found,
    row: 0,
    column: 0,
    rows: found.row + found.rows,
    columns: found.column + found.columns,
  };
  if (area.rows > mostTemplateRows || area.columns > mostColumns)
    throw new InputFault(`A template has at most ${mostTemplateRows} rows and ${mostColumns} columns.`);
  const range = sheet.getRangeByIndexes(0, 0, area.rows, area.columns);
  range.load(['formulas', 'values', 'numberFormat']);
  await context.sync();
  return {
    name: sheet.name,
    landscape: pageLayout.orientation === 'Landscape',
    area,
    formulas: range.formulas as unknown[][],
    values: range.values as CellValue[][],
    formats: (range.numberFormat as string[][]).map((row) => row.map(unmarked)),
  };
}

/** The cells that the formulas of Spillway fill. */
async function spillsOf(context: Excel.RequestContext, { formulas }: SheetRead): Promise<Map<string, Area>> {
  const sheet = context.workbook.worksheets.getActiveWorksheet();
  const heads = formulas.flatMap((row, r) =>
    row.flatMap((formula, c) => {
      if (typeof formula !== 'string' || !formula.startsWith('=')) return [];
      const spill = sheet.getRangeByIndexes(r, c, 1, 1).getSpillingToRangeOrNullObject();
      spill.load('address');
      return [{ at: `${columnLetters(c)}${r + 1}`, spill }];
    }),
  );
  await context.sync();
  const found = heads.flatMap(({ at, spill }): [string, Area][] => {
    const area = spill.isNullObject ? undefined : readArea(spill.address);
    return area ? [[at, area]] : [];
  });
  return new Map(found);
}

function cellsOf(read: SheetRead, spills: ReadonlyMap<string, Area>) {
  const rows: OwnCell[][] = read.values.map((row) => row.map((value) => (value === '' ? null : value)));
  const live: OwnTemplate['live'] = [];
  const left: string[] = [];
  read.formulas.forEach((row, r) =>
    row.forEach((given, c) => {
      if (typeof given !== 'string' || !given.startsWith('=') || given === read.values[r]?.[c]) return;
      const at = `${columnLetters(c)}${r + 1}`;
      const inSpill = [...spills].some(([head, area]) => head !== at && isIn(area, r, c));
      if (inSpill) return;
      const formula = portable(given, read.name);
      const problem = templateFormulaProblem(formula);
      const area = spills.get(at) ?? { sheet: '', row: r, column: c, rows: 1, columns: 1 };
      if (problem !== undefined) left.push(`${at} ${problem}`);
      else if (isSpillwayFormula(formula) || spills.has(at) || spillHeads(formula, 'x').length > 0)
        live.push({ at, formula, samples: localAddress(sampled(area)) });
      else rows[r]![c] = { f: formula };
      for (let below = sampleRows; below < area.rows; below += 1)
        for (let across = 0; across < area.columns; across += 1) rows[r + below]![c + across] = null;
    }),
  );
  return { rows, live, left };
}

const isIn = (area: Area, row: number, column: number): boolean =>
  row >= area.row &&
  row < area.row + area.rows &&
  column >= area.column &&
  column < area.column + area.columns;

const sampled = (area: Area): Area => ({ ...area, sheet: '', rows: Math.min(area.rows, sampleRows) });

/** An error that a formula showed is no sample. */
const withoutErrors = (rows: OwnCell[][]): OwnCell[][] =>
  rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && /^#[A-Z/0]+[!?]?$/.test(cell) ? null : cell)),
  );

export const captureSheet = (title: string): Promise<Captured> =>
  Excel.run(async (context) => {
    const read = await readSheet(context);
    const spills = await spillsOf(context, read);
    const { rows, live, left } = cellsOf(read, spills);
    const { looks, widths } = await readLooks(context, read.area);
    const template: OwnTemplate = {
      spillway: 'template',
      version: 1,
      title,
      sheet: sheetName(read.name),
      rows: withoutErrors(rows),
      widths,
      formats: runsOver(read.formats)
        .filter(({ value }) => value !== 'General')
        .map(({ range, value }) => ({ range, format: value.slice(0, 200) })),
      looks,
      ...(read.landscape && { landscape: true }),
      live,
    };
    return { template, left };
  });

// Cells with the same format as ranges: neighbours in a column first, so that a table needs few.

interface Run<T> {
  readonly range: string;
  readonly value: T;
}

function runsOver<T>(rows: readonly (readonly T[])[], same = (a: T, b: T) => a === b): Run<T>[] {
  const runs: Run<T>[] = [];
  const columns = rows[0]?.length ?? 0;
  for (let c = 0; c < columns; c += 1) {
    for (let r = 0; r < rows.length;) {
      const value = rows[r]![c]!;
      let end = r + 1;
      while (end < rows.length && same(rows[end]![c]!, value)) end += 1;
      const letters = columnLetters(c);
      runs.push({
        range: end - r === 1 ? `${letters}${r + 1}` : `${letters}${r + 1}:${letters}${end}`,
        value,
      });
      r = end;
    }
  }
  return runs;
}
