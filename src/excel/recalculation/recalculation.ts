// Makes Excel call cells again: when a refreshed response arrived, when the key was saved, when a filter set changed.
// Recalculation itself never spends: cached responses are returned from memory.
import { type Host, runPatiently } from '../host';
import type { CellUse, Runtime } from '../runtime';
import { localAddress, readArea } from '../workbook/area';

/** Cells that become due within this time share one round trip to Excel. */
const gather = 50;
/** While other cells wait for the service, those that are complete are gathered for longer. */
const gatherWhileBusy = 1_000;
/**
 * A cell over many requests is due with each response, and so is what reads the history: all that depends on it is calculated each
 * time. While more is under way they show what they have, and wait this long, then twice as long each time up to a limit. At the end
 * they are called at once.
 */
const firstPause = 10_000;
const longestPause = 120_000;
/** Excel calls what depends on a cell by itself: what it has not called after this time does not depend on it. */
const byItself = 1_000;
/** How often is looked whether a cell has waited long enough. */
const lookEvery = 200;

interface Due {
  readonly since: number;
  readonly isDependent: boolean;
  /** Not before this time. */
  readonly after?: number;
}

export interface Recalculation {
  /** The cells are called again soon, together with others that become due. Dependents usually are when what they show has changed. */
  readonly request: (cells: Iterable<string>, kind?: 'dependents') => void;
  /** Excel has called a cell: whatever it was due for, it reads now. */
  readonly called: (cell: string) => void;
  close(): void;
}

export function startRecalculation(
  runtime: Runtime,
  recalculate: (cells: ReadonlySet<string>) => Promise<void>,
): Recalculation {
  const due = new Map<string, Due>();
  const pauses = new Map<string, { readonly length: number; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The cells that have waited long enough. */
  function over(now: number): [string, Due][] {
    const { queue } = runtime.engine.state();
    if (queue.length === 0) {
      pauses.clear();
      return [...due].filter(([, { after = 0 }]) => now >= after);
    }
    const waiting = new Set(queue.flatMap(({ cells }) => cells));
    return [...due].filter(([cell, { since, isDependent, after = 0 }]) => {
      if (!isDependent && !waiting.has(cell)) return now - since >= gatherWhileBusy;
      const pause = pauses.get(cell) ?? { length: firstPause, until: since + firstPause };
      pauses.set(cell, pause);
      return now >= Math.max(pause.until, after);
    });
  }

  const flush = () => {
    const now = performance.now();
    const found = over(now);
    const isLeading = found.some(([, { isDependent }]) => !isDependent);
    const cells = new Set<string>();
    for (const [cell, each] of found) {
      if (isLeading && each.isDependent && each.after === undefined) {
        due.set(cell, { ...each, after: now + byItself });
        continue;
      }
      cells.add(cell);
      due.delete(cell);
      const pause = pauses.get(cell);
      const length = Math.min(longestPause, 2 * (pause?.length ?? 0));
      if (pause) pauses.set(cell, { length, until: now + length });
    }
    timer = due.size > 0 ? setTimeout(flush, lookEvery) : undefined;
    // Excel may be closing or refuse for good; the cells are then called when the workbook is opened again.
    if (cells.size > 0) recalculate(cells).catch(() => undefined);
  };
  const request = (cells: Iterable<string>, kind?: 'dependents') => {
    const isDependent = kind === 'dependents';
    for (const cell of cells) {
      const known = due.get(cell);
      if (cell !== '' && (!known || (known.isDependent && !isDependent)))
        due.set(cell, { since: performance.now(), isDependent });
    }
    if (due.size > 0) timer ??= setTimeout(flush, gather);
  };
  const called = (cell: string) => {
    due.delete(cell);
    const pause = pauses.get(cell);
    if (pause) pauses.set(cell, { ...pause, until: performance.now() + pause.length });
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
    // Cells with requests hear of it from the engine.
    runtime.key.subscribe(() => requestWhere(({ failed, requests }) => failed && requests.length === 0)),
    ...[runtime.filterSets, runtime.library].map((sets) =>
      sets.subscribe(() => requestWhere(({ filterSets }) => filterSets.length > 0)),
    ),
  ];
  return {
    request,
    called,
    close() {
      if (timer !== undefined) clearTimeout(timer);
      for (const off of leave) off();
    },
  };
}

/** As many as one request to Excel may comfortably hold. */
const perTrip = 1_000;

/** Local addresses by sheet; cells whose address cannot be read are left out. */
export function bySheet(cells: Iterable<string>): Map<string, Set<string>> {
  const sheets = new Map<string, Set<string>>();
  for (const cell of cells) {
    const area = readArea(cell);
    if (!area) continue;
    const known = sheets.get(area.sheet);
    if (known) known.add(localAddress(area));
    else sheets.set(area.sheet, new Set([localAddress(area)]));
  }
  return sheets;
}

const calculateSheets = (sheets: Iterable<string>) =>
  runPatiently(async (context) => {
    const found = [...sheets].map((name) => sheetOf(context, name));
    await context.sync();
    for (const sheet of found) if (!sheet.isNullObject) sheet.calculate(true);
    await context.sync();
  });

const sheetOf = (context: Excel.RequestContext, name: string) =>
  name === ''
    ? context.workbook.worksheets.getActiveWorksheet()
    : context.workbook.worksheets.getItemOrNullObject(name);

/** One trip: sheets that were renamed or deleted meanwhile are passed over. */
const markDirty = (sheets: ReadonlyMap<string, ReadonlySet<string>>) =>
  runPatiently(async (context) => {
    const found = [...sheets].map(([name, addresses]) => ({ sheet: sheetOf(context, name), addresses }));
    await context.sync();
    let marked = 0;
    for (const { sheet, addresses } of found) {
      if (sheet.isNullObject) continue;
      for (const address of addresses) {
        sheet.getRange(address).setDirty();
        marked += 1;
        if (marked % perTrip === 0) await context.sync();
      }
    }
    await context.sync();
  });

/** Marks cells in Excel for recalculation; a host that cannot mark cells calculates their sheets. */
export async function recalculateCells(cells: Iterable<string>, host: Host): Promise<void> {
  const sheets = bySheet(cells);
  if (sheets.size === 0) return;
  if (!host.marksCells) return calculateSheets(sheets.keys());
  await markDirty(sheets).catch(() => calculateSheets(sheets.keys()));
}
