// Which Spillway formulas the figures in a cell come from: read from the formulas, through any number of cells and sheets. Excel's
// own list of precedents ends at a protected sheet and does not know spilled ranges.
import { fromCells, overlap, readArea, writeArea, type Area } from './area';
import { isDataFormula } from './spillwayFormula';
import type { FormulaCell } from './workbook';

/** A sheet that cannot be read in a moment is not followed further. */
const mostCells = 200_000;

export interface SheetFormulas {
  /** Of the used range, with its sheet. */
  readonly address: string;
  readonly formulas: readonly (readonly unknown[])[];
}

export interface FormulaMap {
  readonly sheets: readonly SheetFormulas[];
  /** Names of the workbook, and what they refer to. */
  readonly names: ReadonlyMap<string, string>;
  /** Where the results of Spillway formulas spilled to, by the cell of the formula. */
  readonly spills: ReadonlyMap<string, string>;
}

const reference =
  /(?:('(?:[^']|'')+'|[\p{L}\p{N}_.]+)!)?(\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\p{L}\p{N}_.(!])|[\p{L}_\\][\p{L}\p{N}_.]*(?![\p{L}\p{N}_.(!])/giu;

/** What a formula on this sheet refers to: ranges, and names as the workbook defines them. */
function referencesOf(formula: string, sheet: string, names: ReadonlyMap<string, string>): Area[] {
  const plain = formula.replace(/"(?:[^"]|"")*"/g, '""');
  return [...plain.matchAll(reference)].flatMap(([whole, , local]) => {
    const area = local === undefined ? readArea(names.get(whole.toLowerCase()) ?? '') : readArea(whole);
    return area ? [area.sheet === '' ? { ...area, sheet } : area] : [];
  });
}

/** The Spillway formulas behind these areas, in the order in which they are met. */
function sourcesOf(areas: readonly Area[], { sheets, names, spills }: FormulaMap): FormulaCell[] {
  const used = sheets.flatMap(({ address, formulas }) => {
    const area = readArea(address);
    return area ? [{ area, formulas }] : [];
  });
  const own = sheets.flatMap(({ address, formulas }) =>
    fromCells(address, formulas, (formula, at) => {
      if (!isDataFormula(formula)) return undefined;
      const cell = at();
      const result = readArea(spills.get(cell) ?? cell);
      return result && { cell, formula, result };
    }),
  );
  const found = new Map<string, FormulaCell>();
  const seen = new Set<string>();
  const waiting = [...areas];
  let read = 0;
  for (let area = waiting.pop(); area && read < mostCells; area = waiting.pop()) {
    const key = writeArea(area).toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { cell, formula, result } of own)
      if (overlap(result, area)) found.set(cell, { cell, formula });
    for (const { area: range, formulas } of used) {
      if (!overlap(range, area)) continue;
      const bottom = Math.min(area.row + area.rows, range.row + range.rows) - range.row;
      const right = Math.min(area.column + area.columns, range.column + range.columns) - range.column;
      for (let r = Math.max(0, area.row - range.row); r < bottom; r++)
        for (let c = Math.max(0, area.column - range.column); c < right; c++) {
          read += 1;
          const formula = formulas[r]?.[c];
          // What a Spillway formula was asked with is not what it shows.
          if (typeof formula !== 'string' || !formula.startsWith('=') || isDataFormula(formula)) continue;
          waiting.push(...referencesOf(formula, range.sheet, names));
        }
    }
  }
  return [...found.values()];
}

export const findSources = (address: string): Promise<FormulaCell[]> =>
  Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load('items/name');
    names.load(['items/name', 'items/formula']);
    await context.sync();
    const ranges = worksheets.items.map((sheet) => sheet.getUsedRangeOrNullObject(true));
    for (const range of ranges) range.load(['address', 'formulas']);
    await context.sync();
    const sheets = ranges.filter((range) => !range.isNullObject);
    const heads = sheets.flatMap((range) => dataCells(range));
    for (const { spill } of heads) spill.load('address');
    await context.sync();
    const spills = heads.flatMap(({ cell, spill }) =>
      spill.isNullObject ? [] : [[cell, spill.address] as const],
    );
    const areas = address.split(',').flatMap((each) => readArea(each) ?? []);
    return sourcesOf(areas, {
      sheets,
      names: new Map(
        names.items.map(({ name, formula }) => [name.toLowerCase(), String(formula).replace(/^=/, '')]),
      ),
      spills: new Map(spills),
    });
  });

const dataCells = (range: Excel.Range): { readonly cell: string; readonly spill: Excel.Range }[] =>
  fromCells(range.address, range.formulas, (formula, cell, r, c) =>
    isDataFormula(formula)
      ? { cell: cell(), spill: range.getCell(r, c).getSpillingToRangeOrNullObject() }
      : undefined,
  );
