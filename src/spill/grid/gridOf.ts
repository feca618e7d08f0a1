// The grid of any formula: records under named columns, every field, or figures. Loaded later than the first of the three,
// which is all that most formulas need.
import { hasFigures, isStar } from '../read/options/columns';
import { remaining } from '../where/remaining';
import { say } from '../where/say';
import { makeFigureGrid } from './figureGrid';
import {
  isPlainTable,
  makeGrid,
  makeRows,
  type Grid,
  type MakeGrid,
  type Outcomes,
  type Table,
} from './grid';
import { shorten } from '../shorten';
import { operationOf } from '../../operations';
import type { Formula } from '../read/formula/formula';
import type { ColumnReader, WantedColumn } from './columnReader';
import { isObject, type JsonObject } from './readable';

const mostWarnings = 20;

function oddities(readers: readonly ColumnReader[]): string[] {
  return readers.flatMap(({ path, tally: { odd, converted } }) => {
    const name = shorten(path, 60);
    return [
      ...(odd === 0 ? [] : [say('odd', { name, count: odd })]),
      ...(converted === 0 ? [] : [say('converted', { name, count: converted })]),
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
