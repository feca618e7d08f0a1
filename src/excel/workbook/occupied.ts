// Where a spill would be blocked: the first cell that holds something, apart from the formula's own old result.
import { columnLetters, type Area } from './area';
import { contains } from './contains';

export function firstOccupied(
  target: Area,
  values: readonly (readonly unknown[])[],
  own: Area,
): string | undefined {
  for (const [r, row] of values.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === '' || value === null) continue;
      const cell = { ...target, row: target.row + r, column: target.column + c, rows: 1, columns: 1 };
      if (contains(own, cell)) continue;
      return `${columnLetters(cell.column)}${cell.row + 1}`;
    }
  }
  return undefined;
}
