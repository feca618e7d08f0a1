// What a gateway knows of a person's agents: what waits for approval, what each has spent, and Stop. None of it is paid.
import type { Access } from '../../request/credential';
import { SpillwayError } from '../../request/errors';
import { agentsPath } from '../../../protocol/gateway';
import { type Network, signedExchange } from './exchange';
import { readObject } from './readResponse';

export interface AgentFacts {
  readonly name: string;
  /** Credits today, and what it may spend in a day. */
  readonly spent: number;
  readonly budget: number;
  /** Credits an hour that it may spend without asking. */
  readonly ask: number;
  readonly isStopped: boolean;
  /** Undefined if the gateway does not know. */
  readonly usedAt: number | undefined;
}

export interface HeldPlan {
  readonly id: string;
  readonly agent: string;
  readonly credits: number;
  readonly since: number;
  readonly requests: readonly { readonly source: string; readonly body: string }[];
}

export interface AgentsState {
  readonly agents: readonly AgentFacts[];
  readonly held: readonly HeldPlan[];
}

export type AgentChange =
  | { readonly stop: 'all' }
  | { readonly name: string; readonly state: 'stop' | 'start' }
  | { readonly name: string; readonly budget: number }
  | { readonly name: string; readonly ask: number }
  /** `credits`: the price that was shown. */
  | { readonly id: string; readonly decision: 'approve' | 'decline'; readonly credits: number };

const deadline = 20_000;

/** Without a change, it only reads. */
export async function askAgents(
  network: Network,
  access: Access | undefined,
  change?: AgentChange,
): Promise<AgentsState> {
  if (!access) throw new SpillwayError('no_key', { billed: 'no' });
  // A key for another address is nothing to this gateway.
  if (access.baseUrl !== '') return { agents: [], held: [] };
  const signed = signedExchange(network, access);
  const given = Object.entries(change ?? {}).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(given).toString();
  const path = change && 'decision' in change ? `${agentsPath}/held` : agentsPath;
  const response = await signed.send({
    url: query === '' ? path : `${path}?${query}`,
    init: { method: change ? 'POST' : 'GET', redirect: 'error' },
    milliseconds: deadline,
  });
  const { agents, held } = readObject(response, signed.secret(), network.clock.now());
  return { agents: list(agents).map(agentOf), held: list(held).map(heldOf) };
}

type Facts = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Facts[] => (Array.isArray(value) ? (value as Facts[]) : []);

const agentOf = ({ name, spent, budget, ask, isStopped, usedAt }: Facts): AgentFacts => ({
  name: String(name),
  spent: Number(spent),
  budget: Number(budget),
  ask: Number(ask),
  usedAt: typeof usedAt === 'number' ? usedAt : undefined,
  isStopped: isStopped === true,
});

const heldOf = ({ id, agent, credits, since, requests }: Facts): HeldPlan => ({
  id: String(id),
  agent: String(agent),
  credits: Number(credits),
  since: Number(since),
  requests: list(requests).map(({ source, body }) => ({ source: String(source), body: String(body) })),
});
