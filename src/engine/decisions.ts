// Bursts above the budget: held for a person, then run or dropped as the person decides.
import type { Engine, HeldBurst } from './engine';
import type { EngineModules } from './engineModules';
import { SpillwayError } from './errors';
import { approved, refreshed } from './inFlight';
import type { Job } from './job';
import { noteDecision } from './record';

export function holdBurst(
  modules: EngineModules,
  jobs: readonly Job[],
  reason: HeldBurst['reason'],
  credits: number,
): SpillwayError {
  const { clock, holds, hits, ledger } = modules;
  const now = clock.now();
  const requests = jobs.map(({ request }) => request);
  noteDecision(ledger, requests, 'held');
  return holds.add({
    id: `${now.toString(36)}-${Math.floor(modules.random() * 2 ** 32).toString(36)}`,
    since: now,
    reason,
    requests,
    cells: [...new Set(jobs.flatMap((job) => [...job.cells]))],
    cached: hits.recently(now),
    credits,
  });
}

export function createDecisions(modules: EngineModules): Pick<Engine, 'approve' | 'reject'> {
  const { clock, cache, failures, holds, inFlight, ledger, renewals, announcements } = modules;

  return {
    async approve(id) {
      await modules.ready;
      const burst = holds.take(id);
      for (const request of burst?.requests ?? []) {
        const entry = await cache.find(request);
        const cells = burst?.cells ?? [];
        // Meanwhile someone else may have fetched it.
        if (entry && entry.stored.fetchedAt >= (burst?.since ?? 0)) renewals.note(request.key, cells);
        else inFlight.start(request, entry ? refreshed : approved, cells);
      }
      announcements.changed();
    },

    async reject(id) {
      await modules.ready;
      const burst = holds.take(id);
      if (!burst) return;
      for (const request of burst.requests) {
        const shown = (await cache.find(request)) !== undefined;
        failures.remember(request, new SpillwayError('rejected', { billed: 'no' }), clock.now(), shown);
        renewals.note(request.key, burst.cells);
      }
      noteDecision(ledger, burst.requests, 'rejected');
      announcements.changed();
    },
  };
}
