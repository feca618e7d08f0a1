// Tells Excel to calculate cells again. Loaded when the first cells are due: a workbook whose data is cached marks none.
import type { Host } from '../host';
import { localAddress, readArea } from '../workbook/area';

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
