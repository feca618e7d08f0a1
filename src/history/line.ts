// One field of one item over time, as it is shown: each value with its currency, and at the source's own date where the source dates
// it. A valuation that was fetched ten times is one point.
import type { OperationId } from '../operations';
import { currencyOf, historyOf, offerPathOf, tableField, zoneOf } from '../operations/histories';
import { timeOfField } from '../operations/numericTime';
import { isUnrated } from '../operations/table/field';
import type { ItemKey } from './observation';
import { fieldAt, type Values } from './record';
import { pointsOf, valueAt, type Json, type Series } from './series';
import type { HistoryReader } from './store';

/** A moment with the calendar it belongs to. */
export interface DatedMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hours from universal time of the source's own calendar; undefined for the reader's. */
  readonly zone?: number | undefined;
}

/** In universal time, or as a date of the source's own calendar. */
export function timeText({ at, zone }: DatedMoment): string {
  if (zone === undefined) return new Date(at).toISOString();
  const [day = '', clock = ''] = new Date(at + zone * 3_600_000).toISOString().split('T');
  const sign = zone < 0 ? '-' : '+';
  const offset = `${String(Math.floor(Math.abs(zone))).padStart(2, '0')}:${String((Math.abs(zone) % 1) * 60).padStart(2, '0')}`;
  return clock === '00:00:00.000Z' ? day : `${day}T${clock.replace('Z', '')}${sign}${offset}`;
}

export interface LinePoint extends DatedMoment {
  readonly value: Json;
  /** Undefined where the value is no amount, or nobody says. */
  readonly currency?: string | undefined;
  /** Which of several offers it is of, such as which room. Undefined where it is of all of them, or nobody says. */
  readonly offer?: string | undefined;
}

/** Whether two values may be of one offer. What nobody says is no other one. */
export const isSameOffer = (a: Pick<LinePoint, 'offer'>, b: Pick<LinePoint, 'offer'>): boolean =>
  a.offer === undefined || b.offer === undefined || a.offer === b.offer;

/** What is of the offer that was seen last, such as the same room: the price of another one is no change of it. */
export function ofLastOffer(points: readonly LinePoint[]): LinePoint[] {
  const last = points.findLast(({ offer }) => offer !== undefined) ?? {};
  return points.filter((point) => isSameOffer(point, last));
}

export const offerName = (given: Json | undefined): string | undefined =>
  (typeof given === 'string' && given.trim() !== '') || typeof given === 'number'
    ? String(given).trim()
    : undefined;

/** Which of several offers an amount in a record is of. */
export function offerIn(operation: OperationId, record: Values, path: string): string | undefined {
  const place = offerPathOf(operation, path);
  return place === undefined ? undefined : offerName(fieldAt(record, place));
}

/** The same, among the values that are kept of a record, by path. */
export function offerAmong(operation: OperationId, kept: Values, path: string): string | undefined {
  const place = offerPathOf(operation, path);
  return place === undefined ? undefined : offerName(kept[place]);
}

/** Clocks differ. */
const day = 86_400_000;

/** The source's date of a record that was fetched at a time; one that lies ahead is none at which a value was seen. */
function sourceDate(operation: OperationId, value: unknown, fetchedAt: number): DatedMoment | undefined {
  const zone = zoneOf(operation);
  const at = timeOfField(value, zone);
  return at === undefined || at > fetchedAt + day ? undefined : { at, zone };
}

/** When a whole record holds: the source's date, or when it was fetched. */
export function dateOf(operation: OperationId, record: Values, fetchedAt: number): DatedMoment {
  const { dated } = historyOf(operation);
  return (dated && sourceDate(operation, fieldAt(record, dated.at), fetchedAt)) ?? { at: fetchedAt };
}

const codeOf = (given: Json | undefined, usual: string | undefined): string | undefined =>
  typeof given === 'string' && given.trim() !== '' ? given.trim().toUpperCase() : usual;

/** The currency of an amount in a record; undefined where it is no amount, or nobody says. */
export function currencyIn(operation: OperationId, record: Values, path: string): string | undefined {
  const place = currencyOf(operation, path);
  return place && codeOf(place.path === undefined ? undefined : fieldAt(record, place.path), place.code);
}

/** The same, among the values that are kept of a record, by path. */
export function currencyAmong(operation: OperationId, kept: Values, path: string): string | undefined {
  const place = currencyOf(operation, path);
  return place && codeOf(place.path === undefined ? undefined : kept[place.path], place.code);
}

/** Whether the source dates a field. */
export const isDated = (operation: OperationId, path: string): boolean =>
  historyOf(operation).dated?.fields.includes(path) ?? false;

/** A series without the scores of 0, which nobody has given. */
export function rated(operation: OperationId, path: string, series: Series): Series {
  const field = tableField(operation, path);
  if (!isUnrated(field, 0)) return series;
  return {
    ...series,
    changes: series.changes.map(([at, value]) => [at, isUnrated(field, value) ? null : value]),
  };
}

/** Ascending by time. Empty where the field never had a value. */
export async function readLine(
  reader: Pick<HistoryReader, 'series'>,
  item: ItemKey,
  path: string,
): Promise<LinePoint[]> {
  const { operation } = item;
  const place = currencyOf(operation, path);
  const { dated } = historyOf(operation);
  const beside = (name: string | undefined) => (name === undefined ? undefined : reader.series(item, name));
  const [seen, currencies, dates, offers] = await Promise.all([
    reader.series(item, path),
    beside(place?.path),
    beside(isDated(operation, path) ? dated?.at : undefined),
    beside(offerPathOf(operation, path)),
  ]);
  const series = rated(operation, path, seen);
  if (series.changes.every(([, value]) => value === null)) return [];
  return lineOf(operation, series, { place, currencies, dates, offers });
}

/** Whether something can be bought for an amount: shops list what they do not sell at the moment, some of it at a price of 0. */
export const isForSale = (amount: Json | undefined, isSold: Json | undefined): boolean =>
  amount !== 0 && isSold !== false;

/** The same where it is about what can be bought: amounts at which it could not be are left out. */
export async function readAsked(...[reader, item, path]: Parameters<typeof readLine>): Promise<LinePoint[]> {
  const { sold } = historyOf(item.operation);
  const line = await readLine(reader, item, path);
  if (currencyOf(item.operation, path) === undefined) return line;
  const flags = sold === undefined ? undefined : await reader.series(item, sold);
  return line.filter(({ at, value }) => isForSale(value, flags && valueAt(flags, at)));
}

interface Beside {
  readonly place: ReturnType<typeof currencyOf>;
  readonly currencies: Series | undefined;
  readonly dates: Series | undefined;
  readonly offers: Series | undefined;
}

function lineOf(operation: OperationId, series: Series, beside: Beside): LinePoint[] {
  const { place, currencies, dates, offers } = beside;
  const [codes, days, names] = [currencies, dates, offers].map((one) => one && new Map(pointsOf(one)));
  const points = new Map<number, LinePoint>();
  // As they were fetched, the times are distinct and in order.
  const line: LinePoint[] = [];
  for (const [at, value] of pointsOf(series)) {
    // Read a moment before the other, or by one of two readers only: nobody knows its currency or its date.
    if ((codes && !codes.has(at)) || (days && !days.has(at))) continue;
    const currency = place && codeOf(codes?.get(at), place.code);
    const offer = offerName(names?.get(at));
    const more = { ...(currency !== undefined && { currency }), ...(offer !== undefined && { offer }) };
    if (!days) {
      line.push({ at, value, ...more });
      continue;
    }
    const when = sourceDate(operation, days.get(at), at) ?? { at };
    // What a later response leaves out was not taken back.
    if (value === null && points.has(when.at)) continue;
    points.set(when.at, { ...when, value, ...more });
  }
  return days ? [...points.values()].sort((a, b) => a.at - b.at) : line;
}
