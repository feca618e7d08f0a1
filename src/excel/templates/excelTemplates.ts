// Everything the pane does with templates in the open workbook.
import type { Template } from '../../templates/template';
import type { FormulaCell } from '../workbook/workbook';
import { undoesAsOne } from '../workbook/runAsOne';
import type { BuiltTemplate } from './builtTemplate';
import { buildTemplate } from './templateBuilder';
import { fillTemplate, liveFormulas } from './templateFill';
import { removeTemplate } from './templateRemoval';
import { builtTemplates, placeOf } from './templateStore';

export interface TemplateHost {
  /** The templates of this workbook whose sheets still exist, oldest first. */
  built(): Promise<readonly BuiltTemplate[]>;
  /** Adds the template's sheets, with samples. Sends nothing. */
  build(template: Template, today: number): Promise<BuiltTemplate>;
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
  const names = await Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load(['items/id', 'items/name']);
    await context.sync();
    return new Map(worksheets.items.map(({ id, name }) => [id, name]));
  });
  return stored
    .filter(({ sheets }) => sheets.some(({ id }) => names.has(id)))
    .map((built) => ({
      ...built,
      sheets: built.sheets.map((sheet) => ({ ...sheet, name: names.get(sheet.id) ?? sheet.name })),
    }));
}

export const excelTemplates: TemplateHost = {
  built: existing,
  async build(template, today) {
    const built = await buildTemplate(template, today);
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
