// The history as rows of a table: every observation with its value.
import type { CsvCell } from '../../text/csv';
import { pointsOf, type Json } from '../../../history/series';
import type { HistoryReader, Item } from '../../../history/store';
import { operationOf } from '../../../operations';
import { historyOf } from '../../../operations/histories';
import { inPool } from './pool';
import { conditionsText } from './conditions';

const headings = ['Source', 'ID', 'Name', 'Conditions', 'Field', 'Time', 'Value'] as const;

const cellOf = (value: Json): CsvCell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

async function rowsOf(reader: Pick<HistoryReader, 'series'>, item: Item): Promise<CsvCell[][]> {
  const rows: CsvCell[][] = [];
  for (const field of historyOf(item.operation).followed) {
    const series = await reader.series(item, field);
    // A field that never had a value says nothing.
    if (series.changes.length === 0) continue;
    const { title } = operationOf(item.operation);
    const about = [title, item.id, item.label, conditionsText(item.comparable), field];
    for (const [at, value] of pointsOf(series))
      rows.push([...about, new Date(at).toISOString(), cellOf(value)]);
  }
  return rows;
}

/** With headings; an item after the other, its fields in their order, each by time. */
export async function historyRows(
  reader: Pick<HistoryReader, 'series'>,
  items: readonly Item[],
): Promise<readonly (readonly CsvCell[])[]> {
  return [headings, ...(await inPool(items, (item) => rowsOf(reader, item))).flat()];
}
