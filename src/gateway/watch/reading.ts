// What a watch reads in a response: the values that are followed over time, and a short digest of each row, by which the next run tells
// how many rows have changed. Other text in a response may change each time and is no news.
import { createHash } from 'node:crypto';
import { identityOf, observe } from '../../history/observation';
import type { Values } from '../../history/record';
import { operationOf } from '../../operations';
import type { Reading } from './alerts';
import { wireRequestOf, type WatchedRequest } from './watchForm';

export interface ReadResponse {
  readonly reading: Reading;
  /** Four characters for each row. */
  readonly digest: string;
}

const digestLength = 4;
/** Rows of one response whose changes are counted. */
const mostRows = 250;

const shortHash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Undefined where the text is no list of records. */
export function readResponse(text: string, request: WatchedRequest, at: number): ReadResponse | undefined {
  try {
    const records: unknown = JSON.parse(text);
    if (!Array.isArray(records)) return undefined;
    const { operation, key, params, raw, count } = wireRequestOf(request);
    const { sightings, comparable } = observe({
      operation,
      request: key,
      params,
      raw,
      asked: count,
      at,
      records,
    });
    const isNamed = (record: unknown) =>
      typeof record === 'object' && record !== null && identityOf(operation, record as Values) !== '';
    const kind = shortHash(`${operation} ${comparable}`, 8);
    return {
      reading: {
        operation,
        list: shortHash(key, 8),
        at,
        // With as many as were asked for there may be more, and a record without identity may be any of them.
        isWhole:
          operationOf(operation).answers === 'many' &&
          (count === undefined || records.length < count) &&
          records.every(isNamed),
        rows: sightings.map(({ item: { id }, label, followed }) => ({
          key: `${kind} ${id}`,
          id,
          label,
          values: followed,
        })),
      },
      digest: sightings
        .slice(0, mostRows)
        .map(({ item, followed }) => shortHash(JSON.stringify([item.id, followed]), digestLength))
        .join(''),
    };
  } catch {
    return undefined;
  }
}

const rowsOf = (digest: string): readonly string[] => digest.match(/.{4}/g) ?? [];

/** Rows that differ: changed, new or gone. */
export function changedRows(before: string, after: string): number {
  const [old, now] = [new Set(rowsOf(before)), new Set(rowsOf(after))];
  const missing = (from: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...from].filter((row) => !others.has(row)).length;
  return Math.max(missing(now, old), missing(old, now));
}
