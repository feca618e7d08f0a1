// Everything the pane does with templates in the open workbook.
import type { Look } from '../../templates/look';
import type { Template, LiveTable } from '../../templates/template';
import type { FormulaCell } from '../workbook/workbook';
import { undoesAsOne, runAsOne } from '../workbook/runAsOne';
import { freeName } from '../workbook/newSheet';
import { rangeOf, liveFormula, withSheetNames, type SheetNames } from './sheetReferences';
import { writeCharts, writeLogo, writeSheet, applyStyle } from './sheetWriter';
import { InputFault } from '../../spill/inputFault';
import { styles } from '../../templates/styles';
import { isDataFormula } from '../workbook/spillwayFormula';
import { quoteSheet, readArea } from '../workbook/area';
import { settleEntered, type Entered } from '../workbook/enteredFormulas';
import { readEntries, documentLists, documentSettings } from '../document/theDocument';
import { keyedList, type KeyedList } from '../document/keyedList';

// Which templates this workbook has, kept in the file, so that they can still be filled or removed after it was reopened.

export interface BuiltSheet {
  /** As the template calls it. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
}

/** Which sheets and names are its own. Sheets are known by their ids, because people rename them. */
export interface BuiltTemplate {
  readonly template: string;
  /** The layout it was made with. */
  readonly layout?: number | undefined;
  readonly sheets: readonly BuiltSheet[];
  readonly names: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isBuilt(value: unknown): value is BuiltTemplate {
  if (typeof value !== 'object' || value === null) return false;
  const { template, layout, sheets, names } = value as Record<string, unknown>;
  return (
    isText(template) &&
    (layout === undefined || typeof layout === 'number') &&
    Array.isArray(names) &&
    names.every(isText) &&
    Array.isArray(sheets) &&
    sheets.every((sheet: unknown) => {
      const { key, id, name } = (sheet ?? {}) as Record<string, unknown>;
      return isText(key) && isText(id) && isText(name);
    })
  );
}

/** Two templates never share a sheet. */
const placeOf = ({ sheets }: BuiltTemplate): string => sheets.map(({ id }) => id).join(' ');

let list: KeyedList<BuiltTemplate> | undefined;

async function builtTemplates(): Promise<KeyedList<BuiltTemplate>> {
  const lists = documentLists();
  list ??= keyedList(lists, {
    name: 'templates',
    isEntry: isBuilt,
    nameOf: placeOf,
    before: readEntries(documentSettings().get('Spillway.Templates'), isBuilt),
  });
  await lists.refresh();
  return list;
}

// Takes a template out of the workbook again: its sheets, under whatever name they have now, and its names.

const removeTemplate = (built: BuiltTemplate): Promise<void> =>
  runAsOne(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load('items/id');
    names.load('items/name');
    await context.sync();
    const own = new Set(built.sheets.map(({ id }) => id));
    const gone = worksheets.items.filter(({ id }) => own.has(id));
    if (gone.length === worksheets.items.length)
      throw new InputFault('A workbook needs at least one sheet. Add an empty sheet first.');
    const ownNames = new Set(built.names);
    for (const name of names.items) if (ownNames.has(name.name)) name.delete();
    for (const sheet of gone) sheet.delete();
    await context.sync();
  });

// Replaces the samples of a template by Spillway's formulas. What they will ask for was priced and agreed to before
// (src/taskpane/start), so this only writes; and it writes over nothing but samples.

const gone = 'A sheet of this template was deleted. Add the template again.';
const older = 'These sheets were made by another version of Spillway. Add the template again to fill it.';

/** The formulas of this version would read other cells of such sheets, and pay for it. */
function requireLayout(template: Template, { layout }: BuiltTemplate): void {
  if (layout !== template.layout) throw new InputFault(older);
}

/** What each sheet of the workbook is called now, by its id. */
async function namesById(context: Excel.RequestContext): Promise<ReadonlyMap<string, string>> {
  const { worksheets } = context.workbook;
  worksheets.load(['items/id', 'items/name']);
  await context.sync();
  return new Map(worksheets.items.map(({ id, name }) => [id, name]));
}

async function currentNames(context: Excel.RequestContext, built: BuiltTemplate): Promise<SheetNames> {
  const byId = await namesById(context);
  return new Map(
    built.sheets.map(({ key, id }) => {
      const name = byId.get(id);
      if (name === undefined) throw new InputFault(gone);
      return [key, name];
    }),
  );
}

/** The formulas as they will stand in the cells: what is priced is what is written. */
const liveFormulas = (template: Template, built: BuiltTemplate): Promise<FormulaCell[]> =>
  Excel.run(async (context) => {
    requireLayout(template, built);
    const names = await currentNames(context, built);
    return template.live.map(({ sheet, at, formula }) => ({
      cell: `${quoteSheet(names.get(sheet) ?? '')}!${at}`,
      formula: liveFormula(formula, names),
    }));
  });

const fillTemplate = (template: Template, built: BuiltTemplate): Promise<void> =>
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
      line.load('formulas');
      return { line, status: withSheetNames(liveStatus, names) };
    });
    await context.sync();
    for (const { table, head } of tables) requireSamples(template, table, head.formulas[0]?.[0], names);
    const entered: Entered[] = [];
    for (const { table, sheet, head } of tables) {
      sheet.getRange(table.samples).clear('Contents');
      const formula = liveFormula(table.formula, names);
      head.formulas = [[formula]];
      entered.push({ range: head, formula });
    }
    for (const { key, styles: own } of template.sheets) {
      const sheet = context.workbook.worksheets.getItem(names.get(key) ?? '');
      for (const { range, style } of own) {
        if (style === 'sample') applyStyle(sheet.getRange(range), styles.live);
        if (style === 'status') applyStyle(sheet.getRange(range), styles.liveStatus);
      }
    }
    for (const { line, status } of lines) if (isStatus(line.formulas[0]?.[0])) line.formulas = [[status]];
    await settleEntered(context, entered);
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

/** In whatever language it was written: where the samples are spoken of, Spillway is named. */
const isStatus = (written: unknown): boolean => typeof written === 'string' && /^=|Spillway/.test(written);

// Writes a template into the open workbook, on sheets of its own: nothing that is there is changed. Few round trips,
// because each takes a moment in Excel on the web; one step for Undo where Excel can do that.

const buildTemplate = (template: Template, today: number, look: Look): Promise<BuiltTemplate> =>
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
      const places = sheets.map((sheet) => ({ context, sheet, names: sheetNames, today, look }));
      template.sheets.forEach((sheet, index) => writeSheet(places[index]!, sheet));
      writeLogo(places[0]!, template.sheets[0]!);
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

export interface TemplateHost {
  /** The templates of this workbook whose sheets still exist, oldest first. */
  built(): Promise<readonly BuiltTemplate[]>;
  /** Adds the template's sheets, with samples. Sends nothing. */
  build(template: Template, today: number, look: Look): Promise<BuiltTemplate>;
  /** The formulas that filling would write, where it would write them. */
  formulas(template: Template, built: BuiltTemplate): Promise<readonly FormulaCell[]>;
  fill(template: Template, built: BuiltTemplate): Promise<void>;
  remove(built: BuiltTemplate): Promise<void>;
  /** One press of Undo takes all of it back. */
  readonly undoesAsOne: boolean;
}

async function existing(): Promise<BuiltTemplate[]> {
  const stored = (await builtTemplates()).entries();
  if (stored.length === 0) return [];
  const names = await Excel.run(namesById);
  return stored
    .filter(({ sheets }) => sheets.some(({ id }) => names.has(id)))
    .map((built) => ({
      ...built,
      sheets: built.sheets.map((sheet) => ({ ...sheet, name: names.get(sheet.id) ?? sheet.name })),
    }));
}

export const excelTemplates: TemplateHost = {
  built: existing,
  async build(template, today, look) {
    const built = await buildTemplate(template, today, look);
    await (await builtTemplates()).put(built);
    return built;
  },
  formulas: liveFormulas,
  fill: fillTemplate,
  async remove(built) {
    await removeTemplate(built);
    await (await builtTemplates()).remove(placeOf(built));
  },
  get undoesAsOne() {
    return undoesAsOne();
  },
};
