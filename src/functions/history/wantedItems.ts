// The items that a history formula means: identifiers, a range of them, or the results of a Spillway formula in another cell.
import type { DataRequest } from '../../engine/request/dataRequest';
import { comparableOf, identityOf, labelOf, type ItemKey } from '../../history/observation';
import type { Item } from '../../history/store';
import { operationOf, type OperationId } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { CellFault } from '../../spill/cell';
import { InputFault } from '../../spill/inputFault';
import type { Params } from '../../spill/read/options/options';
import { cellsOf, isFault, plain } from '../../spill/read/values/argument';
import { inQuotes } from '../../spill/shorten';
import type { HistoryCall } from './historyCall';

export type Wanted =
  | { readonly state: 'item'; readonly item: ItemKey; readonly label: string; readonly request?: DataRequest }
  | { readonly state: 'fault'; readonly fault: CellFault; readonly label: string }
  | { readonly state: 'blank'; readonly label: '' };

export interface WantedItems {
  readonly all: readonly Wanted[];
  /** They are the results of a formula, so their names are not beside them. */
  readonly named: boolean;
}

/** The requests of the Spillway formula in a cell, or at the top left of a spilled range. */
export const requestsAt = ({ runtime }: HistoryCall, address: string | undefined): readonly DataRequest[] =>
  address === undefined ? [] : (runtime.cells.of(address.split(':')[0]!)?.requests ?? []);

const neverKept = (operation: OperationId, id: string): InputFault =>
  new InputFault(
    `${inQuotes(id)} is not in the history of ${operationOf(operation).function}. To add it, use or refresh a formula that returns it. Nothing was sent.`,
    'na',
  );

async function resultsOf({ history }: HistoryCall, request: DataRequest): Promise<Wanted[]> {
  const { operation, params, raw, key, count } = request;
  const response = await history.reader.response(key, Number.MAX_SAFE_INTEGER);
  if (!response)
    throw new InputFault(
      'The history has no result for this formula yet. Press Refresh to fetch one. Nothing was sent.',
      'na',
    );
  const comparable = comparableOf(operation, params, raw);
  return response.records.slice(0, count).flatMap((record): Wanted[] => {
    const item = { operation, id: identityOf(operation, record), comparable };
    return item.id === '' ? [] : [{ state: 'item', item, label: labelOf(operation, record), request }];
  });
}

const said = (comparable: string): string =>
  Object.entries(JSON.parse(comparable) as Params)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join('; ') || 'the default';

/** Of the same item under other conditions, such as other cities or dates of a stay, the one that is meant. */
function chosen(operation: OperationId, id: string, found: readonly Item[], params: Params): Item {
  const [first, ...others] = found;
  if (!first) throw neverKept(operation, id);
  const wanted = JSON.parse(comparableOf(operation, params)) as Params;
  const given = historyOf(operation).comparable.filter((name) => params[name] !== undefined);
  const matching = found.filter(({ comparable }) => {
    const own = JSON.parse(comparable) as Params;
    return given.every((name) => JSON.stringify(own[name]) === JSON.stringify(wanted[name]));
  });
  const usual = matching.find(({ comparable }) => comparable === '{}');
  if (matching.length === 1) return matching[0]!;
  if (usual && given.length === 0) return usual;
  if (others.length === 0 || matching.length === 0)
    throw new InputFault(
      `${inQuotes(id)} is in the history with other options: ${found
        .slice(0, 3)
        .map((one) => said(one.comparable))
        .join(' | ')}.`,
      'na',
    );
  throw new InputFault(
    `${inQuotes(id)} is in the history with different options. Specify one in options: ${matching
      .slice(0, 3)
      .map((one) => said(one.comparable))
      .join(' | ')}.`,
  );
}

/** A lookup of one record, such as a profile by its address, is known by what was asked for, too. */
async function byLookup(
  { history }: HistoryCall,
  operation: OperationId,
  id: string,
): Promise<readonly Item[]> {
  const { lookup, answers } = operationOf(operation);
  if (answers !== 'one') return [];
  const same = (await history.reader.requests(operation)).filter(
    ({ params }) => String(params[lookup]).toLowerCase() === id.toLowerCase(),
  );
  const lists = await Promise.all(same.map(({ request }) => history.reader.lists(request)));
  const [known] = lists.flatMap((all) => all.at(-1)?.ids ?? []).filter((one) => one !== null);
  return known === undefined ? [] : history.reader.items({ operation, id: known });
}

async function identified(
  call: HistoryCall,
  operation: OperationId,
  argument: unknown,
  params: Params,
): Promise<Wanted[]> {
  const { reader } = call.history;
  const values = cellsOf(argument)
    .flat()
    .map((cell) => plain(cell));
  // One question for many items.
  const all = values.length > 3 ? await reader.items({ operation }) : undefined;
  return Promise.all(
    values.map(async (value): Promise<Wanted> => {
      if (isFault(value)) return { state: 'fault', fault: value, label: '' };
      const id = value === undefined ? '' : String(value).trim();
      if (id === '') return { state: 'blank', label: '' };
      const byId = all ? all.filter((one) => one.id === id) : await reader.items({ operation, id });
      try {
        const found = byId.length > 0 ? byId : await byLookup(call, operation, id);
        const { comparable, label, ...item } = chosen(operation, id, found, params);
        return { state: 'item', item: { operation, id: item.id, comparable }, label };
      } catch (error) {
        if (!(error instanceof InputFault)) throw error;
        return { state: 'fault', fault: { fault: error.fault, message: error.message }, label: id };
      }
    }),
  );
}

export async function wantedItems(
  call: HistoryCall,
  operation: OperationId,
  place: number,
  params: Params,
): Promise<WantedItems> {
  const requests = requestsAt(call, call.addresses[place]).filter(
    (request) => request.operation === operation,
  );
  const cells = cellsOf(call.args[place]);
  if (requests.length > 0 && (cells.length === 1 || (cells[0]?.length ?? 0) > 1)) {
    const results = await Promise.all(requests.map((request) => resultsOf(call, request)));
    return { all: results.flat(), named: true };
  }
  const all = await identified(call, operation, call.args[place], params);
  if (all.every(({ state }) => state === 'blank'))
    throw new InputFault('Enter an identifier, a range of them, or a cell with a Spillway formula.');
  return { all, named: false };
}
