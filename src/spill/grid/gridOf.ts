// The grid of any formula: records under named columns, every field, or figures. Loaded later than the first of the three,
// which is all that most formulas need.
import { hasFigures, isStar } from '../read/options/columns';
import { remaining } from '../where/remaining';
import { makeFigureGrid } from './figureGrid';
import { isPlainTable, makeGrid, type MakeGrid, makeRows, type Outcomes } from './grid';
import { withWarnings } from './warnings';
import { operationOf } from '../../operations';
import type { Formula } from '../read/formula/formula';
import type { WantedColumn } from './columnReader';
import { isObject, type JsonObject } from './readable';

export const gridOf: MakeGrid = (given, all, host) => {
  const { formula, outcomes } = remaining(given, all, host.acceptedOf);
  if (isPlainTable(formula)) return withWarnings(makeGrid(formula, outcomes, host));
  const figures = formula.matrix !== undefined || hasFigures(formula.view.columns);
  return (figures ? makeFigureGrid : makeAllGrid)(formula, outcomes, host);
};

// The grid of a formula that asks for every field: those of the table, and whatever else occurs in the records. Loaded later
// than the grid of named columns.

/** More than any record has; a flood of made-up names would push the grid past every limit. */
const mostExtras = 100;

const recordsOf = (outcomes: Outcomes): readonly (readonly JsonObject[])[] =>
  outcomes.map((outcome) => (outcome && 'records' in outcome ? outcome.records : []));

/** Names that occur in records and not in the table, in the order they are met. */
function extraFields(formula: Formula, answers: readonly (readonly JsonObject[])[]): string[] {
  const { fields } = operationOf(formula.operation).record;
  const extras = new Set<string>();
  const seen: string[] = [];
  for (const records of answers) {
    for (const record of records) {
      if (!isObject(record)) continue;
      let place = 0;
      // Records of one answer mostly have the same names in the same order: comparing with the last is all it takes.
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
  const answers = recordsOf(outcomes);
  const some = extraFields(
    formula,
    answers.map((records) => records.slice(0, 50)),
  );
  const made = makeRows(formula, outcomes, showing, allColumns(formula, some));
  if (!made.sheet.filler.metUnplaced) return made;
  const extras = extraFields(formula, answers);
  return extras.length > some.length
    ? makeRows(formula, outcomes, showing, allColumns(formula, extras))
    : made;
};

const makeAllGrid: MakeGrid = (formula, outcomes, host) =>
  withWarnings(makeGrid(formula, outcomes, host, makeAllRows));
