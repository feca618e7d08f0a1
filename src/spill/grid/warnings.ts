// What a person should know about a table: how it was cut, and values that are not as the service documents them. The preview in
// the pane shows it; a cell loads its table without this code.
import { shorten } from '../shorten';
import type { ColumnReader } from './columnReader';
import type { Grid, Table } from './grid';

const mostWarnings = 20;

function oddities(readers: readonly ColumnReader[]): string[] {
  const says = (path: string, count: number, one: string, many: string): string[] =>
    count === 0 ? [] : [`${shorten(path, 60)}: ${count} ${count === 1 ? one : many}`];
  return readers.flatMap(({ path, tally: { odd, converted } }) => [
    ...says(
      path,
      odd,
      'value is not of the documented type and is shown as text.',
      'values are not of the documented type and are shown as text.',
    ),
    ...says(path, converted, 'number was returned as text.', 'numbers were returned as text.'),
  ]);
}

export const withWarnings = ({ cells, notes, readers }: Table): Grid => ({
  cells,
  warnings: [...new Set([...notes, ...oddities(readers)])].slice(0, mostWarnings),
});
