// Requests with their prices, before anything is sent; and the fetching itself, for no more than those prices. The
// responses are fetched first: the formulas that are written then find them in the cache.
import type { Engine, IsStopped, Quote } from '../../../engine/engine';
import type { Answer } from '../../../engine/request/answer';
import type { DataRequest } from '../../../engine/request/dataRequest';
import { distinctRequests } from '../../../engine/request/distinctRequests';
import type { WantedRequest } from './formulaRequests';

export interface PricedRequest extends WantedRequest {
  readonly credits: number;
}

export interface FetchPlan {
  readonly requests: readonly PricedRequest[];
  readonly quote: Quote;
}

export type Asks = Pick<Engine, 'quote' | 'ask' | 'remembered'>;

/** Ages below a minute count as a minute, as in the engine. */
const shortestAge = 60_000;

/** Whether the formula that asks for it will find it too old and fetch it again. */
async function isExpired(engine: Asks, { request, maxAge }: WantedRequest, now: number): Promise<boolean> {
  if (maxAge === undefined) return false;
  const fetchedAt = (await engine.remembered(request))?.answer?.fetchedAt;
  return fetchedAt !== undefined && now - fetchedAt > Math.max(maxAge, shortestAge);
}

export async function planFetch(
  engine: Asks,
  wanted: readonly WantedRequest[],
  now: number,
): Promise<FetchPlan> {
  const requests = distinctRequests(wanted.map(({ request }) => request));
  const expired: DataRequest[] = [];
  const priced = await Promise.all(
    requests.map(async (request): Promise<PricedRequest> => {
      const ages = wanted.flatMap((one) =>
        one.request.key === request.key && one.maxAge !== undefined ? [one.maxAge] : [],
      );
      const one = { request, ...(ages.length > 0 && { maxAge: Math.min(...ages) }) };
      const again = await isExpired(engine, one, now);
      if (again) expired.push(request);
      return { ...one, credits: (await engine.quote([request], again)).credits };
    }),
  );
  const quote = await engine.quote(requests.filter((request) => !expired.includes(request)));
  if (expired.length === 0) return { requests: priced, quote };
  const again = await engine.quote(expired, true);
  return {
    requests: priced,
    quote: {
      ...quote,
      requests: quote.requests + again.requests,
      toFetch: quote.toFetch + again.toFetch,
      credits: quote.credits + again.credits,
    },
  };
}

export interface FetchReport {
  readonly answers: ReadonlyMap<string, Answer>;
  /** Credits of the requests that were answered. */
  readonly spent: number;
  /** Why requests were not answered, by their keys. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** Each request for the price that was shown; one that costs more by now is held, not sent. */
export async function fetchPlanned(
  engine: Asks,
  { requests }: FetchPlan,
  isStopped: IsStopped,
): Promise<FetchReport> {
  const answers = new Map<string, Answer>();
  const failures = new Map<string, unknown>();
  let spent = 0;
  await Promise.all(
    requests.map(async ({ request, credits: agreed, maxAge }) => {
      try {
        const answer = await engine.ask(request, {
          agreed,
          bulk: true,
          isStopped,
          ...(maxAge !== undefined && { maxAge }),
        });
        answers.set(request.key, answer);
        spent += answer.spent;
      } catch (error) {
        failures.set(request.key, error);
      }
    }),
  );
  return { answers, spent, failures };
}
