// Where a client can ask the person, a held fetch goes on after their consent. Nothing depends on it.
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { agentAt, businesses, closeAll, decide, pane, search, start, type Agent } from './support';
import type { FeedGateway } from '../feed/support';

afterEach(closeAll);

const on = { SPILLWAY_MCP: 'on', SPILLWAY_AGENT_ASK: '4' };
const key = 'key-of-ann';
const cafe = { requests: [businesses('cafe')], max_credits: 5 };

type Answer = (asked: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

/** A client whose person answers. */
async function asking(
  gateway: FeedGateway,
  answer: Answer,
  { mode = 'auto', fetch }: { mode?: 'auto' | 'legacy'; fetch?: typeof globalThis.fetch } = {},
): Promise<Agent> {
  const capabilities = { elicitation: { form: {} } };
  const agent = await agentAt(gateway, key, 'research', fetch, {
    capabilities,
    versionNegotiation: { mode },
  });
  agent.client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  return agent;
}

const accept = (approve: unknown): ElicitResult => ({
  action: 'accept',
  content: { approve } as Record<string, boolean>,
});

test('a client that can ask is given the price and the request, and goes on after consent', async () => {
  const gateway = await start(on);
  const asked: string[] = [];
  const agent = await asking(gateway, ({ message }) => {
    asked.push(message);
    expect(gateway.upstream.calls).toEqual([]);
    return accept(true);
  });
  expect(await agent.call('fetch', cafe)).toMatchObject({ credits: 5, results: [{ state: 'done' }] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('research asks to spend 5 credits on bizbureau');
  expect(asked[0]).toContain('cafe');
  expect(await agent.call('fetch', cafe)).toMatchObject({ credits: 0, results: [{ state: 'done' }] });
  expect(asked).toHaveLength(1);
  expect(gateway.upstream.calls).toHaveLength(1);
  expect((await pane(gateway, key)).held).toEqual([]);
});

test('the same with a plan, which is bought once', async () => {
  const gateway = await start(on);
  const agent = await asking(gateway, () => accept(true));
  const { plan } = await agent.call('estimate', { requests: [businesses('cafe'), search('a')] });
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 6 });
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 0 });
  expect(gateway.upstream.calls).toHaveLength(2);
});

test.each<[string, ElicitResult]>([
  ['declines', { action: 'decline' }],
  ['accepts the form without approving', accept(false)],
])('a person who %s ends the plan, and nothing is spent', async (_, result) => {
  const gateway = await start(on);
  const agent = await asking(gateway, () => result);
  const { plan } = await agent.call('estimate', { requests: cafe.requests });
  expect(await agent.call('fetch', { plan })).toMatchObject({ isError: true, credits: 0 });
  expect(await agent.call('fetch', { plan })).toMatchObject({ isError: true, credits: 0 });
  expect((await pane(gateway, key)).held).toEqual([]);
  expect(gateway.upstream.calls).toEqual([]);
});

test('a person who closes the question can still approve in the pane', async () => {
  const gateway = await start(on);
  const agent = await asking(gateway, () => ({ action: 'cancel' }));
  const said = await agent.call('fetch', cafe);
  expect(said).toMatchObject({ credits: 0, held: { credits: 5 }, results: [{ state: 'held' }] });
  expect(gateway.upstream.calls).toEqual([]);
  const [waiting] = (await pane(gateway, key)).held;
  await decide(gateway, key, waiting!);
  const { plan } = said.held as { plan: string };
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 5 });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('while a question is open nothing is spent, and Stop and Decline in the pane are stronger than its answer', async () => {
  const gateway = await start(on);
  for (const end of ['stop', 'decline'] as const) {
    const agent = await asking(gateway, async () => {
      const [waiting] = (await pane(gateway, key)).held;
      expect(waiting).toMatchObject({ credits: 5 });
      if (end === 'stop') await pane(gateway, key, { stop: 'all' });
      else await decide(gateway, key, waiting!, 'decline');
      return accept(true);
    });
    expect(await agent.call('fetch', cafe)).toMatchObject({ isError: true, credits: 0 });
  }
  expect(gateway.upstream.calls).toEqual([]);
});

test('a question that nobody answers holds nothing up and spends nothing', async () => {
  const gateway = await start(on);
  let asked = (): void => undefined;
  const open = new Promise<void>((resolve) => (asked = resolve));
  const agent = await asking(gateway, () => {
    asked();
    return new Promise<ElicitResult>(() => undefined);
  });
  void agent.call('fetch', cafe).catch(() => undefined);
  await open;
  const other = await agentAt(gateway, key, 'other');
  expect(await other.call('fetch', { requests: [search('a')], max_credits: 1 })).toMatchObject({
    credits: 1,
  });
  expect((await pane(gateway, key)).held).toMatchObject([{ agent: 'research', credits: 5 }]);
  expect(gateway.upstream.calls).toHaveLength(1);
});

test.each([
  ['without the capability', 'auto', {}],
  ['of 2025, whose answer would reach another gateway', 'legacy', { elicitation: { form: {} } }],
  ['that can only open addresses', 'auto', { elicitation: { url: {} } }],
] as const)('a client %s is told that the request is held', async (_, mode, capabilities) => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key, 'research', undefined, {
    capabilities,
    versionNegotiation: { mode },
  });
  expect(await agent.call('fetch', cafe)).toMatchObject({ held: { credits: 5 } });
  expect(gateway.upstream.calls).toEqual([]);
});

test('answers that are forged, about another plan or sent again buy nothing that was not agreed', async () => {
  const gateway = await start(on);
  const bodies: string[] = [];
  const noting: typeof globalThis.fetch = (address, init) => {
    if (typeof init?.body === 'string' && init.body.includes('inputResponses')) bodies.push(init.body);
    return fetch(address, init);
  };
  const agent = await asking(gateway, () => accept(true), { fetch: noting });
  const { plan: other } = await agent.call('estimate', { requests: [businesses('bar')] });
  await agent.call('fetch', cafe);
  expect(gateway.upstream.calls).toHaveLength(1);
  const [body = ''] = bodies;
  const message = JSON.parse(body) as { params: { requestState: string; arguments: object } };
  const { requestState } = message.params;
  const send = async (params: object, credential = key) => {
    const response = await fetch(`${gateway.address}/mcp?agent=research`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${credential}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'fetch',
      },
      body: JSON.stringify({ ...message, params: { ...message.params, ...params } }),
    });
    return response.text();
  };
  expect(await send({})).toContain('"credits":0');
  const forged = [
    { requestState: `${requestState.slice(0, -1)}x` },
    { requestState: 'plan_' },
    { requestState: other },
    { requestState: undefined, arguments: { requests: [businesses('bar')], max_credits: 5 } },
    { requestState: undefined, arguments: { plan: other } },
    { requestState, arguments: { plan: other } },
  ];
  for (const params of forged) await send(params);
  await send({}, 'key-of-bob');
  expect(gateway.upstream.calls).toHaveLength(1);
});
