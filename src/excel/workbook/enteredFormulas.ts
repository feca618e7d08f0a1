// A formula as Excel has taken it. In some languages an Excel did not know custom functions in what a program wrote, and took the same
// formula when it was written as a person types it there (Turkish, office-js #6614; mended in version 2607).
import { typedFormula } from '../../spill/read/formula/typedFormula';

export interface Entered {
  /** The cell, to which the formula has just been written. */
  readonly range: Excel.Range;
  readonly formula: string;
}

/** In English; and in Turkish, should Excel tell errors in its own language. */
const unknownName: readonly unknown[] = ['#NAME?', '#AD?'];

/** Those that show that Excel does not know a name. A function that is not known was not called, and nothing was asked for. */
async function unknownIn(context: Excel.RequestContext, entered: readonly Entered[]): Promise<Entered[]> {
  for (const { range } of entered) range.load('values');
  await context.sync();
  return entered.filter(({ range }) => unknownName.includes(range.values[0]?.[0]));
}

/** Ends a batch that wrote formulas: what came out wrong is entered as it is typed here. Returns what Excel still does not know. */
export async function settleEntered(
  context: Excel.RequestContext,
  entered: readonly Entered[],
): Promise<readonly Entered[]> {
  const unknown = await unknownIn(context, entered);
  if (unknown.length === 0) return [];
  for (const { range, formula } of unknown) range.formulasLocal = [[typedFormula(formula)]];
  return unknownIn(context, unknown);
}
