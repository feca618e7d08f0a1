// What an agent asks for, from its words to its results. Prices come from the table and from what is cached; everything that is
// bought goes through `DataService.post`, as it does for the add-in: one cache, one ledger, one way to the service.
import { randomBytes } from 'node:crypto';
import { cacheHeader, creditsHeader, givenAtHeader } from '../../protocol/headers';
import type { Values } from '../../history/record';
import type { OperationId } from '../../operations';
import type { GatewayHistory } from '../history/gatewayHistory';
import type { AuditTrail } from '../audit/auditTrail';
import { readWireRequest } from '../calls/wireRequest';
import { jsonOrNothing } from '../http/json';
import { isProblem, Problem } from '../http/problem';
import { ReadLimit } from '../http/readLimit';
import type { Person } from '../people/person';
import type { DataService } from '../routes/dataService';
import type { Reply } from '../routes/reply';
import { type Agents, NeedsApproval } from './agents';
import { readRequest, type AskedRequest, type ReadRequest } from './askedRequest';
import { type PlanDecision, type AgentPlan, type PlannedRequest, type Plans, planPrice } from './plans';
import { chosenColumns, pageOfRecords, shownText, type PageWish, type TablePage } from './toolData';

export interface Caller {
  readonly person: Person;
  /** The name of the agent. */
  readonly agent: string;
  readonly requestId: string;
}

interface PricedRequest {
  readonly request: PlannedRequest;
  readonly state: 'cached' | 'failed earlier' | 'new' | 'same as another';
  readonly fetched?: string;
}

export interface Estimate {
  readonly credits: number;
  readonly requests: readonly (Pick<PlannedRequest, 'source' | 'count' | 'credits'> &
    Omit<PricedRequest, 'request'>)[];
  readonly plan: string;
  readonly expires: string;
  readonly needs_approval: boolean;
}

export type FetchResult =
  | ({ readonly state: 'done'; readonly credits: number | 'unknown'; readonly fetched: string } & TablePage)
  | { readonly state: 'running' | 'waiting' | 'held' }
  | { readonly state: 'failed'; readonly says: string; readonly credits: number | 'unknown' };

export interface Fetched {
  readonly results: readonly (FetchResult & { readonly source: OperationId })[];
  /** Spent by this call. Null where it is not known of all of them. */
  readonly credits: number | null;
  /** Only what was approved in Excel may go on. */
  readonly held?: { readonly credits: number; readonly plan: string; readonly what: string };
}

export interface OrdersParts {
  readonly data: DataService;
  readonly agents: Agents;
  readonly plans: Plans;
  readonly audit: AuditTrail | undefined;
  readonly history: Pick<GatewayHistory, 'of'> | undefined;
  /** Milliseconds a response stands for equal requests. */
  readonly cacheAge: number;
  readonly clock: () => number;
  readonly elapsed: () => number;
}

/** Less than the minute after which most clients give up. */
const longestWait = 45_000;
const atOnce = 4;
/** Characters of JSON that all pages of a call have together. */
export const mostText = 200_000;

/** Each is stored for an hour or a day: nobody fills the store with them. */
const estimates = { perMinute: 60, eachAtOnce: 16, allAtOnce: 128 };

export class Orders {
  private readonly limit: ReadLimit;

  constructor(private readonly parts: OrdersParts) {
    this.limit = new ReadLimit(parts.elapsed, estimates);
  }

  estimate(caller: Caller, asked: readonly AskedRequest[]): Promise<Estimate> {
    return this.limit.run(caller.person.id, () => this.price(caller, asked));
  }

  private async price(caller: Caller, asked: readonly AskedRequest[]): Promise<Estimate> {
    const { agents, plans } = this.parts;
    const { person, agent } = caller;
    const priced = await this.priced(person, asked);
    const requests = priced.map(({ request }) => request);
    const stops = await this.running(caller);
    const credits = planPrice({ requests });
    const { ask, unasked } = await agents.state(person, agent);
    const needs = credits > 0 && credits > ask - unasked;
    const { plan, token } = await plans.make(person, { agent, stops, requests }, needs);
    return {
      credits,
      requests: priced.map(({ request: { source, count, credits }, ...shown }) => ({
        source,
        count,
        credits,
        ...shown,
      })),
      plan: token,
      expires: new Date(plan.expires).toISOString(),
      needs_approval: needs,
    };
  }

  /** What a plan names. */
  async fetchPlan(caller: Caller, token: string, wish: PageWish): Promise<Fetched> {
    const { plans } = this.parts;
    const { person, agent } = caller;
    const plan = await plans.find(token, person, agent);
    const state = await plans.state(plan, person);
    if (state === 'declined') throw new Problem(403, 'The person declined this plan. Nothing was spent.');
    return this.fetch(caller, plan, { ...wish, isApproved: state === 'approved', token });
  }

  /** What is asked for, for at most this many credits. */
  async fetchFor(
    caller: Caller,
    asked: readonly AskedRequest[],
    mostCredits: number,
    wish: PageWish,
  ): Promise<Fetched> {
    const { person, agent } = caller;
    // One request alone is priced where it is bought: a cached one needs no price.
    const alone = asked.length === 1 ? asked[0] : undefined;
    const requests = alone
      ? [toBuy(readRequest(alone, this.parts.clock()))]
      : (await this.priced(person, asked)).map(({ request }) => request);
    const price = planPrice({ requests });
    if (price > mostCredits && !alone) throw tooExpensive(price, mostCredits);
    const stops = await this.running(caller);
    const id = randomBytes(12).toString('base64url');
    const at = this.parts.clock();
    const plan = { id, person: person.id, agent, stops, at, expires: at, requests };
    return this.fetch(caller, plan, {
      ...wish,
      isApproved: false,
      ...(price > mostCredits && { mostCredits }),
    });
  }

  /** Throws if the agent was stopped. */
  private async running({ person, agent }: Caller): Promise<number> {
    const stops = await this.parts.agents.stops(person, agent);
    this.parts.agents.checkStops(stops, stops);
    return stops;
  }

  private async priced(person: Person, asked: readonly AskedRequest[]): Promise<PricedRequest[]> {
    const { data, clock } = this.parts;
    const read = asked.map((request) => readRequest(request, clock()));
    const met = new Map<string, number>();
    return Promise.all(
      read.map(async (request, index): Promise<PricedRequest> => {
        const { wire, maxAge } = request;
        const slot = `${wire.key} ${wire.count ?? ''} ${maxAge ?? ''}`;
        const first = met.get(slot) ?? index;
        met.set(slot, first);
        const bought = toBuy(request);
        const unpaid = { ...bought, credits: 0 };
        if (first !== index) return { request: unpaid, state: 'same as another' };
        const kept = await data.keptFor(wire, person);
        if (!kept || clock() - kept.at > (maxAge ?? Infinity) * 1_000)
          return { request: bought, state: 'new' };
        const state = kept.status === 200 ? 'cached' : 'failed earlier';
        return { request: unpaid, state, fetched: new Date(kept.at).toISOString() };
      }),
    );
  }

  private async fetch(
    caller: Caller,
    plan: AgentPlan,
    { isApproved, mostCredits, token, ...wish }: FetchTerms,
  ): Promise<Fetched> {
    const { agents, elapsed } = this.parts;
    const { person, agent } = caller;
    agents.checkStops(plan.stops, await agents.stops(person, agent));
    // Before anything is bought that could not be shown.
    for (const { source } of plan.requests) chosenColumns(source, wish.columns);
    const until = elapsed() + longestWait;
    const results: FetchResult[] = [];
    let isHeld = !isApproved && plan.requests.length > 1 && (await this.isAbove(caller, plan));
    for (let from = 0; from < plan.requests.length; from += atOnce) {
      const some = plan.requests.slice(from, from + atOnce).map(async (request, place) => {
        if (elapsed() >= until) return { state: 'waiting' } as const;
        // What is held, or costs more than was agreed to, is shown where it is cached and not bought.
        const isTooMuch = request.credits > (mostCredits ?? Infinity);
        const credits = isHeld || isTooMuch ? 0 : request.credits;
        const terms = { ...wish, isApproved, credits, until, bytes: mostText / plan.requests.length };
        return this.one(caller, plan, from + place, terms).catch((error: unknown): FetchResult => {
          const isRefused = isProblem(error) && error.status === 402;
          if (error instanceof NeedsApproval || (isHeld && isRefused)) return { state: 'held' };
          if (isTooMuch && isRefused) return failed(tooExpensive(request.credits, mostCredits ?? 0));
          if (isProblem(error)) return failed(error);
          throw error;
        });
      });
      results.push(...(await Promise.all(some)));
      isHeld ||= results.some(({ state }) => state === 'held');
    }
    const shown = plan.requests.map(({ source }, index) => ({ source, ...results[index]! }));
    const credits = results.reduce<number | null>((sum, result) => {
      const spent = 'credits' in result ? result.credits : 0;
      return sum === null || spent === 'unknown' ? null : sum + spent;
    }, 0);
    if (!isHeld) return { results: shown, credits };
    return { results: shown, credits, held: await this.hold(caller, plan, results, token) };
  }

  /** Asks the person for what is left of it. */
  private async hold(
    { person, agent }: Caller,
    plan: AgentPlan,
    results: readonly FetchResult[],
    token: string | undefined,
  ): Promise<NonNullable<Fetched['held']>> {
    const { agents, plans, audit } = this.parts;
    const requests = plan.requests.map((request, index) =>
      results[index]?.state === 'held' ? request : { ...request, credits: 0 },
    );
    const held =
      token === undefined ? await plans.make(person, { ...plan, requests }, true) : { plan, token };
    const credits = planPrice(held.plan);
    await agents.see(person, agent);
    if (await plans.hold(held.plan, person))
      audit?.note('held', { person: person.id, name: person.name, agent, plan: held.plan.id, credits });
    return { credits, plan: held.token, what: whatIsBought(held.plan) };
  }

  /** What the person decided where the client asked them. */
  async decide({ person, agent }: Caller, token: string, decision: PlanDecision): Promise<void> {
    const { plans, audit } = this.parts;
    const plan = await plans.find(token, person, agent);
    // A decision that comes again has been heard.
    if ((await plans.state(plan, person)) !== 'waiting') return;
    const credits = planPrice(plan);
    await plans.decide(person, plan.id, decision, credits);
    const event = decision === 'approve' ? 'approved' : 'declined';
    audit?.note(event, {
      person: person.id,
      name: person.name,
      agent,
      plan: plan.id,
      credits,
      asked: 'client',
    });
  }

  /** Whether all that is still to be bought costs more than the agent may spend without asking. */
  private async isAbove({ person, agent }: Caller, { requests }: AgentPlan): Promise<boolean> {
    const { agents, data, clock } = this.parts;
    const { ask, unasked } = await agents.state(person, agent);
    const room = Math.max(0, ask - unasked);
    if (planPrice({ requests }) <= room) return false;
    const open = await Promise.all(
      requests.map(async ({ source, body, credits, maxAge }) => {
        const kept = credits === 0 || (await data.keptFor(readWireRequest(source, body), person));
        const isKept = kept === true || (kept && clock() - kept.at <= (maxAge ?? Infinity) * 1_000);
        return isKept ? 0 : credits;
      }),
    );
    return open.reduce((sum, credits) => sum + credits, 0) > room;
  }

  /**
   * Whether it would be cached if the store had not lost it, together with the gateway that bought it. The history tells that it was bought,
   * and not all that it said, so the person decides whether it is bought again; so too where the history cannot be read.
   */
  private async wasBought(person: Person, { source, body, maxAge }: PlannedRequest): Promise<boolean> {
    const { history, cacheAge, clock } = this.parts;
    const { key, count } = readWireRequest(source, body);
    const inHistory = history?.of(person).response(key, clock());
    const kept = await inHistory?.catch(() => 'unknown' as const);
    if (kept === 'unknown') return true;
    if (!kept || (kept.asked ?? Infinity) < (count ?? 0)) return false;
    return clock() - kept.at <= Math.min(cacheAge, (maxAge ?? Infinity) * 1_000);
  }

  private async one(caller: Caller, plan: AgentPlan, index: number, terms: OneTerms): Promise<FetchResult> {
    const { agents, data, elapsed } = this.parts;
    const { person, agent: name, requestId } = caller;
    const { source, body, count, maxAge } = plan.requests[index]!;
    const { isApproved, credits, until, bytes, ...wish } = terms;
    const settled = await agents.settled();
    const agent = {
      name,
      checks: [agents.planCheck(plan, index, credits), ...(await agents.checks(person, name, !isApproved))],
      confirm: async () => {
        await agents.confirm(person, name, { stops: plan.stops, settled });
        if (!isApproved && (await this.wasBought(person, plan.requests[index]!))) throw new NeedsApproval();
        await agents.see(person, name);
      },
    };
    const headers: Readonly<Record<string, string>> = {
      'content-type': 'application/json',
      prefer: `respond-async, wait=${Math.max(1, Math.ceil((until - elapsed()) / 1_000))}`,
      ...(maxAge === null ? {} : { 'cache-control': `max-age=${maxAge}` }),
    };
    const reply = await data.post(source, {
      header: (header) => headers[header],
      text: () => body,
      address: '',
      person: { ...person, agent },
      requestId: `${requestId}-${index}`,
    });
    // A failure stays with the gateway for a while, so that asking again does not pay for it again.
    if (reply.status === 200 && reply.headers[cacheHeader] !== 'hit') reply.delivered?.(true);
    return resultOf(reply, source, count, wish, bytes);
  }
}

interface FetchTerms extends PageWish {
  readonly isApproved: boolean;
  /** Set where the request costs more than the caller agreed to. */
  readonly mostCredits?: number;
  readonly token?: string;
}

interface OneTerms extends Pick<FetchTerms, keyof PageWish | 'isApproved'> {
  readonly credits: number;
  readonly until: number;
  readonly bytes: number;
}

const toBuy = ({ wire, count, maxAge }: ReadRequest): PlannedRequest => ({
  source: wire.operation,
  body: wire.body,
  count: count ?? null,
  maxAge: maxAge ?? null,
  credits: wire.credits,
});

/** A refusal of the gateway's own comes before anything is sent. */
const failed = ({ detail, message }: Problem): FetchResult => ({
  state: 'failed',
  says: shownText(typeof detail === 'string' ? detail : `${message} ${JSON.stringify(detail)}`).slice(0, 500),
  credits: 0,
});

/** For the person, who sees nothing else of it. */
const whatIsBought = ({ requests }: AgentPlan): string => {
  const bought = requests.filter(({ credits }) => credits > 0);
  const some = bought.slice(0, 5).map(({ source, body }) => `${source} ${shownText(body).slice(0, 200)}`);
  return `${some.join('; ')}${bought.length > 5 ? `; and ${bought.length - 5} more` : ''}`;
};

const tooExpensive = (price: number, most: number) =>
  new Problem(402, `This costs ${price} credits, more than max_credits (${most}). Nothing was spent.`);

function resultOf(
  { status, headers, body }: Reply,
  source: OperationId,
  count: number | null,
  wish: PageWish,
  bytes: number,
): FetchResult {
  const told = headers[creditsHeader];
  const credits = told === undefined ? 'unknown' : Number(told);
  if (status === 202) return { state: 'running' };
  const found = jsonOrNothing(typeof body === 'string' ? body : body.toString('utf8'));
  if (status !== 200 || !Array.isArray(found))
    return { state: 'failed', says: wordsOf(found, status), credits };
  const at = Number(headers[givenAtHeader] ?? 0);
  return { state: 'done', credits, ...rowsOf(found, { source, count, at }, wish, bytes) };
}

/** `found`: the list that the service returned. */
export function rowsOf(
  found: readonly unknown[],
  { source, count, at }: Pick<PlannedRequest, 'source' | 'count'> & { readonly at: number },
  wish: PageWish,
  bytes: number,
): TablePage & { readonly fetched: string } {
  const records = found.filter((record): record is Values => typeof record === 'object' && record !== null);
  const page = pageOfRecords(source, records.slice(0, count ?? undefined), wish, bytes);
  return { fetched: new Date(at).toISOString(), ...page };
}

function wordsOf(body: unknown, status: number): string {
  const detail: unknown =
    typeof body === 'object' && body !== null ? (body as { detail?: unknown }).detail : undefined;
  const text = typeof detail === 'string' ? detail : detail === undefined ? '' : JSON.stringify(detail);
  return shownText(text).slice(0, 500) || `The data service returned status ${status}.`;
}
