// A template as it looks once it is filled: its own formulas, calculated by a spreadsheet engine, over what the functions return
// for its inputs. The functions run over the real engine; the data service is the sandbox.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { liveFormula, withSheetNames, type SheetNames } from '../../src/excel/templates/sheetReferences';
import { columnLetters, readArea } from '../../src/excel/workbook/area';
import type { Functions } from '../../src/functions/createFunctions';
import type { Template, TemplateCell } from '../../src/templates/template';

export type Scalar = string | number | boolean;
/** Values by address: `trip!B12`. */
export type Changes = Readonly<Record<string, Scalar>>;

interface CellData {
  v?: Scalar;
  f?: string;
  t?: number;
}
type Cells = Map<string, Map<string, CellData>>;
/** What the formulas of each sheet result in. */
type Results = Readonly<Record<string, readonly Result[]>>;
interface Result {
  readonly row: number;
  readonly column: number;
  readonly value: Scalar;
  /** Of what a formula spills; with the cell of the formula alone. */
  readonly size?: Size;
}
interface Size {
  readonly rows: number;
  readonly columns: number;
}
type Read = (address: string) => Scalar[][];

/** Every cell that is not empty, by sheet and address. */
export type Calculated = ReadonlyMap<string, ReadonlyMap<string, CalculatedCell>>;
export interface CalculatedCell {
  readonly value: Scalar;
  readonly formula?: string;
  readonly size?: Size;
}

const engine = fork(join(process.cwd(), 'test/templates/formulaEngine.cjs'), [], {
  // Most of what it makes is dropped at once; with the ordinary space for that, half of its time went to collecting it.
  execArgv: ['--max-semi-space-size=64'],
});
const turns = new Map<number, { done(values: Results): void; failed(error: Error): void }>();
engine.on('message', ({ turn, values, error }: { turn: number; values?: Results; error?: string }) => {
  if (values) turns.get(turn)?.done(values);
  else turns.get(turn)?.failed(new Error(error));
  turns.delete(turn);
});
let turn = 0;
/** What was calculated already: inputs that no test changes are read again and again. */
const known = new Map<string, Promise<Results>>();
afterAll(() => engine.kill());

function resultsOf(sheets: object): Promise<Results> {
  const text = JSON.stringify(sheets);
  const results =
    known.get(text) ??
    new Promise<Results>((done, failed) => {
      turn += 1;
      turns.set(turn, { done, failed });
      engine.send({ turn, sheets });
    });
  known.set(text, results);
  return results;
}

const boolean = 3;
const toCell = (value: Scalar): CellData => {
  if (typeof value === 'boolean') return { v: value ? 1 : 0, t: boolean };
  if (typeof value === 'number') return { v: value };
  return value.startsWith('=') && value.length > 1 ? { f: value } : { v: value.replace(/^'/, ''), t: 1 };
};

export const place = (row: number, column: number) => `${columnLetters(column)}${row + 1}`;

/** Formulas over stacked results read as many rows as somebody may ask for. Empty rows cost time here, and two of them are enough. */
function narrowing(cells: Cells): (formula: string) => string {
  const ends = new Map(
    [...cells].map(([key, own]) => [
      key,
      Math.max(6, ...[...own.keys()].map((address) => Number(address.replace(/^[A-Z]+/, '')))) + 2,
    ]),
  );
  return (formula) =>
    formula.replace(
      /(\w+)(!\$[A-Z]\$6:\$[A-Z]\$)(?:1000|200|100)\b/g,
      (_, sheet: string, range: string) => `${sheet}${range}${ends.get(sheet)}`,
    );
}

async function calculate(cells: Cells, names: SheetNames): Promise<{ read: Read; calculated: Calculated }> {
  const narrowed = narrowing(cells);
  const values = new Map<string, CalculatedCell>();
  let formulas = 0;
  const sheets = Object.fromEntries(
    [...cells].map(([key, own]) => {
      const cellData: Record<number, Record<number, CellData>> = {};
      for (const [local, cell] of own) {
        const address = `${key}!${local}`;
        const area = readArea(local);
        if (!area) continue;
        if (cell.f === undefined)
          values.set(address, { value: cell.t === boolean ? cell.v === 1 : (cell.v ?? '') });
        else formulas += 1;
        (cellData[area.row] ??= {})[area.column] = cell.f === undefined ? cell : { f: narrowed(cell.f) };
      }
      return [
        key,
        { id: key, name: names.get(key) ?? key, rowCount: 5_000, columnCount: 60, cellData },
      ] as const;
    }),
  );
  if (formulas > 0) {
    const results = await resultsOf(sheets);
    for (const [key, own] of Object.entries(results))
      for (const { row, column, value, size } of own) {
        const local = place(row, column);
        const formula = cells.get(key)?.get(local)?.f;
        values.set(`${key}!${local}`, { value, ...(formula && size && { formula, size }) });
      }
  }
  const calculated = new Map([...cells.keys()].map((key) => [key, new Map<string, CalculatedCell>()]));
  for (const [address, cell] of values) {
    const [key = '', local = ''] = address.split('!');
    calculated.get(key)?.set(local, cell);
  }
  return {
    calculated,
    read: (address) => addressesIn(address).map((row) => row.map((cell) => values.get(cell)?.value ?? '')),
  };
}

const reference = /(?:(\w+)!)?(\$?[A-Z]{1,2}\$?\d+(?::\$?[A-Z]{1,2}\$?\d+)?)/g;

/** What these areas depend on. A formula over a range may spill into any cell below it and to its right. */
function neededFor(areas: readonly string[], cells: Cells): Cells {
  const found: Cells = new Map([...cells.keys()].map((key) => [key, new Map<string, CellData>()]));
  const waiting = new Set(areas);
  for (const address of waiting) {
    const [key = '', local = ''] = address.split('!');
    const area = readArea(local);
    if (!area) continue;
    for (const [at, cell] of cells.get(key) ?? []) {
      const { row, column } = readArea(at)!;
      const isBeyond = row >= area.row + area.rows || column >= area.column + area.columns;
      const isInside = !isBeyond && row >= area.row && column >= area.column;
      if (isBeyond || (!isInside && !cell.f?.includes(':'))) continue;
      found.get(key)?.set(at, cell);
      for (const [, sheet = key, range = ''] of cell.f?.matchAll(reference) ?? [])
        waiting.add(`${sheet}!${range.replaceAll('$', '')}`);
    }
  }
  return found;
}

/** The address of each cell of an area. */
function addressesIn(address: string): string[][] {
  const [key = '', local = ''] = address.split('!');
  const area = readArea(local);
  if (!area) throw new Error(`${address} is not an address.`);
  return Array.from({ length: area.rows }, (_, row) =>
    Array.from(
      { length: area.columns },
      (__, column) => `${key}!${place(area.row + row, area.column + column)}`,
    ),
  );
}

/** The arguments of a live formula are references, literals or nothing. */
function argumentsOf(formula: string): readonly (Scalar | null | { readonly address: string })[] {
  const inside = formula.slice(formula.indexOf('(') + 1, -1);
  const parts = inside.match(/"[^"]*"|[^,]+|(?<=,)(?=,)/g) ?? [];
  return parts.map((part) => {
    if (part === '') return null;
    if (part.startsWith('"')) return part.slice(1, -1);
    if (/^\d+$/.test(part)) return Number(part);
    return { address: part.replace(/^\{(\w+)\}/, '$1') };
  });
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

async function resultOf(functions: Functions, name: string, args: unknown[]): Promise<CellData[][]> {
  try {
    const rows = (await functions[name]!(...args, { address: `${name}!A1` })) as unknown[][];
    // An error in a result is an object with a code.
    return rows.map((row) => row.map((cell) => (isScalar(cell) ? toCell(cell) : { v: '#N/A', t: 1 })));
  } catch {
    return [[{ v: '#N/A', t: 1 }]];
  }
}

export interface Board {
  /** The value of one cell: `trip!K5`. */
  at(address: string): Scalar;
  values(address: string): Scalar[][];
  readonly calculated: Calculated;
  /** Which of the formulas that were given are true. */
  readonly rewarded: readonly boolean[];
}

/** A rule for the first cell of its range as it reads for another cell, from outside the sheet. */
export const shifted = (formula: string, sheet: string, rows: number, columns: number): string =>
  formula.replace(
    /(\$?)([A-Z]{1,2})(\$?)(\d+)(?::(\$?)([A-Z]{1,2})(\$?)(\d+))?(?![\w(])/g,
    (
      _,
      fixedA: string,
      a: string,
      fixed1: string,
      one: string,
      fixedB?: string,
      b?: string,
      fixed2?: string,
      two?: string,
    ) => {
      const moved = (fixedColumn: string, letters: string, fixedRow: string, number: string) => {
        const { row, column } = readArea(`${letters}${number}`)!;
        return place(row + (fixedRow === '$' ? 0 : rows), column + (fixedColumn === '$' ? 0 : columns));
      };
      const end = b === undefined ? '' : `:${moved(fixedB!, b, fixed2!, two!)}`;
      return `${sheet}!${moved(fixedA, a, fixed1, one)}${end}`;
    },
  );

const today = Math.floor(Date.now() / 86_400_000) + 25_569;

function written(template: Template): Cells {
  const valueOf = (cell: TemplateCell): Scalar =>
    typeof cell === 'object' ? (cell === null ? '' : today + cell.daysAhead) : cell;
  return new Map(
    template.sheets.map(({ key, blocks }) => {
      const own = new Map<string, CellData>();
      for (const { at, rows } of blocks) {
        const from = readArea(at);
        rows.forEach((row, r) =>
          row.forEach((cell, c) => {
            const value = valueOf(cell);
            if (from && value !== '') own.set(place(from.row + r, from.column + c), toCell(value));
          }),
        );
      }
      return [key, own];
    }),
  );
}

/** Without functions, the samples stay. `rules` are calculated with the sheets. With `only`, nothing else than these areas is. */
export async function fillBoard(
  template: Template,
  functions: Functions | undefined,
  changes: Changes = {},
  { rules = [], only }: { readonly rules?: readonly string[]; readonly only?: readonly string[] } = {},
): Promise<Board> {
  const names: SheetNames = new Map(
    [...template.sheets.map(({ key }) => key), 'rules'].map((key) => [key, key]),
  );
  const cells = written(template);
  const put = (address: string, cell: CellData | undefined) => {
    const [key = '', local = ''] = address.split('!');
    if (cell && cell.v !== '') cells.get(key)?.set(local, cell);
    else cells.get(key)?.delete(local);
  };
  for (const own of cells.values())
    for (const cell of own.values()) if (typeof cell.f === 'string') cell.f = withSheetNames(cell.f, names);
  for (const [address, value] of Object.entries(changes)) put(address, toCell(value));
  if (functions) {
    const clear = ({ sheet, samples }: { sheet: string; samples: string }) => {
      const area = readArea(samples);
      for (let row = 0; area && row < area.rows; row++)
        for (let column = 0; column < area.columns; column++)
          put(`${sheet}!${place(area.row + row, area.column + column)}`, undefined);
    };
    template.live.forEach(clear);
    // What is sent depends on inputs alone, not on what was fetched.
    const sent = template.live.map(({ formula }) => argumentsOf(formula));
    for (const { key, status } of template.sheets) put(`${key}!${status}`, undefined);
    const areas = sent.flat().flatMap((part) => (part instanceof Object ? part.address : []));
    const { read } = await calculate(neededFor(areas, cells), names);
    for (const [index, { sheet, at, formula }] of template.live.entries()) {
      const called = liveFormula(formula, names).slice(1, formula.indexOf('('));
      const rows = await resultOf(
        functions,
        called,
        (sent[index] ?? []).map((part) => (part instanceof Object ? read(part.address) : part)),
      );
      const head = readArea(at);
      rows.forEach((row, r) =>
        row.forEach((cell, c) => head && put(`${sheet}!${place(head.row + r, head.column + c)}`, cell)),
      );
    }
    for (const { key, status, liveStatus } of template.sheets)
      put(`${key}!${status}`, toCell(withSheetNames(liveStatus, names)));
  }
  cells.set('rules', new Map(rules.map((formula, index) => [place(index, 0), { f: formula }])));
  const { read: all, calculated } = await calculate(
    only ? neededFor([...only, `rules!A1:A${rules.length + 1}`], cells) : cells,
    names,
  );
  const shown = only && new Set(only.flatMap((area) => addressesIn(area).flat()));
  // What was not calculated would look empty.
  const read: Read = (address) => {
    const missing =
      shown &&
      addressesIn(address)
        .flat()
        .find((cell) => !shown.has(cell));
    if (missing !== undefined) throw new Error(`${missing} was not calculated: add it to "only".`);
    return all(address);
  };
  const rewarded = rules.map((_, index) => all(`rules!${place(index, 0)}`)[0]?.[0] === true);
  return { rewarded, calculated, values: read, at: (address) => read(address)[0]?.[0] ?? '' };
}

/** With lists of 30 rows in place of 2,000: empty rows cost time here. */
export const shortened = (template: Template): Template =>
  JSON.parse(JSON.stringify(template), (_, value: unknown) =>
    typeof value === 'string' && /^[={]|^[A-Z]+\d+:/.test(value)
      ? value.replace(/(?<=[A-Z]\$?)\d{4}(?!\d)/g, (row) =>
          String(Number(row) < 1900 ? row : Number(row) - (Number(row) < 2100 ? 1970 : 2040)),
        )
      : value,
  ) as Template;
