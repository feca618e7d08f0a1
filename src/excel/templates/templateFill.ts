// Replaces the samples of a template by Spillway's formulas. What they will ask for was priced and agreed to before
// (src/taskpane/start), so this only writes; and it writes over nothing but samples.
import { InputFault } from '../../spill/inputFault';
import { sampleStatus, styles } from '../../templates/styles';
import type { LiveTable, Template } from '../../templates/template';
import { runAsOne } from '../workbook/runAsOne';
import { isDataFormula } from '../workbook/spillwayFormula';
import { quoteSheet, readArea } from '../workbook/area';
import type { FormulaCell } from '../workbook/workbook';
import type { BuiltTemplate } from './builtTemplate';
import { liveFormula, withSheetNames, type SheetNames } from './sheetReferences';
import { applyStyle } from './sheetWriter';

const gone = 'A sheet of this template was deleted. Add the template again.';
const older = 'These sheets were made by another version of Spillway. Add the template again to fill it.';

/** The formulas of this version would read other cells of such sheets, and pay for it. */
function requireLayout(template: Template, { layout }: BuiltTemplate): void {
  if (layout !== template.layout) throw new InputFault(older);
}

async function currentNames(context: Excel.RequestContext, built: BuiltTemplate): Promise<SheetNames> {
  const { worksheets } = context.workbook;
  worksheets.load(['items/id', 'items/name']);
  await context.sync();
  const byId = new Map(worksheets.items.map(({ id, name }) => [id, name]));
  return new Map(
    built.sheets.map(({ key, id }) => {
      const name = byId.get(id);
      if (name === undefined) throw new InputFault(gone);
      return [key, name];
    }),
  );
}

/** The formulas as they will stand in the cells: what is priced is what is written. */
export const liveFormulas = (template: Template, built: BuiltTemplate): Promise<FormulaCell[]> =>
  Excel.run(async (context) => {
    requireLayout(template, built);
    const names = await currentNames(context, built);
    return template.live.map(({ sheet, at, formula }) => ({
      cell: `${quoteSheet(names.get(sheet) ?? '')}!${at}`,
      formula: liveFormula(formula, names),
    }));
  });

export const fillTemplate = (template: Template, built: BuiltTemplate): Promise<void> =>
  runAsOne(async (context) => {
    requireLayout(template, built);
    const names = await currentNames(context, built);
    const tables = template.live.map((table) => {
      const sheet = context.workbook.worksheets.getItem(names.get(table.sheet) ?? '');
      const head = sheet.getRange(table.at);
      head.load('formulas');
      return { table, sheet, head };
    });
    const lines = template.sheets.map(({ key, status: at, liveStatus }) => {
      const line = context.workbook.worksheets.getItem(names.get(key) ?? '').getRange(at);
      line.load('values');
      return { line, status: withSheetNames(liveStatus, names) };
    });
    await context.sync();
    for (const { table, head } of tables) requireSamples(template, table, head.formulas[0]?.[0], names);
    for (const { table, sheet, head } of tables) {
      sheet.getRange(table.samples).clear('Contents');
      head.formulas = [[liveFormula(table.formula, names)]];
    }
    for (const { key, styles: own } of template.sheets) {
      const sheet = context.workbook.worksheets.getItem(names.get(key) ?? '');
      for (const { range, style } of own) {
        if (style === 'sample') applyStyle(sheet.getRange(range), styles.live);
        if (style === 'status') applyStyle(sheet.getRange(range), styles.liveStatus);
      }
    }
    for (const { line, status } of lines) if (isStatus(line.values[0]?.[0])) line.formulas = [[status]];
    await context.sync();
  });

/** A person may have put something else there; it is not ours to clear. */
function requireSamples(template: Template, table: LiveTable, found: unknown, names: SheetNames): void {
  const same = found === sampleAt(template, table) || found === liveFormula(table.formula, names);
  if (isDataFormula(found) || same) return;
  throw new InputFault(
    `${names.get(table.sheet) ?? ''}!${table.at} no longer holds the sample table, so nothing was filled and nothing was spent. Add the template again.`,
  );
}

function sampleAt(template: Template, table: LiveTable): unknown {
  const sheet = template.sheets.find(({ key }) => key === table.sheet);
  const wanted = readArea(table.at);
  for (const { at, rows } of sheet?.blocks ?? []) {
    const from = readArea(at);
    const cell = wanted && from && rows[wanted.row - from.row]?.[wanted.column - from.column];
    // The apostrophe of a text is not part of it; an empty cell reads as an empty text.
    if (cell !== undefined) return typeof cell === 'string' ? cell.replace(/^'/, '') : (cell ?? '');
  }
  return undefined;
}

const isStatus = (text: unknown): boolean =>
  text === sampleStatus || (typeof text === 'string' && /^(Live data|Incomplete)/.test(text));
