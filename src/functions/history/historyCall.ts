// What the functions of the history share: their code and the history itself are loaded with the first call, nothing is ever
// sent for them, and they are calculated again when something new was kept.
import type { History } from '../../excel/runtime';
import type { HistoryReader, KeptResponse } from '../../history/store';
import { findFilterSet } from '../../excel/workbook/filterSets';
import { operationIds, type OperationId } from '../../operations';
import type { Cell } from '../../spill/cell';
import { bounded } from '../../spill/grid/bounded';
import { InputFault } from '../../spill/inputFault';
import { readOptions, type Options } from '../../spill/read/options/options';
import type { FunctionContext } from '../calls/functionContext';
import { argumentsOf, invocationOf, isPreview, type Implementation } from '../calls/invocation';
import { rowsInTime } from '../calls/rowsInTime';
import { sayHistory } from './say';
import type { DataRequest } from '../../engine/request/dataRequest';
import { dateOf } from '../../history/line';
import { comparableOf, identityOf } from '../../history/observation';
import { fieldAt, joinRecord, type Values } from '../../history/record';
import { isSame, pointsOf } from '../../history/series';
import { historyOf, keptPaths } from '../../operations/histories';
import { limitEnd, isWithin, type Limit } from './dates';

export interface HistoryCall extends FunctionContext {
  readonly cell: string | undefined;
  readonly history: History;
  readonly reader: HistoryReader;
  /** Whether the gateway's part of it was missing so far. */
  readonly isPartial: () => boolean;
  readonly args: readonly unknown[];
  /** Where the arguments stand, as Excel names the cells; undefined for what is typed, and in an Excel that does not say. */
  readonly addresses: readonly (string | undefined)[];
  /** The cell depends on what is kept of this source. */
  readonly uses: (operation: OperationId) => void;
}

/** Room for a large workbook. */
const mostCells = 50_000;

const watches = new WeakMap<History, Map<string, Set<OperationId>>>();

/** The cells that read the history, with the sources they read. */
function watchedBy(history: History, { recalculate }: FunctionContext): Map<string, Set<OperationId>> {
  const known = watches.get(history);
  if (known) return known;
  const cells = new Map<string, Set<OperationId>>();
  watches.set(history, cells);
  history.subscribe((operations) =>
    recalculate(
      [...cells]
        .filter(([, used]) => operationIds.some((id) => used.has(id) && operations.has(id)))
        .map(([cell]) => cell),
      'dependents',
    ),
  );
  return cells;
}

/** Notes that a cell reads the history of a source. */
export function watchHistory(
  history: History,
  context: FunctionContext,
  cell: string | undefined,
): (operation: OperationId) => void {
  const cells = watchedBy(history, context);
  const used = new Set<OperationId>();
  if (cell !== undefined) {
    if (cells.size >= mostCells) cells.clear();
    cells.set(cell, used);
    context.called(cell);
  }
  return (operation) => void used.add(operation);
}

const addressesOf = (invocation: object): readonly (string | undefined)[] => {
  const given = (invocation as { readonly parameterAddresses?: unknown }).parameterAddresses;
  return Array.isArray(given)
    ? given.map((address) => (typeof address === 'string' && address !== '' ? address : undefined))
    : [];
};

/** The rows, with a last one that says that they are a part. One figure of a part is no figure. */
export function withNote<T>(
  rows: readonly (readonly T[])[],
  says: string | undefined,
): readonly (readonly (T | string)[])[] {
  if (says === undefined) return rows;
  const width = rows[0]?.length ?? 1;
  if (rows.length === 1 && width === 1) throw new InputFault(says, 'na');
  return [...rows, [says, ...Array.from({ length: width - 1 }, () => '')]];
}

/** The same where the gateway's part is missing. */
export const withMissing = <T>(rows: readonly (readonly T[])[], isPartial: boolean) =>
  withNote(rows, isPartial ? sayHistory('gatewayMissing') : undefined);

/** What is not found in a part of the history may be in the other. */
function missingError(error: unknown, isPartial: boolean): unknown {
  if (!isPartial || !(error instanceof InputFault) || error.fault !== 'na') return error;
  return new InputFault(`${sayHistory('gatewayMissing')} ${error.message}`, 'na');
}

/** Results that came too late for the call that asked, for the call that they make Excel repeat: once, however slow the history is. */
const mostLate = 1_000;

export function historyFunction(
  context: FunctionContext,
  arity: number,
  sample: `sample${string}` & Parameters<typeof sayHistory>[0],
  work: (call: HistoryCall) => Promise<readonly (readonly Cell[])[]>,
): Implementation {
  const late = new Map<string, Promise<readonly (readonly Cell[])[]>>();
  return async (...args) => {
    const invocation = invocationOf(args);
    if (isPreview(invocation)) return [[sayHistory(sample)]];
    const { address } = invocation;
    const given = argumentsOf(args, arity);
    const run = async () => {
      const history = await context.runtime.history();
      const { reader, isPartial } = history.reading();
      try {
        const rows = await work({
          ...context,
          history,
          reader,
          isPartial,
          cell: address,
          args: given,
          addresses: addressesOf(invocation),
          uses: watchHistory(history, context, address),
        });
        return withMissing(bounded(rows.map((row) => [...row])).rows, isPartial());
      } catch (error) {
        throw missingError(error, isPartial());
      }
    };
    const name = JSON.stringify([address, given]);
    const working = late.get(name) ?? run();
    late.delete(name);
    return rowsInTime(working, invocation, context, () => {
      if (address === undefined) return;
      if (late.size >= mostLate) late.clear();
      late.set(name, working);
      const again = () => context.recalculate([address]);
      working.then(again, again);
    });
  };
}

export const optionsIn = ({ runtime }: HistoryCall, operation: OperationId, argument: unknown): Options =>
  readOptions(
    operation,
    argument,
    (name) => findFilterSet(name, runtime.filterSets, runtime.library)?.params,
  );

/**
 * The records of a result by what identifies them; those without an ID stand together. Several that differ may have one ID, such as two
 * rooms of a hotel: nobody knows which of them is which in another result.
 */
export function recordsById(
  operation: OperationId,
  records: readonly Values[],
): ReadonlyMap<string, readonly Values[]> {
  const found = new Map<string, Values[]>();
  for (const record of records) {
    const id = identityOf(operation, record);
    const known = found.get(id);
    if (!known) found.set(id, [record]);
    else if (id === '' || !known.some((one) => isAlike(operation, one, record))) known.push(record);
  }
  return found;
}

/** Whether everything that is kept of two records over time is the same. */
export const isAlike = (operation: OperationId, one: Values, other: Values): boolean =>
  keptPaths(operation).every((path) => isSame(fieldAt(one, path) ?? null, fieldAt(other, path) ?? null));

/**
 * The result that another one is compared with: the one before it, or the one of a date. Where the source dates its values, that is the
 * valuation before, not the same one fetched earlier.
 */
export async function earlierResult(
  reader: HistoryReader,
  { operation, params, raw, key }: DataRequest,
  newest: KeptResponse,
  since: Limit | undefined,
): Promise<KeptResponse | undefined> {
  const { dated } = historyOf(operation);
  const [record] = newest.records;
  if (!dated || !record) return reader.response(key, since ? limitEnd(since) : newest.at - 1);
  const current = dateOf(operation, record, newest.at);
  const item = {
    operation,
    id: identityOf(operation, record),
    comparable: comparableOf(operation, params, raw),
  };
  const found = pointsOf(await reader.series(item, dated.at)).findLast(([at, date]) => {
    if (at >= newest.at) return false;
    const then = dateOf(operation, joinRecord({ [dated.at]: date }, {}), at);
    return since ? isWithin(since, then) : then.at < current.at;
  });
  return found && reader.response(key, found[0]);
}
