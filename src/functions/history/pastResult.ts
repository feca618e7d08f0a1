// A data function that looks back. `as_of`: the result as the history has it on a date; nothing is ever sent for it.
// `changes`: the result as usual, and beside each followed field what it was before.
import { labelled } from '../../languages/labels';
import type { DataRequest } from '../../engine/request/dataRequest';
import { cellFault } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import type { History } from '../../excel/runtime';
import { offerName } from '../../history/line';
import { identityOf } from '../../history/observation';
import type { Values } from '../../history/record';
import { mayHaveMore, type HistoryReader, type KeptResponse } from '../../history/store';
import type { RichCell, Cell, FormattedNumber } from '../../spill/cell';
import { richGrid } from '../../spill/grid/cards/richGrid';
import { type ItemOutcome, isPlainTable, makeGrid, transposed, type Outcomes } from '../../spill/grid/grid';
import { InputFault } from '../../spill/inputFault';
import { remaining } from '../../spill/where/remaining';
import { notePlan, type PastResult, type Plan } from '../calls/plan';
import { excelRows, type ExcelRows } from '../calls/rows';
import { isoDay, limitEnd, limitIn, type Limit } from './dates';
import { earlierResult, recordsById, watchHistory, withMissing, withNote } from './historyCall';
import { sayHistory } from './say';
import { operationOf, type OperationId } from '../../operations';
import { currencyOf, historyOf, offerPathOf } from '../../operations/histories';
import { isUnrated } from '../../operations/table/field';
import { bounded } from '../../spill/grid/bounded';
import { resolveShown } from '../../spill/grid/columnReader';
import { decimalsIn } from '../../spill/grid/numberFormat';
import { textOf } from '../../spill/grid/readable';
import type { Formula } from '../../spill/read/formula/formula';
import { difference, incomparable, type Amount } from './fields';

// A table with two more columns beside each followed field: its value before, and the change.

const isFormatted = (cell: Cell | undefined): cell is FormattedNumber =>
  typeof cell === 'object' && 'basicValue' in cell;

const numberIn = (cell: Cell | undefined): number | undefined =>
  typeof cell === 'number' ? cell : isFormatted(cell) ? cell.basicValue : undefined;

function changeCell(now: Cell | undefined, before: Cell | undefined): Cell {
  const [a, b] = [numberIn(now), numberIn(before)];
  if (a === undefined || b === undefined) return '';
  const change = difference(a, b);
  if (!isFormatted(now)) return change;
  // 19 is shown without decimals, and what is between it and 18.60 with those of the other: 0.40 would look like 0.
  const isFiner = isFormatted(before) && decimalsIn(before.numberFormat) > decimalsIn(now.numberFormat);
  return { ...now, ...(isFiner && { numberFormat: before.numberFormat }), basicValue: change };
}

const shownAt = (operation: OperationId, path: string) => {
  const { steps, field } = resolveShown(operationOf(operation).record, path.split('.'));
  return { path: steps.join('.'), field };
};

/** The same grid with another field in the place of each column; nothing where a column has none. */
function besides(
  formula: Formula,
  outcomes: Outcomes,
  paths: readonly (string | undefined)[],
): (y: number, x: number, column: number) => Exclude<Cell, object> | undefined {
  if (paths.every((path) => path === undefined)) return () => undefined;
  const columns = paths.map((path) => ({ path: path ?? operationOf(formula.operation).columns[0]! }));
  const view = { ...formula.view, columns };
  const { cells } = makeGrid({ ...formula, view }, outcomes, { formats: false });
  return (y, x, column) => {
    const cell = paths[column] === undefined ? undefined : cells[y]?.[x];
    return typeof cell === 'object' ? undefined : cell;
  };
}

/** Both grids have the same form, because the records before stand in the places of those now. */
function changesGrid(
  formula: Formula,
  outcomes: Outcomes,
  before: Outcomes,
  host: { readonly formats: boolean },
): Cell[][] {
  const { view, operation } = formula;
  if (!isPlainTable(formula)) throw new InputFault(sayHistory('changesNeedColumns'));
  const upright: Formula = { ...formula, view: { ...view, transpose: false } };
  const tables = [outcomes, before].map((all) => makeGrid(upright, all, host));
  // What is left out is said of the whole table, which is wider.
  const [now = [], then = []] = tables.map(({ cells, cut }) => (cut > 0 ? cells.slice(0, -1) : cells));
  const named =
    view.columns.length > 0 ? view.columns.map(({ path }) => path) : operationOf(operation).columns;
  const fields = named.map((path) => shownAt(operation, path));
  const places = fields.map(({ path }) => currencyOf(operation, path));
  const offerPaths = fields.map(({ path }) => offerPathOf(operation, path));
  const amountsIn = (all: Outcomes) => {
    const codes = besides(
      upright,
      all,
      places.map((place) => place?.path),
    );
    const offers = besides(upright, all, offerPaths);
    return (cell: Cell | undefined, y: number, x: number): Amount => {
      const column = x - first;
      const code = codes(y, x, column);
      return {
        value: numberIn(cell),
        currency: typeof code === 'string' && code !== '' ? code.toUpperCase() : places[column]?.code,
        offer: offerName(offers(y, x, column)),
      };
    };
  };
  const [amountNow, amountThen] = [amountsIn(outcomes), amountsIn(before)];
  const { followed } = historyOf(operation);
  const isFollowed = (path: string) => followed.some((one) => one === path || one.startsWith(`${path}.`));
  const width = now[0]?.length ?? 0;
  const first = width - named.length - (view.stamp ? 2 : 0);
  const heads = view.headers === 'none' ? 0 : 1;
  const rows = now.map((row, y) =>
    row.flatMap((cell, x): Cell[] => {
      const path = named[x - first];
      const earlier = then[y]?.[x];
      const isStamp = view.stamp && x === width - 2;
      if (!isStamp && (path === undefined || !isFollowed(path))) return [cell];
      if (y < heads)
        return [
          cell,
          ...['before', 'change']
            .slice(0, isStamp ? 1 : 2)
            .map((what) =>
              view.headers === 'fields'
                ? `${path ?? textOf(cell)}_${what}`
                : labelled(`{field} ${what}`).replace('{field}', () => textOf(cell)),
            ),
        ];
      // How old the result before is: it may be far older than the date that was asked for.
      if (isStamp) return [cell, Number.isFinite(numberIn(earlier)) ? earlier! : ''];
      if (typeof cell === 'object' && 'fault' in cell) return [cell, '', ''];
      const fault = incomparable(operation, [amountNow(cell, y, x), amountThen(earlier, y, x)]);
      const isNone = [cell, earlier].some((one) => isUnrated(fields[x - first]?.field, numberIn(one)));
      return [cell, earlier ?? '', fault ?? (isNone ? '' : changeCell(cell, earlier))];
    }),
  );
  const { rows: kept } = bounded(rows, tables[0]?.cut);
  return view.transpose ? transposed(kept) : kept;
}

type Reading = ReturnType<History['reading']>;
type Found = Extract<ItemOutcome, { records: unknown }>;

const ever = Number.MAX_SAFE_INTEGER;

/** Fewer results were asked for then than are now, and there may have been more: how many are kept. */
const shortOf = (response: KeptResponse, count: number | undefined): number | undefined =>
  mayHaveMore(response) && (count ?? 0) > response.asked! ? response.asked : undefined;

const figuresIn = ({ matrix, view }: Formula): boolean =>
  matrix !== undefined || view.columns.some(({ figure }) => figure !== undefined);

interface Kept {
  readonly outcome: ItemOutcome;
  /** Said below a table of fewer results than there were, or than are asked for; a figure of them is none. */
  readonly says?: string | undefined;
  readonly short?: number | undefined;
}

async function asOf(
  { reader, isPartial }: Reading,
  { key, count }: DataRequest,
  moment: number,
  isFigure: boolean,
): Promise<Kept> {
  const response = await reader.response(key, moment);
  if (response) {
    const short = shortOf(response, count);
    const says =
      short !== undefined
        ? sayHistory('keptFewer', { count: short })
        : response.deleted
          ? sayHistory('keptPart')
          : undefined;
    if (isFigure && says !== undefined) return { outcome: { fault: { fault: 'na', message: says } } };
    const records = response.records.slice(0, count);
    return { outcome: { records, fetchedAt: response.at, from: 'history' }, says, short };
  }
  const later = (await reader.lists(key))[0];
  const message = isPartial()
    ? sayHistory('gatewayMissing')
    : later === undefined
      ? sayHistory('noResultAsOf')
      : sayHistory('firstResult', { day: isoDay(later) });
  return { outcome: { fault: { fault: 'na', message } } };
}

/** The records that stood in the earlier result, in the order of the later one. */
function earlier({ operation }: DataRequest, now: Found, before: KeptResponse | undefined): Found {
  const later = now.records as readonly Values[];
  const [known, shown] = [recordsById(operation, before?.records ?? []), recordsById(operation, later)];
  const earlierOf = (id: string): Values => {
    const [one, ...others] = known.get(id) ?? [];
    return one && id !== '' && others.length === 0 && shown.get(id)?.length === 1 ? one : {};
  };
  return {
    ...now,
    isOverdue: undefined,
    fetchedAt: before?.at ?? Number.NaN,
    records: later.map((record) => earlierOf(identityOf(operation, record))),
  };
}

/** The result that is shown: the history may know of newer ones, such as a colleague's. The newest where it does not know this one. */
async function shownIn(
  reader: HistoryReader,
  { key }: DataRequest,
  { at, fetchedAt }: Found,
): Promise<KeptResponse | undefined> {
  const shownAt = at ?? fetchedAt;
  const kept = await reader.response(key, shownAt);
  return kept?.at === shownAt ? kept : reader.response(key, ever);
}

/** For each request the result to compare with: the one before, or the one that was there at a moment. */
async function beforeOf(
  reader: HistoryReader,
  request: DataRequest,
  now: ItemOutcome | undefined,
  since: Limit | undefined,
): Promise<ItemOutcome | undefined> {
  if (!now || !('records' in now)) return now;
  const newest = await shownIn(reader, request, now);
  const before = newest && (await earlierResult(reader, request, newest, since));
  // A result that is older than the date would be compared with itself, and every change would be 0.
  return earlier(request, now, before && before.at < newest.at ? before : undefined);
}

const without = (plan: Plan): Plan => {
  const { changes: _changes, as_of: _asOf, ...view } = plan.formula.view;
  const { last: _last, ...whole } = plan;
  return { ...whole, formula: { ...plan.formula, view }, shown: undefined };
};

/** As the option is written, or written back by the pane. */
const isYes = (value: unknown): boolean => value === true || /^(yes|true|on|1)$/i.test(String(value));
const isNo = (value: unknown): boolean => value === false || /^(no|false|off|0)$/i.test(String(value));

export const pastResult: PastResult = async (call, plan, invocation, now) => {
  const { runtime, host } = call;
  const { view, operation } = plan.formula;
  const plain = without(plan);
  if (view.as_of === undefined && isNo(view.changes)) return now(call, plain, invocation);
  const limitNamed = (name: 'as_of' | 'changes') => {
    const value = view[name];
    return value === undefined || isYes(value) ? undefined : limitIn(name, value, call.now());
  };
  try {
    const [moment, since] = [limitNamed('as_of'), limitNamed('changes')];
    const history = await runtime.history();
    watchHistory(history, call, invocation.address)(operation);
    const reading = history.reading();
    let outcomes: Outcomes;
    let says: string | undefined;
    if (view.as_of !== undefined) {
      if (moment === undefined) throw new InputFault(sayHistory('asOf'));
      // It asks for nothing, so nothing of it can be held or refreshed.
      notePlan(call, { ...plain, requests: [] }, invocation.address, false);
      const isFigure = figuresIn(plan.formula);
      const kept = await Promise.all(
        plan.requests.map((request) => asOf(reading, request, limitEnd(moment), isFigure)),
      );
      outcomes = plan.places.map((place) => kept[place]?.outcome);
      const said = [...kept].sort((a, b) => (a.short ?? Infinity) - (b.short ?? Infinity));
      says = said.find((one) => one.says !== undefined)?.says;
    } else {
      const rows = await now(call, plain, invocation);
      if (!plain.last) return rows;
      // What is missing says why in its own row. The columns stay where formulas look for them.
      outcomes = plain.last;
    }
    const left = remaining(plain.formula, outcomes, runtime.matches.acceptedOf);
    const shown = (rows: readonly (readonly RichCell[])[]): ExcelRows =>
      excelRows(withMissing(withNote(rows, says), reading.isPartial()), host);
    if (view.changes === undefined) return shown(richGrid(left.formula, left.outcomes, host).cells);
    const before = await Promise.all(
      plan.places.map(async (place, item) => {
        const request = plan.requests[place];
        return request && (await beforeOf(reading.reader, request, left.outcomes[item], since));
      }),
    );
    return shown(changesGrid(left.formula, left.outcomes, before, host));
  } catch (error) {
    throw isExcelError(error) ? error : excelError(cellFault(error, { operation }));
  }
};
