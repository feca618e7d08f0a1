// Which formulas depend on cells, directly or through others, as far as their text tells. Names, tables and computed references
// are not followed: whoever asks must not rely on a formula's absence from the list. A list of 2,000 rows has a hundred thousand
// cells that repeat a few formulas, so a formula is read once, and cells beside each other are looked at together.
import { readArea, type Area } from '../workbook/area';
import type { FormulaCell } from '../workbook/workbook';

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

/** Cells below each other as one area. */
export function joined(cells: readonly Area[]): Area[] {
  const sorted = [...cells].sort(
    (a, b) => (a.sheet < b.sheet ? -1 : a.sheet > b.sheet ? 1 : 0) || a.column - b.column || a.row - b.row,
  );
  const areas: Area[] = [];
  for (const cell of sorted) {
    const last = areas.at(-1);
    const isBelow =
      last?.sheet === cell.sheet &&
      last.column === cell.column &&
      last.columns === cell.columns &&
      cell.row <= last.row + last.rows;
    if (!last || !isBelow) areas.push(cell);
    else
      areas[areas.length - 1] = {
        ...last,
        rows: Math.max(last.rows, cell.row + cell.rows - last.row),
      };
  }
  return areas;
}

/** A formula of a sheet, and the cells that have it. */
interface Shared {
  readonly references: readonly Area[];
  readonly cells: FormulaCell[];
  readonly places: Area[];
}

function sharedFormulas(all: readonly FormulaCell[]): Shared[] {
  const found = new Map<string, Shared>();
  for (const each of all) {
    const place = readArea(each.cell);
    if (!place) continue;
    const sheet = place.sheet.toLowerCase();
    const key = `${sheet}!${each.formula}`;
    const shared = found.get(key) ?? { references: referencesIn(each.formula, sheet), cells: [], places: [] };
    shared.cells.push(each);
    shared.places.push({ ...place, sheet });
    found.set(key, shared);
  }
  return [...found.values()];
}

export function dependentsOf(all: readonly FormulaCell[], written: readonly string[]): FormulaCell[] {
  let reached = written.flatMap((address) => {
    const area = readArea(address);
    return area ? [{ ...area, sheet: area.sheet.toLowerCase() }] : [];
  });
  let left = reached.length > 0 ? sharedFormulas(all) : [];
  const found: FormulaCell[][] = [];
  while (reached.length > 0) {
    const dependent: Shared[] = [];
    const others: Shared[] = [];
    for (const each of left) {
      const isReached = each.references.some((area) => reached.some((cells) => touches(area, cells)));
      (isReached ? dependent : others).push(each);
    }
    left = others;
    found.push(...dependent.map(({ cells }) => cells));
    reached = joined(dependent.flatMap(({ places }) => places));
  }
  return found.flat();
}
