// A data function that looks back. `as_of`: the result as the history has it on a date; nothing is ever sent for it.
// `changes`: the result as usual, and beside each followed field what it was before.
import type { DataRequest } from '../../engine/request/dataRequest';
import { cellFault } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import type { History } from '../../excel/runtime';
import { identityOf } from '../../history/observation';
import type { Values } from '../../history/record';
import type { HistoryReader, KeptResponse } from '../../history/store';
import type { RichCell } from '../../spill/cell';
import { richGrid } from '../../spill/grid/cards/richGrid';
import type { Outcome } from '../../spill/grid/grid';
import { InputFault } from '../../spill/inputFault';
import { remaining } from '../../spill/where/remaining';
import { notePlan, type PastResult } from '../calls/dataCall';
import type { Plan } from '../calls/plan';
import { excelRows, type Rows } from '../calls/rows';
import { dayText, endOf, limitIn, type Limit } from './dates';
import { earlierResult } from './earlierResult';
import { gatewayMissing, watchHistory, withMissing } from './historyCall';
import { changesGrid } from './changesGrid';

type Reading = ReturnType<History['reading']>;
type Found = Extract<Outcome, { records: unknown }>;

const ever = Number.MAX_SAFE_INTEGER;

async function asOf(
  { reader, isPartial }: Reading,
  { key, count }: DataRequest,
  moment: number,
): Promise<Outcome> {
  const response = await reader.response(key, moment);
  if (response) return { records: response.records.slice(0, count), fetchedAt: response.at, from: 'history' };
  const later = (await reader.lists(key))[0];
  const message = isPartial()
    ? gatewayMissing
    : later === undefined
      ? 'The history has no result for this request. Remove as_of to fetch one. Nothing was sent.'
      : `The history has no result for this request on that date. The first one is from ${dayText(later)}. Nothing was sent.`;
  return { fault: { fault: 'na', message } };
}

/** The records that stood in the earlier result, in the order of the later one. */
function earlier({ operation }: DataRequest, now: Found, before: KeptResponse | undefined): Found {
  const known = new Map(before?.records.map((record) => [identityOf(operation, record), record]));
  return {
    ...now,
    records: now.records.map((record) => known.get(identityOf(operation, record as Values)) ?? {}),
  };
}

/** For each request the result to compare with: the one before, or the one that was there at a moment. */
async function beforeOf(
  reader: HistoryReader,
  request: DataRequest,
  now: Outcome | undefined,
  since: Limit | undefined,
): Promise<Outcome | undefined> {
  if (!now || !('records' in now)) return now;
  const newest = await reader.response(request.key, now.from === 'history' ? now.fetchedAt : ever);
  const before = newest && (await earlierResult(reader, request, newest, since));
  return earlier(request, now, before);
}

const without = (plan: Plan): Plan => {
  const { changes: _changes, as_of: _asOf, ...view } = plan.formula.view;
  return { ...plan, formula: { ...plan.formula, view }, shown: undefined };
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
    let outcomes: readonly (Outcome | undefined)[];
    if (view.as_of !== undefined) {
      if (moment === undefined)
        throw new InputFault('as_of must be a date, such as 2026-11-01, or an age, such as 7d.');
      // It asks for nothing, so nothing of it can be held or refreshed.
      notePlan(call, { ...plain, requests: [] }, invocation.address, false);
      outcomes = await Promise.all(plan.requests.map((request) => asOf(reading, request, endOf(moment))));
    } else {
      const rows = await now(call, plain, invocation);
      const answers = await Promise.all(plan.requests.map((request) => runtime.engine.remembered(request)));
      // What is still missing is shown as usual; the changes follow with the last result.
      if (answers.some((one) => !one?.answer)) return rows;
      outcomes = answers.map((one) => ({ ...one!.answer! }));
    }
    const placed = (all: readonly (Outcome | undefined)[]) => plan.places.map((place) => all[place]);
    const left = remaining(plain.formula, placed(outcomes));
    const shown = (rows: readonly (readonly RichCell[])[]): Rows =>
      excelRows(withMissing(rows, reading.isPartial()), host);
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
