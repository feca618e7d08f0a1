// Makes Excel call cells again: when a refreshed response arrived, when the key was saved, when a filter set changed.
// Recalculation itself never spends: cached responses are returned from memory.
import type { CellUse, Runtime } from '../runtime';

/** Cells that become due within this time share one round trip to Excel. */
const gather = 50;

export interface Recalculation {
  /** The cells are called again soon, together with others that become due. */
  request(cells: Iterable<string>): void;
  close(): void;
}

export function startRecalculation(
  runtime: Runtime,
  recalculate: (cells: ReadonlySet<string>) => Promise<void>,
): Recalculation {
  let due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    const cells = due;
    due = new Set();
    // Excel may be closing or refuse for good; the cells are then called when the workbook is opened again.
    recalculate(cells).catch(() => undefined);
  };
  const request = (cells: Iterable<string>) => {
    for (const cell of cells) if (cell !== '') due.add(cell);
    if (due.size > 0) timer ??= setTimeout(flush, gather);
  };
  const requestWhere = (wanted: (use: CellUse) => boolean) =>
    request(
      runtime.cells
        .uses()
        .filter(wanted)
        .map(({ cell }) => cell),
    );

  const leave = [
    runtime.engine.subscribe((event) => {
      if (event.type === 'renewed') request(event.cells);
    }),
    runtime.key.subscribe(() => requestWhere(({ failed }) => failed)),
    ...[runtime.filterSets, runtime.library].map((sets) =>
      sets.subscribe(() => requestWhere(({ filterSets }) => filterSets.length > 0)),
    ),
  ];
  return {
    request,
    close() {
      if (timer !== undefined) clearTimeout(timer);
      for (const off of leave) off();
    },
  };
}
