// A response that was paid for and is not in this cache may still be with the gateway: another browser of the same person, or
// a colleague, fetched it through there. Asking for such a copy is free; only if there is none is a person asked.
import { mostKeptAt } from '../../protocol/gateway';
import { entryVersion, type StoredEntry } from '../local/cache';
import type { Engine } from '../engine';
import type { LocalEngine } from '../local/localEngine';
import type { Access } from '../request/credential';
import { sendingOf, type Sending, type DataRequest, distinctRequests } from '../request/dataRequest';
import type { Archiving } from './archiving';
import type { Client } from './client/client';
import type { Jobs } from './job';
import { forgetServed } from './outcome';
import type { UserDecisions } from './spend/userDecisions';

/**
 * The gateway's own time tells two of its responses apart exactly, whatever the clocks. Where it is not known, `latest` is the
 * earliest time here at which the other can have been given: the same response is never later than itself.
 */
const isNewer = (
  { at, latest }: { readonly at: number | undefined; readonly latest: number },
  shown: StoredEntry,
): boolean => (at === undefined || shown.at === undefined ? latest > shown.fetchedAt : at > shown.at);

/** True when the cache holds the response now. */
export type GatewayCopy = (request: DataRequest) => Promise<boolean>;

export function createGatewayCopy(local: LocalEngine, client: Client, archiving: Archiving): GatewayCopy {
  const { clock, settings, keyWatch, cache, ledger } = local;
  const underWay = new Map<string, Promise<boolean>>();

  async function fetchCopy(request: DataRequest, { slot, count, price }: Sending): Promise<boolean> {
    const access = await keyWatch.access();
    // Only the gateway that the add-in was loaded from keeps copies.
    if (access?.baseUrl !== '') return false;
    const began = clock.now();
    const copy = await client.cached({ ...access, request, count, wireNames: settings().wireNames });
    if (!copy) return false;
    // Meanwhile a call may have brought one that is newer still.
    const shown = await cache.find(request);
    if (shown && !isNewer({ at: copy.at, latest: began - copy.age }, shown.stored)) return true;
    const { operation, params, key } = request;
    const { entry } = cache.keep(key, slot, {
      v: entryVersion,
      operation,
      asked: count,
      fetchedAt: clock.now() - copy.age,
      at: copy.at,
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

const atOnce = 6;

export interface NewerParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly client: Client;
  readonly gatewayCopy: GatewayCopy;
  readonly decisions: UserDecisions;
}

/** Responses that the gateway got since, for a watch or a colleague: known, and taken, without a credit. */
export function createNewer(parts: NewerParts): Pick<Engine, 'newer' | 'takeNewer' | 'collect'> {
  const { clock, settings, keyWatch, cache, failures, jobs, client, gatewayCopy, decisions } = parts;

  async function newerOf(access: Access, requests: readonly DataRequest[]): Promise<readonly DataRequest[]> {
    const { wireNames } = settings();
    const began = clock.now();
    const kept = await client.keptAt(
      access,
      requests.map((request) => ({ request, count: jobs.sending(request).count, wireNames })),
    );
    if (!kept) return [];
    const found: DataRequest[] = [];
    for (const [place, request] of requests.entries()) {
      const at = kept.at[place] ?? null;
      // A call under way brings a newer one anyway.
      if (at === null || jobs.serves(request)) continue;
      const shown = await cache.find(request);
      if (!shown || isNewer({ at, latest: began - (kept.now - at) }, shown.stored)) found.push(request);
    }
    return found;
  }

  async function newer(requests: readonly DataRequest[]): Promise<readonly DataRequest[]> {
    await parts.ready;
    const access = await keyWatch.access();
    if (access?.baseUrl !== '') return [];
    const all = distinctRequests(requests, settings());
    const found: DataRequest[] = [];
    for (let first = 0; first < all.length; first += mostKeptAt)
      found.push(...(await newerOf(access, all.slice(first, first + mostKeptAt))));
    return found;
  }

  async function takeNewer(requests: readonly DataRequest[]): Promise<readonly DataRequest[]> {
    const wanted = [...(await newer(requests))];
    const taken: DataRequest[] = [];
    const work = async () => {
      for (let request = wanted.pop(); request; request = wanted.pop()) {
        if (!(await gatewayCopy(request))) continue;
        forgetServed(failures, { request, count: jobs.sending(request).count }, settings().reuseCounts);
        if (decisions.of(request)?.decision === 'handed_over') decisions.clear([request]);
        taken.push(request);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return taken;
  }

  /** The gateway is asked for many at once what it keeps: a list has thousands of requests. */
  async function collect(requests: readonly DataRequest[]): Promise<void> {
    await parts.ready;
    const missing = await Promise.all(
      requests.map(async (request) => ((await cache.find(request)) ? [] : [request])),
    );
    await takeNewer(missing.flat()).catch(() => undefined);
  }

  return { newer, takeNewer, collect };
}
