// How sheets look, names, borders and rules, with Univer's facade.
import { BorderStyleTypes, BorderType, type Injector } from '@univerjs/core';
import type { FUniver } from '@univerjs/core/facade';
import { CellRules } from './cellRules';
import { OpenWorkbook } from './openWorkbook';
import type { Area } from '../grid/area';
import type {
  Border,
  BorderSide,
  ConditionalFormat,
  DefinedName,
  GridFeatures,
  Validation,
} from '../grid/gridFeatures';

const borderTypes: Readonly<Record<BorderSide, BorderType>> = {
  EdgeTop: BorderType.TOP,
  EdgeBottom: BorderType.BOTTOM,
  EdgeLeft: BorderType.LEFT,
  EdgeRight: BorderType.RIGHT,
  InsideHorizontal: BorderType.HORIZONTAL,
  InsideVertical: BorderType.VERTICAL,
};

export class UniverFeatures extends OpenWorkbook implements GridFeatures {
  private readonly rules: CellRules;

  constructor(api: FUniver, injector: Injector) {
    super(api);
    this.rules = new CellRules(api, injector);
  }

  tabColor = (sheetId: string): string => this.sheet(sheetId).getTabColor() ?? '';

  setTabColor(sheetId: string, color: string): void {
    this.sheet(sheetId).setTabColor(color);
  }

  gridlines = (sheetId: string): boolean => !this.sheet(sheetId).hasHiddenGridLines();

  setGridlines(sheetId: string, shown: boolean): void {
    this.sheet(sheetId).setHiddenGridlines(!shown);
  }

  moveSheet(sheetId: string, position: number): void {
    this.workbook.moveSheet(this.sheet(sheetId), position);
  }

  frozen(sheetId: string): { rows: number; columns: number } {
    const sheet = this.sheet(sheetId);
    return { rows: sheet.getFrozenRows(), columns: sheet.getFrozenColumns() };
  }

  freeze(sheetId: string, rows: number, columns: number): void {
    const sheet = this.sheet(sheetId);
    if (rows === 0 && columns === 0) sheet.cancelFreeze();
    else
      sheet.setFreeze({
        xSplit: columns,
        ySplit: rows,
        startRow: rows === 0 ? -1 : rows,
        startColumn: columns === 0 ? -1 : columns,
      });
  }

  setBorder(area: Area, side: BorderSide, { style, weight, color }: Border): void {
    const thick = weight === 'Medium' || weight === 'Thick';
    const drawn =
      style === 'None' ? BorderStyleTypes.NONE : thick ? BorderStyleTypes.MEDIUM : BorderStyleTypes.THIN;
    this.range(area).setBorder(borderTypes[side], drawn, color);
  }

  merge(area: Area): void {
    this.range(area).merge();
  }

  unmerge(area: Area): void {
    this.range(area).breakApart();
  }

  names(): DefinedName[] {
    return this.workbook
      .getDefinedNames()
      .map((name) => ({ name: name.getName(), refersTo: name.getFormulaOrRefString().replace(/^=/, '') }));
  }

  addName({ name, refersTo }: DefinedName): void {
    this.workbook.insertDefinedName(name, refersTo);
  }

  deleteName(name: string): void {
    this.workbook.deleteDefinedName(name);
  }

  /** Shows exactly these rules, and no others. */
  showRules(validations: readonly Validation[], formats: readonly ConditionalFormat[]): void {
    this.rules.show(validations, formats);
  }

  /** Once a workbook is open: its sheets are drawn from then on. */
  startRules(): void {
    this.rules.start();
  }

  recomputeRules(): void {
    this.rules.recompute();
  }
}
