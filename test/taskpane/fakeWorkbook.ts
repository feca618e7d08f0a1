// A workbook of a few cells, for the pane's logic.
import { readArea, type Area } from '../../src/excel/workbook/area';
import { isSpillwayFormula } from '../../src/excel/workbook/spillwayFormula';
import type { CellValue, Workbook } from '../../src/excel/workbook/workbook';

export interface FakeWorkbook extends Workbook {
  readonly formulaAt: Map<string, string>;
  readonly sheets: Map<string, readonly (readonly CellValue[])[]>;
  move(cell: string): void;
}

export function fakeWorkbook(
  values: Readonly<Record<string, readonly (readonly CellValue[])[]>> = {},
): FakeWorkbook {
  const formulaAt = new Map<string, string>();
  const sheets = new Map<string, readonly (readonly CellValue[])[]>();
  const listeners = new Set<() => void>();
  let cell = 'Sheet1!B2';
  const local = (area: Area | undefined) => area !== undefined;
  return {
    formulaAt,
    sheets,
    move(next) {
      cell = next;
      listeners.forEach((listener) => listener());
    },
    selection: () => Promise.resolve({ address: cell, cell, formula: formulaAt.get(cell) ?? '' }),
    watchSelection(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    values: (reference) =>
      Promise.resolve(local(readArea(reference)) ? (values[reference] ?? [['']]) : undefined),
    follow: () => Promise.resolve(false),
    followed: () => Promise.resolve(undefined),
    blocker: () => Promise.resolve(undefined),
    insert(at, formula) {
      formulaAt.set(at, formula);
      return Promise.resolve();
    },
    select: () => Promise.resolve(),
    formulas: () =>
      Promise.resolve(
        [...formulaAt]
          .filter(([, formula]) => isSpillwayFormula(formula))
          .map(([at, formula]) => ({ cell: at, formula })),
      ),
    sources: () => Promise.resolve([]),
    addSheet(name, rows) {
      sheets.set(name, rows);
      return Promise.resolve(name);
    },
  };
}
