// Notifies the engine's subscribers: of events at once, of changes of state in batches.
import type { Clock } from '../ports/clock';
import type { EngineEvent, EngineState } from '../engine';
import { createListeners } from '../ports/listeners';

const gather = 50;
/** Rate windows and estimates change with time alone, so a snapshot expires. */
const longestSnapshot = 1_000;

export class EngineEvents {
  private readonly listeners = createListeners<[EngineEvent]>();
  private snapshot: EngineState | undefined;
  private takenAt = 0;
  private pending = false;

  constructor(private readonly clock: Clock) {}

  readonly subscribe = this.listeners.subscribe;
  readonly emit = this.listeners.notify;

  readonly changed = (): void => {
    this.snapshot = undefined;
    if (this.pending) return;
    this.pending = true;
    this.clock.setTimer(() => {
      this.pending = false;
      this.emit({ type: 'state' });
    }, gather);
  };

  state(take: () => EngineState): EngineState {
    const now = this.clock.elapsed();
    if (!this.snapshot || now - this.takenAt > longestSnapshot) {
      this.snapshot = take();
      this.takenAt = now;
    }
    return this.snapshot;
  }
}
