// What waits for its turn, handed over to whoever can finish it without this window. It leaves the queue first, so nothing is sent
// from two places; where it is not taken it goes back, and where nobody knows whether it was, it is held for a person.
import type { Engine, HandedOver, IsStopped, TakeOver } from '../engine';
import type { Gate } from './gate';
import type { Job, Jobs } from './job';
import type { Outcome } from './outcome';
import type { LocalEngine } from '../local/localEngine';
import type { Scheduler } from './schedule/scheduler';
import { SpillwayError } from '../request/errors';

export interface HandOverParts extends Pick<LocalEngine, 'ready' | 'cache' | 'events'> {
  readonly jobs: Jobs;
  readonly gate: Gate;
  readonly outcome: Outcome;
  readonly scheduler: Scheduler;
}

const priceOf = (jobs: readonly Job[]): number => jobs.reduce((sum, { price }) => sum + price, 0);

export function createHandOver(parts: HandOverParts): Pick<Engine, 'handOver'> {
  const { jobs, gate, outcome, scheduler, cache, events } = parts;

  /** As `Pipeline.send` asks for it: a person who refreshes wants a newer response than the one that is shown. */
  const maxAgeOf = ({ request, purpose, maxAge }: Job): number | undefined => {
    const isRefresh = purpose.refetch && purpose.byPerson && cache.inMemory(request) !== undefined;
    return isRefresh ? 0 : maxAge < Infinity ? maxAge : undefined;
  };

  async function handOver(
    { shown, most }: { readonly shown: number; readonly most: number },
    take: TakeOver,
    isStopped: IsStopped = () => false,
  ): Promise<HandedOver> {
    await parts.ready;
    if (isStopped()) throw new SpillwayError('stopped', { billed: 'no' });
    const wanted = jobs.list().filter((job) => job.state === 'queued' && job.task && gate.stands(job));
    const first = wanted.slice(0, most);
    if (priceOf(first) > shown) return { outcome: 'dearer', requests: first.length, credits: priceOf(first) };
    // From here on none of these is sent by this window.
    const out = first.filter(({ task }) => task && scheduler.remove(task));
    const report = { requests: out.length, credits: priceOf(out) };
    if (out.length === 0) return { ...report, outcome: 'refused' };
    const handed = out.map((job) => ({ request: job.request, cells: [...job.cells], maxAge: maxAgeOf(job) }));
    const taken = await take(handed, report.credits).catch(() => 'unknown' as const);
    const open = out.filter(({ state }) => state === 'queued');
    // Whoever stopped it has to know where nobody does whether the gateway has it: it may be spending.
    const isOver = isStopped() && taken !== 'unknown';
    if (isOver) {
      const stopped = outcome.stop(open.flatMap(({ asked }) => asked));
      for (const job of open) outcome.fail(job, stopped);
    } else if (taken === 'refused') {
      // Out of the queue, it could not be dropped when the last who waited for it went.
      for (const job of open)
        if (!job.wanted) jobs.end(job, new SpillwayError('cancelled', { billed: 'no' }));
        else if (job.task) scheduler.add(job.task);
    } else outcome.hold(open, 'handed_over');
    events.changed();
    return { ...report, outcome: isOver ? 'stopped' : taken };
  }

  return { handOver };
}
