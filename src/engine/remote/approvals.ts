// What is held, and a person's decision on it: run it for the price that was shown and never for more, or decline it. What is held is
// derived from what each cell asked for when Excel last called it, never from a list made earlier: a cell that was changed,
// deleted or frozen has nothing in it.
import type { Approval, Demand, Engine, HeldBurst, IsStopped } from '../engine';
import type { LocalEngine } from '../local/localEngine';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { HoldReason } from '../request/holdReason';
import type { InFlight } from './inFlight';
import { approved, type Jobs } from './job';
import { cellsShowing, type Outcome } from './outcome';
import { isHold, type DecisionRow, type UserDecisions } from './spend/userDecisions';

export interface ApprovalParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly inFlight: InFlight;
  readonly outcome: Outcome;
  readonly decisions: UserDecisions;
  readonly demand: () => Iterable<Demand>;
}

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

type HeldParts = Pick<ApprovalParts, 'demand' | 'cache' | 'jobs' | 'decisions'>;

export function heldRequests(parts: HeldParts): Held[] {
  const { demand, cache, jobs, decisions } = parts;
  if (decisions.size === 0) return [];
  const bursts = new Map<HoldReason, Gathered>();

  /** A decision that still stands: nothing else has been cached since, and no call is under way. */
  const standing = (request: DataRequest): DecisionRow | undefined => {
    const row = decisions.of(request);
    if (!row || jobs.serves(request)) return undefined;
    const entry = cache.inMemory(request);
    return entry && !(entry.stored.fetchedAt <= (row.shown ?? -Infinity)) ? undefined : row;
  };

  for (const { cell, requests } of demand())
    for (const request of requests) {
      const row = standing(request);
      if (!row || !isHold(row.decision)) continue;
      const burst = bursts.get(row.decision) ?? gather();
      bursts.set(row.decision, burst);
      burst.asked.set(`${request.key}#${request.count}`, request);
      const { slot } = jobs.sending(request);
      if ((burst.largest.get(slot)?.count ?? -1) < (request.count ?? 0)) burst.largest.set(slot, request);
      burst.cells.add(cell);
      burst.since = Math.min(burst.since, row.at);
    }
  // Also by another call of the same formula.
  for (const { cell, requests } of demand())
    for (const { cells, cached } of bursts.values())
      if (cells.has(cell)) for (const each of requests) if (cache.inMemory(each)) cached.add(each.key);
  return [...bursts].map(([reason, { asked, largest, cells, cached, since }]) => ({
    id: reason,
    reason,
    since,
    requests: [...largest.values()],
    asked: [...asked.values()],
    cells: [...cells],
    cached: cached.size,
    credits: [...largest.values()].reduce((sum, request) => sum + jobs.sending(request).price, 0),
  }));
}

const gather = (): Gathered => ({
  asked: new Map(),
  largest: new Map(),
  cells: new Set(),
  cached: new Set(),
  since: Infinity,
});

export interface Approvals extends Pick<Engine, 'reject'> {
  /** `agreedCap`: the daily cap when a person saw the price and agreed. */
  approve(id: string, shown: number, isStopped: IsStopped, agreedCap: number): Promise<Approval>;
}

export function createApprovals(parts: ApprovalParts): Approvals {
  const { cache, decisions, inFlight, outcome, recalculations, events, isClosed } = parts;
  const find = (id: string) => heldRequests(parts).find((burst) => burst.id === id);

  /** Brings responses that another window fetched meanwhile into memory: they are shown, and not counted. */
  async function lookAgain(held: Held | undefined): Promise<void> {
    const known = (held?.asked ?? []).map((request) => [request, cache.inMemory(request)] as const);
    await Promise.all(known.map(([request]) => cache.reread(request)));
    const cellsOf = cellsShowing(parts.demand(), held?.cells ?? []);
    for (const [request, before] of known)
      if (cache.inMemory(request) !== before) recalculations.note(request.key, cellsOf(request));
  }

  const recalculate = ({ requests, cells }: Held) => {
    const cellsOf = cellsShowing(parts.demand(), cells);
    for (const request of requests) recalculations.note(request.key, cellsOf(request));
    events.changed();
  };

  async function approve(
    id: string,
    shown: number,
    isStopped: IsStopped,
    agreedCap: number,
  ): Promise<Approval> {
    await parts.ready;
    await lookAgain(find(id));
    // From here to the end nothing waits: a recalculation in between finds either the hold or the call.
    const held = find(id);
    if (!held) return { ran: true, credits: 0 };
    if (isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
    if (isStopped()) {
      const stopped = outcome.stop(held.asked);
      recalculate(held);
      throw stopped;
    }
    if (held.credits > shown) return { ran: false, credits: held.credits };
    const isStale = (request: DataRequest) => cache.inMemory(request) !== undefined;
    const purposes = held.requests.map((request) => ({ ...approved, agreedCap, refetch: isStale(request) }));
    const cellsOf = cellsShowing(parts.demand(), held.cells);
    decisions.clear(held.asked);
    held.requests.forEach((request, index) => inFlight.start(request, purposes[index]!, cellsOf(request)));
    events.changed();
    return { ran: true, credits: held.credits };
  }

  async function reject(id: string): Promise<void> {
    await parts.ready;
    const held = find(id);
    if (!held) return;
    const standing = held.asked.filter((request) => isHold(decisions.of(request)?.decision ?? 'declined'));
    decisions.set(standing, 'declined');
    recalculate(held);
    outcome.noteDecision(held.requests, 'rejected');
  }

  return { approve, reject };
}
