// Grids in which each item has one row of figures, or one cell of a matrix. Loaded later than the grid of records.
import type { Cell } from '../cell';
import { bounded } from './bounded';
import { hasFigures, isStar } from '../read/options/columns';
import type { Formula, Item } from '../read/formula/formula';
import { columnReader, noSuchColumn } from './columnReader';
import type { Showing } from './fieldReader';
import { figureReader, type FigureReader } from './figures';
import {
  headings,
  leadCells,
  showingOf,
  soleFault,
  stampsOf,
  transposed,
  type Grid,
  type MakeGrid,
  type Origin,
  type Outcome,
  type Outcomes,
} from './grid';
import { isObject } from './readable';
import type { Source } from './sheet';

/** A field of a lookup's one record, where the items make a matrix. */
function fieldOf({ operation, view }: Formula, showing: Showing): FigureReader {
  const reader = columnReader(operation, view.columns[0]!, view.headers, showing);
  return {
    heading: reader.heading,
    of: ([record], none = '') => (record ? reader.read(record) : none),
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
function cellsOf(item: Item, outcome: Outcome | undefined, readers: readonly FigureReader[]): Cell[] {
  if (item.state === 'fault') return readers.map(() => item.fault);
  if (item.state === 'blank' || !outcome) return blanks(readers.length);
  if ('fault' in outcome)
    return outcome.brief ? [outcome.fault, ...blanks(readers.length - 1)] : readers.map(() => outcome.fault);
  const records = outcome.records.filter(isObject);
  return readers.map((reader) => reader.of(records, outcome.none));
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

export const makeFigureGrid: MakeGrid = (formula, outcomes, host): Grid => {
  const sole = soleFault(formula, outcomes);
  if (sole) return { cells: [[sole]], warnings: [] };
  const { view, items, matrix } = formula;
  const showing = showingOf(view, host);
  const readers = readersOf(formula, showing);
  const made = items.map((item, place) => cellsOf(item, outcomes[place], readers));
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
      const stamps = outcome && 'records' in outcome ? stampsOf(outcome, showing.formats) : blanks(2);
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
