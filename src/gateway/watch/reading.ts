// What a watch reads in a response: the values that are followed over time, and a short digest of each row, by which the next run tells
// how many rows have changed. Other text in a response may change each time and is no news.
import { exactJson } from '../../engine/remote/client/exactJson';
import { conditionsText, identityOf, observe } from '../../history/observation';
import type { Values } from '../../history/record';
import type { ListFigure } from '../../history/watchAlert';
import { operationOf, type OperationId } from '../../operations';
import { distinctResults, figureOfAll } from '../../spill/grid/figures';
import { historyOf } from '../../operations/histories';
import type { WatchedRequest } from '../../protocol/watches';
import type { WireRequest } from '../calls/wireRequest';
import { sha256 } from '../people/keyDigest';
import { wireRequestOf } from './watchForm';

/** What one response says, or the part of it that a formula shows. */
export interface Reading {
  readonly operation: OperationId;
  /** Names the list; the same for equal requests, whatever their count. */
  readonly list: string;
  /** How many results were asked for, or are shown of them. A longer list has other figures, and other results. */
  readonly asked: number | undefined;
  /** What was asked for. */
  readonly item: string;
  /** Under which conditions, such as in which city: the same item has another price elsewhere. Empty for the usual ones. */
  readonly conditions: string;
  /** When the service gave it. */
  readonly at: number;
  /** There are no results beyond these, and each can be told from the others. */
  readonly isWhole: boolean;
  /** Every record, also one without an ID or with that of another: figures are of all of them, as in a cell. */
  readonly all: readonly { readonly id: string; readonly record: Values; readonly place: number }[];
  /** The IDs of a whole response of which the rows are a part. */
  readonly listed?: readonly string[];
  readonly rows: readonly {
    /** The item, wherever its values can be compared. */
    readonly key: string;
    readonly id: string;
    readonly label: string;
    readonly values: Values;
    readonly record: Values;
    /** Its place in the response. */
    readonly place: number;
    /** Of a figure; that of a field stands in the values. Several where there is no figure for that reason. */
    readonly currency?: string | undefined;
    readonly currencies?: readonly string[];
    /** Four characters for its ID. */
    readonly mark: string;
  }[];
}

export interface ReadResponse {
  readonly reading: Reading;
  /** Four characters for each row. */
  readonly digest: string;
}

const digestLength = 4;
/** Rows of one response whose changes are counted. */
const mostRows = 250;

export const shortHash = (text: string, length: number): string => sha256(text).slice(0, length);

const nameIn = (operation: OperationId, record: unknown): string =>
  typeof record === 'object' && record !== null ? identityOf(operation, record as Values) : '';

/** What was asked for. */
export function itemIn(operation: OperationId, params: WireRequest['params']): string {
  const asked = params[operationOf(operation).lookup];
  return typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
}

/** Undefined where the text is no list of records. */
export function readWatched(text: string, request: WatchedRequest, at: number): ReadResponse | undefined {
  try {
    // As the add-in reads it, so that IDs are those of decisions in Match.
    const records = exactJson(text);
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
    const ids = records.map((record) => nameIn(operation, record));
    const kind = shortHash(`${operation} ${comparable}`, 8);
    const { offered } = historyOf(operation);
    return {
      reading: {
        operation,
        list: shortHash(key, 8),
        asked: count,
        at,
        // With as many as were asked for there may be more, and a record without identity may be any of them.
        isWhole:
          operationOf(operation).results === 'many' &&
          (count === undefined || records.length < count) &&
          !ids.includes(''),
        all: records.flatMap((record: unknown, place) =>
          typeof record === 'object' && record !== null
            ? [{ id: ids[place] ?? '', record: record as Values, place }]
            : [],
        ),
        item: itemIn(operation, params),
        conditions: conditionsText(comparable),
        rows: sightings.map(({ item: { id }, label, followed }) => ({
          key: `${kind} ${id}`,
          id,
          label,
          values: followed,
          record: records[ids.indexOf(id)] as Values,
          place: ids.indexOf(id),
          mark: shortHash(id, digestLength),
        })),
      },
      digest: sightings
        .slice(0, mostRows)
        .map(({ item, followed: { [offered?.by ?? '']: _offer, ...followed } }) =>
          // As the version before wrote it: which offer it is of is no row that changed.
          shortHash(JSON.stringify([item.id, followed]), digestLength),
        )
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

/** A figure of the whole list, as the one row it has: none where there is nothing to compute it from, and no value in several currencies. */
export function figureRows(
  { operation, list, item, all }: Reading,
  field: string,
  figure: ListFigure,
): Reading['rows'] {
  const row = { key: `${list} ${field}`, id: item, label: item, record: {}, place: 0, mark: '' };
  const records = distinctResults(
    operation,
    all.map(({ record }) => record),
  );
  if (figure.name === 'count') return [{ ...row, values: { [field]: records.length } }];
  const { amount, units } = figureOfAll(operation, figure.name, figure.path, records);
  if (units.length === 0) return [];
  const codes = units.map((code) => (code === '?' ? undefined : code));
  return amount
    ? [{ ...row, values: { [field]: amount.value }, currency: codes[0] }]
    : [{ ...row, values: {}, currencies: codes.map((code) => code ?? 'an unknown currency') }];
}
