// What a person asks for after seeing the price: a quote, and a refresh that keeps the old results until the new ones come.
import type { Engine, IsStopped, Quote, RefreshReport } from '../engine';
import { isFresh } from '../local/age';
import { withCount, type DataRequest, distinctRequests } from '../request/dataRequest';
import { isHandedOver, SpillwayError } from '../request/errors';
import { pastStay } from '../request/pastStay';
import type { ApprovalParts } from './approvals';
import { refreshed } from './job';
import { cellsShowing } from './outcome';
import type { GateParts } from './gate';

export interface RefreshParts extends ApprovalParts, Pick<GateParts, 'isPromised'> {}

export interface Refresh extends Pick<Engine, 'quote'> {
  /** `agreedCap`: the daily cap when a person saw the price and agreed; Infinity where nobody saw it. */
  refresh(
    requests: readonly DataRequest[],
    cells: readonly string[] | undefined,
    isStopped: IsStopped,
    agreedCap: number,
  ): Promise<RefreshReport>;
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { clock, settings, cache, failures, inFlight, keyWatch, decisions, jobs, outcome, isClosed } = parts;
  const price = (request: DataRequest) => jobs.sending(request).price;

  const distinct = (requests: readonly DataRequest[]) => distinctRequests(requests, settings());

  const living = () => new Set([...parts.demand()].flatMap((use) => use.requests.map(({ key }) => key)));

  /** A flat price buys as many results as are shown anywhere, so a refresh fetches the most. */
  async function forRefresh(request: DataRequest): Promise<DataRequest> {
    const asked = (await cache.any(request))?.stored.asked;
    if (asked === undefined || request.count === undefined || asked <= request.count) return request;
    const larger = withCount(request, asked);
    return price(larger) === price(request) ? larger : request;
  }

  async function quote(requests: readonly DataRequest[], refresh = false): Promise<Quote> {
    await parts.ready;
    const all = distinct(requests);
    const now = clock.now();
    let cached = 0;
    let toFetch = 0;
    let credits = 0;
    let oldest = Infinity;
    for (const request of all) {
      const entry = await cache.find(request);
      if (entry) oldest = Math.min(oldest, entry.stored.fetchedAt);
      if (!refresh && entry && isFresh(entry, request, undefined, settings(), now)) cached += 1;
      else if (!pastStay(request, now) && (refresh || !failures.of(request, now))) {
        toFetch += 1;
        if (refresh || !(jobs.isSending(request) || (await parts.isPromised(request))))
          credits += price(request);
      }
    }
    return { requests: all.length, cached, toFetch, credits, ...(oldest < Infinity && { oldest }) };
  }

  async function refresh(
    requests: readonly DataRequest[],
    cells: readonly string[] = [],
    isStopped: IsStopped,
    agreedCap: number,
  ): Promise<RefreshReport> {
    // A call that was under way already, and gets its response from now on, is not made again.
    const since = clock.now();
    const mark = decisions.mark();
    const before = living();
    await parts.ready;
    if (!(await keyWatch.access())) throw new SpillwayError('no_key', { billed: 'no' });
    const meant = await Promise.all(distinct(requests).map(forRefresh));
    if (isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
    if (isStopped()) throw outcome.stop(requests);
    // From here on nothing waits: what is stopped now finds the calls.
    decisions.clear(requests, mark);
    const cellsOf = cellsShowing(parts.demand(), cells);
    // A cell that Excel has not called since the workbook was opened does not tell what it wants, so it is not asked.
    const now = living();
    const wanted = meant.filter(({ key }) => now.has(key) || !before.has(key));
    const jobs = wanted.map((request) =>
      inFlight.start(
        request,
        { ...refreshed, agreedCap, whileWanted: now.has(request.key) },
        cellsOf(request),
        since,
      ),
    );
    const ends = await Promise.allSettled(jobs.map((job, place) => job.watch(wanted[place]!.count)));
    const responses = ends.filter((end) => end.status === 'fulfilled');
    const handedOver = ends.filter((end) => end.status === 'rejected' && isHandedOver(end.reason)).length;
    return {
      fetched: responses.length,
      failed: ends.length - responses.length - handedOver,
      ...(handedOver > 0 && { handedOver }),
      spent: responses.reduce((sum, { value }) => sum + value.spent, 0),
    };
  }

  return { quote, refresh };
}
