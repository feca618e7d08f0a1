// One page of a table as CSV or JSON, bounded in rows, in bytes and in what is looked at to find them.
import type { Json } from '../../history/series';
import { csvLine } from '../http/csv';
import { cursorOf, type FeedQuery } from './feedQuery';
import type { FeedPlace, FeedRows } from './feedTables';

export interface Page {
  readonly body: string;
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export interface PageBounds {
  readonly bytes: number;
  /** Rows that are compared with the conditions; reading an item takes as long as some more of them. */
  readonly looked: number;
}

const usualBounds: PageBounds = { bytes: 16_000_000, looked: 1_000_000 };
const ofItem = 20;

export async function pageOf(
  rows: FeedRows,
  { columns, chosen, fits, limit }: FeedQuery,
  format: 'csv' | 'json',
  bounds = usualBounds,
): Promise<Page> {
  const names = chosen.map((index) => columns[index] ?? '');
  const write = format === 'csv' ? csvRow : jsonRow(names);
  const lines: string[] = [];
  let bytes = 0;
  let looked = 0;
  let last: FeedPlace | undefined;
  let isMore = false;
  // A page that is short has a next one, so that no question takes longer than this.
  const isLong = () => last !== undefined && looked > bounds.looked;
  reading: for await (const { rows: some, end } of rows) {
    looked += ofItem;
    if ((isMore = isLong())) break;
    for (const { values, place } of some) {
      const isFull = lines.length >= limit || bytes >= bounds.bytes;
      const isWanted = fits(values);
      looked += 1;
      if ((isMore = (isFull && isWanted) || isLong())) break reading;
      last = place;
      if (!isWanted) continue;
      const line = write(chosen.map((index) => values[index] ?? null));
      bytes += Buffer.byteLength(line);
      lines.push(line);
    }
    last = end;
  }
  const next = isMore && last ? cursorOf(last) : undefined;
  const body =
    format === 'csv'
      ? csvLine(names) + lines.join('')
      : `{"rows":[${lines.join(',\n')}],"next":${JSON.stringify(next ?? null)}}`;
  return { body, next };
}

const csvRow = (values: readonly Json[]): string =>
  csvLine(
    values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
  );

function jsonRow(names: readonly string[]): (values: readonly Json[]) => string {
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  return (values) => `{${values.map((value, index) => keys[index] + JSON.stringify(value)).join(',')}}`;
}
