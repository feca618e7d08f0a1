// A response that was paid for and is not in this cache may still be with the gateway: another browser of the same person, or
// a colleague, fetched it through there. Asking for such a copy is free; only if there is none is a person asked.
import { entryVersion } from '../local/cacheEntry';
import type { LocalEngine } from '../local/localEngine';
import { sendingOf, type Sending } from '../request/countBlocks';
import type { DataRequest } from '../request/dataRequest';
import type { Archiving } from './archiving';
import type { Client } from './client/client';

/** True when the cache holds the response now. */
export type GatewayCopy = (request: DataRequest) => Promise<boolean>;

export function createGatewayCopy(local: LocalEngine, client: Client, archiving: Archiving): GatewayCopy {
  const { clock, settings, keyWatch, cache, ledger } = local;
  const underWay = new Map<string, Promise<boolean>>();

  async function fetchCopy(request: DataRequest, { slot, count, price }: Sending): Promise<boolean> {
    const access = await keyWatch.access();
    // Only the gateway that the add-in was loaded from keeps copies.
    if (access?.baseUrl !== '') return false;
    const copy = await client.cached({ ...access, request, count, wireNames: settings().wireNames });
    if (!copy) return false;
    const { operation, params, key } = request;
    const { entry } = cache.keep(key, slot, {
      v: entryVersion,
      operation,
      asked: count,
      fetchedAt: clock.now() - copy.age,
      bytes: copy.bytes,
      records: copy.records,
    });
    archiving.keep(request, entry, copy.at);
    ledger.note({
      operation,
      params,
      key,
      cells: [],
      outcome: 'shared',
      spent: 0,
      saved: price,
      results: copy.records.length,
      milliseconds: 0,
    });
    return cache.inMemory(request) !== undefined;
  }

  return (request) => {
    const sending = sendingOf(request, settings());
    const { slot } = sending;
    const known = underWay.get(slot);
    if (known) return known;
    const work = fetchCopy(request, sending)
      .catch(() => false)
      .finally(() => underWay.delete(slot));
    underWay.set(slot, work);
    return work;
  };
}
