// Each distinct request once, for the largest count: a response with 50 results also serves a request for 10.
import type { DataRequest } from './dataRequest';

export function distinctRequests(
  requests: Iterable<DataRequest>,
  slotOf = ({ key }: DataRequest): string => key,
): DataRequest[] {
  const distinct = new Map<string, DataRequest>();
  for (const request of requests) {
    const slot = slotOf(request);
    if ((distinct.get(slot)?.count ?? -1) < (request.count ?? 0)) distinct.set(slot, request);
  }
  return [...distinct.values()];
}
