// MATCH.STATUS: what is known of each of one's own products, one row each: matched, undecided, none, gone, or a new candidate. Reads
// decisions, cached responses and the history; nothing is ever sent for it.
import { cachedOffers, type Offer, type Offers } from '../../excel/workbook/offers';
import { match, type Ranked } from '../../match';
import { freshAmong, itemKey, likely, type Decision } from '../../match/decision';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { Cell } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { InputFault } from '../../spill/inputFault';
import { cellsOf, isFault, plain } from '../../spill/read/values/argument';
import { localSerial } from '../../spill/read/values/excelDate';
import { operationNamed } from '../free/operationNamed';
import type { HistoryCall } from './historyCall';
import { say } from './say';

/** Milliseconds of work after which Excel gets a turn: it restarts an add-in that keeps it waiting. */
const atOnce = 100;

type Row = readonly [status: string, product: Cell, date: Cell, price: Cell];

const blank: Row = ['', '', '', ''];

/** The sources whose products can be matched. */
const sources = (): readonly OperationId[] => operationIds.filter((id) => operationOf(id).results === 'many');

/** The last price of an accepted product that is no longer listed, and when it was seen. */
async function lastSeen({ reader }: HistoryCall, operation: OperationId, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => reader.items({ operation, id })));
  const [latest] = found.flat().sort((a, b) => b.last - a.last);
  const field = historyOf(operation).followed[0];
  const value = latest?.values[field];
  return latest && { at: latest.last, price: typeof value === 'number' ? value : '' };
}

/** The candidates of an item, kept for as long as the offers are the same: every decision asks again for the whole list. */
const ranked = new WeakMap<Offers, Map<string, readonly Ranked<Offer>[]>>();

function candidatesOf(item: string, offers: Offers): readonly Ranked<Offer>[] {
  const known = ranked.get(offers) ?? new Map<string, readonly Ranked<Offer>[]>();
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
  const [fresh] = freshAmong(candidates(), decision);
  const told: Row | undefined = fresh && [
    'new candidate',
    fresh.candidate.name,
    day(fresh.candidate.fetchedAt),
    fresh.candidate.price ?? '',
  ];
  const names = decision.accepted.map(({ name }) => name).join('; ');
  if (decision.accepted.length === 0) return told ?? ['none', '', day(decision.at), ''];
  const listed = decision.accepted.flatMap(({ id }) => offers.byId.get(id) ?? []);
  if (listed.length === 0 && offers.asked.has(itemKey(item))) {
    const last = await lastSeen(
      call,
      operation,
      decision.accepted.map(({ id }) => id),
    );
    return ['gone', names, last ? day(last.at) : '', last?.price ?? ''];
  }
  if (told) return told;
  const prices = listed.flatMap(({ price }) => (typeof price === 'number' ? [price] : []));
  return ['matched', names, day(decision.at), prices.length > 0 ? Math.min(...prices) : ''];
}

/** The source that is named, or the one that something was decided or fetched for. */
async function sourceOf({ runtime, args }: HistoryCall): Promise<OperationId> {
  const given = plain(cellsOf(args[1])[0]?.[0]);
  if (isFault(given)) throw new InputFault(given.message, given.fault);
  if (given !== undefined && given !== 0) {
    const operation = operationNamed(String(given));
    if (operationOf(operation).results === 'many') return operation;
    throw new InputFault(say('noProducts', { function: operationOf(operation).function }));
  }
  const [decided] = runtime.matches.list();
  if (decided) return decided.operation;
  for (const operation of sources())
    if ((await cachedOffers(runtime, operation)).all.length > 0) return operation;
  return sources()[0]!;
}

export async function matchStatus(call: HistoryCall): Promise<readonly (readonly Cell[])[]> {
  const { runtime, args, uses, cell } = call;
  if (cell !== undefined) call.matching.add(cell);
  await runtime.matches.opened();
  const operation = await sourceOf(call);
  uses(operation);
  const offers = await cachedOffers(runtime, operation);
  const items = cellsOf(args[0]).map(([first]) => plain(first));
  const rows: Row[] = [];
  let since = performance.now();
  for (const item of items) {
    if (isFault(item)) throw new InputFault(item.message, item.fault);
    const isBlank = item === undefined || item === 0 || item === '';
    rows.push(isBlank ? blank : await statusOf(call, operation, String(item), offers));
    if (performance.now() - since < atOnce) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
  return rows;
}
