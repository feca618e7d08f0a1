// Every call that has not ended. Equal requests share one, in this browser window and across windows.
import { sendingOf, type Sending } from '../request/countBlocks';
import { withCount, type DataRequest } from '../request/dataRequest';
import type { SpillwayError } from '../request/errors';
import type { Settings } from '../request/settings';
import { Job, type JobPurpose } from './job';

export class Jobs {
  private readonly all = new Set<Job>();
  /** The one that a new request joins: the newest, which asks for the most. */
  private readonly newest = new Map<string, Job>();
  /** Of the queue since it was last empty. */
  done = 0;
  total = 0;

  constructor(
    private readonly settings: () => Settings,
    private readonly changed: () => void,
  ) {}

  list(): readonly Job[] {
    return [...this.all];
  }

  sending(request: DataRequest): Sending {
    return sendingOf(request, this.settings());
  }

  find(request: DataRequest): Job | undefined {
    return this.newest.get(this.sending(request).slot);
  }

  /** Whether a call under way will serve the request as it is: one for fewer results would have to grow first. */
  serves(request: DataRequest): boolean {
    const job = this.find(request);
    return job !== undefined && (job.count ?? 0) >= (this.sending(request).count ?? 0);
  }

  /** Whether a call that no edit takes back will serve the request. */
  isSending(request: DataRequest): boolean {
    const job = this.find(request);
    return this.serves(request) && (job?.state === 'running' || job?.purpose.byPerson === true);
  }

  /** Credits that wait to be sent, and those of them that nobody was asked about. */
  queued(): { readonly credits: number; readonly unasked: number } {
    let credits = 0;
    let unasked = 0;
    for (const { state, price, agreed } of this.all) {
      if (state !== 'queued' && state !== 'leaving') continue;
      credits += price;
      unasked += Math.max(0, price - agreed);
    }
    return { credits, unasked };
  }

  open(request: DataRequest, purpose: JobPurpose, since: number): Job {
    const { slot, count } = this.sending(request);
    const job = new Job(slot, request, count, purpose, since);
    this.newest.set(slot, job);
    this.all.add(job);
    this.total += 1;
    return job;
  }

  /** Nobody wants as many results any more: fewer are asked for, and paid. */
  narrow(job: Job, counts: readonly (number | undefined)[]): void {
    const most = Math.max(...counts.map((count) => count ?? Infinity));
    if (!Number.isFinite(most) || job.count === undefined) return;
    const count = this.sending(withCount(job.request, most)).count ?? most;
    if (count < job.count) job.resize(most, count);
  }

  /** The call is over: nobody finds it here any more. */
  close(job: Job): void {
    if (!this.all.delete(job)) return;
    if (this.newest.get(job.slot) === job) this.newest.delete(job.slot);
    this.done += 1;
    if (this.all.size === 0) this.done = this.total = 0;
    this.changed();
  }

  /** Ends it without writing anything down: nobody wants it, or a person decides first. */
  end(job: Job, error: SpillwayError): void {
    this.close(job);
    job.fail(error);
  }
}
