// The items that a history formula means: an ID, a name, an address or a card, a range of them, or the results of a Spillway formula
// in another cell.
import type { DataRequest } from '../../engine/request/dataRequest';
import {
  comparableOf,
  conditionsOf,
  conditionsText,
  identityOf,
  recordLabel,
  type ItemKey,
} from '../../history/observation';
import type { History } from '../../excel/runtime';
import { fieldAt, type Values } from '../../history/record';
import { isSame } from '../../history/series';
import type { Item, KeptResponse } from '../../history/store';
import { itemKey } from '../../match/decision';
import { operationOf, type OperationId, type Params } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { CellFault } from '../../spill/cell';
import { InputFault, inQuotes, shorten } from '../../spill/inputFault';
import type { Options } from '../../spill/read/options/options';
import type { View } from '../../spill/read/options/view';
import { cellsOf, isFault, plain } from '../../spill/read/values/argument';
import { cardFields } from '../../spill/grid/cards/cardFields';
import { textOf } from '../../spill/grid/readable';
import { readConditions } from '../../spill/where/condition';
import { sayWhere } from '../../spill/where/say';
import { selector } from '../../spill/where/select';
import { formulaIn, shownRequests, type ShownRequest } from './formulaIn';
import { recordsById, type HistoryCall } from './historyCall';
import { sayHistory } from './say';
import { joinedInCells } from '../../languages/labels';

export type Wanted =
  | {
      readonly state: 'item';
      readonly item: ItemKey;
      readonly label: string;
      readonly request?: DataRequest;
      /**
       * It was accepted as a product of one's own, and so were these: at each moment the lowest of those counts that were seen and
       * could be bought.
       */
      readonly also?: readonly ItemKey[];
      /** The moments that count, where there are others: what two searches found at two moments is no change. */
      readonly times?: ReadonlySet<number>;
    }
  | { readonly state: 'fault'; readonly fault: CellFault; readonly label: string }
  | { readonly state: 'blank'; readonly label: '' };

/** The options that leave out results. */
type Narrowing = Pick<View, 'where' | 'matched'>;

export interface WantedItems {
  readonly all: readonly Wanted[];
  /** They are the results of a formula, so their names are not beside them. */
  readonly named: boolean;
}

const neverKept = (operation: OperationId, id: string): InputFault =>
  new InputFault(
    sayHistory('neverKept', { item: inQuotes(id), function: operationOf(operation).function }),
    'na',
  );

/** Which records of a response a formula shows. */
export function shownRecords(
  { runtime }: HistoryCall,
  { operation, params, count }: DataRequest,
  { records }: KeptResponse,
  { where, matched }: Narrowing,
): readonly Values[] {
  const condition = readConditions(operation, where);
  const listed = records.slice(0, count);
  const selected = condition && selector(operation, condition)(listed);
  if (selected?.fault) throw new InputFault(selected.fault.message, selected.fault.fault);
  const kept = selected && new Set<unknown>(selected.records);
  const asked = params[operationOf(operation).lookup];
  const accepted = matched ? runtime.matches.acceptedOf(operation, textOf(asked)) : undefined;
  return listed.filter(
    (record) =>
      kept?.has(record) !== false && (!matched || accepted?.has(identityOf(operation, record)) === true),
  );
}

/** Decisions are read before they are needed, and the cell is calculated again when one changes. */
export async function openMatches({ cell, matching, runtime }: HistoryCall): Promise<void> {
  if (cell !== undefined) matching.add(cell);
  await runtime.matches.opened();
}

async function resultsOf(
  call: HistoryCall,
  shown: ShownRequest,
  view: Narrowing,
  path: string,
): Promise<Wanted[]> {
  const { request } = shown;
  const { operation, params, raw, key } = request;
  const response = await call.reader.response(key, Number.MAX_SAFE_INTEGER);
  if (!response) throw new InputFault(sayHistory('noResult'), 'na');
  const comparable = comparableOf(operation, params, raw);
  const known = recordsById(operation, response.records);
  const narrowing = { where: [...shown.where, ...view.where], matched: shown.matched || view.matched };
  return shownRecords(call, request, response, narrowing).flatMap((record): Wanted[] => {
    const item = { operation, id: identityOf(operation, record), comparable };
    if (item.id === '') return [];
    const label = recordLabel(operation, record);
    const valueOf = (one: Values) => fieldAt(one, path) ?? null;
    // The history of an ID is that of one of them.
    const isOne = (known.get(item.id) ?? []).every((one) => isSame(valueOf(one), valueOf(record)));
    const fault = {
      fault: 'na',
      message: sayHistory('listedTwice', { label: shorten(label, 100) }),
    } as const;
    return [isOne ? { state: 'item', item, label, request } : { state: 'fault', fault, label }];
  });
}

const optionsOf = (items: readonly Item[]): string =>
  items
    .slice(0, 3)
    .map(({ comparable }) => conditionsText(comparable) || sayHistory('theDefault'))
    .join(' | ');

/** Of the same item under other conditions, such as other cities or dates of a stay, the one that is meant. */
function chosen(operation: OperationId, id: string, found: readonly Item[], params: Params): Item {
  const [first, ...others] = found;
  if (!first) throw neverKept(operation, id);
  const wanted = conditionsOf(comparableOf(operation, params));
  const given = historyOf(operation).comparable.filter((name) => params[name] !== undefined);
  const matching = found.filter(({ comparable }) => {
    const own = conditionsOf(comparable);
    return given.every((name) => JSON.stringify(own[name]) === JSON.stringify(wanted[name]));
  });
  const usual = matching.find(({ comparable }) => comparable === '{}');
  if (matching.length === 1) return matching[0]!;
  if (usual && given.length === 0) return usual;
  if (others.length === 0 || matching.length === 0)
    throw new InputFault(sayHistory('otherOptions', { item: inQuotes(id), options: optionsOf(found) }), 'na');
  throw new InputFault(sayHistory('severalOptions', { item: inQuotes(id), options: optionsOf(matching) }));
}

/** A lookup of one record, such as a profile by its address, is known by what was asked for, too. */
async function byLookup({ reader }: HistoryCall, operation: OperationId, text: string): Promise<string[]> {
  const { lookup, results } = operationOf(operation);
  if (results !== 'one') return [];
  const same = (await reader.requests(operation)).filter(
    ({ params }) => sameText(String(params[lookup])) === text,
  );
  const lists = await Promise.all(same.map(({ request }) => reader.lists(request)));
  const ids = lists.flatMap((all) => all.at(-1)?.ids ?? []).filter((one) => one !== null);
  return [...new Set(ids)];
}

const sameText = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const sameAddress = (text: string): string => sameText(text).replace(/#.*$/, '').replace(/\/$/, '');

type Addresses = ReadonlyMap<string, ReadonlySet<string>>;

/** What the history has of a source, for all formulas that ask by a name or an address, until something new is kept. */
interface Book {
  items?: Promise<readonly Item[]>;
  addresses?: Promise<Addresses>;
}

const books = new WeakMap<History, Map<OperationId, Book>>();

function bookOf({ history }: HistoryCall, operation: OperationId): Book {
  let all = books.get(history);
  if (!all) {
    const made = (all = new Map<OperationId, Book>());
    books.set(history, made);
    history.subscribe(() => made.clear());
  }
  const book = all.get(operation) ?? {};
  all.set(operation, book);
  return book;
}

/** What a part of the history says is asked again. */
function noted<Name extends keyof Book>(
  call: HistoryCall,
  operation: OperationId,
  name: Name,
  read: () => NonNullable<Book[Name]>,
): NonNullable<Book[Name]> {
  const book = bookOf(call, operation);
  const known = book[name];
  if (known) return known;
  const reading = read();
  book[name] = reading;
  const forget = () => delete book[name];
  reading.then(() => call.isPartial() && forget(), forget);
  return reading;
}

const allItems = (call: HistoryCall, operation: OperationId) =>
  noted(call, operation, 'items', () => call.reader.items({ operation }));

/** Addresses are in the records only, so the newest result of every request is read. */
const allAddresses = (call: HistoryCall, operation: OperationId) =>
  noted(call, operation, 'addresses', async () => {
    const links = Object.entries(operationOf(operation).record.fields)
      .filter(([, { kind }]) => kind === 'link')
      .map(([name]) => name);
    const found = new Map<string, Set<string>>();
    for (const { request } of await call.reader.requests(operation))
      for (const record of (await call.reader.response(request, Number.MAX_SAFE_INTEGER))?.records ?? [])
        for (const name of links) {
          const address = record[name];
          if (typeof address !== 'string') continue;
          const ids = found.get(sameAddress(address)) ?? new Set();
          found.set(sameAddress(address), ids.add(identityOf(operation, record)));
        }
    return found;
  });

const several = (operation: OperationId, text: string, fitting: readonly Item[]): InputFault =>
  new InputFault(
    sayHistory('severalItems', {
      text: inQuotes(text),
      count: fitting.length,
      function: operationOf(operation).function,
      ids: joinedInCells('items', [
        ...fitting
          .slice(0, 5)
          .map(({ id, label }) =>
            sameText(label) === sameText(text) ? id : `${id} (${shorten(label, 40)})`,
          ),
        fitting.length > 5 && '…',
      ]),
    }),
  );

/** The items of one ID that a text stands for: the ID itself, what was asked for, an address, or a name that no other has. */
async function itemsMeant(
  call: HistoryCall,
  operation: OperationId,
  text: string,
  isOneOfMany: boolean,
): Promise<readonly Item[]> {
  const all = () => allItems(call, operation);
  const withIds = async (ids: ReadonlySet<string>) =>
    ids.size === 0 ? [] : (await all()).filter(({ id }) => ids.has(id));
  const ways = [
    () => (isOneOfMany ? withIds(new Set([text])) : call.reader.items({ operation, id: text })),
    async () => withIds(new Set(await byLookup(call, operation, sameText(text)))),
    async () =>
      /^https?:/i.test(text)
        ? withIds((await allAddresses(call, operation)).get(sameAddress(text)) ?? new Set())
        : [],
    async () => (await all()).filter(({ label }) => sameText(label) === sameText(text)),
  ];
  for (const way of ways) {
    const found = await way();
    const distinct = found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place);
    if (distinct.length > 1) throw several(operation, text, distinct);
    if (found.length > 0) return found;
  }
  return [];
}

/** What a cell says of an item: its text, or of a card the ID, the addresses and the title. */
function textsOf(operation: OperationId, cell: unknown): string[] {
  const value = plain(cell);
  const shown = value === undefined || isFault(value) ? [] : [String(value).trim()];
  const { properties } = (cell ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
  if (typeof properties !== 'object' || properties === null) return shown;
  const { title, fields } = cardFields(operationOf(operation));
  const { identity } = historyOf(operation);
  const named = [
    ...fields.filter(({ name }) => name === identity),
    ...fields.filter(({ link }) => link),
    title,
  ].map(({ key }) => plain(properties[key]));
  const texts = named.flatMap((one) => (one === undefined || isFault(one) ? [] : [String(one)]));
  return [...texts, ...shown];
}

/**
 * When one search saw any of them: the searches for the product itself, or, where there is none, the one that saw one last. Each search
 * lists what it lists: one product here and another one there a day later would look like a change of the price.
 */
async function timesSeen(
  { reader }: HistoryCall,
  name: string,
  items: readonly [ItemKey, ...ItemKey[]],
): Promise<ReadonlySet<number>> {
  const [{ operation, comparable }] = items;
  const { lookup } = operationOf(operation);
  const ids = new Set<string | null>(items.map(({ id }) => id));
  const searches = (await reader.requests(operation)).filter(
    ({ params, raw }) => comparableOf(operation, params, raw) === comparable,
  );
  const own = searches.filter(({ params }) => itemKey(textOf(params[lookup])) === itemKey(name));
  const lists = await Promise.all(
    (own.length > 0 ? own : searches).map(async ({ request }) =>
      (await reader.lists(request)).filter((list) => list.ids.some((id) => ids.has(id))).map(({ at }) => at),
    ),
  );
  const last = (times: readonly number[]) => times.at(-1) ?? -Infinity;
  return new Set(own.length > 0 ? lists.flat() : lists.sort((a, b) => last(b) - last(a))[0]);
}

/** What was accepted as a product of one's own, all of it under the same conditions, such as in one city. */
async function acceptedAs(
  call: HistoryCall,
  operation: OperationId,
  name: string,
  params: Params,
): Promise<Wanted> {
  const { reader, runtime } = call;
  const decision = runtime.matches.of(operation, name);
  if (!decision) throw new InputFault(sayWhere('undecided'), 'na');
  const found = await Promise.all(decision.accepted.map(({ id }) => reader.items({ operation, id })));
  const kept = found.flat();
  const places = new Map(kept.map((item) => [item.comparable, item]));
  const { comparable } = chosen(operation, name, [...places.values()], params);
  const [first, ...also] = kept
    .filter((item) => item.comparable === comparable)
    .map(({ id }): ItemKey => ({ operation, id, comparable }));
  if (!first) throw neverKept(operation, name);
  const times = also.length === 0 ? {} : { times: await timesSeen(call, name, [first, ...also]) };
  return { state: 'item', item: first, also, ...times, label: name };
}

async function identified(
  call: HistoryCall,
  operation: OperationId,
  argument: unknown,
  params: Params,
  { matched }: Narrowing,
): Promise<Wanted[]> {
  const cells = cellsOf(argument).flat();
  // One question for many items.
  const isOneOfMany = cells.length > 3;
  return Promise.all(
    cells.map(async (cell): Promise<Wanted> => {
      const value = plain(cell);
      if (isFault(value)) return { state: 'fault', fault: value, label: '' };
      const texts = textsOf(operation, cell);
      const [first] = texts;
      if (first === undefined) return { state: 'blank', label: '' };
      try {
        if (matched) return await acceptedAs(call, operation, String(value).trim(), params);
        for (const text of texts) {
          const found = await itemsMeant(call, operation, text, isOneOfMany);
          if (found.length === 0) continue;
          const { comparable, label, id } = chosen(operation, text, found, params);
          return { state: 'item', item: { operation, id, comparable }, label };
        }
        throw neverKept(operation, texts.at(-1)!);
      } catch (error) {
        if (!(error instanceof InputFault)) throw error;
        return { state: 'fault', fault: { fault: error.fault, message: error.message }, label: first };
      }
    }),
  );
}

export async function wantedItems(
  call: HistoryCall,
  operation: OperationId,
  place: number,
  path: string,
  { params, view }: Options,
): Promise<WantedItems> {
  const cells = cellsOf(call.args[place]);
  const isTable = cells.length === 1 || (cells[0]?.length ?? 0) > 1;
  const there = isTable ? await formulaIn(call, call.addresses[place]) : undefined;
  const shown = there ? shownRequests(there).filter(({ request }) => request.operation === operation) : [];
  if (view.matched || shown.some(({ matched }) => matched)) await openMatches(call);
  if (shown.length > 0) {
    const results = await Promise.all(shown.map((one) => resultsOf(call, one, view, path)));
    return { all: results.flat(), named: true };
  }
  if (view.where.length > 0) throw new InputFault(sayHistory('whereNeedsFormula'));
  const all = await identified(call, operation, call.args[place], params, view);
  if (all.every(({ state }) => state === 'blank')) throw new InputFault(sayHistory('enterItem'));
  return { all, named: false };
}
