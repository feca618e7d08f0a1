// The agent's door, and the person's hold on it. It is loaded where SPILLWAY_MCP is on.
import type { AuditTrail } from './audit/auditTrail';
import type { Base } from './base';
import type { GatewayHistory } from './history/gatewayHistory';
import { ReadLimit } from './http/readLimit';
import { agentRoutes } from './mcp/agentRoutes';
import { Agents } from './mcp/agents';
import { CachedFetches } from './mcp/cachedFetches';
import { mcpBounds, mcpRoutes } from './mcp/mcpRoutes';
import { Orders } from './mcp/orders';
import { Plans } from './mcp/plans';
import type { ToolParts } from './mcp/toolCall';
import type { People } from './openPeople';
import type { OpenSpending } from './openSpending';
import type { CodeRegister } from './people/codeRegister';
import type { DataService } from './routes/dataService';
import type { SharedBook } from './shared/sharedBook';

export interface AgentsWiring extends Base {
  readonly people: People;
  readonly money: OpenSpending;
  readonly history: GatewayHistory | undefined;
  readonly shared: SharedBook | undefined;
  readonly audit: AuditTrail | undefined;
  readonly version: string;
}

export function openAgents(wiring: AgentsWiring, register: CodeRegister, data: DataService) {
  const { settings, store, people, money, history, shared, audit, metrics, log, clock, elapsed } = wiring;
  const { mcp: limits, team, proxies, namespace, publicUrl } = settings;
  if (!limits) return undefined;
  const { timeZone } = team;
  const { keys } = people;
  const agents = new Agents({ register, keys, ledger: money.ledger, store, limits, timeZone, clock });
  const plans = new Plans({ store, keys, clock });
  const { cacheAge } = settings;
  const orders = new Orders({ data, agents, plans, audit, history, cacheAge, clock, elapsed });
  const { signIn } = people;
  const limit = new ReadLimit(elapsed, mcpBounds);
  const tools: ToolParts = {
    orders,
    agents,
    history,
    shared,
    spending: money.spending,
    isKept: async ({ person }, { wire }) => (await data.keptFor(wire, person))?.status === 200,
    namespace,
    version: wiring.version,
    metrics,
    log,
    clock,
  };
  const cached = new CachedFetches({ data, agents, signIn, limit, metrics, clock });
  const routes = [
    mcpRoutes({
      ...tools,
      signIn,
      limit,
      cached,
      entra: settings.mode === 'team' ? team.entra : undefined,
      publicUrl,
      proxies,
    }),
    agentRoutes({ agents, plans, signIn, proxies, elapsed, audit }),
  ];
  return { routes, cached };
}
