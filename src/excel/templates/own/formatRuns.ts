// Cells with the same format as ranges: neighbours in a column first, so that a table needs few.
import { columnLetters } from '../../workbook/area';

export interface Run<T> {
  readonly range: string;
  readonly value: T;
}

export function runsOver<T>(rows: readonly (readonly T[])[], same = (a: T, b: T) => a === b): Run<T>[] {
  const runs: Run<T>[] = [];
  const columns = rows[0]?.length ?? 0;
  for (let c = 0; c < columns; c += 1) {
    for (let r = 0; r < rows.length;) {
      const value = rows[r]![c]!;
      let end = r + 1;
      while (end < rows.length && same(rows[end]![c]!, value)) end += 1;
      const letters = columnLetters(c);
      runs.push({
        range: end - r === 1 ? `${letters}${r + 1}` : `${letters}${r + 1}:${letters}${end}`,
        value,
      });
      r = end;
    }
  }
  return runs;
}
