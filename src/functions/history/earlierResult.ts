// The result that another one is compared with: the one before it, or the one of a date. Where the source dates its values, that is the
// valuation before, not the same one fetched earlier.
import type { DataRequest } from '../../engine/request/dataRequest';
import { dateOf } from '../../history/line';
import { comparableOf, identityOf } from '../../history/observation';
import { joinRecord } from '../../history/record';
import { pointsOf } from '../../history/series';
import type { HistoryReader, KeptResponse } from '../../history/store';
import { historyOf } from '../../operations/histories';
import { limitEnd, isWithin, type Limit } from './dates';

export async function earlierResult(
  reader: HistoryReader,
  { operation, params, raw, key }: DataRequest,
  newest: KeptResponse,
  since: Limit | undefined,
): Promise<KeptResponse | undefined> {
  const { dated } = historyOf(operation);
  const [record] = newest.records;
  if (!dated || !record) return reader.response(key, since ? limitEnd(since) : newest.at - 1);
  const current = dateOf(operation, record, newest.at);
  const item = {
    operation,
    id: identityOf(operation, record),
    comparable: comparableOf(operation, params, raw),
  };
  const found = pointsOf(await reader.series(item, dated.at)).findLast(([at, date]) => {
    if (at >= newest.at) return false;
    const then = dateOf(operation, joinRecord({ [dated.at]: date }, {}), at);
    return since ? isWithin(since, then) : then.at < current.at;
  });
  return found && reader.response(key, found[0]);
}
