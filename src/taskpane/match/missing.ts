// Products of a list that nothing in the workbook was fetched for: which they are, and the search that would bring their candidates.
import { makeDataRequest, type DataRequest } from '../../engine/request/dataRequest';
import type { CellUse } from '../../excel/runtime';
import type { Offers } from '../../excel/workbook/offers';
import { itemKey, likely, type OwnProduct } from '../../match/decision';
import { operationOf, type OperationId } from '../../operations';
import { checkRequest } from '../../operations/check/request';
import type { Session } from './session';

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
