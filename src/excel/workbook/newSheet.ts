// A sheet of its own for what the pane writes: the ledger, the sources of frozen values.
import { inert } from './inert';
import type { CellValue } from './workbook';

export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}

export const addSheet = (wanted: string, rows: readonly (readonly CellValue[])[]): Promise<string> =>
  Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const name = freeName(
      wanted,
      worksheets.items.map((item) => item.name),
    );
    const sheet = worksheets.add(name);
    const width = Math.max(...rows.map((row) => row.length), 1);
    const padded = rows.map((row) => [...row.map(inert), ...Array<CellValue>(width - row.length).fill('')]);
    if (padded.length > 0) {
      sheet.getRangeByIndexes(0, 0, padded.length, width).values = padded;
      sheet.getRangeByIndexes(0, 0, 1, width).format.font.bold = true;
    }
    sheet.activate();
    await context.sync();
    return name;
  });
