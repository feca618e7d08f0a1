// What sends, as the pane sees it.
import type { EngineState } from '../engine';
import type { RemoteParts } from './remoteParts';
import { heldRequests } from './heldRequests';

export type RemoteState = Pick<
  EngineState,
  'queue' | 'held' | 'done' | 'total' | 'eta' | 'windows' | 'circuitOpenUntil'
>;

export function remoteState(modules: RemoteParts): RemoteState {
  const { clock, circuit, inFlight, scheduler, windows } = modules;
  const elapsed = clock.elapsed();
  return {
    queue: inFlight.list().map((job) => ({
      request: job.request,
      cells: [...job.cells],
      state: job.state === 'running' ? 'running' : 'queued',
      since: job.since,
      credits: job.price,
    })),
    held: heldRequests(modules),
    done: inFlight.done,
    total: inFlight.total,
    eta: scheduler.doneAt,
    windows: windows.states(elapsed, clock.now()),
    circuitOpenUntil: circuit.openUntil,
  };
}
