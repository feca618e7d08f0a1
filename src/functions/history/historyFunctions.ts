// The functions of the history as Excel calls them.
import type { FunctionContext } from '../calls/functionContext';
import { historyChange, historyTrend } from './historyChange';
import { historyFunction, type HistoryCall, earlierResult, isAlike, recordsById } from './historyCall';
import { sayHistory } from './say';
import { historySeries } from './historySeries';
import { currencyIn, dateOf, isForSale, offerIn, type DatedMoment } from '../../history/line';
import { labelled, unlabelled } from '../../languages/labels';
import { type OperationId, operationOf, operationIds } from '../../operations';
import type { Cell } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { oneCell, operationNamed } from '../free/operationNamed';
import { limitIn, serialAt, type Limit } from './dates';
import { comparison, historyField, type Amount } from './fields';
import type { DataRequest } from '../../engine/request/dataRequest';
import { fieldAt, type Values } from '../../history/record';
import { isSame, type Json } from '../../history/series';
import { mayHaveMore, type KeptResponse } from '../../history/store';
import { recordLabel } from '../../history/observation';
import { historyOf, tableField } from '../../operations/histories';
import { isUnrated } from '../../operations/table/field';
import { InputFault } from '../../spill/inputFault';
import { formulaIn, shownRequests, type ShownRequest } from './formulaIn';
import { openMatches, shownRecords } from './wantedItems';
import { cachedOffers, type CachedOffer, type Offers } from '../../excel/workbook/offers';
import { match, type Ranked } from '../../match';
import { freshAmong, itemKey, likely, type Decision } from '../../match/decision';
import { cellsOf, isFault, plain } from '../../spill/read/values/argument';
import { localSerial } from '../../spill/read/values/excelDate';

// MATCH.STATUS: what is known of each of one's own products, one row each: matched, undecided, none, gone, or a new candidate. Reads
// decisions, cached responses and the history; nothing is ever sent for it.

/** Milliseconds of work after which Excel gets a turn: it restarts an add-in that keeps it waiting. */
const atOnce = 100;

type Row = readonly [status: Cell, product: Cell, date: Cell, price: Cell];

const blank: Row = ['', '', '', ''];

/** The sources whose products can be matched. */
const sources = (): readonly OperationId[] => operationIds.filter((id) => operationOf(id).results === 'many');

/** When an accepted product that is no longer listed was seen last, and its price, unless that was another one elsewhere. */
async function lastSeen({ reader }: HistoryCall, operation: OperationId, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => reader.items({ operation, id })));
  const [latest] = found.flat().sort((a, b) => b.last - a.last);
  const field = historyOf(operation).followed[0];
  const elsewhere = found.flat().filter(({ id }) => id === latest?.id);
  const value = new Set(elsewhere.map(({ values }) => values[field])).size === 1 && latest?.values[field];
  const { [historyOf(operation).sold ?? '']: isSold } = latest?.values ?? {};
  const isPrice = typeof value === 'number' && isForSale(value, isSold);
  return latest && { at: latest.last, price: isPrice ? value : '' };
}

/** The candidates of an item, kept for as long as the offers are the same: every decision asks again for the whole list. */
const ranked = new WeakMap<Offers, Map<string, readonly Ranked<CachedOffer>[]>>();

function candidatesOf(item: string, offers: Offers): readonly Ranked<CachedOffer>[] {
  const known = ranked.get(offers) ?? new Map<string, readonly Ranked<CachedOffer>[]>();
  ranked.set(offers, known);
  const found =
    known.get(item) ?? match({ name: item }, offers.all).filter(({ certainty }) => certainty >= likely);
  known.set(item, found);
  return found;
}

async function statusOf(
  call: HistoryCall,
  operation: OperationId,
  item: string,
  offers: Offers,
): Promise<Row> {
  const { runtime, host } = call;
  const decision: Decision | undefined = runtime.matches.of(operation, item);
  const day = (at: number): Cell => showDate(Math.floor(localSerial(at)), host.formats);
  const candidates = () => candidatesOf(item, offers);
  if (!decision) {
    const count = candidates().length;
    return [`undecided, ${count} candidate${count === 1 ? '' : 's'}`, '', '', ''];
  }
  const { sold = '' } = historyOf(operation);
  const isOffered = ({ price, record }: CachedOffer) => isForSale(price, record[sold] as Json);
  const fresh = freshAmong(candidates(), decision)[0]?.candidate;
  const told: Row | undefined = fresh && [
    'new candidate',
    fresh.name,
    day(fresh.fetchedAt),
    isOffered(fresh) ? (fresh.price ?? '') : '',
  ];
  const names = decision.accepted.map(({ name }) => name).join('; ');
  if (decision.accepted.length === 0) return told ?? ['none', '', day(decision.at), ''];
  const listed = decision.accepted.flatMap(({ id }) => offers.byId.get(id) ?? []);
  const gone = offers.asked.has(itemKey(item)) ? decision.accepted.length - listed.length : 0;
  if (gone > 0 && listed.length === 0) {
    const last = await lastSeen(
      call,
      operation,
      decision.accepted.map(({ id }) => id),
    );
    return ['gone', names, last ? day(last.at) : '', last?.price ?? ''];
  }
  if (told) return told;
  // Which of several places is meant, only a data function says.
  const isOne =
    !listed.some(({ isPricedElsewhere }) => isPricedElsewhere) &&
    new Set(listed.map(({ comparable }) => comparable)).size < 2;
  const offered = listed.filter(isOffered);
  // Of amounts in two currencies none is the lowest.
  const currencies = new Set(
    offered.map(({ record }) => currencyIn(operation, record as Values, historyOf(operation).followed[0])),
  );
  const prices = offered.flatMap(({ price }) =>
    isOne && currencies.size === 1 && typeof price === 'number' ? [price] : [],
  );
  // The lowest price is that of the others, and may look like a rise.
  const status = gone > 0 ? `partly gone, ${gone} of ${decision.accepted.length}` : 'matched';
  return [status, names, day(decision.at), prices.length > 0 ? Math.min(...prices) : ''];
}

/** The source that is named, or the one that something was decided or fetched for. */
async function sourceOf({ runtime, args }: HistoryCall): Promise<OperationId> {
  const given = plain(cellsOf(args[1])[0]?.[0]);
  if (isFault(given)) throw new InputFault(given.message, given.fault);
  if (given !== undefined && given !== 0) {
    const operation = operationNamed(String(given));
    if (operationOf(operation).results === 'many') return operation;
    throw new InputFault(sayHistory('noProducts', { function: operationOf(operation).function }));
  }
  const [decided] = runtime.matches.list();
  if (decided) return decided.operation;
  for (const operation of sources())
    if ((await cachedOffers(runtime, operation)).all.length > 0) return operation;
  return sources()[0]!;
}

async function matchStatus(call: HistoryCall): Promise<readonly (readonly Cell[])[]> {
  const { runtime, args, uses } = call;
  await openMatches(call);
  const operation = await sourceOf(call);
  uses(operation);
  const offers = await cachedOffers(runtime, operation);
  const items = cellsOf(args[0]).map(([first]) => plain(first));
  const rows: Row[] = [];
  let since = performance.now();
  for (const item of items) {
    const isBlank = item === undefined || item === 0 || item === '';
    if (isBlank) rows.push(blank);
    else if (isFault(item)) rows.push([item, '', '', '']);
    else rows.push(await statusOf(call, operation, String(item), offers));
    if (performance.now() - since < atOnce) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
  return rows;
}

// HISTORY.DIFF: what changed in the table of a Spillway formula since its previous result, or since a date. Free; nothing is sent.

/** With the dates, because the result before may be far older than the date that was asked for. */
const diffHeadings = ['Change', 'Item', 'Field', 'Before', 'After', 'Change %', 'Before on', 'After on'];
const shownHeadings = () => diffHeadings.map((heading) => labelled(heading, `diff.${heading}`));

type DiffRow =
  | { readonly kind: 'new' | 'gone' | 'not in list' | 'not compared'; readonly label: string }
  | {
      readonly kind: 'changed';
      readonly label: string;
      readonly field: string;
      readonly before: Amount;
      readonly after: Amount;
    };

/** What differs between two results of a request, cut to what its formula shows. */
function differences(
  call: HistoryCall,
  shown: ShownRequest,
  before: KeptResponse,
  after: KeptResponse,
): DiffRow[] {
  const { request } = shown;
  const { operation } = request;
  const { followed } = historyOf(operation);
  const listed = (response: KeptResponse) =>
    recordsById(operation, shownRecords(call, request, response, shown));
  const [old, now] = [listed(before), listed(after)];
  // Below what was asked for then, nobody knows what was there. Those that were deleted may have stood above.
  const reach = Math.max((before.asked ?? 0) - (after.deleted ?? 0), 0);
  const beyond = recordsById(operation, mayHaveMore(before) ? after.records.slice(reach) : []);
  const rows: DiffRow[] = [];
  const labelOf = (record: Values | undefined) => recordLabel(operation, record ?? {});
  for (const [id, records] of now) {
    const was = old.get(id);
    const [record = {}] = records;
    const label = labelOf(record);
    if (!was && id !== '') {
      rows.push({ kind: beyond.has(id) ? 'not compared' : 'new', label });
      continue;
    }
    if (!was || id === '' || was.length + records.length > 2) {
      const isSameList =
        was?.length === records.length && was.every((one, place) => isAlike(operation, one, records[place]!));
      const labels = isSameList ? [] : new Set(records.map(labelOf));
      for (const one of labels) rows.push({ kind: 'not compared', label: one });
      continue;
    }
    for (const field of followed) {
      const valueOf = (one: Values) => fieldAt(one, field) ?? null;
      const isNone = (one: Values) => isUnrated(tableField(operation, field), valueOf(one));
      const [before, after] = [was[0]!, record].map((one) => ({
        value: isNone(one) ? null : valueOf(one),
        currency: currencyIn(operation, one, field),
        offer: offerIn(operation, one, field),
      })) as [Required<Amount>, Required<Amount>];
      const isOther = before.value !== null && before.currency !== after.currency;
      if (isOther || !isSame(before.value ?? null, after.value ?? null))
        rows.push({ kind: 'changed', label, field, before, after });
    }
  }
  const stillThere = recordsById(operation, after.records);
  for (const [id, [record]] of old)
    if (!now.has(id)) {
      const kind = !mayHaveMore(after) && !stillThere.has(id) ? 'gone' : 'not in list';
      rows.push({ kind: id === '' ? 'not compared' : kind, label: labelOf(record) });
    }
  return rows;
}

/** The result that is shown now, and the one to compare it with. */
async function bothOf({ reader }: HistoryCall, request: DataRequest, since: Limit | undefined) {
  const after = await reader.response(request.key, Number.MAX_SAFE_INTEGER);
  if (!after) return undefined;
  const before = await earlierResult(reader, request, after, since);
  return before && before.at < after.at ? { before, after } : { after };
}

/** When a result holds. */
const momentOf = ({ operation }: DataRequest, { records, at }: KeptResponse): DatedMoment =>
  dateOf(operation, records[0] ?? {}, at);

async function historyDiff(call: HistoryCall): Promise<Cell[][]> {
  const { args, addresses, now, host } = call;
  const since = limitIn('since', oneCell('since', args[1]), now());
  const there = await formulaIn(call, addresses[0], true);
  if (!there) throw new InputFault(sayHistory('referToFormula'));
  const shown = shownRequests(there);
  const requests = shown.map(({ request }) => request);
  if (requests.length === 0) throw new InputFault(sayHistory('nothingToCompare'));
  for (const { operation } of requests) call.uses(operation);
  if (shown.some(({ matched }) => matched)) await openMatches(call);
  const found = await Promise.all(requests.map((request) => bothOf(call, request, since)));
  if (found.every((one) => !one?.before)) {
    const [first] = found.flatMap((one) => one?.after.at ?? []);
    throw new InputFault(
      sayHistory(first === undefined ? 'noResult' : since === undefined ? 'noSecond' : 'noEarlier'),
      'na',
    );
  }
  const shownDate = (request: DataRequest, response: KeptResponse | undefined): Cell =>
    response ? showDate(serialAt(momentOf(request, response)), host.formats) : '';
  const rows = requests.flatMap((request, place): Cell[][] => {
    const both = found[place];
    const asked = request.params[operationOf(request.operation).lookup];
    const differing: DiffRow[] = both?.before
      ? differences(call, shown[place]!, both.before, both.after)
      : [
          {
            kind: 'not compared',
            label: `${typeof asked === 'string' ? `${asked}: ` : ''}${sayHistory('noEarlierResult')}`,
          },
        ];
    return rowsOf(
      request,
      differing,
      [shownDate(request, both?.before), shownDate(request, both?.after)],
      host.formats,
    );
  });
  if (rows.length > 0) return [shownHeadings(), ...rows];
  const [oldest] = found
    .flatMap((one, place) => (one?.before ? [momentOf(requests[place]!, one.before)] : []))
    .sort((a, b) => a.at - b.at);
  const first = oldest ? showDate(serialAt(oldest), host.formats) : '';
  return [shownHeadings(), ['no change', 'since', first, '', '', '', '', '']];
}

const rowsOf = (
  { operation }: DataRequest,
  rows: readonly DiffRow[],
  [beforeOn, afterOn]: readonly [Cell, Cell],
  formats: boolean,
): Cell[][] =>
  rows.map((row): Cell[] => {
    const { kind, label } = row;
    if (kind === 'not compared') return [kind, label, '', '', '', '', '', ''];
    if (kind !== 'changed')
      return [kind, label, '', '', '', '', kind === 'new' ? '' : beforeOn, kind === 'new' ? afterOn : ''];
    const { before, after } = row;
    const field = historyField(operation, row.field, formats, unlabelled);
    const [, share] = comparison(operation, field, after, before, formats);
    return [kind, label, field.heading, field.cell(before), field.cell(after), share, beforeOn, afterOn];
  });

export const createHistoryFunctions = (context: FunctionContext) => ({
  'HISTORY.SERIES': historyFunction(context, 7, 'sampleSeries', historySeries),
  'HISTORY.CHANGE': historyFunction(context, 5, 'sampleChange', historyChange),
  'HISTORY.TREND': historyFunction(context, 5, 'sampleTrend', historyTrend),
  'MATCH.STATUS': historyFunction(context, 2, 'sampleMatch', matchStatus),
  'HISTORY.DIFF': historyFunction(context, 2, 'sampleDiff', historyDiff),
});
