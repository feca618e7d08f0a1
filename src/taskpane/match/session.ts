// Matching a list of products, without React: which items are undecided, their candidates, and what a decision is. Ranking is remembered,
// so that going back is free, and it can be done ahead in small steps while the person reads.
import type { Matches } from '../../excel/runtime';
import type { CachedOffer, Offers } from '../../excel/workbook/offers';
import { matchPrepared, prepare, type Ranked } from '../../match';
import type { Decision, OwnProduct } from '../../match/decision';
import type { OperationId } from '../../operations';

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
