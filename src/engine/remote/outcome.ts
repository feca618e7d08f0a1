// How a job ends: what is remembered, what is written down, and who hears of it: the ledger, other windows, cells that wait for it or
// for another key.
import { ignoredFilters } from '../../operations/check/ignoredFilters';
import { timeoutSeconds } from '../../operations/table/parameter';
import type { Demand } from '../engine';
import type { CacheEntry } from '../local/cache';
import { dependsOnCount, dependsOnTimeout, holdMilliseconds, memoryOf } from '../local/failurePolicy';
import { chargedOf, storable, type Failure, type Failures } from '../local/failures';
import type { LocalEngine } from '../local/localEngine';
import type { Purchases } from '../ports/purchases';
import { exactSlot, type DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { HoldReason } from '../request/holdReason';
import type { Job, Jobs } from './job';
import type { CircuitBreaker } from './schedule/circuitBreaker';
import type { PaidRequests } from './spend/paidRequests';
import type { UserDecisions } from './spend/userDecisions';

export interface OutcomeParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly paid: PaidRequests;
  readonly decisions: UserDecisions;
  readonly demand: () => Iterable<Demand>;
  readonly purchases: Purchases | undefined;
  readonly circuit: CircuitBreaker;
}

interface Ended {
  readonly outcome: 'fetched' | 'shared' | SpillwayError;
  readonly spent: number;
  readonly results: number;
  /** Filters that the response contradicts. */
  readonly note?: string | undefined;
}

type Call = Pick<Job, 'request' | 'count'>;

/** The row of a failure that depends on the count. */
export const countedRow = ({ request, count }: Call): string => exactSlot(request.key, count);

export class Outcome {
  constructor(private readonly parts: OutcomeParts) {}

  /** `earlier`: what a window that was killed before it could write it down has spent on this call. */
  succeed(job: Job, entry: CacheEntry, spent: number, fromService: boolean, earlier = 0): void {
    const { failures, settings } = this.parts;
    const { records } = entry.stored;
    const { reuseCounts, wireNames } = settings();
    forgetServed(failures, job, reuseCounts);
    job.keepUntil(failures.written);
    this.record(job, {
      outcome: fromService ? 'fetched' : 'shared',
      spent: spent + earlier,
      results: records.length,
      note: fromService ? ignoredFilters(job.request, records, wireNames) : undefined,
    });
    job.succeed(entry, spent, fromService);
  }

  fail(job: Job, error: SpillwayError): void {
    if (job.state === 'ended') return;
    const { cache, failures, clock, paid } = this.parts;
    const isShown = cache.inMemory(job.request) !== undefined;
    const remembered = rememberFailure(failures, job, error, clock.now(), isShown);
    job.keepUntil(failures.written);
    const { billed } = error.facts;
    const spent = billed === 'yes' ? (error.facts.credits ?? job.price) : 0;
    // The failure may be forgotten before the purchase: it was sent and paid for, as far as anyone knows.
    if (job.state === 'running' && billed !== 'no' && !dependsOnTimeout(error.code))
      job.keepUntil(paid.note(job.request.key, job.slot, job.count, false));
    this.record(job, { outcome: remembered, spent, results: 0 });
    job.fail(remembered);
  }

  /** They wait for a person's approval. */
  hold(jobs: readonly Job[], reason: HoldReason): void {
    const { cache, decisions } = this.parts;
    const asked = jobs.flatMap((job) => job.asked);
    // Another count whose result is shown has nothing to wait for.
    decisions.set(
      this.wantedAs(asked, (request) => !cache.inMemory(request)),
      reason,
    );
    this.noteDecision(
      jobs.map(({ request }) => request),
      'held',
    );
    for (const job of jobs)
      this.parts.jobs.end(job, new SpillwayError('held', { credits: job.price, held: reason, billed: 'no' }));
  }

  /** What a person stopped stays stopped. */
  stop(asked: readonly DataRequest[]): SpillwayError {
    this.parts.decisions.set(this.wantedAs(asked), 'stopped');
    return new SpillwayError('stopped', { billed: 'no' });
  }

  /** One line for each operation: a burst of a thousand must not push everything else out of the ledger. */
  noteDecision(requests: readonly DataRequest[], outcome: 'held' | 'rejected'): void {
    const first = new Map(requests.map((request) => [request.operation, request]));
    const nothing = { cells: [], spent: 0, saved: 0, results: 0, milliseconds: 0 };
    for (const { operation, params, key } of first.values())
      this.parts.ledger.note({ ...nothing, operation, params, key, outcome });
  }

  /** These requests, and the same for every other count that a living cell wants: one decision covers all of them. */
  private wantedAs(
    requests: readonly DataRequest[],
    isConcerned: (request: DataRequest) => boolean = () => true,
  ): DataRequest[] {
    const keys = new Set(requests.map(({ key }) => key));
    const wanted = [...this.parts.demand()]
      .flatMap((use) => use.requests)
      .filter((request) => keys.has(request.key) && isConcerned(request));
    return [...requests, ...wanted];
  }

  /** Before anyone who waits hears of it. */
  private record(job: Job, { outcome, spent, results, note }: Ended): void {
    const { ledger, jobs, recalculations, keyWatch, purchases, broadcast, decisions, circuit, clock } =
      this.parts;
    const { notCached, events } = this.parts;
    const { asked, sentAt } = job;
    jobs.close(job);
    const { operation, params, key } = job.request;
    const cells = [...job.cells];
    const sent = job.count === undefined ? params : { ...params, count: job.count };
    const milliseconds = sentAt === undefined ? 0 : clock.elapsed() - sentAt;
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
      decisions.clear(asked);
      // A cell that is held for another count of the same request may have its result now.
      if (this.wantedAs(asked).some((request) => decisions.of(request))) recalculations.note(key, []);
      const waited = notCached.get(key);
      if (waited && notCached.delete(key)) events.emit({ type: 'renewed', keys: [key], cells: [...waited] });
    }
    if (spent > 0) broadcast({ type: 'spent', credits: spent });
    // Other windows read the store when they hear of it.
    if (outcome === 'fetched' || (failure && memoryOf(failure.code)))
      void job.written().then(() => {
        const slots = [job.slot, countedRow(job)];
        broadcast({ type: 'stored', key, slots, failures: this.parts.failures.unstored(key) });
      });
    const { background, refetch, byPerson } = job.purpose;
    // Cells that show an older result would ask again at once, and again: they do when Excel calls them next.
    const isPutOff = failure?.code === 'rate_limited' && refetch && !byPerson;
    if (background && !isPutOff) recalculations.note(key, cells);
    if (failure?.code === 'circuit_open') circuit.wait(key, cells);
    if (!failure || memoryOf(failure.code) !== 'key') return;
    keyWatch.wait(key, cells);
    if (failure.code === 'bad_key') keyWatch.refuse(failure);
  }
}

/** Which of many cells a request belongs to, so that a job names, and makes Excel call again, only the cells that show it. */
export function cellsShowing(
  demand: Iterable<Demand>,
  cells: readonly string[],
): (request: DataRequest) => string[] {
  const asked = new Map<string, Set<string>>();
  for (const { cell, requests } of demand) {
    const keys = asked.get(cell) ?? new Set();
    asked.set(cell, keys);
    for (const { key } of requests) keys.add(key);
  }
  // A cell that Excel has not called since the workbook was opened may ask for anything.
  return ({ key }) => cells.filter((cell) => asked.get(cell)?.has(key) ?? true);
}

/** The error as it is now remembered; one that is not worth remembering comes back as it was. */
function rememberFailure(
  failures: Failures,
  call: Call,
  error: SpillwayError,
  now: number,
  renewal: boolean,
): SpillwayError {
  const { code } = error;
  const memory = memoryOf(code);
  if (!memory) return error;
  const { key, params } = call.request;
  // What is remembered already stays in its row.
  if (failures.ofKey(key).some(([, known]) => known.error === error)) return error;
  const until =
    memory === 'hold' && error.facts.billed === 'no'
      ? now + Math.max(holdMilliseconds, error.facts.retryAfter ?? 0)
      : undefined;
  const { cause: _cause, ...facts } = error.facts;
  const row = dependsOnCount(code) ? countedRow(call) : key;
  const before = failures.ofKey(key).filter(([known]) => known === row || known === countedRow(call));
  const [charged] = before.flatMap(([, each]) => chargedOf(each) ?? []);
  const timeouts = before
    .filter(([known, failure]) => known === row && dependsOnTimeout(failure.code))
    .map(([, { timeout }]) => timeout);
  const failure: Failure = {
    v: 1,
    key,
    code,
    facts: until === undefined ? facts : { ...facts, until },
    at: now,
    until,
    count: call.count,
    // A shorter timeout that fails as well does not make a longer one worth another try.
    timeout: Math.max(timeoutSeconds(params), ...timeouts),
    renewal,
    earlier: facts.billed === 'no' && charged ? storable(charged) : undefined,
    error: until === undefined ? error : new SpillwayError(code, { ...facts, until }),
  };
  // What failed before with this count is no longer what stands in the way.
  if (row === key) failures.remove([countedRow(call)].filter((counted) => counted !== row));
  failures.keep(row, failure);
  return failure.error;
}

/**
 * There is a response: what it serves did not fail any more. A larger call that may have been billed is remembered for what this
 * response does not have.
 */
export function forgetServed(failures: Failures, { request, count = 0 }: Call, reuseCounts: boolean): void {
  const isServed = ({ count: failed = 0 }: Failure) => (reuseCounts ? failed <= count : failed === count);
  for (const [row, failure] of failures.ofKey(request.key)) {
    if (!isServed(failure) && dependsOnCount(failure.code)) continue;
    const charged = chargedOf(failure);
    if (charged && !isServed(charged)) {
      const above = Math.max(count, charged.above ?? 0);
      const own = exactSlot(request.key, charged.count);
      if (reuseCounts) failures.keep(row, { ...charged, above });
      else failures.keep(own, charged);
      if (reuseCounts || row === own) continue;
    }
    failures.remove([row]);
  }
}
