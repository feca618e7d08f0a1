// The engine as the pane sees it.
import type { EngineState } from './engine';
import type { EngineModules } from './engineModules';

export function takeState(modules: EngineModules, notices: readonly string[]): EngineState {
  const { clock, circuit, inFlight, holds, scheduler, windows, ledger, cache } = modules;
  const elapsed = clock.elapsed();
  const open = circuit.openUntil(elapsed);
  return {
    queue: inFlight.list().map((job) => ({
      request: job.request,
      cells: [...job.cells],
      state: job.state === 'running' ? 'running' : 'queued',
      since: job.since,
      credits: job.price,
    })),
    held: holds.list(),
    paused: scheduler.paused,
    done: inFlight.done,
    total: inFlight.total,
    eta: scheduler.doneAt,
    windows: windows.states(elapsed, clock.now()),
    circuitOpenUntil: open === undefined ? undefined : clock.now() + open - elapsed,
    spentToday: ledger.spentToday,
    savedToday: ledger.savedToday,
    cache: cache.size,
    notices,
  };
}
