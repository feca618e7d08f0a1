// What Excel hands to a custom function, made plain. An empty cell is null, "" or 0 depending on the host, an error is a
// string or an object, a cell with a data type is an object around its value, and a scalar may come as [[x]].
import type { CellFault } from '../../cell';
import { messageLength, shorten, InputFault } from '../../inputFault';
import { sayInput } from '../../say';

/** One cell's content; undefined where the cell is blank. */
export type Plain = string | number | boolean | CellFault | undefined;

const errorText = /^#(?:N\/A|[A-Z][A-Z0-9/_]*[!?]|GETTING_DATA)$/;
/** Errors that pass by themselves or mean "nothing there". */
const later = new Set(['#N/A', '#BUSY!', '#GETTING_DATA', '#CONNECT!']);

function passedOn(code: string, message?: unknown): CellFault {
  const says =
    typeof message === 'string' && message.trim() !== '' && message !== code
      ? message
      : sayInput('cellError', { code });
  return { fault: later.has(code) ? 'na' : 'value', message: shorten(says, messageLength) };
}

const unreadable = (): CellFault => ({ fault: 'value', message: sayInput('cellOdd') });

/** Data types carry their plain value beside what they show; errors carry a code. */
function fromObject(value: object): Plain {
  const { type, text, basicValue, code, errorCode, message } = value as Readonly<Record<string, unknown>>;
  if (type === 'Empty') return undefined;
  for (const candidate of [code, errorCode, type === 'Error' ? basicValue : undefined]) {
    if (typeof candidate === 'string' && errorText.test(candidate)) return passedOn(candidate, message);
  }
  if (type === 'Error' || value instanceof Error) return passedOn('#VALUE!', message);
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  return basicValue === undefined || typeof basicValue === 'object' ? unreadable() : plain(basicValue);
}

/** Text of signs that nobody sees is no text, and nothing to search for. */
const unseen = /^[\s\u00AD\u200B-\u200F\u2060\u2800\u3164]*$/;

export function plain(value: unknown): Plain {
  switch (typeof value) {
    case 'string': {
      const text = value.trim();
      if (unseen.test(text)) return undefined;
      return errorText.test(text) ? passedOn(text) : text;
    }
    case 'number':
      return Number.isFinite(value) ? value : unreadable();
    case 'boolean':
      return value;
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? undefined : fromObject(value);
    default:
      return unreadable();
  }
}

export const isFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'fault' in value;

/** The argument as rows of cells; a scalar is one row of one cell. */
export function cellsOf(argument: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(argument)) return [[argument]];
  return Array.from(argument as unknown[], (row) => (Array.isArray(row) ? (row as unknown[]) : [row]));
}

// How arguments that are ranges go together, as Excel's own arrays do: equal shapes cell by cell, one value with every cell, a
// column against a row in every combination. Shapes that fit in none of these ways are refused before anything is sent.

export interface Given {
  readonly name: string;
  readonly cells: readonly (readonly unknown[])[];
  readonly rows: number;
  readonly columns: number;
}

export interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** A range of at least so many rows or columns is taken for a whole one: its empty end is not part of the result. */
const wholeRange = 1_000;

/** An argument with its size; what has no cell at all is one empty cell. */
export function givenAs(name: string, argument: unknown): Given {
  const cells = cellsOf(argument);
  const columns = cells.reduce((most, row) => Math.max(most, row.length), 0);
  return columns === 0
    ? { name, cells: [[undefined]], rows: 1, columns: 1 }
    : { name, cells, rows: cells.length, columns };
}

export const varies = ({ rows, columns }: Shape): boolean => rows > 1 || columns > 1;

/** What an argument holds for one cell of the whole. */
export const cellAt = ({ cells, rows, columns }: Given, row: number, column: number): unknown =>
  cells[rows === 1 ? 0 : row]?.[columns === 1 ? 0 : column];

const isFit = (one: number, other: number): boolean => one === other || one === 1 || other === 1;

export const shapesFit = (one: Shape, other: Shape): boolean =>
  isFit(one.rows, other.rows) && isFit(one.columns, other.columns);

const isFilled = (cell: unknown): boolean => {
  const value = plain(cell);
  return value !== undefined && value !== 0;
};

/** Where the filled part of a range ends, seen from its end; most cells of a whole column are empty in one of these ways. */
const filledEnd = (rows: readonly unknown[]): number =>
  rows.findLastIndex((row) =>
    (Array.isArray(row) ? (row as unknown[]) : [row]).some(
      (cell) => cell !== null && cell !== '' && cell !== 0 && cell !== undefined && isFilled(cell),
    ),
  ) + 1;

/**
 * The arguments with as much of whole columns as is used: a million empty cells are not worth reading. Columns that belong
 * together stay equally long; options, the last argument, stand alone. What is left is still taken for a whole range.
 */
export function usedPart(args: readonly unknown[], positional: number): readonly unknown[] {
  const isLong = (argument: unknown): argument is readonly unknown[] =>
    Array.isArray(argument) && argument.length > wholeRange;
  if (!args.some(isLong)) return args;
  const long = args.slice(0, positional).filter(isLong);
  const isEven = long.every(({ length }) => length === long[0]!.length);
  const end = Math.max(wholeRange, ...long.map(filledEnd));
  return args.map((argument, place) => {
    if (!isLong(argument)) return argument;
    if (place >= positional) return argument.slice(0, Math.max(1, filledEnd(argument)));
    return isEven ? argument.slice(0, end) : argument;
  });
}

/** How much of a whole column (or row) is used by any of the arguments that are as long. */
function used(length: number, all: readonly Given[], isLong: (given: Given) => boolean, across: boolean) {
  if (length < wholeRange) return length;
  let end = 0;
  for (const given of all) {
    if (!isLong(given)) continue;
    if (across) for (const row of given.cells) end = Math.max(end, row.findLastIndex(isFilled) + 1);
    else end = Math.max(end, given.cells.findLastIndex((row) => row.some(isFilled)) + 1);
  }
  return end;
}

/** The shape that all arguments make together. Throws InputFault where two of them do not fit. */
export function commonShape(all: readonly Given[]): Shape {
  for (const [place, one] of all.entries())
    for (const other of all.slice(0, place))
      if (!shapesFit(one, other))
        throw new InputFault(sayInput('rangesDiffer', { one: other.name, other: one.name }));
  const rows = Math.max(...all.map((given) => given.rows));
  const columns = Math.max(...all.map((given) => given.columns));
  return {
    rows: used(rows, all, (given) => given.rows === rows, false),
    columns: used(columns, all, (given) => given.columns === columns, true),
  };
}
