// A draft as it reads in its target cell. References taken from the sheet include the sheet name; on that same sheet the
// name is omitted. References of a loaded formula refer to the sheet of its cell, wherever the formula is inserted.
import { quoteSheet, readArea } from '../../../excel/workbook/area';
import { sheetOf } from '../cellReference';
import { isExpression, type Draft, type DraftValue } from './draft';

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const withoutSheet = (reference: string) => reference.slice(reference.lastIndexOf('!') + 1).trim();

/** A plain reference as a formula in `cell` writes it; anything else is unchanged. */
function referenceIn(reference: string, cell: string, home: string): string {
  const area = readArea(reference);
  const target = sheetOf(cell);
  if (!area || target === '') return reference;
  if (area.sheet === '')
    return home === '' || same(home, target) ? reference : `${quoteSheet(home)}!${reference.trim()}`;
  return same(area.sheet, target) ? withoutSheet(reference) : reference;
}

/** `from` is the cell whose formula the form shows; empty for a new formula. */
export function placedDraft(draft: Draft, cell: string, from: string): Draft {
  const home = sheetOf(from);
  const placed = (value: DraftValue): DraftValue =>
    isExpression(value) ? `=${referenceIn(value.trim().slice(1).trim(), cell, home)}` : value;
  return {
    ...draft,
    values: Object.fromEntries(Object.entries(draft.values).map(([name, value]) => [name, placed(value)])),
    optionsText: draft.optionsText && referenceIn(draft.optionsText, cell, home),
  };
}

/** A selection as the form takes it, with its sheet; undefined if it is not one range. */
export function selectedReference(address: string): string | undefined {
  const area = readArea(address);
  if (!area) return undefined;
  const local = withoutSheet(address);
  return area.sheet === '' ? local : `${quoteSheet(area.sheet)}!${local}`;
}
