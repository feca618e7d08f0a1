// The tools, resources and prompts of the agent's door. A server is made for each request, for one person and one agent: nothing
// is remembered between two of them, so any gateway can serve any request.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  McpServer,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Problem } from '../http/problem';
import type { Caller, Fetched } from './orders';
import { addReading, addReference } from './readingTools';
import { sourceLines } from './reference';
import { freely, isData, paging, request, toolFor, type ToolParts } from './toolCall';

const approveIn = 'In Excel: the Spillway pane, Activity, Agents.';
const mostAtOnce = 20;

const requests = z.array(request).min(1).max(mostAtOnce);
const estimateSchema = z.strictObject({ requests });
export const fetchSchema = z.strictObject({
  plan: z.string().max(100).optional().describe('The plan that estimate returned.'),
  requests: requests.optional(),
  max_credits: z.number().int().min(0).max(1_000_000).optional(),
  ...paging,
});

const forCredits = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** `isCall`: the one message that it will be given calls a tool. */
export function mcpServer(parts: ToolParts, caller: Caller, isCall: boolean): McpServer {
  const server = new McpServer(
    { name: 'spillway', version: parts.version },
    {
      instructions:
        'Paid web data for Excel. `estimate` is free: call it before `fetch`, which may spend credits.',
    },
  );
  addOrders(server, parts, caller);
  addReading(server, parts, caller);
  if (!isCall) addReference(server, parts, caller);
  return server;
}

function addOrders(server: McpServer, parts: ToolParts, caller: Caller): void {
  const { orders } = parts;
  const tool = toolFor(parts, caller);
  server.registerTool(
    'estimate',
    {
      title: 'Estimate credits',
      description:
        'Free. What is cached, what is new and what it costs, with a plan to give to fetch. Sources:\n' +
        sourceLines(),
      inputSchema: estimateSchema,
      annotations: freely,
    },
    tool('estimate', async ({ requests: asked }: z.infer<typeof estimateSchema>) => {
      const found = await orders.estimate(caller, asked);
      const next = found.needs_approval
        ? `Tell the person the price. fetch will hold this until they approve it. ${approveIn}`
        : 'Give the plan to fetch. Each request of a plan is bought once.';
      return { ...found, next };
    }),
  );

  server.registerTool(
    'fetch',
    {
      title: 'Fetch data',
      description:
        'Rows for a plan, or for requests with max_credits. What is cached is free. Repeating a call with the same plan does not ' +
        'pay again, and is how to get more rows (offset) or a result that was still running.',
      inputSchema: fetchSchema,
      annotations: forCredits,
    },
    tool('fetch', async (given: z.infer<typeof fetchSchema>, { mcpReq }) => {
      const { plan, requests: asked, max_credits: most, ...wish } = given;
      if ((plan === undefined) === (asked === undefined))
        throw new Problem(422, 'Give either a plan or requests. Nothing was spent.');
      if (plan === undefined && most === undefined)
        throw new Problem(422, 'Give max_credits with requests. Nothing was spent.');
      // The plan that the client was given to ask about. Without one, its response is about nothing.
      const state = mcpReq.requestState<unknown>();
      const held = typeof state === 'string' && (plan === undefined || plan === state) ? state : undefined;
      const input = held === undefined ? undefined : inputResponse(mcpReq.inputResponses, approval);
      if (held !== undefined && input?.kind === 'elicit' && input.action !== 'cancel') {
        const isApproved = input.action === 'accept' && input.content?.approve === true;
        await orders.decide(caller, held, isApproved ? 'approve' : 'decline');
      }
      const agreed = plan ?? held;
      const fetched =
        agreed === undefined
          ? await orders.fetchFor(caller, asked ?? [], most ?? 0, wish)
          : await orders.fetchPlan(caller, agreed, wish);
      if (!fetched.held || input || !canAsk(mcpReq)) return shownFetch(fetched);
      return askPerson(caller, fetched.held);
    }),
  );
}

const approval = 'approval';

/** Since 2026 a client asks the person between two calls, so any gateway can go on; before, it had to reply to the gateway that asked. */
const canAsk = ({ envelope }: ServerContext['mcpReq']): boolean => {
  const told = envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const asks = told?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  return asks !== undefined && (asks.form !== undefined || asks.url === undefined);
};

function askPerson({ agent }: Caller, { credits, plan, what }: NonNullable<Fetched['held']>): object {
  const price = `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  return inputRequired({
    inputRequests: {
      [approval]: inputRequired.elicit({
        message: `${agent} asks to spend ${price} on ${what}. Nothing is spent unless you approve it.`,
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: `Spend ${price}` } },
          required: ['approve'],
        },
      }),
    },
    requestState: plan,
  });
}

export function shownFetch({ results, credits, held }: Fetched): object {
  const states = new Set(results.map(({ state }) => state));
  const isUnknown = results.some((result) => 'credits' in result && result.credits === 'unknown');
  const next = [
    ...(held
      ? [
          `Held: ${held.credits} credits need the approval of the person. ${approveIn} Tell them the price. After they approve, ` +
            'call fetch with this plan. Do not split the request into smaller ones.',
        ]
      : []),
    ...(states.has('running') || states.has('waiting')
      ? ['Not finished. Call fetch again with the same arguments; it does not pay again for what is running.']
      : []),
    ...(isUnknown
      ? ['A request may have been charged without a result. Do not repeat it; tell the person.']
      : []),
    ...(results.some((result) => 'next_offset' in result)
      ? ['There are more rows: call fetch again with the same arguments and offset = next_offset (free).']
      : []),
  ];
  return {
    note: isData,
    credits: credits ?? 'unknown',
    ...(held && { held: { credits: held.credits, plan: held.plan } }),
    results,
    ...(next.length > 0 && { next }),
    ...(states.size === 1 && states.has('failed') && { failed: true }),
  };
}
