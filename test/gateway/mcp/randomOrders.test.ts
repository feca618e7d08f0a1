// A scripted agent of each of many people plays random orders at three gateways of one team, on a real Redis that restarts, with
// its data or without. The gateways are in this process and their service is a fake that counts what it bills: what is tested is
// who buys what, and gateways.test.ts speaks to them as agents do, over sockets.
import fc from 'fast-check';
import { operationOf, type OperationId } from '../../../src/operations';
import { UpstreamError } from '../../../src/gateway/upstream/upstream';
import { runs } from '../../runs';
import { eventually } from '../support/eventually';
import { TeamOfGateways } from '../support/teamOfGateways';
import type { TestGateway } from '../support/testGateway';
import { businesses, search, type AgentsState, type Said } from './support';

const team = new TeamOfGateways({ keepsRedis: true });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Credits that an agent may spend in an hour without asking. */
const ask = 6;
/** Orders that are played at the same time: what waits for Redis waits for all of them. */
const atOnce = 150;

type Word = 0 | 1 | 2 | 3 | 4 | 5;
/** Billed, and its response never arrives. */
const lost: Word = 5;
const isMany = (word: Word): boolean => word % 2 === 1;
const priceOf = (word: Word): number => (isMany(word) ? 5 : 1);

type Step = { readonly at: number } & (
  | { readonly kind: 'estimate'; readonly words: readonly Word[] }
  | { readonly kind: 'fetch'; readonly plan: number }
  | { readonly kind: 'buy'; readonly words: readonly Word[]; readonly most: number }
  | { readonly kind: 'approve' | 'decline' | 'stop' | 'start' | 'stopAll' }
);
/** Each happens while or before all orders play a round. */
type EventKind = 'nothing' | 'lose' | 'restart' | 'cut' | 'flush' | 'minute' | 'hour';

const at = fc.nat({ max: 2 });
const word = fc.constantFrom<Word>(0, 1, 2, 3, 4, 5);
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('estimate' as const), at, words }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('fetch' as const), at, plan: fc.nat({ max: 9 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      at,
      words,
      most: fc.constantFrom(0, 1, 5, 20, 20, 20),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'approve', 'decline', 'stopAll'), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('stop' as const, 'start', 'start', 'start'), at }),
  },
);
const rounds = 4;
const order = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: rounds,
  maxLength: rounds,
});
const event = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant<EventKind>('nothing') },
    { weight: 3, arbitrary: fc.constantFrom<EventKind>('minute', 'hour') },
    { weight: 2, arbitrary: fc.constantFrom<EventKind>('lose', 'restart', 'cut', 'flush') },
  ),
  /** Agents go on only when they can buy again. */
  isPatient: fc.boolean(),
});
const play = fc.record({
  orders: fc.array(order, { minLength: atOnce, maxLength: atOnce }),
  events: fc.array(event, { minLength: rounds, maxLength: rounds }),
});

/** One person with an agent, and what they agreed to. */
class Player {
  private readonly plans: {
    readonly token: string;
    readonly words: readonly Word[];
    readonly expires: number;
  }[] = [];
  private readonly approved = new Set<string>();
  /** Credits that the person agreed to beyond what needs no asking. */
  agreed = 0;
  /** What the agent was told: credits of each request, and of which nobody knows what it cost. */
  readonly paid = new Map<Word, number>();
  readonly unknown = new Set<Word>();
  /** Stopped, as the pane was told, and not started since. Of a stop and a start at once nobody knows which came last. */
  isStopped = false;
  private starts = 0;
  private starting = 0;

  constructor(
    private readonly places: readonly TestGateway[],
    private readonly code: string,
    readonly name: string,
  ) {}

  asked(one: Word): ReturnType<typeof search> | ReturnType<typeof businesses> {
    return (isMany(one) ? businesses : search)(`${this.name} ${one}`);
  }

  async call(place: number, tool: string, given: object, agent = 'research'): Promise<Said> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } };
    const response = await this.places[place]!.post(`/mcp?agent=${agent}`, body, {
      authorization: `Bearer ${this.code}`,
      accept: 'application/json, text/event-stream',
    });
    const { result } = (await response.json()) as { result?: { structuredContent?: Said; isError?: true } };
    if (!result) throw new Error(`status ${response.status}`);
    return { ...result.structuredContent, ...(result.isError && { isError: true }) };
  }

  async pane(
    place: number,
    query?: Record<string, string>,
    more = '',
  ): Promise<AgentsState & { ok: boolean }> {
    const text = query ? `?${new URLSearchParams(query).toString()}` : '';
    const init = { method: query ? 'POST' : 'GET', headers: { 'access-token': this.code } };
    const response = await this.places[place]!.gateway.fetch(
      new Request(`https://gateway.test/gateway/agents${more}${text}`, init),
      {},
    );
    return { ok: response.ok, ...((await response.json()) as AgentsState) };
  }

  /** A cell with the formula for it, as the add-in asks. */
  async cell(place: number, one: Word): Promise<Response> {
    const { source, parameters } = this.asked(one);
    const { path } = operationOf(source as OperationId);
    return this.places[place]!.post(path, parameters, { 'access-token': this.code });
  }

  async play(one: Step): Promise<void> {
    switch (one.kind) {
      case 'estimate': {
        const requests = one.words.map((each) => this.asked(each));
        const { plan, expires } = await this.call(one.at, 'estimate', { requests });
        if (typeof plan === 'string')
          this.plans.push({ token: plan, words: one.words, expires: Date.parse(String(expires)) });
        return;
      }
      case 'fetch': {
        const plan = this.plans[one.plan % Math.max(1, this.plans.length)];
        if (!plan) return;
        const isOver = plan.expires <= this.places[one.at]!.now();
        const said = await this.call(one.at, 'fetch', { plan: plan.token });
        expect([isOver, said.isError ?? false]).not.toEqual([true, false]);
        return this.hear(said, plan.words);
      }
      case 'buy': {
        const requests = one.words.map((each) => this.asked(each));
        return this.hear(await this.call(one.at, 'fetch', { requests, max_credits: one.most }), one.words);
      }
      case 'approve':
      case 'decline': {
        const [held] = (await this.pane(one.at)).held ?? [];
        if (!held) return;
        // Agreed from the moment the person says so, whether or not the gateway could store it.
        if (one.kind === 'approve' && !this.approved.has(held.id)) {
          this.approved.add(held.id);
          this.agreed += held.credits;
        }
        const decision = { id: held.id, decision: one.kind, credits: String(held.credits) };
        await this.pane(one.at, decision, '/held');
        return;
      }
      case 'stopAll':
        await this.pane(one.at, { stop: 'all' });
        return;
      case 'stop':
        return this.stop(one.at);
      case 'start':
        this.isStopped = false;
        this.starts += 1;
        this.starting += 1;
        await this.pane(one.at, { name: 'research', state: 'start' }).finally(() => (this.starting -= 1));
    }
  }

  private async stop(place: number): Promise<void> {
    const begun = this.starts;
    const isAlone = this.starting === 0;
    const { ok } = await this.pane(place, { name: 'research', state: 'stop' });
    if (ok && isAlone && this.starts === begun) this.isStopped = true;
  }

  /** The agent may plan again, whatever was played before. */
  async start(): Promise<void> {
    await eventually(async () => (await this.pane(0, { name: 'research', state: 'start' })).ok);
  }

  private hear({ results }: Said, words: readonly Word[]): void {
    const told = (results ?? []) as readonly {
      readonly state: string;
      readonly credits?: number | 'unknown';
    }[];
    told.forEach(({ credits = 0 }, index) => {
      const word = words[index]!;
      if (credits === 'unknown') this.unknown.add(word);
      else this.paid.set(word, (this.paid.get(word) ?? 0) + credits);
    });
  }
}

/** What the service was asked for, and in which hour of the gateways. */
interface Sale {
  readonly player: string;
  readonly word: Word;
  readonly hour: number;
}

function faultsOf({ agreed, paid, unknown }: Player, own: readonly Sale[]): string[] {
  const faults: string[] = [];
  const isTwice = (words: readonly Word[]) => new Set(words).size < words.length;
  for (const each of new Set(own.map((sale) => sale.hour))) {
    const words = own.filter((sale) => sale.hour === each).map((sale) => sale.word);
    const billed = words.reduce<number>((sum, word) => sum + priceOf(word), 0);
    if (billed > ask + agreed) faults.push(`billed ${billed} of ${ask + agreed}`);
    // What was billed and never came may be asked for again after a while; until then it is only told again.
    if (isTwice(words)) faults.push('bought twice in an hour');
  }
  const kept = own.map((sale) => sale.word).filter((word) => word !== lost);
  if (isTwice(kept)) faults.push('bought twice');
  for (const word of new Set(kept))
    if (paid.get(word) !== priceOf(word)) faults.push(`told ${paid.get(word)} credits for ${word}`);
  if (own.length > kept.length && !unknown.has(lost)) faults.push('did not tell what was billed and lost');
  return faults;
}

test(
  'in random orders nothing is billed that was not agreed to, nothing is bought twice, and what was bought is free afterwards',
  async () => {
    const env = {
      SPILLWAY_MCP: 'on',
      SPILLWAY_AGENT_ASK: String(ask),
      SPILLWAY_AGENT_BUDGET: '100000',
      SPILLWAY_LEASE: '2m',
      SPILLWAY_STORE_TIMEOUT: '5s',
    };
    const places = [await team.start(env), await team.start(env), await team.start(env)];
    const wind = (milliseconds: number) => places.forEach((place) => place.wind(milliseconds));
    const now = () => places[0]!.now();
    const toNextHour = () => hour - (now() % hour) + 1;
    const sales: Sale[] = [];
    for (const { upstream } of places) {
      for (const name of Object.keys(upstream.statistic))
        if (name.endsWith('_limit')) upstream.statistic[name] = 1_000_000_000;
      const usual = upstream.reply;
      upstream.reply = async (call) => {
        const { query, keyword = query } = JSON.parse(call.body ?? '') as {
          query?: string;
          keyword?: string;
        };
        const [player = '', word = ''] = (keyword ?? '').split(' ');
        sales.push({ player, word: Number(word) as Word, hour: Math.floor(now() / hour) });
        await new Promise((resolve) => setImmediate(resolve));
        if (Number(word) === lost && player !== 'probe') throw new UpstreamError('broken', true);
        return usual(call);
      };
    }
    const codes: string[] = [];
    for (let index = 0; index <= atOnce; index += 1) codes.push(await places[0]!.newCode(`Person ${index}`));
    await team.age();
    let batch = 0;
    let probes = 0;
    /** Those who may still be stopped from the batch before. */
    const halted = new Set<number>();

    const redis = {
      lose: () => team.redis.loseAll(),
      restart: () => team.redis.kill().then(() => team.redis.restart()),
      cut: async () => {
        await team.redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await team.redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      },
      flush: () => team.redis.command('FLUSHALL'),
    };

    /** Agents can buy again at every gateway. */
    const settled = async () => {
      probes += 1;
      for (const [index] of places.entries()) {
        const probe = new Player(places, codes[atOnce]!, 'probe');
        const requests = [search(`probe ${probes}${index}`)];
        await eventually(async () => {
          const said = await probe
            .call(index, 'fetch', { requests, max_credits: 1 }, `probe${index}`)
            .catch(() => undefined);
          const [result] = (said?.results ?? []) as { readonly state: string }[];
          if (result?.state !== 'done') wind(1_000);
          return result?.state === 'done';
        });
      }
    };

    /** What was bought and is not free afterwards: the formula for it says so, and a cell that shows it pays nothing. */
    const notFree = async (player: Player, own: readonly Sale[]): Promise<string[]> => {
      const before = sales.length;
      const faults: string[] = [];
      for (const word of new Set(own.map((sale) => sale.word).filter((each) => each !== lost))) {
        const { credits } = await player.call(word % 3, 'formula', player.asked(word));
        if (credits !== 0) faults.push(`the formula for ${word} costs ${String(credits)}`);
        const { status, headers } = await player.cell((word + 1) % 3, word);
        if (status !== 200 || headers.get('spillway-cache') !== 'hit') faults.push(`a cell pays for ${word}`);
      }
      return sales.length === before ? faults : [...faults, 'something was bought again'];
    };

    await fc.assert(
      fc.asyncProperty(play, async ({ orders, events }) => {
        batch += 1;
        sales.length = 0;
        for (const { upstream, lines } of places) upstream.calls.length = lines.length = 0;
        // What was held has expired by then, and what was spent is of another day.
        wind(day - (now() % day) + 1);
        const players = orders.map((_, index) => new Player(places, codes[index]!, `${batch}.${index}`));
        await Promise.all(players.filter((_, index) => halted.has(index)).map((player) => player.start()));
        halted.clear();
        for (const [round, { kind, isPatient }] of events.entries()) {
          if (kind === 'minute') wind(minute);
          if (kind === 'hour') wind(toNextHour());
          const before = sales.length;
          const stopped = players.filter(({ isStopped }) => isStopped);
          await Promise.all([
            kind in redis ? redis[kind as keyof typeof redis]() : undefined,
            // A gateway that cannot ask Redis refuses; that is an end of a step like any other.
            ...players.flatMap((player, index) =>
              orders[index]![round]!.map((one) => player.play(one).catch(unlessExpected)),
            ),
          ]);
          const bought = sales.slice(before).map(({ player }) => player);
          expect(stopped.filter(({ isStopped, name }) => isStopped && bought.includes(name))).toEqual([]);
          if (kind in redis && isPatient) await settled();
        }
        await settled();
        for (const [index, one] of orders.entries())
          if (one.flat().some(({ kind }) => kind === 'stop')) halted.add(index);
        const faults = await Promise.all(
          players.map(async (player, index) => {
            const own = sales.filter((sale) => sale.player === player.name);
            const found = [...faultsOf(player, own), ...(await notFree(player, own))];
            return found.length === 0 ? [] : [{ found, own, order: orders[index] }];
          }),
        );
        expect({ faults: faults.flat(), events }).toEqual({ faults: [], events });
      }),
      { numRuns: Math.ceil(runs(atOnce) / atOnce), endOnFailure: true },
    );
  },
  Math.max(300_000, runs(atOnce) * 1_000),
);

/** What an oracle says is not swallowed. */
function unlessExpected(error: unknown): void {
  if (error instanceof Error && 'matcherResult' in error) throw error;
}
