// HISTORY.DIFF: what changed in the table of a Spillway formula since its previous result, or since a date. Free; nothing is sent.
import type { DataRequest } from '../../engine/request/dataRequest';
import { fieldAt, type Values } from '../../history/record';
import { currencyIn, dateOf } from '../../history/line';
import { isSame } from '../../history/series';
import type { KeptResponse } from '../../history/store';
import { identityOf, labelOf } from '../../history/observation';
import { operationOf } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { Cell } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { InputFault } from '../../spill/inputFault';
import { oneCell } from '../free/oneCell';
import { limitIn, serialAt, type Limit } from './dates';
import { earlierResult } from './earlierResult';
import { comparison, fieldOf, type Amount } from './fields';
import { formulaIn } from './formulaIn';
import type { HistoryCall } from './historyCall';

const headings = ['Change', 'Item', 'Field', 'Before', 'After', 'Change %'];

type DiffRow =
  | { readonly kind: 'new' | 'gone' | 'not in list' | 'not compared'; readonly label: string }
  | {
      readonly kind: 'changed';
      readonly label: string;
      readonly field: string;
      readonly before: Amount;
      readonly after: Amount;
    };

interface Listed {
  readonly label: string;
  readonly record: Values;
}

function listedIn({ operation, count }: DataRequest, { records }: KeptResponse): Map<string, Listed> {
  const found = new Map<string, Listed>();
  for (const record of records.slice(0, count)) {
    const id = identityOf(operation, record);
    if (id !== '' && !found.has(id)) found.set(id, { label: labelOf(operation, record), record });
  }
  return found;
}

/** Fewer results than were asked for: there were no more. */
const isWhole = ({ asked, records }: KeptResponse): boolean => asked === undefined || records.length < asked;

/** What differs between two results of a request, cut to what its formula shows. */
function differences(request: DataRequest, before: KeptResponse, after: KeptResponse): DiffRow[] {
  const [old, now] = [listedIn(request, before), listedIn(request, after)];
  const { operation } = request;
  const { followed } = historyOf(operation);
  const rows: DiffRow[] = [];
  for (const [id, { label, record }] of now) {
    const was = old.get(id);
    if (!was) {
      rows.push({ kind: 'new', label });
      continue;
    }
    for (const field of followed) {
      const [before, after] = [was.record, record].map((one) => ({
        value: fieldAt(one, field) ?? null,
        currency: currencyIn(operation, one, field),
      })) as [Required<Amount>, Required<Amount>];
      const isOther = before.value !== null && before.currency !== after.currency;
      if (isOther || !isSame(before.value ?? null, after.value ?? null))
        rows.push({ kind: 'changed', label, field, before, after });
    }
  }
  const stillThere = listedIn({ ...request, count: undefined }, after);
  for (const [id, { label }] of old)
    if (!now.has(id))
      rows.push({ kind: isWhole(after) && !stillThere.has(id) ? 'gone' : 'not in list', label });
  return rows;
}

/** The result that is shown now, and the one to compare it with. */
async function bothOf({ reader }: HistoryCall, request: DataRequest, since: Limit | undefined) {
  const after = await reader.response(request.key, Number.MAX_SAFE_INTEGER);
  if (!after) return undefined;
  const before = await earlierResult(reader, request, after, since);
  return before && before.at < after.at ? { before, after } : { after };
}

export async function historyDiff(call: HistoryCall): Promise<Cell[][]> {
  const { args, addresses, now, host } = call;
  const since = limitIn('since', oneCell('since', args[1]), now());
  const there = await formulaIn(call, addresses[0], true);
  if (!there) throw new InputFault('Refer to a cell with a Spillway formula, such as =HISTORY.DIFF(A1).');
  const { requests } = there;
  if (requests.length === 0)
    throw new InputFault(
      'The formula in this cell requests nothing that could be compared: it has an error, an empty input or the option as_of.',
    );
  for (const { operation } of requests) call.uses(operation);
  const found = await Promise.all(requests.map((request) => bothOf(call, request, since)));
  if (found.every((one) => !one?.before)) {
    const [first] = found.flatMap((one) => one?.after.at ?? []);
    throw new InputFault(
      first === undefined
        ? 'The history has no result for this formula yet. Press Refresh to fetch one. Nothing was sent.'
        : `The history has no ${since === undefined ? 'second' : 'earlier'} result for this formula to compare with. Changes appear here after a later refresh.`,
      'na',
    );
  }
  const rows = requests.flatMap((request, place): Cell[][] => {
    const both = found[place];
    const asked = request.params[operationOf(request.operation).lookup];
    const differing: DiffRow[] = both?.before
      ? differences(request, both.before, both.after)
      : [
          {
            kind: 'not compared',
            label: typeof asked === 'string' ? `${asked}: no earlier result` : 'no earlier result',
          },
        ];
    return rowsOf(request, differing, host.formats);
  });
  if (rows.length > 0) return [headings, ...rows];
  const [oldest] = found
    .flatMap((one, place) =>
      one?.before ? [dateOf(requests[place]!.operation, one.before.records[0] ?? {}, one.before.at)] : [],
    )
    .sort((a, b) => a.at - b.at);
  return [
    headings,
    ['no change', 'since', oldest ? showDate(serialAt(oldest), host.formats) : '', '', '', ''],
  ];
}

const rowsOf = ({ operation }: DataRequest, rows: readonly DiffRow[], formats: boolean): Cell[][] =>
  rows.map((row): Cell[] => {
    if (row.kind !== 'changed') return [row.kind, row.label, '', '', '', ''];
    const { kind, label, before, after } = row;
    const field = fieldOf(operation, row.field, formats);
    const [, share] = comparison(operation, field, after, before, formats);
    return [kind, label, field.heading, field.cell(before), field.cell(after), share];
  });
