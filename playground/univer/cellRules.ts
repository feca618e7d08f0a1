// Data validations and conditional formats, from Office.js's words to Univer's. Univer keeps and draws them.
import type { Injector } from '@univerjs/core';
import type { FUniver } from '@univerjs/core/facade';
import {
  ConditionalFormattingRuleModel,
  ConditionalFormattingViewModel,
} from '@univerjs/preset-sheets-conditional-formatting';
import { ColorScales } from './colorScales';
import type { FRange, FWorkbook } from './facade';
import { parseAddress, type Area } from '../grid/area';
import type { ConditionalFormat, Validation } from '../grid/gridFeatures';

export class CellRules {
  private readonly scales: ColorScales;
  /** The rules of each sheet as they were shown last. */
  private readonly shown = new Map<string, string>();

  constructor(
    private readonly api: FUniver,
    private readonly injector: Injector,
  ) {
    this.scales = new ColorScales(injector, () => api.getActiveWorkbook()?.getId() ?? '');
  }

  start(): void {
    this.scales.start();
  }

  show(validations: readonly Validation[], formats: readonly ConditionalFormat[]): void {
    const workbook = this.api.getActiveWorkbook();
    if (!workbook) return;
    this.scales.use(formats.filter(({ colorScale }) => colorScale));
    const sheets = workbook.getSheets();
    // A rule may read another sheet, by its name.
    const names = sheets.map((sheet) => sheet.getSheetName());
    for (const sheet of sheets) {
      const isHere = ({ area }: { area: Area }) => area.sheetId === sheet.getSheetId();
      const own = [validations.filter(isHere), formats.filter(isHere)] as const;
      // Univer calculates every formula of a workbook for rules that it is given, also for the same ones again.
      const [place, rules] = [`${workbook.getId()} ${sheet.getSheetId()}`, JSON.stringify([names, own])];
      if (this.shown.get(place) === rules) continue;
      this.shown.set(place, rules);
      for (const rule of sheet.getDataValidations()) rule.delete();
      sheet.clearConditionalFormatRules();
      for (const validation of own[0]) this.showValidation(workbook, validation);
      // Univer puts the newest rule first; in Excel the first one has priority.
      for (const format of own[1].filter(({ colorScale }) => !colorScale).reverse())
        this.showFormat(workbook, format);
    }
  }

  /** Spilled values change without a write, which is all that Univer looks at. */
  recompute(): void {
    this.scales.recompute();
    const workbook = this.api.getActiveWorkbook();
    // The plugins start with the first sheet that is drawn.
    if (!workbook || !this.injector.has(ConditionalFormattingViewModel)) return;
    const rules = this.injector.get(ConditionalFormattingRuleModel);
    const view = this.injector.get(ConditionalFormattingViewModel);
    for (const sheet of workbook.getSheets()) {
      const [unitId, sheetId] = [workbook.getId(), sheet.getSheetId()];
      for (const { cfId } of rules.getSubunitRules(unitId, sheetId) ?? [])
        view.markRuleDirty(unitId, sheetId, cfId);
    }
  }

  private showValidation(workbook: FWorkbook, { area, rule, prompt }: Validation): void {
    const range = rangeOf(workbook, area);
    const builder = this.api.newDataValidation();
    const list = rule['list'] as { source?: unknown } | undefined;
    const whole = rule['wholeNumber'] as Bounds | undefined;
    const number = whole ?? (rule['decimal'] as Bounds | undefined);
    const message = prompt?.['message'];
    if (typeof list?.source === 'string' && list.source.startsWith('=')) {
      const source = addressed(workbook, area, list.source.slice(1));
      if (!range || !source) return;
      builder.requireValueInRange(source, false, true);
    } else if (typeof list?.source === 'string')
      builder.requireValueInList(list.source.split(','), false, true);
    else if (number?.operator === 'Between')
      builder.requireNumberBetween(Number(number.formula1), Number(number.formula2), whole !== undefined);
    else if (number?.operator === 'GreaterThanOrEqualTo')
      builder.requireNumberGreaterThanOrEqualTo(Number(number.formula1), whole !== undefined);
    else return;
    builder.setAllowBlank(true);
    if (typeof message === 'string') builder.setOptions({ showErrorMessage: true, error: message });
    range?.setDataValidation(builder.build());
  }

  private showFormat(workbook: FWorkbook, format: ConditionalFormat): void {
    const range = rangeOf(workbook, { ...format.area, rows: Math.min(format.area.rows, mostRows) });
    if (!range) return;
    const rule = highlight(range, format);
    if (rule) range.addConditionalFormattingRule(rule);
  }
}

/** Univer calculates a rule for each of its cells, where Excel does so for those in view. */
const mostRows = 60;

interface Bounds {
  readonly operator?: string;
  readonly formula1?: unknown;
  readonly formula2?: unknown;
}

type Rule = Parameters<FRange['addConditionalFormattingRule']>[0];

function rangeOf(workbook: FWorkbook, { sheetId, row, column, rows, columns }: Area): FRange | undefined {
  return workbook.getSheetBySheetId(sheetId)?.getRange(row, column, rows, columns);
}

function addressed(workbook: FWorkbook, from: Area, address: string): FRange | undefined {
  const own = workbook.getSheetBySheetId(from.sheetId);
  if (!own) return undefined;
  const parsed = parseAddress(address, { rows: own.getMaxRows(), columns: own.getMaxColumns() });
  if (!parsed) return undefined;
  const sheet = parsed.sheetName === undefined ? own : workbook.getSheetByName(parsed.sheetName);
  const { row, column, rows, columns } = parsed.area;
  return sheet?.getRange(row, column, rows, columns);
}

function highlight(range: FRange, { cellValue, formula, style }: ConditionalFormat): Rule | undefined {
  const start = range.createConditionalFormattingRule();
  const low = Number(String(cellValue?.formula1 ?? '').replace(/^=/, ''));
  const high = Number(String(cellValue?.formula2 ?? '').replace(/^=/, ''));
  const compare = {
    GreaterThan: () => start.whenNumberGreaterThan(low),
    GreaterThanOrEqual: () => start.whenNumberGreaterThanOrEqualTo(low),
    LessThan: () => start.whenNumberLessThan(low),
    LessThanOrEqual: () => start.whenNumberLessThanOrEqualTo(low),
    EqualTo: () => start.whenNumberEqualTo(low),
    NotEqualTo: () => start.whenNumberNotEqualTo(low),
    Between: () => start.whenNumberBetween(low, high),
    NotBetween: () => start.whenNumberNotBetween(low, high),
  } as const;
  const rule =
    formula !== undefined && formula !== ''
      ? start.whenFormulaSatisfied(formula)
      : compare[cellValue?.operator as keyof typeof compare]?.();
  if (!rule) return undefined;
  if (style.fill) rule.setBackground(style.fill);
  if (style.fontColor) rule.setFontColor(style.fontColor);
  if (style.bold) rule.setBold(true);
  if (style.italic) rule.setItalic(true);
  return rule.setRanges([range.getRange()]).build();
}
