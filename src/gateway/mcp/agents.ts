// The agents of each person: their limits, and whether they were stopped. They are stored as the access codes are (a file, the
// shared Redis, or both), so that a Redis that loses its data does not bring a stopped agent back.
//
// Stopping is a number that only grows: odd while the agent is stopped, and even while it is not. Whatever was agreed under an
// earlier number is void. Of two gateways that change it at once the larger number stays.
import { randomBytes } from 'node:crypto';
import { hashOf, recordIdOf, type CodeRecord, type Grant } from '../people/accessCode';
import type { CodeRegister } from '../people/codeRegister';
import type { KeyCheck } from '../people/keyAttemptLimit';
import type { AgentCheck, Person } from '../people/person';
import { isProblem, Problem, tryAgain } from '../http/problem';
import { memoized } from '../http/memoized';
import type { BudgetLedger, Reserved } from '../ledger/ledger';
import type { AgentLimits } from '../settings/settings';
import { personAccount } from '../spending/budgets';
import { dayOfZone } from '../spending/day';
import type { ResilientStore } from '../stores/resilientStore';
import { Turns } from '../stores/turns';

export interface AgentsParts {
  readonly register: CodeRegister;
  readonly keys: KeyCheck;
  readonly ledger: BudgetLedger;
  readonly store: ResilientStore;
  /** The most there may be, and what an agent has until its person changes it. */
  readonly limits: AgentLimits;
  readonly timeZone: string;
  readonly clock: () => number;
}

export interface AgentState extends AgentLimits {
  readonly name: string;
  /** Credits today, and in this hour without asking. */
  readonly spent: number;
  readonly unasked: number;
  /** Today, of its own budget and of that of all agents of the person. */
  readonly left: number;
  readonly isStopped: boolean;
  /** In milliseconds since 1970; to the minute. */
  readonly usedAt?: number;
}

interface Changed {
  readonly changedAt: number;
  readonly agent?: AgentLimits;
}

type Why = Exclude<Reserved, { ok: true }>['why'];

export const agentName = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}$/;
const mostAgents = 20;
/** Of everyone: whoever only claims to have a key cannot fill the register. */
const mostRecords = 20_000;
const seenFor = 90 * 86_400_000;
const hour = 3_600_000;
const minute = 60_000;

/** More would be spent without asking than the person allows. */
export class NeedsApproval extends Problem {
  constructor() {
    super(402, 'This needs the approval of the person. Nothing was spent.');
  }
}

const tooMany = (names: readonly string[]) =>
  new Problem(
    409,
    `A person can have at most ${mostAgents} agents. Use one of the names: ${names.join(', ')}.`,
  );

const away = () =>
  tryAgain(503, 'The gateway cannot reach its store, so agents cannot spend. Nothing was spent.');

/** Making one is a good part of what a fetch from the cache costs. */
const shortDigest = memoized(1_000, (text) => recordIdOf(hashOf(text).slice(0, 16)));

/** Ids have the form of those of access codes. */
const recordId = (kind: 'limits' | 'stops', { id }: Person, name: string): string =>
  shortDigest(`${kind}\n${id}\n${name.toLowerCase()}`);

const isOdd = (count: number): boolean => count % 2 === 1;

export class Agents {
  /** Of changes of one person: each is made from what stands by then. */
  private readonly turns = new Turns();
  /** When each was last heard of here. */
  private readonly used = new Map<string, number>();

  constructor(private readonly parts: AgentsParts) {}

  /** Notes that it asks for something. */
  use(person: Person, name: string): void {
    const { store, clock, keys } = this.parts;
    const key = usedKey(person, name);
    const now = clock();
    if (Math.abs(now - (this.used.get(key) ?? -minute)) < minute) return;
    if (this.used.size >= mostRecords) this.used.clear();
    this.used.set(key, now);
    if (keys.isAccepted(person.key))
      store.write(key, Buffer.from(String(now)), seenFor).catch(() => undefined);
  }

  /** By how often it was stopped and started again, a few seconds old at most. */
  async stops(person: Person, name: string): Promise<number> {
    return (await this.parts.register.recent(recordId('stops', person, name)))?.changedAt ?? 0;
  }

  /** A name for what all gateways are known to have bought, for `confirm`; asked for before it is looked for. */
  settled(): Promise<string | undefined> {
    return this.parts.store.settled();
  }

  /** Throws unless nobody has stopped the agent since, anywhere, and what was not found was not there. */
  async confirm(
    person: Person,
    name: string,
    { stops, settled }: { readonly stops: number; readonly settled: string | undefined },
  ): Promise<void> {
    const { register, store } = this.parts;
    const record = await register.look(recordId('stops', person, name)).catch(() => Promise.reject(away()));
    this.checkStops(stops, record?.changedAt ?? 0);
    // A gateway that was alone a moment ago does not know yet what others have bought.
    if (settled === undefined || (await store.settled()) !== settled) throw away();
  }

  checkStops(agreed: number, now: number): void {
    if (isOdd(now)) throw new Problem(403, 'The person stopped this agent. Nothing was spent.');
    if (agreed !== now)
      throw new Problem(409, 'The person stopped what this agent had planned. Nothing was spent.');
  }

  async limits(person: Person, name: string): Promise<AgentLimits> {
    const { register, limits } = this.parts;
    const own = (await register.recent(recordId('limits', person, name)))?.grant?.agent ?? limits;
    return { budget: Math.min(own.budget, limits.budget), ask: Math.min(own.ask, limits.ask) };
  }

  async state(person: Person, name: string): Promise<AgentState> {
    const limits = await this.limits(person, name);
    const { ledger, store } = this.parts;
    const { day, own, all, unasked } = this.accounts(person, name);
    const spent = ledger.spent(day, own);
    const left = Math.min(limits.budget - spent, this.parts.limits.budget - ledger.spent(day, all));
    const key = usedKey(person, name);
    const told = await store.read(key).catch(() => undefined);
    const usedAt = Math.max(this.used.get(key) ?? 0, Number(told?.toString() ?? 0));
    return {
      name,
      ...limits,
      spent,
      unasked: ledger.spent(day, unasked),
      left: Math.max(0, left),
      isStopped: isOdd(await this.stops(person, name)),
      ...(usedAt > 0 && { usedAt }),
    };
  }

  /** Every agent of the person that has spent, was held or has a setting. */
  async list(person: Person): Promise<readonly AgentState[]> {
    const records = await this.parts.register.list().catch(() => Promise.reject(away()));
    const known = records.filter(({ grant }) => grant?.owner === person.id).map(({ name }) => name);
    const names = new Map<string, string>();
    for (const name of [...known, ...(await this.seen(person))]) names.set(name.toLowerCase(), name);
    return Promise.all(
      [...names.values()].sort((a, b) => a.localeCompare(b)).map((name) => this.state(person, name)),
    );
  }

  /** Notes that there is such an agent. */
  async see(person: Person, name: string): Promise<void> {
    const seen = await this.seen(person);
    if (seen.some((other) => other.toLowerCase() === name.toLowerCase())) return;
    if (seen.length >= mostAgents) throw tooMany(seen);
    await this.parts.store.add(seenTable(person), { [name]: 1 }, seenFor);
  }

  /** The room a request needs. `unapproved`: it also counts against what is spent without asking. */
  async checks(person: Person, name: string, unapproved: boolean): Promise<readonly AgentCheck[]> {
    const { budget, ask } = await this.limits(person, name);
    const { limits } = this.parts;
    const { day, own, all, unasked } = this.accounts(person, name);
    const refuse = (whose: string, limit: number) => (why: Why) =>
      refusal(why, `${whose} of ${limit} credits for today does not cover this.`);
    return [
      { period: day, account: own, limit: budget, refuse: refuse('The budget of this agent', budget) },
      {
        period: day,
        account: all,
        limit: limits.budget,
        refuse: refuse('The budget of all agents of this person', limits.budget),
      },
      ...(unapproved
        ? [
            {
              period: day,
              account: unasked,
              limit: ask,
              refuse: (why: Why) => (why === 'over' ? new NeedsApproval() : refusal(why, '')),
            },
          ]
        : []),
    ];
  }

  /** Once for each request of a plan. It has a period of its own, which is not read with the budgets every second. */
  planCheck(plan: { readonly id: string; readonly at: number }, index: number, limit: number): AgentCheck {
    return {
      period: `plans-${dayOfZone(plan.at, this.parts.timeZone)}`,
      account: `plan:${plan.id}/${index}`,
      limit,
      refuse: (why) =>
        refusal(
          why,
          limit === 0
            ? 'This was in the cache when the plan was made, and no longer is.'
            : 'This plan has already been used for this request.',
        ),
    };
  }

  setLimits(person: Person, name: string, change: Partial<AgentLimits>): Promise<void> {
    return this.change('limits', person, name, async (before) => {
      const agent = { ...(await this.limits(person, name)), ...change };
      // A clock that was set back must not undo the change before.
      return { changedAt: Math.max(this.parts.clock(), before + 1), agent };
    });
  }

  /** `queue`: what is planned, held or waiting is void, and the agent may plan again. */
  stop(person: Person, name: string, how: 'stop' | 'start' | 'queue'): Promise<void> {
    return this.change('stops', person, name, (now) => {
      // Of what is asked for at once at several gateways the larger number stays: stopping is the largest.
      const stop = isOdd(now) ? now + 2 : now + 3;
      return { changedAt: { queue: now + 2, stop, start: isOdd(now) ? now + 1 : now }[how] };
    });
  }

  private change(
    kind: 'limits' | 'stops',
    person: Person,
    name: string,
    next: (before: number) => Changed | Promise<Changed>,
  ): Promise<void> {
    const { register } = this.parts;
    return this.turns.take(person.id, async () => {
      const id = recordId(kind, person, name);
      const known = await register.look(id).catch(() => Promise.reject(away()));
      const { changedAt, ...agent } = await next(known?.changedAt ?? 0);
      if (known === undefined && (await this.state(person, name)).spent === 0)
        await this.checkNew(person, name);
      const grant: Grant = { owner: person.id, history: '', tables: [], sources: [], ...agent };
      const record = { ...(known ?? this.record(id, name)), grant, changedAt };
      await register.put(record).catch(() => Promise.reject(away()));
    });
  }

  /** Of an agent that has spent nothing yet. One that has is always heard, and so is a person while the service is away. */
  private async checkNew({ id, key }: Person, name: string): Promise<void> {
    await this.parts.keys.check(key).catch((error: unknown) => {
      if (isProblem(error) && error.status !== 503) throw error;
    });
    const all = await this.parts.register.list().catch(() => Promise.reject(away()));
    if (all.length >= mostRecords) throw new Problem(409, 'This gateway has too many agents.');
    const own = all.filter(({ grant }) => grant?.owner === id);
    const set = new Map(own.map((one) => [one.name.toLowerCase(), one.name]));
    if (set.size < mostAgents || set.has(name.toLowerCase())) return;
    // What has asked for something can always be stopped.
    const seen = await this.seen({ id });
    if (!seen.some((one) => one.toLowerCase() === name.toLowerCase())) throw tooMany([...set.values()]);
  }

  private record(id: string, name: string): CodeRecord {
    // Nobody signs in with it: the hash is of no code.
    const hash = randomBytes(32).toString('hex');
    return { id, name, hash, admin: false, createdAt: this.parts.clock() };
  }

  private async seen(person: Pick<Person, 'id'>): Promise<string[]> {
    return Object.keys(await this.parts.store.table(seenTable(person)));
  }

  private accounts(person: Person, name: string) {
    const { clock, timeZone } = this.parts;
    const whose = personAccount(person).slice('person:'.length);
    const agent = `${whose}/${name.toLowerCase()}`;
    return {
      day: dayOfZone(clock(), timeZone),
      own: `agent:${agent}`,
      all: `agents:${whose}`,
      unasked: `unasked:${agent}@${Math.floor(clock() / hour)}`,
    };
  }
}

const usedKey = (person: Person, name: string): string => `agent-used:${recordId('limits', person, name)}`;
const seenTable = ({ id }: Pick<Person, 'id'>): string => `agents:${hashOf(id).slice(0, 22)}`;

function refusal(why: Why, over: string): Problem {
  if (why !== 'over') return away();
  return new Problem(402, `${over} Nothing was spent.`);
}
