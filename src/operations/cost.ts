// The price of a request, known before it is sent.
import { operationOf, type OperationId } from '.';

/** Credits for one request of `count` results; rounded up to whole blocks. */
export function cost(id: OperationId, count = 1): number {
  const { price } = operationOf(id);
  return 'per' in price ? price.credits * Math.ceil(Math.max(count, 1) / price.per) : price.credits;
}

/** The largest count that costs no more than `count`; a flat price has no block, so the count stays. */
export function paidCount(id: OperationId, count: number): number {
  const { price } = operationOf(id);
  return 'per' in price ? price.per * Math.ceil(Math.max(count, 1) / price.per) : count;
}
