// How a job ends: the failure or the purchase is remembered, the outcome is written down, and everyone who waits hears of it.
import { ignoredFilters } from '../../operations/check/ignoredFilters';
import type { Cache } from '../local/cache';
import type { CacheEntry } from '../local/cacheEntry';
import { dependsOnTimeout } from '../local/failurePolicy';
import type { Failures } from '../local/failures';
import type { Clock } from '../ports/clock';
import type { SpillwayError } from '../request/errors';
import type { Settings } from '../request/settings';
import { forgetAnswered, rememberFailure } from './failureMemory';
import type { Job } from './job';
import type { PaidRequests } from './spend/paidRequests';

export interface Delivered {
  readonly job: Job;
  readonly outcome: 'fetched' | 'shared' | SpillwayError;
  readonly spent: number;
  readonly results: number;
  readonly milliseconds: number;
  /** Filters that the response contradicts. */
  readonly note?: string | undefined;
}

export interface JobOutcomeParts {
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly cache: Cache;
  readonly failures: Failures;
  readonly paid: PaidRequests;
  /** Told before anyone who waits hears of it. */
  readonly ended: (delivered: Delivered) => void;
}

export class JobOutcome {
  constructor(private readonly parts: JobOutcomeParts) {}

  /** `earlier`: what a window that was killed before it could write it down has spent on this call. */
  succeed(job: Job, entry: CacheEntry, spent: number, fromService: boolean, earlier = 0): void {
    const { failures, settings, ended } = this.parts;
    const { records } = entry.stored;
    const { reuseCounts, wireNames } = settings();
    forgetAnswered(failures, job, reuseCounts);
    ended({
      job,
      outcome: fromService ? 'fetched' : 'shared',
      spent: spent + earlier,
      results: records.length,
      milliseconds: this.duration(job),
      note: fromService ? ignoredFilters(job.request, records, wireNames) : undefined,
    });
    job.succeed(entry, spent, fromService);
  }

  fail(job: Job, error: SpillwayError): void {
    if (job.state === 'ended') return;
    const { cache, failures, clock, paid, ended } = this.parts;
    const isShown = cache.inMemory(job.request) !== undefined;
    const remembered = rememberFailure(failures, job, error, clock.now(), isShown);
    job.keepUntil(failures.written);
    const { billed } = error.facts;
    const spent = billed === 'yes' ? (error.facts.credits ?? job.price) : 0;
    // The failure may be forgotten before the purchase: it was sent and paid for, as far as anyone knows.
    if (job.state === 'running' && billed !== 'no' && !dependsOnTimeout(error.code))
      job.keepUntil(paid.note(job.slot, job.count, false));
    ended({ job, outcome: remembered, spent, results: 0, milliseconds: this.duration(job) });
    job.fail(remembered);
  }

  private duration({ sentAt }: Job): number {
    return sentAt === undefined ? 0 : this.parts.clock.elapsed() - sentAt;
  }
}
