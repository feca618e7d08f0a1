// Matching a list of products, without React: which items are undecided, their candidates, and what a decision is. Ranking is remembered,
// so that going back is free, and it can be done ahead in small steps while the person reads. And the searches for products that nothing in
// the workbook was fetched for.
import type { Matches, CellUse } from '../../excel/runtime';
import type { CachedOffer, Offers } from '../../excel/workbook/offers';
import { matchPrepared, prepare, type Ranked } from '../../match';
import { type Decision, type OwnProduct, itemKey, likely } from '../../match/decision';
import { type OperationId, operationOf } from '../../operations';
import { makeDataRequest, type DataRequest } from '../../engine/request/dataRequest';
import { checkRequest } from '../../operations/check/request';

const shownCandidates = 9;

export interface Session {
  readonly operation: OperationId;
  readonly items: readonly OwnProduct[];
  readonly candidates: (item: OwnProduct) => readonly Ranked<CachedOffer>[];
  /** Ranks ahead for some milliseconds; false once all items are ranked. */
  readonly rankAhead: (milliseconds: number) => boolean;
  /** Those whose best candidate is certain, of those that are ranked already. */
  readonly certain: (items: readonly OwnProduct[]) => readonly Decision[];
  readonly decision: (item: OwnProduct, accepted: readonly Ranked<CachedOffer>[]) => Decision;
}

export function createSession(
  operation: OperationId,
  items: readonly OwnProduct[],
  { all }: Offers,
  now: () => number,
): Session {
  const prepared = prepare(all);
  const ranked = new Map<OwnProduct, readonly Ranked<CachedOffer>[]>();
  const candidates = (item: OwnProduct) => {
    let found = ranked.get(item);
    if (!found) {
      found = matchPrepared(item, prepared, shownCandidates);
      ranked.set(item, found);
    }
    return found;
  };
  const decision: Session['decision'] = (item, accepted) => ({
    operation,
    item: item.name,
    accepted: accepted.map(({ candidate: { id, name } }) => ({ id, name })),
    seen: candidates(item).map(({ candidate }) => candidate.id),
    at: now(),
  });
  let next = 0;
  return {
    operation,
    items,
    candidates,
    decision,
    rankAhead: (milliseconds) => {
      const until = performance.now() + milliseconds;
      while (next < items.length && performance.now() < until) candidates(items[next++]!);
      return next < items.length;
    },
    certain: (wanted) =>
      wanted.flatMap((item) => {
        const sure = (ranked.get(item) ?? []).filter(({ certain }) => certain);
        return sure.length > 0 ? [decision(item, sure)] : [];
      }),
  };
}

export const undecidedIn = ({ operation, items }: Session, matches: Matches): readonly OwnProduct[] =>
  items.filter(({ name }) => matches.of(operation, name) === undefined);

/** A product that was searched for and not found stays without candidates: the same search would bring the same. */
export const withoutCandidates = (
  session: Session,
  undecided: readonly OwnProduct[],
  { asked }: Offers,
): readonly OwnProduct[] =>
  undecided.filter(
    (item) =>
      !asked.has(itemKey(item.name)) &&
      !session.candidates(item).some(({ certainty }) => certainty >= likely),
  );

export interface Search extends Pick<DataRequest, 'operation' | 'params' | 'raw'> {
  /** The formula that it is like: the same city, the same filters. */
  readonly cell?: string;
  readonly count: number;
}

/**
 * Like the formula that asks for most products: prices of another city are not comparable, and a formula for the same product finds
 * its response in the cache.
 */
export function usualSearch(
  operation: OperationId,
  uses: readonly Pick<CellUse, 'cell' | 'requests'>[],
): Search {
  const { lookup, defaultCount = 1 } = operationOf(operation);
  const kinds = new Map<string, { readonly search: Search; asks: number }>();
  for (const { cell, requests } of uses)
    for (const { operation: other, params, raw, count = defaultCount } of requests) {
      if (other !== operation) continue;
      const key = `${count} ${makeDataRequest(operation, { ...params, [lookup]: undefined }, raw).key}`;
      const kind = kinds.get(key) ?? { search: { operation, params, raw, cell, count }, asks: 0 };
      kind.asks += 1;
      kinds.set(key, kind);
    }
  const [most] = [...kinds.values()].sort((a, b) => b.asks - a.asks);
  return most?.search ?? { operation, params: {}, raw: {}, count: defaultCount };
}

/** One for each product; none where the source needs more than a name. */
export function searchesFor(
  items: readonly OwnProduct[],
  { operation, params, raw, count }: Search,
): readonly DataRequest[] {
  const passed = Object.keys(raw).length > 0 ? true : [];
  return items.flatMap(({ name }) => {
    const checked = checkRequest(
      operation,
      { ...params, count, [operationOf(operation).lookup]: name },
      passed,
    );
    return checked.ok ? [makeDataRequest(operation, checked.params, raw)] : [];
  });
}
