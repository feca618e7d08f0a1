// What each cell asked for last, as the host layer tells the engine: asking with a cell notes it, and a cell can go.
import type { DataRequest } from '../../../src/engine/request/dataRequest';
import type { Demand, Engine } from '../../../src/engine/engine';

export interface LivingCells {
  readonly demand: () => Iterable<Demand>;
  note(cell: string, requests: readonly DataRequest[], maxAge?: number): void;
  remove(cell: string): void;
  /** The same engine, whose asks note their cell. */
  watch(engine: Engine): Engine;
}

export function livingCells(): LivingCells {
  const cells = new Map<string, Demand>();
  const note: LivingCells['note'] = (cell, requests, maxAge) =>
    void cells.set(cell, { cell, requests, maxAge });
  return {
    demand: () => cells.values(),
    note,
    remove: (cell) => void cells.delete(cell),
    watch: (engine) => ({
      ...engine,
      ask(request, options) {
        if (options?.cell !== undefined) note(options.cell, [request], options.maxAge);
        return engine.ask(request, options);
      },
    }),
  };
}
