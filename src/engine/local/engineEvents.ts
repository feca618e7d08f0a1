// Everyone who listens to the engine: events as they happen, changes of state a few at a time.
import type { Clock } from '../ports/clock';
import type { EngineEvent, EngineState } from '../engine';

const gather = 50;
/** Windows and estimates move with time alone, so a snapshot is made anew after a while. */
const longestSnapshot = 1_000;

export class EngineEvents {
  private readonly listeners = new Set<(event: EngineEvent) => void>();
  private snapshot: EngineState | undefined;
  private takenAt = 0;
  private pending = false;

  constructor(private readonly clock: Clock) {}

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  readonly emit = (event: EngineEvent): void => {
    for (const listener of [...this.listeners]) listener(event);
  };

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
