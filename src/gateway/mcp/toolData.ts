// Data of the service as a model gets to see it: bounded in size, and as plain text. What a person would not see in a cell
// (control, format and other invisible characters) is taken out, since it could carry instructions that nobody reads.
import type { Json } from '../../history/series';
import type { Values } from '../../history/record';
import { nearest } from '../../operations/check/nearest';
import type { OperationId } from '../../operations';
import { Problem } from '../http/problem';
import { columnsOfResult, readerOf, type ResultColumns } from '../feed/feedTables';

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const longestText = 2_000;
const deepest = 8;

/** Most texts: nothing in them is looked for. */
const plain = /^[ -~]*$/;

export function shownText(text: string): string {
  if (text.length <= longestText && plain.test(text)) return text;
  const clean = text.replace(breaks, ' ').replace(hidden, '');
  return clean.length > longestText
    ? `${clean.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')}…`
    : clean;
}

export function shownJson(value: unknown, depth = 0): Json {
  if (typeof value === 'string') return shownText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth >= deepest) return null;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => shownJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [shownText(name), shownJson(item, depth + 1)]),
  );
}

export interface PageWish {
  readonly columns?: readonly string[] | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** How many there are. */
  readonly total: number;
  /** Where the next page begins; none after the last. */
  readonly next_offset?: number;
}

export const mostToolRows = 200;
const usualRows = 50;

/** Without when it was fetched, which is told of the whole page. */
export function columnsOfRecord(id: OperationId): ResultColumns {
  const { all, usual } = columnsOfResult(id);
  return { all: all.slice(1), usual: usual.slice(1) };
}

/** The columns to show: those of the add-in, all (`*`), or those that are named. */
export function chosenColumns(id: OperationId, wanted: readonly string[] | undefined): readonly string[] {
  const { all, usual } = columnsOfRecord(id);
  if (wanted === undefined || wanted.length === 0) return usual;
  if (wanted.includes('*')) return all;
  for (const name of wanted) {
    if (all.includes(name)) continue;
    const meant = nearest(name, all);
    const hint = meant === undefined ? `The columns are ${all.join(', ')}.` : `Did you mean ${meant}?`;
    throw new Problem(422, `${id} has no column ${shownText(name).slice(0, 60)}. ${hint}`);
  }
  return [...new Set(wanted)];
}

/** `bytes`: of JSON, for this page. At least one row is shown, so that there is always a next page to go to. */
export function pageOfRecords(
  id: OperationId,
  records: readonly Values[],
  { columns: wanted, offset = 0, limit = usualRows }: PageWish,
  bytes: number,
): TablePage {
  const columns = chosenColumns(id, wanted);
  const readers = columns.map((path) => readerOf(id, path));
  const rows: (readonly Json[])[] = [];
  let size = 0;
  for (const record of records.slice(offset, offset + Math.min(limit, mostToolRows))) {
    const row = readers.map((read) => shownJson(read(record)));
    size += JSON.stringify(row).length;
    if (rows.length > 0 && size > bytes) break;
    rows.push(row);
  }
  const next = offset + rows.length;
  return {
    columns,
    rows,
    total: records.length,
    ...(next < records.length && rows.length > 0 ? { next_offset: next } : {}),
  };
}
