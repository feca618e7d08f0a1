// HISTORY.DIFF: what changed in the table of a Spillway formula since its previous result, or since a date. Free; nothing is sent.
import type { DataRequest } from '../../engine/request/dataRequest';
import { fieldAt, type Values } from '../../history/record';
import { isSame, type Json } from '../../history/series';
import type { KeptResponse } from '../../history/store';
import { comparableOf, identityOf, labelOf } from '../../history/observation';
import { historyOf } from '../../operations/histories';
import type { Cell } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { InputFault } from '../../spill/inputFault';
import { localSerial } from '../../spill/read/values/excelDate';
import { oneCell } from '../free/oneCell';
import { momentIn, momentOf } from './dates';
import { fieldOf } from './fields';
import { percentCell } from './historyChange';
import type { HistoryCall } from './historyCall';
import { requestsAt } from './wantedItems';

const headings = ['Change', 'Item', 'Field', 'Before', 'After', 'Change %'];

type DiffRow =
  | { readonly kind: 'new' | 'gone' | 'not in list'; readonly label: string }
  | {
      readonly kind: 'changed';
      readonly label: string;
      readonly field: string;
      readonly before: Json;
      readonly after: Json;
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
  const { followed } = historyOf(request.operation);
  const rows: DiffRow[] = [];
  for (const [id, { label, record }] of now) {
    const was = old.get(id);
    if (!was) {
      rows.push({ kind: 'new', label });
      continue;
    }
    for (const field of followed) {
      const [a, b] = [fieldAt(was.record, field) ?? null, fieldAt(record, field) ?? null];
      if (!isSame(a, b)) rows.push({ kind: 'changed', label, field, before: a, after: b });
    }
  }
  const stillThere = listedIn({ ...request, count: undefined }, after);
  for (const [id, { label }] of old)
    if (!now.has(id))
      rows.push({ kind: isWhole(after) && !stillThere.has(id) ? 'gone' : 'not in list', label });
  return rows;
}

/** The result that is shown now, and the one to compare it with. */
async function bothOf({ history }: HistoryCall, request: DataRequest, since: number | undefined) {
  const { reader } = history;
  const after = await reader.response(request.key, Number.MAX_SAFE_INTEGER);
  if (!after) return undefined;
  const before = await reader.response(request.key, since ?? after.at - 1);
  return before && before.at < after.at ? { before, after } : { after };
}

export async function historyDiff(call: HistoryCall): Promise<Cell[][]> {
  const { args, addresses, now, host, recalculate } = call;
  const [address] = addresses;
  const requests = requestsAt(call, address);
  const serial = momentIn('since', oneCell('since', args[1]), now());
  if (requests.length === 0) {
    // Its formula may not have been calculated since the workbook was opened; this cell follows it.
    if (address !== undefined) recalculate([address.split(':')[0]!]);
    throw new InputFault('Refer to a cell with a Spillway formula, such as =HISTORY.DIFF(A1).');
  }
  for (const { operation } of requests) call.uses(operation);
  const since = serial === undefined ? undefined : momentOf(serial);
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
    return both?.before ? rowsOf(request, differences(request, both.before, both.after), host.formats) : [];
  });
  if (rows.length > 0) return [headings, ...rows];
  const oldest = Math.min(...found.flatMap((one) => one?.before?.at ?? []));
  return [headings, ['no change', 'since', showDate(localSerial(oldest), host.formats), '', '', '']];
}

function rowsOf(
  { operation, params, raw }: DataRequest,
  rows: readonly DiffRow[],
  formats: boolean,
): Cell[][] {
  const comparable = comparableOf(operation, params, raw);
  return rows.map((row): Cell[] => {
    if (row.kind !== 'changed') return [row.kind, row.label, '', '', '', ''];
    const field = fieldOf(operation, row.field, comparable, formats);
    return [
      row.kind,
      row.label,
      field.heading,
      field.cell(row.before),
      field.cell(row.after),
      percentCell(row.after, row.before, formats),
    ];
  });
}
