// A person's agents, for the pane: what waits for approval, what each may spend, and Stop. None of these calls the service.
//
//   GET  /gateway/agents                                      agents, and what is held
//   POST /gateway/agents?stop=all                             voids what they plan, hold and wait for
//   POST /gateway/agents?name=&state=stop|start&budget=&ask=  one agent
//   POST /gateway/agents/held?id=&decision=&credits=          approves what was shown, or declines it
import { Hono } from 'hono';
import { z } from 'zod';
import { agentsPath as path } from '../../protocol/gateway';
import type { AuditTrail } from '../audit/auditTrail';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem } from '../http/problem';
import { checkQuery } from '../http/query';
import { agentName, type Agents } from './agents';
import { planPrice, type AgentPlan, type Plans } from './plans';
import { shownText } from './toolData';
import { responder, type CallerParts } from '../people/callerOf';
import type { Person } from '../people/person';

export interface AgentRouteParts extends CallerParts {
  readonly agents: Agents;
  readonly plans: Plans;
  readonly elapsed: () => number;
  readonly audit: AuditTrail | undefined;
}

const credits = z.coerce.number().int().min(0).max(1_000_000_000);
const ofAll = z.strictObject({ stop: z.literal('all') });
const ofOne = z.strictObject({
  name: z.string().regex(agentName),
  state: z.enum(['stop', 'start']).optional(),
  budget: credits.optional(),
  ask: credits.optional(),
});
const ofHeld = z.strictObject({ id: z.string().max(100), decision: z.enum(['approve', 'decline']), credits });

export function agentRoutes(parts: AgentRouteParts): Hono<GatewayEnv> {
  const { agents, plans, audit } = parts;
  const routes = new Hono<GatewayEnv>();
  const respond = responder(parts);
  const about = (person: Person) => ({ person: person.id, name: person.name });
  const state = async (person: Person) => ({
    agents: await agents.list(person),
    held: (await waiting(person)).map(shown),
  });
  /** Without what was stopped since. */
  const waiting = async (person: Person): Promise<readonly AgentPlan[]> => {
    const held = await plans.held(person);
    const stops = await Promise.all(held.map((plan) => agents.stops(person, plan.agent)));
    return held.filter((plan, index) => plan.stops === stops[index]);
  };

  routes.get(path, (c) => respond(c, state));

  routes.post(path, (c) =>
    respond(c, async (person) => {
      const query = c.req.query();
      if ('stop' in query) {
        checkQuery(query, ofAll);
        for (const { name } of await agents.list(person)) await agents.stop(person, name, 'queue');
        audit?.note('agent changed', { ...about(person), state: 'stop all' });
        return state(person);
      }
      const { name, state: how, budget, ask } = checkQuery(query, ofOne);
      if (how) await agents.stop(person, name, how);
      const change = { ...(budget !== undefined && { budget }), ...(ask !== undefined && { ask }) };
      if (budget !== undefined || ask !== undefined) await agents.setLimits(person, name, change);
      audit?.note('agent changed', { ...about(person), agent: name, ...(how && { state: how }), ...change });
      return state(person);
    }),
  );

  routes.post(`${path}/held`, (c) =>
    respond(c, async (person) => {
      const { id, decision, credits: price } = checkQuery(c.req.query(), ofHeld);
      const isWaiting = (await waiting(person)).some((plan) => plan.id === id);
      if (decision === 'approve' && !isWaiting)
        throw new Problem(409, 'This request no longer waits for approval. Nothing was approved.');
      const { agent } = await plans.decide(person, id, decision, price);
      const event = decision === 'approve' ? 'approved' : 'declined';
      audit?.note(event, { ...about(person), agent, plan: id, credits: price });
      return state(person);
    }),
  );
  return routes;
}

const shown = (plan: AgentPlan) => ({
  id: plan.id,
  agent: plan.agent,
  credits: planPrice(plan),
  since: plan.at,
  expires: plan.expires,
  requests: plan.requests.map(({ source, body, credits: price }) => ({
    source,
    body: shownText(body).slice(0, 300),
    credits: price,
  })),
});
