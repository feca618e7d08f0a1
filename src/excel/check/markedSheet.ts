// The sheets that a check adds, known by what their first cell says: one that a closed window left is found by it, and removed.
import { freeName } from '../workbook/newSheet';

const sheetName = 'Spillway check';

export async function marked(context: Excel.RequestContext, first: string): Promise<Excel.Worksheet[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const firsts = worksheets.items.map((sheet) => {
    const cell = sheet.getRange('A1');
    cell.load('values');
    return { sheet, cell };
  });
  await context.sync();
  return firsts.filter(({ cell }) => cell.values[0]?.[0] === first).map(({ sheet }) => sheet);
}

/** In place of those that an earlier check left. */
export const openSheet = (first: string): Promise<string> =>
  Excel.run(async (context) => {
    for (const left of await marked(context, first)) left.delete();
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const sheet = worksheets.add(
      freeName(
        sheetName,
        worksheets.items.map(({ name }) => name),
      ),
    );
    sheet.getRange('A1').values = [[first]];
    sheet.load('name');
    await context.sync();
    return sheet.name;
  });

export const valuesOf = (sheet: string, address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address);
    range.load('values');
    await context.sync();
    return range.values;
  });
