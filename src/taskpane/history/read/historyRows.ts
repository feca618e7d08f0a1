// The history as rows of a table: every observation with its value.
import type { CsvCell } from '../../text/csv';
import { readLine, timeText } from '../../../history/line';
import type { Json } from '../../../history/series';
import type { HistoryReader, Item } from '../../../history/store';
import { operationOf } from '../../../operations';
import { historyOf } from '../../../operations/histories';
import { named, t } from '../../../languages/t';
import { inPool } from './changes';
import { conditionsText } from '../../../history/observation';

/** In the language: nothing reads this file back. */
const headings = () => [
  t('common.source'),
  'ID',
  t('watch.name'),
  t('build.conditions'),
  t('history.field'),
  t('common.time'),
  t('history.value'),
  named('Currency'),
];

const cellOf = (value: Json): CsvCell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

async function rowsOf(reader: Pick<HistoryReader, 'series'>, item: Item): Promise<CsvCell[][]> {
  const rows: CsvCell[][] = [];
  for (const field of historyOf(item.operation).followed) {
    // A field that never had a value says nothing.
    const line = await readLine(reader, item, field);
    const { title } = operationOf(item.operation);
    const about = [named(title), item.id, item.label, conditionsText(item.comparable), field];
    for (const point of line)
      rows.push([...about, timeText(point), cellOf(point.value), point.currency ?? '']);
  }
  return rows;
}

/** With headings; an item after the other, its fields in their order, each by time. */
export async function historyRows(
  reader: Pick<HistoryReader, 'series'>,
  items: readonly Item[],
): Promise<readonly (readonly CsvCell[])[]> {
  return [headings(), ...(await inPool(items, (item) => rowsOf(reader, item))).flat()];
}
