// Writes a template into the open workbook, on sheets of its own: nothing that is there is changed. Few round trips,
// because each takes a moment in Excel on the web; one step for Undo where Excel can do that.
import type { Template } from '../../templates/template';
import { freeName } from '../workbook/newSheet';
import { runAsOne } from '../workbook/runAsOne';
import type { BuiltTemplate } from './builtTemplate';
import { rangeOf } from './sheetReferences';
import { writeCharts, writeSheet } from './sheetWriter';

export const buildTemplate = (template: Template, today: number): Promise<BuiltTemplate> =>
  runAsOne(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load('items/name');
    names.load('items/name');
    await context.sync();
    const taken = worksheets.items.map(({ name }) => name);
    const free = template.sheets.map(({ key, name }) => {
      const own = freeName(name, taken);
      taken.push(own);
      return { key, name: own };
    });
    const sheetNames = new Map(free.map(({ key, name }) => [key, name]));
    const sheets = free.map(({ name }) => worksheets.add(name));
    try {
      const places = sheets.map((sheet) => ({ context, sheet, names: sheetNames, today }));
      template.sheets.forEach((sheet, index) => writeSheet(places[index]!, sheet));
      const added = addNames(template, context, sheetNames, names.items);
      for (const sheet of sheets) sheet.load('id');
      await context.sync();
      // Charts take their ranges from sheets that are complete.
      template.sheets.forEach((sheet, index) => writeCharts(places[index]!, sheet));
      sheets[0]?.activate();
      await context.sync();
      return {
        template: template.id,
        layout: template.layout,
        sheets: free.map((sheet, index) => ({ ...sheet, id: sheets[index]!.id })),
        names: added,
      };
    } catch (error) {
      await removeSheets(context, [...sheetNames.values()]).catch(() => undefined);
      throw error;
    }
  });

/** Names belong to the whole workbook, so one that is taken gets a number. */
function addNames(
  template: Template,
  context: Excel.RequestContext,
  sheetNames: ReadonlyMap<string, string>,
  existing: readonly Excel.NamedItem[],
): string[] {
  const taken = existing.map(({ name }) => name);
  return template.names.map(({ name, refersTo }) => {
    const own = freeName(name, taken).replaceAll(' ', '_');
    taken.push(own);
    context.workbook.names.add(own, rangeOf(context, refersTo, sheetNames));
    return own;
  });
}

/** Half a template is no template: what Excel refused leaves no sheet behind. */
async function removeSheets(context: Excel.RequestContext, names: readonly string[]): Promise<void> {
  const found = names.map((name) => context.workbook.worksheets.getItemOrNullObject(name));
  for (const sheet of found) sheet.load('name');
  await context.sync();
  for (const sheet of found) if (!sheet.isNullObject) sheet.delete();
  await context.sync();
}
