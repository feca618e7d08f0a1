// The grid of any formula: records under named columns, every field, or figures. Loaded later than the first of the three,
// which is all that most formulas need.
import { hasFigures, isStar } from '../read/options/columns';
import { remaining } from '../where/remaining';
import { sayWhere } from '../where/say';
import { sayInput } from '../say';
import {
  isPlainTable,
  makeGrid,
  makeRows,
  type Grid,
  type MakeGrid,
  type Outcomes,
  type Table,
  headings,
  leadCells,
  showingOf,
  soleFault,
  stampsOf,
  transposed,
  type Origin,
  type ItemOutcome,
} from './grid';
import { shorten } from '../inputFault';
import { joinedInCells } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import type { Formula, FormulaItem } from '../read/formula/formula';
import { type ColumnReader, type WantedColumn, columnReader, noSuchColumn } from './columnReader';
import { isObject, type JsonObject } from './readable';
import type { Cell } from '../cell';
import { overdue } from './numberFormat';
import { bounded } from './bounded';
import type { Showing } from './fieldReader';
import { distinctResults, figureReader, type FigureReader } from './figures';
import type { Source } from './sheet';

// Grids in which each item has one row of figures, or one cell of a matrix. Loaded later than the grid of records.

/** A field of a lookup's one record, where the items make a matrix. */
function fieldOf({ operation, view }: Formula, showing: Showing): FigureReader {
  const reader = columnReader(operation, view.columns[0]!, view.headers, showing);
  return {
    heading: reader.heading,
    of: ([record], none = sayInput('noResults')) => (record ? reader.read(record) : none),
    missing: () => (reader.unknown && !reader.tally.found ? noSuchColumn(reader.path) : undefined),
  };
}

const readersOf = (formula: Formula, showing: Showing): FigureReader[] =>
  hasFigures(formula.view.columns)
    ? formula.view.columns
        .filter((column) => !isStar(column))
        .map((column) => figureReader(formula.operation, column, formula.view.headers, showing))
    : [fieldOf(formula, showing)];

const blanks = (length: number): Cell[] => Array.from({ length }, () => '');

/** One item's cells, one for each figure. */
function cellsOf(
  item: FormulaItem,
  outcome: ItemOutcome | undefined,
  readers: readonly FigureReader[],
  { formats }: Showing,
): Cell[] {
  if (item.state === 'fault') return readers.map(() => item.fault);
  if (item.state === 'blank' || !outcome) return blanks(readers.length);
  if ('fault' in outcome) return readers.map(() => outcome.fault);
  const cells = readers.map((reader) => reader.of(outcome.records, outcome.none));
  return formats && outcome.isOverdue ? cells.map(overdue) : cells;
}

/** The results that the figures of an item are of, with what they leave out. */
function counted(
  operation: OperationId,
  outcome: ItemOutcome | undefined,
  readers: readonly FigureReader[],
): ItemOutcome | undefined {
  if (!outcome || !('records' in outcome)) return outcome;
  const records = distinctResults(operation, outcome.records.filter(isObject));
  const found = readers.flatMap((reader) => reader.leftOut?.(records) ?? []);
  const leftOut = new Set(
    found.map(({ path, count }) => sayWhere('leftOut', { name: shorten(path, 60), count })),
  );
  if (leftOut.size === 0) return { ...outcome, records };
  const note = joinedInCells('sentences', [outcome.note ?? '', ...leftOut].filter(Boolean));
  return { ...outcome, records, note };
}

const notesOf = (outcomes: Outcomes): string[] =>
  outcomes.flatMap((outcome) =>
    outcome && 'records' in outcome && outcome.note !== undefined ? [outcome.note] : [],
  );

/** The cells of a matrix, each with the record it shows a field of. */
const sourcesOf = (
  { items }: Formula,
  outcomes: Outcomes,
  rows: readonly Cell[][],
  columns: number,
): Source<Origin>[] =>
  items.flatMap((item, place) => {
    const outcome = outcomes[place];
    const row = rows[Math.floor(place / columns)];
    if (!row || !outcome || !('records' in outcome)) return [];
    const record = outcome.records.find(isObject);
    return record ? [{ row, at: place % columns, record, origin: { item, outcome } }] : [];
  });

const makeFigureGrid: MakeGrid = (formula, given, host): Grid => {
  const sole = soleFault(formula, given);
  if (sole) return { cells: [[sole]], warnings: [] };
  const { view, items, matrix } = formula;
  const showing = showingOf(view, host);
  const readers = readersOf(formula, showing);
  const outcomes = given.map((outcome) => counted(formula.operation, outcome, readers));
  const made = items.map((item, place) => cellsOf(item, outcomes[place], readers, showing));
  const missing = readers.map((reader) => reader.missing());
  for (const [place, cells] of made.entries()) {
    const outcome = outcomes[place];
    if (!outcome || !('records' in outcome) || outcome.records.length === 0) continue;
    for (const [index, fault] of missing.entries()) if (fault) cells[index] = fault;
  }

  const rows: Cell[][] = [];
  if (matrix) {
    for (let row = 0; row < matrix.rows; row++)
      rows.push(made.slice(row * matrix.columns, (row + 1) * matrix.columns).map(([cell]) => cell!));
  } else {
    if (view.headers !== 'none') rows.push(headings(formula, readers));
    for (const [place, cells] of made.entries()) {
      const outcome = outcomes[place];
      const stamps = outcome && 'records' in outcome ? stampsOf(outcome, view, showing.formats) : blanks(2);
      rows.push([
        ...leadCells(formula, items[place]!, showing.formats),
        ...cells,
        ...(view.stamp ? stamps : []),
      ]);
    }
  }
  const { rows: kept, notes, room } = bounded(rows);
  // A figure stands for several records, so it has no card; a field of one record has.
  if (host.decorate && matrix && !hasFigures(view.columns))
    notes.push(...host.decorate(sourcesOf(formula, outcomes, kept, matrix.columns), view.columns, room));
  const cells = kept.length === 0 || kept[0]!.length === 0 ? [['']] : kept;
  return {
    cells: view.transpose ? transposed(cells) : cells,
    warnings: [...new Set([...notes, ...notesOf(outcomes)])],
  };
};

const mostWarnings = 20;

function oddities(readers: readonly ColumnReader[]): string[] {
  return readers.flatMap(({ path, tally: { odd, converted } }) => {
    const name = shorten(path, 60);
    return [
      ...(odd === 0 ? [] : [sayWhere('odd', { name, count: odd })]),
      ...(converted === 0 ? [] : [sayWhere('converted', { name, count: converted })]),
    ];
  });
}

/** What a person should know about a table: how it was cut, and values that are not as the service documents them. */
const withWarnings = ({ cells, notes, readers }: Table): Grid => ({
  cells,
  warnings: [...new Set([...notes, ...oddities(readers)])].slice(0, mostWarnings),
});

export const gridOf: MakeGrid = (given, all, host) => {
  const { formula, outcomes } = remaining(given, all, host.acceptedOf);
  if (isPlainTable(formula)) return withWarnings(makeGrid(formula, outcomes, host));
  const figures = formula.matrix !== undefined || hasFigures(formula.view.columns);
  return (figures ? makeFigureGrid : makeAllGrid)(formula, outcomes, host);
};

// Every field: those of the table, and whatever else occurs in the records.

/** More than any record has; a flood of made-up names would push the grid past every limit. */
const mostExtras = 100;

const recordsOf = (outcomes: Outcomes): readonly (readonly JsonObject[])[] =>
  outcomes.map((outcome) => (outcome && 'records' in outcome ? outcome.records : []));

/** Names that occur in records and not in the table, in the order they are met. */
function extraFields(formula: Formula, responses: readonly (readonly JsonObject[])[]): string[] {
  const { fields } = operationOf(formula.operation).record;
  const extras = new Set<string>();
  const seen: string[] = [];
  for (const records of responses) {
    for (const record of records) {
      if (!isObject(record)) continue;
      let place = 0;
      // Records of one response mostly have the same names in the same order: comparing with the last is all it takes.
      for (const name in record) {
        if (seen[place] !== name) {
          seen[place] = name;
          if (!Object.hasOwn(fields, name) && name !== '@type' && extras.size < mostExtras) extras.add(name);
        }
        place++;
      }
    }
  }
  return [...extras];
}

function allColumns({ operation, view }: Formula, extras: readonly string[]): WantedColumn[] {
  const { record } = operationOf(operation);
  const named = new Set(view.columns.map(({ path }) => path));
  const all = [...Object.keys(record.fields), ...extras].filter((path) => !named.has(path));
  return view.columns.flatMap((column): WantedColumn[] =>
    isStar(column) ? all.map((path) => ({ path, exact: true, implied: true })) : [column],
  );
}

/** Looks for fields the table does not know in the first records; only if more turn up later, in all of them. */
const makeAllRows: typeof makeRows = (formula, outcomes, showing) => {
  const responses = recordsOf(outcomes);
  const some = extraFields(
    formula,
    responses.map((records) => records.slice(0, 50)),
  );
  const made = makeRows(formula, outcomes, showing, allColumns(formula, some));
  if (!made.sheet.filler.metUnplaced) return made;
  const extras = extraFields(formula, responses);
  return extras.length > some.length
    ? makeRows(formula, outcomes, showing, allColumns(formula, extras))
    : made;
};

const makeAllGrid: MakeGrid = (formula, outcomes, host) =>
  withWarnings(makeGrid(formula, outcomes, host, makeAllRows));
