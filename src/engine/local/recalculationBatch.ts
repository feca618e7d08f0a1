// Tells cells that something new is there for them, a few at a time: a range that waits for twelve answers is
// recalculated once, not twelve times.
import type { Clock } from '../ports/clock';
import type { EngineEvent } from '../engine';

const gather = 200;

export class RecalculationBatch {
  private readonly keys = new Set<string>();
  private readonly cells = new Set<string>();
  private pending = false;

  constructor(
    private readonly clock: Clock,
    private readonly emit: (event: EngineEvent) => void,
    private readonly cellsOf: (keys: ReadonlySet<string>) => Iterable<string>,
  ) {}

  note(key: string, cells: Iterable<string>): void {
    this.keys.add(key);
    for (const cell of cells) this.cells.add(cell);
    if (this.pending) return;
    this.pending = true;
    this.clock.setTimer(() => {
      this.pending = false;
      for (const cell of this.cellsOf(this.keys)) this.cells.add(cell);
      const event: EngineEvent = { type: 'renewed', keys: [...this.keys], cells: [...this.cells] };
      this.keys.clear();
      this.cells.clear();
      this.emit(event);
    }, gather);
  }
}
