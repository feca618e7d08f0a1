// The place of an item in the results of one request, over time. It belongs to the request, not to the item.
import type { DataRequest } from '../../engine/request/dataRequest';
import { comparableOf, type ItemKey } from '../../history/observation';
import { seriesOf, type Change, type Series } from '../../history/series';
import type { HistoryReader } from '../../history/store';
import { InputFault } from '../../spill/inputFault';

/** Null where the item is not in the list. */
export async function rankSeries(
  reader: HistoryReader,
  item: ItemKey,
  request?: DataRequest,
): Promise<Series> {
  const keys = request
    ? [request.key]
    : (await reader.requests(item.operation))
        .filter(({ params, raw }) => comparableOf(item.operation, params, raw) === item.comparable)
        .map((one) => one.request);
  const lists = await Promise.all(keys.map((key) => reader.lists(key)));
  const having = lists.filter((all) => all.some(({ ids }) => ids.includes(item.id)));
  if (having.length > 1)
    throw new InputFault(
      `This item is in the results of ${having.length} different searches. For its rank, refer to the cell of one of them.`,
    );
  return seriesOf(
    (having[0] ?? []).map(({ at, ids }): Change => {
      const place = ids.indexOf(item.id);
      return [at, place < 0 ? null : place + 1];
    }),
  );
}
