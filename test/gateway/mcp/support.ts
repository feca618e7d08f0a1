// Agents at gateways over real sockets, each with the official client.
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type FetchLike,
} from '@modelcontextprotocol/client';
import type { FeedGateway } from '../feed/support';

export { closeAll, start } from '../feed/support';

export interface Agent {
  readonly client: Client;
  /** What a tool returned. */
  call(tool: string, given?: object): Promise<Said>;
}

export interface Said {
  readonly isError?: boolean;
  readonly [name: string]: unknown;
}

export async function agentAt(
  { address }: Pick<FeedGateway, 'address'>,
  credential: string,
  name = 'research',
  /** In place of Node's own. */
  fetch?: FetchLike,
  options: ClientOptions = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp?agent=${encodeURIComponent(name)}`), {
      requestInit: { headers: { authorization: `Bearer ${credential}` } },
      ...(fetch && { fetch }),
    }),
  );
  return {
    client,
    call: async (tool, given = {}) => {
      const result = await client.callTool({ name: tool, arguments: given as Record<string, unknown> });
      const [content] = result.content;
      const text = content?.type === 'text' ? content.text : '';
      try {
        return { ...(JSON.parse(text) as object), ...(result.isError && { isError: true }) };
      } catch {
        return { error: text, isError: true };
      }
    },
  };
}

export interface AgentsState {
  readonly agents: readonly {
    readonly name: string;
    readonly spent: number;
    readonly budget: number;
    readonly ask: number;
    readonly usedAt?: number;
    readonly isStopped: boolean;
  }[];
  readonly held: readonly { readonly id: string; readonly agent: string; readonly credits: number }[];
}

/** As the pane asks. */
export async function pane(
  { address }: Pick<FeedGateway, 'address'>,
  credential: string,
  query?: Record<string, string>,
  path = '',
): Promise<AgentsState & { readonly status: number; readonly detail?: string }> {
  const text = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await fetch(`${address}/gateway/agents${path}${text}`, {
    method: query ? 'POST' : 'GET',
    headers: { 'access-token': credential },
  });
  return { status: response.status, ...((await response.json()) as AgentsState) };
}

export const decide = (
  gateway: Pick<FeedGateway, 'address'>,
  credential: string,
  { id, credits }: { readonly id: string; readonly credits: number },
  decision: 'approve' | 'decline' = 'approve',
) => pane(gateway, credential, { id, decision, credits: String(credits) }, '/held');

export const search = (query: string, count = 20) => ({ source: 'ruretail', parameters: { query, count } });
export const businesses = (keyword: string, count = 15) => ({
  source: 'bizbureau',
  parameters: { keyword, count },
});
