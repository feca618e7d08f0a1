// Which formulas depend on cells, directly or through others, as far as their text tells. Names, tables and computed references
// are not followed: whoever asks must not rely on a formula's absence from the list.
import { readArea, type Area } from './area';
import type { FormulaCell } from './workbook';

const reference =
  /(?:('(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\p{L}\p{N}_(.!])/gu;

/** The ranges that a formula on a sheet names. */
function referencesIn(formula: string, sheet: string): Area[] {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""');
  return [...bare.matchAll(reference)].flatMap(({ 1: on, 2: cells = '', index }) => {
    // The end of a longer name, as in `Rate2024`.
    if (/[\p{L}\p{N}_.]/u.test(bare[index - 1] ?? '')) return [];
    const area = readArea(on === undefined ? cells : `${on}!${cells}`);
    return area ? [{ ...area, sheet: (area.sheet || sheet).toLowerCase() }] : [];
  });
}

const touches = (a: Area, b: Area): boolean =>
  a.sheet === b.sheet &&
  a.row < b.row + b.rows &&
  b.row < a.row + a.rows &&
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns;

export function dependentsOf(all: readonly FormulaCell[], written: readonly string[]): FormulaCell[] {
  let reached = written.flatMap((address) => {
    const area = readArea(address);
    return area ? [{ ...area, sheet: area.sheet.toLowerCase() }] : [];
  });
  let left = all.flatMap((each) => {
    const place = readArea(each.cell);
    if (!place) return [];
    const sheet = place.sheet.toLowerCase();
    return [{ each, place: { ...place, sheet }, references: referencesIn(each.formula, sheet) }];
  });
  const found: FormulaCell[] = [];
  while (reached.length > 0) {
    const dependent = left.filter(({ references }) =>
      references.some((area) => reached.some((cells) => touches(area, cells))),
    );
    const taken = new Set(dependent);
    left = left.filter((each) => !taken.has(each));
    found.push(...dependent.map(({ each }) => each));
    reached = dependent.map(({ place }) => place);
  }
  return found;
}
