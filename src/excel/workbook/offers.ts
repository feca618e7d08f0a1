// The offers of a source that are already paid for: the records of the cached responses of the formulas in this workbook, and of what
// was searched for in Match. Nothing is requested for them.
import { isJsonObject, type DataResponse } from '../../engine/request/response';
import type { DataRequest } from '../../engine/request/dataRequest';
import { comparableOf, offerOf } from '../../history/observation';
import type { Product } from '../../match';
import { itemKey } from '../../match/decision';
import { operationOf, type OperationId } from '../../operations';
import type { Runtime } from '../runtime';

type Values = Readonly<Record<string, unknown>>;

export interface CachedOffer extends Product {
  readonly id: string;
  readonly record: Values;
  readonly fetchedAt: number;
  /** By which its history is told from that of the same product elsewhere. */
  readonly comparable: string;
  /** It has another price elsewhere, such as in another city. */
  readonly isPricedElsewhere: boolean;
}

export interface Offers {
  readonly all: readonly CachedOffer[];
  readonly byId: ReadonlyMap<string, CachedOffer>;
  /** The items that a cached response is of. */
  readonly asked: ReadonlySet<string>;
}

const none: Offers = { all: [], byId: new Map(), asked: new Set() };
/** The offers last made, with the responses they were made from. */
const made = new WeakMap<
  Runtime,
  Map<OperationId, { readonly from: readonly DataResponse[]; readonly offers: Offers }>
>();

/** What no formula asks for. */
const added = new WeakMap<Runtime, DataRequest[]>();

/** The responses of these count as well, also for MATCH.STATUS. */
export function addSources(runtime: Runtime, requests: readonly DataRequest[]): void {
  added.set(runtime, runtime.engine.distinct([...(added.get(runtime) ?? []), ...requests]));
}

export async function cachedOffers(runtime: Runtime, operation: OperationId): Promise<Offers> {
  if (operationOf(operation).results === 'one') return none;
  const uses = [...runtime.cells.uses().flatMap(({ requests }) => requests), ...(added.get(runtime) ?? [])];
  const requests = runtime.engine.distinct(uses.filter((request) => request.operation === operation));
  const known = await Promise.all(requests.map((request) => runtime.engine.remembered(request)));
  const responses = known.map((one) => one?.response);
  const from = responses.filter((response) => response !== undefined);
  const memo = made.get(runtime) ?? new Map<OperationId, { from: readonly DataResponse[]; offers: Offers }>();
  made.set(runtime, memo);
  const before = memo.get(operation);
  const isSame =
    before?.from.length === from.length &&
    from.every((response, place) => response.records === before.from[place]!.records);
  if (before && isSame) return before.offers;
  const byId = new Map<string, CachedOffer>();
  const asked = new Set<string>();
  for (const [place, response] of responses.entries()) {
    if (!response) continue;
    const { params, raw } = requests[place]!;
    const wanted = params[operationOf(operation).lookup];
    if (typeof wanted === 'string' || typeof wanted === 'number') asked.add(itemKey(String(wanted)));
    const comparable = comparableOf(operation, params, raw);
    for (const record of response.records) {
      if (!isJsonObject(record)) continue;
      const offer = offerOf(operation, record as Parameters<typeof offerOf>[1]);
      if (offer.id === '') continue;
      const known = byId.get(offer.id);
      const isPricedElsewhere =
        known !== undefined &&
        (known.isPricedElsewhere || (known.comparable !== comparable && known.price !== offer.price));
      const newest =
        known && known.fetchedAt > response.fetchedAt
          ? known
          : { ...offer, record, fetchedAt: response.fetchedAt, comparable };
      byId.set(offer.id, { ...newest, isPricedElsewhere });
    }
  }
  const offers = { all: [...byId.values()], byId, asked };
  memo.set(operation, { from, offers });
  return offers;
}
