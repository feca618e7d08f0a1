// What an agent may buy, agreed beforehand: requests and their prices, for one person and one agent, for a time. The agent is
// given a name for it that nobody can make up. That each request of a plan is bought once is not decided here but in the ledger
// (`Agents.planCheck`), which counts before anything is sent and survives a store that loses its data.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { operationIds } from '../../operations';
import { jsonOrNothing } from '../http/json';
import { Problem } from '../http/problem';
import { sameText } from '../people/accessCode';
import type { KeyCheck } from '../people/keyAttemptLimit';
import { sha256 } from '../people/keyDigest';
import type { Person } from '../people/person';
import type { ResilientStore } from '../stores/resilientStore';

const number = z.number();
const plannedRequest = z.object({
  source: z.enum(operationIds),
  /** The body as it is sent. */
  body: z.string(),
  /** What the agent asked for; the body asks for as much as the same price buys. */
  count: number.nullable(),
  /** Seconds; null for any age. */
  maxAge: number.nullable(),
  /** Agreed for this request: 0 where it was in the cache. */
  credits: number,
});
const agentPlan = z.object({
  id: z.string(),
  person: z.string(),
  agent: z.string(),
  /** How often the agent had been stopped. */
  stops: number,
  at: number,
  expires: number,
  requests: z.array(plannedRequest).readonly(),
});
export type PlannedRequest = Readonly<z.infer<typeof plannedRequest>>;
export type AgentPlan = Readonly<z.infer<typeof agentPlan>>;

export const planPrice = ({ requests }: Pick<AgentPlan, 'requests'>): number =>
  requests.reduce((sum, { credits }) => sum + credits, 0);

export type PlanDecision = 'approve' | 'decline';
type HoldState = 'none' | 'waiting' | 'approved' | 'declined';

export interface PlansParts {
  readonly store: ResilientStore;
  readonly keys: KeyCheck;
  readonly clock: () => number;
}

const day = 86_400_000;
const hour = 3_600_000;
const form = /^plan_([\w-]{16})_([\w-]{22})$/;
const idForm = /^[\w-]{16}$/;
/** Bytes: a plan is stored for a day. */
const largest = 16_000;

const unknownPlan = () =>
  new Problem(404, 'This plan is not valid: it expired, was made for someone else, or does not exist.');

const planKey = (id: string): string => `plan:${id}`;

/** Plans of a team end with its key, and those of a person with theirs. */
const macOf = (bytes: Buffer, { key }: Person): string => {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'spillway plan', 32));
  return createHmac('sha256', secret).update(bytes).digest('base64url').slice(0, 22);
};

export class Plans {
  constructor(private readonly parts: PlansParts) {}

  /** `isLong`: it waits for a person, who may come tomorrow. */
  async make(
    person: Person,
    { agent, stops, requests }: Pick<AgentPlan, 'agent' | 'stops' | 'requests'>,
    isLong: boolean,
  ): Promise<{ readonly plan: AgentPlan; readonly token: string }> {
    const { store, clock, keys } = this.parts;
    await keys.check(person.key);
    const at = clock();
    const life = isLong ? day : hour;
    const id = randomBytes(12).toString('base64url');
    const plan: AgentPlan = { id, person: person.id, agent, stops, at, expires: at + life, requests };
    const bytes = Buffer.from(JSON.stringify(plan));
    if (bytes.length > largest)
      throw new Problem(413, 'The plan is too large. Ask for fewer requests at a time.');
    // Should Redis lose it, what was decided about it is lost too: then nobody can use it any more.
    await store.write(planKey(id), bytes, life, false);
    return { plan, token: `plan_${id}_${macOf(bytes, person)}` };
  }

  /** Throws unless it is this person's and this agent's, unchanged, and still holds. */
  async find(token: string, person: Person, agent: string): Promise<AgentPlan> {
    const [, id = '', mac = ''] = form.exec(token) ?? [];
    const bytes = id === '' ? undefined : await this.parts.store.read(planKey(id));
    const plan = bytes && sameText(mac, macOf(bytes, person)) ? this.planIn(bytes, person) : undefined;
    if (plan?.agent.toLowerCase() !== agent.toLowerCase()) throw unknownPlan();
    return plan;
  }

  /** Asks the person; false where that was done before. */
  async hold(plan: AgentPlan, person: Person): Promise<boolean> {
    const isNew = (await this.state(plan, person)) === 'none';
    if (isNew) await this.mark(person, `${plan.id}:held`);
    return isNew;
  }

  /**
   * Whether the person agreed. A decision is never taken back into another: where both were made, at two gateways that could not
   * see each other, it is declined.
   */
  async state({ id }: Pick<AgentPlan, 'id'>, person: Person): Promise<HoldState> {
    const marks = await this.parts.store.table(tableOf(person));
    if (marks[`${id}:no`] !== undefined) return 'declined';
    if (marks[`${id}:yes`] !== undefined) return 'approved';
    return marks[`${id}:held`] === undefined ? 'none' : 'waiting';
  }

  /** What waits for the person. */
  async held(person: Person): Promise<readonly AgentPlan[]> {
    const marks = await this.parts.store.table(tableOf(person));
    const ids = Object.keys(marks).flatMap((mark) => {
      const [id = '', kind] = mark.split(':');
      const isOpen = marks[`${id}:no`] === undefined && marks[`${id}:yes`] === undefined;
      return kind === 'held' && isOpen ? [id] : [];
    });
    const plans = await Promise.all(ids.map((id) => this.read(id, person)));
    return plans.flatMap((plan) => plan ?? []).sort((a, b) => a.at - b.at);
  }

  /** `credits`: what the person was shown. */
  async decide(person: Person, id: string, decision: PlanDecision, credits: number): Promise<AgentPlan> {
    const plan = idForm.test(id) ? await this.read(id, person) : undefined;
    if (!plan) throw new Problem(404, 'This request no longer waits for approval.');
    const state = await this.state(plan, person);
    if (decision === 'decline') {
      if (state !== 'declined') await this.mark(person, `${id}:no`);
      return plan;
    }
    if (state !== 'waiting') throw new Problem(409, 'This request no longer waits for approval.');
    if (credits !== planPrice(plan))
      throw new Problem(409, `This request costs ${planPrice(plan)} credits. Nothing was approved.`);
    await this.mark(person, `${id}:yes`);
    return plan;
  }

  private async read(id: string, person: Person): Promise<AgentPlan | undefined> {
    const bytes = await this.parts.store.read(planKey(id));
    return bytes && this.planIn(bytes, person);
  }

  /** Undefined where it is of another person, has expired, or is something else that somebody has written there. */
  private planIn(bytes: Buffer, person: Person): AgentPlan | undefined {
    const plan = agentPlan.safeParse(jsonOrNothing(bytes.toString())).data;
    return plan?.person === person.id && plan.expires > this.parts.clock() ? plan : undefined;
  }

  private async mark(person: Person, mark: string): Promise<void> {
    await this.parts.store.add(tableOf(person), { [mark]: 1 }, 2 * day);
  }
}

const tableOf = ({ id }: Person): string => `holds:${sha256(id)}`;
