// Each request once: an answer for 50 results answers the same request for 10.
import type { DataRequest } from '../../engine/request/dataRequest';

export function distinctRequests(requests: Iterable<DataRequest>): DataRequest[] {
  const distinct = new Map<string, DataRequest>();
  for (const request of requests) {
    const known = distinct.get(request.key);
    if (!known || (known.count ?? 0) < (request.count ?? 0)) distinct.set(request.key, request);
  }
  return [...distinct.values()];
}
