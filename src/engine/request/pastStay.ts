// A stay that has begun cannot be booked, so a request for one is not sent: not by a formula, not by Refresh, not by the age
// that a formula sets. What was fetched before stays in its cells.
import { operationOf } from '../../operations';
import type { DataRequest } from './dataRequest';
import { SpillwayError } from './errors';

const day = 86_400_000;
/** Until then it is still yesterday somewhere: the last time zone is twelve hours behind. */
const lastZone = 12 * 3_600_000;
/** Workbooks of the 1904 date system count from a day that lies so much later. */
const days1904 = 1_462;
/** Hardly anyone books further ahead, in days. */
const farthest = 500;

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Undefined where the stay is not past, anywhere on earth. */
export function pastStay({ operation, params, raw }: DataRequest, now: number): SpillwayError | undefined {
  const rule = operationOf(operation).rules.find(({ kind }) => kind === 'notPast');
  if (rule?.kind !== 'notPast') return undefined;
  const from = raw[rule.param] ?? params[rule.param];
  if (typeof from !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(from) || from >= isoDay(now - lastZone))
    return undefined;
  const later = isoDay(Date.parse(from) + days1904 * day);
  const isBookable = later >= isoDay(now - lastZone) && later <= isoDay(now + farthest * day);
  return new SpillwayError('past_stay', {
    billed: 'no',
    detail: `${rule.param} (${from}) is in the past.`,
    stay: `${rule.param} (${from})`,
    ...(isBookable && { date1904: later }),
  });
}
