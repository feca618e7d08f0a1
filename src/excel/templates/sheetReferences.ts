// `{board}!A1` of a template as this workbook calls it: the name of a sheet may be taken, or changed since.
import { functionNames } from '../../operations/functionNames';
import { quoteSheet, readArea } from '../workbook/area';
import { formulaName } from '../host';

export type SheetNames = ReadonlyMap<string, string>;

export function withSheetNames(text: string, names: SheetNames): string {
  return text.replace(/\{(\w+)\}!/g, (_, key: string) => `${quoteSheet(names.get(key) ?? key)}!`);
}

const spillwayCall = new RegExp(
  `(?<![\\w.])(${functionNames.map((name) => name.replace('.', '\\.')).join('|')})\\(`,
  'g',
);

/** A formula of Spillway as it is entered here, with the prefix of a development build. */
export const liveFormula = (formula: string, names: SheetNames): string =>
  withSheetNames(formula, names).replace(spillwayCall, (_, called: string) => `${formulaName(called)}(`);

/** A range that a template names with its sheet. */
export function rangeOf(context: Excel.RequestContext, reference: string, names: SheetNames): Excel.Range {
  const written = withSheetNames(reference, names);
  const area = readArea(written);
  if (!area) throw new RangeError(`${reference} is not a range.`);
  return context.workbook.worksheets
    .getItem(area.sheet)
    .getRange(written.slice(written.lastIndexOf('!') + 1));
}
