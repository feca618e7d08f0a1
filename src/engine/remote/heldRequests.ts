// What is held, as living cells want it at this moment: derived from what each cell asked for when Excel last called it,
// never from a list made earlier. A cell that was changed, deleted or frozen has nothing in it.
import { cost } from '../../operations/cost';
import { sentCount, slotOf } from '../request/countBlocks';
import { isHold, type DecisionRow } from './spend/userDecisions';
import type { DataRequest } from '../request/dataRequest';
import type { HeldBurst } from '../engine';
import type { HoldReason } from '../request/holdReason';
import type { RemoteParts } from './remoteParts';

/** A held burst with every count that was asked for: one decision covers each of them. */
export interface Held extends HeldBurst {
  readonly asked: readonly DataRequest[];
}

interface Gathered {
  readonly asked: Map<string, DataRequest>;
  /** The largest count of each request, by its cache slot. */
  readonly largest: Map<string, DataRequest>;
  readonly cells: Set<string>;
  readonly cached: Set<string>;
  since: number;
}

type Modules = Pick<RemoteParts, 'settings' | 'demand' | 'cache' | 'inFlight' | 'decisions'>;

export function heldRequests(modules: Modules): Held[] {
  const { settings, demand, cache, inFlight, decisions } = modules;
  if (decisions.size === 0) return [];
  const bursts = new Map<HoldReason, Gathered>();

  /** A decision that still stands: nothing else has been cached since, and no call is under way. */
  const standing = (request: DataRequest): DecisionRow | undefined => {
    const row = decisions.of(request);
    if (!row || inFlight.serves(request)) return undefined;
    const entry = cache.inMemory(request);
    return entry && !(entry.stored.fetchedAt <= (row.shown ?? -Infinity)) ? undefined : row;
  };

  for (const { cell, requests } of demand()) {
    const reasons = new Set<HoldReason>();
    for (const request of requests) {
      const row = standing(request);
      if (!row || !isHold(row.decision)) continue;
      const burst = bursts.get(row.decision) ?? gather();
      bursts.set(row.decision, burst);
      reasons.add(row.decision);
      burst.asked.set(`${request.key}#${request.count}`, request);
      const slot = slotOf(request.key, sentCount(request, settings()), settings());
      if ((burst.largest.get(slot)?.count ?? -1) < (request.count ?? 0)) burst.largest.set(slot, request);
      burst.cells.add(cell);
      burst.since = Math.min(burst.since, row.at);
    }
    for (const reason of reasons)
      for (const request of requests)
        if (cache.inMemory(request)) bursts.get(reason)?.cached.add(request.key);
  }
  const price = (request: DataRequest) => cost(request.operation, sentCount(request, settings()));
  return [...bursts].map(([reason, { asked, largest, cells, cached, since }]) => ({
    id: reason,
    reason,
    since,
    requests: [...largest.values()],
    asked: [...asked.values()],
    cells: [...cells],
    cached: cached.size,
    credits: [...largest.values()].reduce((sum, request) => sum + price(request), 0),
  }));
}

const gather = (): Gathered => ({
  asked: new Map(),
  largest: new Map(),
  cells: new Set(),
  cached: new Set(),
  since: Infinity,
});
