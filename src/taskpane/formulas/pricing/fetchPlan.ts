// Requests with their prices, before anything is sent; and the fetching itself, for no more than those prices. The
// responses are fetched first: the formulas that are written then find them in the cache.
import type { Engine, IsStopped, Quote } from '../../../engine/engine';
import type { DataResponse } from '../../../engine/request/response';
import type { DataRequest } from '../../../engine/request/dataRequest';
import type { DraftReading, PricedDraft } from '../draft/draftRequests';
import { asWanted, wantedBy, type WantedRequest } from './formulaRequests';

interface PricedRequest extends WantedRequest {
  readonly credits: number;
}

export interface FetchPlan {
  readonly requests: readonly PricedRequest[];
  readonly quote: Quote;
}

type Prices = Pick<Engine, 'distinct' | 'quote' | 'remembered'>;
export type Asks = Prices & Pick<Engine, 'collect' | 'ask'>;

/** Ages below a minute count as a minute, as in the engine. */
const shortestAge = 60_000;

/** Whether the formula that asks for it will find it too old and fetch it again. */
async function isExpired(engine: Prices, { request, maxAge }: WantedRequest, now: number): Promise<boolean> {
  if (maxAge === undefined) return false;
  const fetchedAt = (await engine.remembered(request))?.response?.fetchedAt;
  return fetchedAt !== undefined && now - fetchedAt > Math.max(maxAge, shortestAge);
}

/** As formulas with their age limits will ask, with what is known here. */
async function priceFetch(engine: Prices, wanted: readonly WantedRequest[], now: number): Promise<FetchPlan> {
  const requests = engine.distinct(wanted.map(({ request }) => request));
  const ages = new Map<string, number>();
  for (const { request, maxAge } of wanted)
    if (maxAge !== undefined) ages.set(request.key, Math.min(maxAge, ages.get(request.key) ?? Infinity));
  const priced = await Promise.all(
    requests.map(async (request) => {
      const maxAge = ages.get(request.key);
      const one = { request, ...(maxAge !== undefined && { maxAge }) };
      return { one, quote: await engine.quote([request], await isExpired(engine, one, now)) };
    }),
  );
  const sum = (of: 'requests' | 'cached' | 'toFetch' | 'credits') =>
    priced.reduce((total, { quote }) => total + quote[of], 0);
  const oldest = Math.min(...priced.map(({ quote }) => quote.oldest ?? Infinity));
  return {
    requests: priced.map(({ one, quote }) => ({ ...one, credits: quote.credits })),
    quote: {
      requests: sum('requests'),
      cached: sum('cached'),
      toFetch: sum('toFetch'),
      credits: sum('credits'),
      ...(oldest < Infinity && { oldest }),
    },
  };
}

/** Of all that a draft asks for, and of its first request; what is older than its formula allows is fetched again. */
export async function pricesOf(
  engine: Prices,
  reading: Extract<DraftReading, { readonly state: 'read' }>,
  now: number,
): Promise<Required<Pick<PricedDraft, 'quote' | 'previewQuote'>>> {
  // A preview fetches, whatever the formula does.
  const [all, first] = await Promise.all(
    [wantedBy(reading), asWanted(reading).slice(0, 1)].map((each) => priceFetch(engine, each, now)),
  );
  return { quote: all!.quote, previewQuote: first!.quote };
}

export async function planFetch(
  engine: Asks,
  wanted: readonly WantedRequest[],
  now: number,
): Promise<FetchPlan> {
  await engine.collect(engine.distinct(wanted.map(({ request }) => request)));
  return priceFetch(engine, wanted, now);
}

interface FetchReport {
  readonly responses: ReadonlyMap<string, DataResponse>;
  /** Credits of the requests that got a response. */
  readonly spent: number;
  /** Why requests got no response, by their keys. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** False: cells are gone, and what had not been sent for them was withdrawn. */
  readonly isWanted: boolean;
}

/** Which requests have cells that are still there. */
export type StillWanted = () => Promise<(request: DataRequest) => boolean>;

/** How often it is looked whether somebody will still see the responses, while some of them wait for their turn. */
const lookEvery = 250;

/**
 * Each request for the price that was shown; one that costs more by now is held, not sent. What nobody will see is withdrawn, and
 * what is not sent by then never is.
 */
export async function fetchPlanned(
  engine: Pick<Engine, 'ask'>,
  { requests }: FetchPlan,
  isStopped: IsStopped,
  wanted: StillWanted = () => Promise.resolve(() => true),
): Promise<FetchReport> {
  const responses = new Map<string, DataResponse>();
  const failures = new Map<string, unknown>();
  const calls = requests.map((one) => ({ ...one, unwanted: new AbortController() }));
  const waiting = new Set(calls);
  let isWanted = true;
  const look = async () => {
    const wants = await wanted();
    for (const call of waiting) {
      if (wants(call.request)) continue;
      isWanted = false;
      waiting.delete(call);
      call.unwanted.abort();
    }
  };
  let spent = 0;
  const fetchOne = async (call: (typeof calls)[number]) => {
    const { request, credits: agreed, maxAge, unwanted } = call;
    try {
      const { signal } = unwanted;
      const age = maxAge !== undefined && { maxAge };
      const response = await engine.ask(request, { agreed, bulk: true, isStopped, signal, ...age });
      responses.set(request.key, response);
      spent += response.spent;
    } catch (error) {
      failures.set(request.key, error);
    }
    waiting.delete(call);
    // Excel is asked once for each response, before the next request takes its place.
    if (waiting.size > 0) await look();
  };
  const watch = async () => {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
      if (waiting.size > 0) await look();
    }
  };
  await look();
  const watching = watch();
  await Promise.all(calls.map(fetchOne));
  void watching;
  return { responses, spent, failures, isWanted };
}
