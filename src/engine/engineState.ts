// What sends, as the pane sees it.
import type { EngineState } from './engine';
import type { EngineModules } from './engineModules';

export type SendingState = Pick<
  EngineState,
  'queue' | 'held' | 'done' | 'total' | 'eta' | 'windows' | 'circuitOpenUntil'
>;

export function takeState({
  clock,
  circuit,
  inFlight,
  holds,
  scheduler,
  windows,
}: EngineModules): SendingState {
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
    done: inFlight.done,
    total: inFlight.total,
    eta: scheduler.doneAt,
    windows: windows.states(elapsed, clock.now()),
    circuitOpenUntil: open === undefined ? undefined : clock.now() + open - elapsed,
  };
}
