// Writes down what became of a request: ledger, other windows, cells that wait for it or for another key.
import type { DataRequest } from '../request/dataRequest';
import type { Demand } from '../engine';
import { SpillwayError } from '../request/errors';
import type { Delivered } from './jobOutcome';
import { countedRow } from './failureMemory';
import type { InFlight } from './inFlight';
import type { UserDecisions } from './spend/userDecisions';
import type { LocalEngine } from '../local/localEngine';
import type { Purchases } from '../ports/purchases';
import { memoryOf } from '../local/failurePolicy';
import type { Ledger } from '../local/ledger';
import type { CircuitBreaker } from './schedule/circuitBreaker';

/** These requests, and the same for every other count that a living cell wants: one decision covers all of them. */
export function wantedAs(
  demand: () => Iterable<Demand>,
  requests: readonly DataRequest[],
  isConcerned: (request: DataRequest) => boolean = () => true,
): DataRequest[] {
  const keys = new Set(requests.map(({ key }) => key));
  const wanted = [...demand()]
    .flatMap((use) => use.requests)
    .filter((request) => keys.has(request.key) && isConcerned(request));
  return [...requests, ...wanted];
}

/** Which of many cells a request belongs to, so that a job names, and makes Excel call again, only the cells that show it. */
export function cellsAsking(
  demand: () => Iterable<Demand>,
  cells: readonly string[],
): (request: DataRequest) => string[] {
  const asked = new Map<string, Set<string>>();
  for (const { cell, requests } of demand()) asked.set(cell, new Set(requests.map(({ key }) => key)));
  // A cell that Excel has not called since the workbook was opened may ask for anything.
  return ({ key }) => cells.filter((cell) => asked.get(cell)?.has(key) ?? true);
}

/** What a person stopped stays stopped. */
export function noteStopped(
  { decisions, demand }: { readonly decisions: UserDecisions; readonly demand: () => Iterable<Demand> },
  asked: readonly DataRequest[],
): SpillwayError {
  decisions.set(wantedAs(demand, asked), 'stopped');
  return new SpillwayError('stopped', { billed: 'no' });
}

/** One line for each operation: a burst of a thousand must not push everything else out of the ledger. */
export function noteDecision(
  ledger: Ledger,
  requests: readonly DataRequest[],
  outcome: 'held' | 'rejected',
): void {
  const first = new Map(requests.map((request) => [request.operation, request]));
  const nothing = { cells: [], spent: 0, saved: 0, results: 0, milliseconds: 0 };
  for (const { operation, params, key } of first.values())
    ledger.note({ ...nothing, operation, params, key, outcome });
}

interface OutcomeParts extends Pick<LocalEngine, 'ledger' | 'recalculations' | 'keyWatch' | 'broadcast'> {
  readonly inFlight: InFlight;
  readonly decisions: UserDecisions;
  readonly demand: () => Iterable<Demand>;
  readonly purchases: Purchases | undefined;
  readonly circuit: CircuitBreaker;
}

export function recordOutcome(modules: OutcomeParts, delivered: Delivered): void {
  const { ledger, inFlight, recalculations, keyWatch, purchases, broadcast } = modules;
  const { job, outcome, spent, results, milliseconds, note } = delivered;
  const { asked } = job;
  inFlight.close(job);
  const { operation, params, key } = job.request;
  const cells = [...job.cells];
  const sent = job.count === undefined ? params : { ...params, count: job.count };
  const line = { operation, params: sent, key, cells, results, milliseconds };
  const failure = typeof outcome === 'string' ? undefined : outcome;
  ledger.note({
    ...line,
    ...(note !== undefined && { note }),
    ...(failure?.facts.billed === 'maybe' && { maybe: job.price }),
    outcome: typeof outcome === 'string' ? outcome : outcome.code,
    spent,
    saved: 0,
  });
  const { waiters, saved } = job.others;
  if (!failure && waiters > 0) ledger.note({ ...line, outcome: 'shared', spent: 0, saved }, waiters);

  if (!failure) {
    void purchases?.note(key, job.count);
    modules.decisions.clear(asked);
    // A cell that is held for another count of the same request may have its result now.
    if (wantedAs(modules.demand, asked).some((request) => modules.decisions.of(request)))
      recalculations.note(key, []);
  }
  if (spent > 0) broadcast({ type: 'spent', credits: spent });
  const stored = outcome === 'fetched' || (failure && memoryOf(failure.code));
  // Other windows read the store when they hear of it.
  if (stored)
    void job.written().then(() => broadcast({ type: 'stored', key, slots: [job.slot, countedRow(job)] }));
  if (job.purpose.background) recalculations.note(key, cells);
  if (failure?.code === 'circuit_open') modules.circuit.wait(key, cells);
  if (!failure || memoryOf(failure.code) !== 'key') return;
  keyWatch.wait(key, cells);
  if (failure.code !== 'bad_key') return;
  keyWatch.refuse(failure);
  inFlight.dropUnsent(failure);
}
