// Makes Excel call cells again: when a refreshed response arrived, when the key was saved, when a filter set changed.
// Recalculation itself never spends: cached responses are returned from memory.
import type { Host } from '../host';
import type { CellUse, Runtime } from '../runtime';
import { localAddress, readArea } from '../workbook/area';

/** Cells that become due within this time share one round trip to Excel. */
const gather = 50;
/**
 * A cell over many requests is due with each response, and what depends on it is calculated each time: while more is under way, it waits
 * this long, then twice as long each time. At the end it is called at once.
 */
const firstPause = 1_000;
const longestPause = 8_000;
/** How often is looked whether a cell has waited long enough. */
const lookEvery = 200;

export interface Recalculation {
  /** The cells are called again soon, together with others that become due. */
  request(cells: Iterable<string>): void;
  close(): void;
}

export function startRecalculation(
  runtime: Runtime,
  recalculate: (cells: ReadonlySet<string>) => Promise<void>,
): Recalculation {
  const due = new Set<string>();
  const pauses = new Map<string, { readonly length: number; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const now = performance.now();
    const isBusy = runtime.engine.state().queue.length > 0;
    const cells = new Set<string>();
    for (const cell of due) {
      const pause = pauses.get(cell) ?? { length: firstPause, until: now + firstPause };
      if (isBusy) pauses.set(cell, pause);
      if (isBusy && now < pause.until) continue;
      const length = Math.min(longestPause, 2 * pause.length);
      pauses.set(cell, { length, until: now + length });
      cells.add(cell);
      due.delete(cell);
    }
    if (!isBusy) pauses.clear();
    timer = due.size > 0 ? setTimeout(flush, lookEvery) : undefined;
    // Excel may be closing or refuse for good; the cells are then called when the workbook is opened again.
    if (cells.size > 0) recalculate(cells).catch(() => undefined);
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

/** Waits while the user edits a cell: Excel refuses everything then. */
const run = (batch: (context: Excel.RequestContext) => Promise<void>) =>
  Excel.run({ delayForCellEdit: true }, batch);

const calculateSheets = (sheets: Iterable<string>) =>
  run(async (context) => {
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
  run(async (context) => {
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
