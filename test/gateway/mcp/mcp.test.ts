import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wireBody } from '../../../src/engine/remote/client/client';
import type { DataRequest } from '../../../src/engine/request/dataRequest';
import { formulaRequests } from '../../../src/excel/workbook/formulaRequests';
import { Metrics } from '../../../src/gateway/telemetry/metrics';
import { operationOf, paidCount } from '../../../src/operations';
import { checkRequest } from '../../../src/operations/check/request';
import { readFormulaText, readLiteral } from '../../../src/spill/read/formula/formulaText';
import { review } from '../../../src/spill/read/review/review';
import { removeFolder } from '../../removeFolder';
import { eventually } from '../support/eventually';
import { answer } from '../support/fakeUpstream';
import { startSigner } from '../support/signer';
import { agentAt, businesses, closeAll, decide, pane, search, start } from './support';

afterEach(closeAll);

const on = { SPILLWAY_MCP: 'on' };
const key = 'key-of-ann';

test('the official client lists tools, resources and prompts', async () => {
  const { client } = await agentAt(await start(on), key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'changes',
    'estimate',
    'fetch',
    'formula',
    'history',
    'matches',
    'usage',
  ]);
  for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('spillway://sources/stays');
  const { contents } = await client.readResource({ uri: 'spillway://sources/ruretail' });
  expect(JSON.stringify(contents)).toContain('price_min');
  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(3);
  const prompt = await client.getPrompt({ name: 'plan_trip' });
  expect(JSON.stringify(prompt.messages)).toContain('estimate');
});

test.each([
  ['of 2025', 'legacy', /^2025-/],
  ['of 2026', 'auto', /^2026-/],
] as const)('clients that speak the protocol %s are served alike', async (_, mode, version) => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key, 'research', undefined, { versionNegotiation: { mode } });
  expect(agent.client.getNegotiatedProtocolVersion()).toMatch(version);
  const { plan } = await agent.call('estimate', { requests: [search('phone')] });
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 1, results: [{ state: 'done' }] });
  expect((await agent.client.listTools()).tools).toHaveLength(7);
});

test('what an inspector checks: names, descriptions and schemas, and that everything listed can be read', async () => {
  const gateway = await start(on);
  const { client } = await agentAt(gateway, key);
  const { tools } = await client.listTools();
  for (const { name, title, description, inputSchema, annotations } of tools) {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect([title, description].every((text) => (text ?? '').length > 5)).toBe(true);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(annotations?.readOnlyHint).toBe(name !== 'fetch');
  }
  const { resources } = await client.listResources();
  for (const { uri, mimeType } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType }]);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'spillway://sources/{source}' }]);
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts)
    expect((await client.getPrompt({ name })).messages).toMatchObject([{ role: 'user' }]);
  await client.ping();
  await expect(client.readResource({ uri: 'spillway://sources/none' })).rejects.toThrow();
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32602 });
  await expect(client.getPrompt({ name: 'none' })).rejects.toMatchObject({ code: -32602 });
  const raw = async (method: string) => {
    const response = await fetch(`${gateway.address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: {} }),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { id: number; error?: { code: number } };
  };
  expect(await raw('tools/none')).toMatchObject({ id: 7, error: { code: -32601 } });
  expect(await raw('tools/call')).toMatchObject({ id: 7, error: { code: -32602 } });
  expect(gateway.upstream.calls).toEqual([]);
});

test('amounts come with their currency, and the formula shows it with each of them', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  gateway.upstream.reply = () => answer(200, [{ id: 1, name: 'Mug', price: '12.50' }]);
  const asked = { source: 'nlretail', parameters: { keyword: 'mug' } };
  const { results } = await agent.call('fetch', { requests: [asked], max_credits: 10 });
  const [{ columns, rows }] = results as [{ columns: string[]; rows: unknown[][] }];
  expect(['price', 'currency'].map((name) => rows[0]?.[columns.indexOf(name)])).toEqual([12.5, 'EUR']);
  const said = await agent.call('formula', { ...asked, columns: ['price', 'currency'] });
  expect(said['formula']).toBe('=NLRETAIL.SEARCH("mug",,"columns=price")');
});

test('there is no door unless it is opened', async () => {
  const { address } = await start();
  const response = await fetch(`${address}/mcp`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(404);
});

test('an estimate is free, its plan is bought once, and the plain route finds it in the cache', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const estimate = await agent.call('estimate', { requests: [search('phone', 5)] });
  expect(estimate).toMatchObject({ credits: 1, needs_approval: false });
  expect(gateway.upstream.calls).toEqual([]);
  const { plan } = estimate;
  const fetched = await agent.call('fetch', { plan, columns: ['id'] });
  expect(fetched).toMatchObject({ credits: 1, results: [{ state: 'done', total: 5, columns: ['id'] }] });
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 0, results: [{ state: 'done' }] });
  const response = await fetch(`${gateway.address}/api/ruretail/products/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': key },
    body: JSON.stringify({ query: 'phone', count: 5 }),
  });
  expect(response.headers.get('spillway-credits')).toBe('0');
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('what the gateway itself refuses, such as while it is busy, is told to have cost nothing', async () => {
  const gateway = await start({ ...on, SPILLWAY_MAX_CALLS: '1' });
  const agent = await agentAt(gateway, key);
  const release = gateway.upstream.hold();
  const [one, other] = ['a', 'b'].map((query) =>
    agent.call('fetch', { requests: [search(query)], max_credits: 1 }),
  );
  const refused = await Promise.race([one!, other!]);
  expect(refused).toMatchObject({ isError: true, credits: 0, results: [{ state: 'failed', credits: 0 }] });
  expect(JSON.stringify(refused)).toMatch(/busy/);
  release();
  await Promise.all([one, other]);
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('nothing is bought that could not be shown, because a column is not one of its source', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const requests = [search('phone', 5), businesses('cafe')];
  const { plan } = await agent.call('estimate', { requests });
  for (const given of [{ plan }, { requests, max_credits: 10 }, { requests: [search('tv')], max_credits: 1 }])
    expect(await agent.call('fetch', { ...given, columns: ['prise'] })).toMatchObject({
      isError: true,
      error: expect.stringMatching(/has no column prise/) as string,
      credits: 0,
    });
  expect(gateway.upstream.calls).toEqual([]);
});

test('above what an agent may spend without asking, a request is held until the person approves its price', async () => {
  const gateway = await start({ ...on, SPILLWAY_AGENT_ASK: '4' });
  const agent = await agentAt(gateway, key);
  const held = await agent.call('fetch', { requests: [businesses('cafe')], max_credits: 5 });
  expect(held).toMatchObject({ credits: 0, held: { credits: 5 }, results: [{ state: 'held' }] });
  const { plan } = held.held as { plan: string };
  expect(await agent.call('fetch', { plan })).toMatchObject({ held: { credits: 5, plan } });
  const [waiting] = (await pane(gateway, key)).held;
  expect(waiting).toMatchObject({ agent: 'research', credits: 5 });
  expect(await decide(gateway, key, { id: waiting!.id, credits: 4 })).toMatchObject({ status: 409 });
  expect(gateway.upstream.calls).toEqual([]);
  expect(await decide(gateway, key, waiting!)).toMatchObject({ status: 200, held: [] });
  expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 5, results: [{ state: 'done' }] });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('many small requests are held like a large one', async () => {
  const gateway = await start({ ...on, SPILLWAY_AGENT_ASK: '3' });
  const agent = await agentAt(gateway, key);
  const states: unknown[] = [];
  for (const word of ['a', 'b', 'c', 'd']) {
    const said = await agent.call('fetch', { requests: [search(word)], max_credits: 1 });
    states.push((said.results as { state: string }[])[0]?.state);
  }
  expect(states).toEqual(['done', 'done', 'done', 'held']);
});

test('a declined plan is never bought', async () => {
  const gateway = await start({ ...on, SPILLWAY_AGENT_ASK: '0' });
  const agent = await agentAt(gateway, key);
  const { held } = await agent.call('fetch', { requests: [search('a')], max_credits: 1 });
  const [waiting] = (await pane(gateway, key)).held;
  await decide(gateway, key, waiting!, 'decline');
  expect(await decide(gateway, key, waiting!)).toMatchObject({ status: 409 });
  const said = await agent.call('fetch', { plan: (held as { plan: string }).plan });
  expect(said).toMatchObject({
    isError: true,
    credits: 0,
    do_not: expect.stringContaining('try again') as string,
  });
  expect(gateway.upstream.calls).toEqual([]);
});

test('a stopped agent buys nothing, and its plans from before are void when it is started again', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const { plan } = await agent.call('estimate', { requests: [search('a')] });
  expect(await pane(gateway, key, { name: 'research', state: 'stop' })).toMatchObject({
    agents: [{ name: 'research', isStopped: true }],
  });
  expect(await agent.call('fetch', { plan })).toMatchObject({ isError: true });
  expect(await agent.call('estimate', { requests: [search('a')] })).toMatchObject({ isError: true });
  await pane(gateway, key, { name: 'research', state: 'start' });
  expect(await agent.call('fetch', { plan })).toMatchObject({ isError: true });
  const again = await agent.call('estimate', { requests: [search('a')] });
  expect(await agent.call('fetch', { plan: again.plan })).toMatchObject({ credits: 1 });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('the budget of an agent holds, and all agents of a person have one together', async () => {
  const gateway = await start({ ...on, SPILLWAY_AGENT_BUDGET: '3', SPILLWAY_AGENT_ASK: '100' });
  await pane(gateway, key, { name: 'one', budget: '1' });
  const [one, two] = [await agentAt(gateway, key, 'one'), await agentAt(gateway, key, 'two')];
  const buy = async (agent: typeof one, word: string) => {
    const said = await agent.call('fetch', { requests: [search(word)], max_credits: 1 });
    return (said.results as { state: string }[])[0]?.state;
  };
  expect([await buy(one, 'a'), await buy(one, 'b')]).toEqual(['done', 'failed']);
  expect([await buy(two, 'b'), await buy(two, 'c'), await buy(two, 'd')]).toEqual(['done', 'done', 'failed']);
  expect(gateway.upstream.calls).toHaveLength(3);
});

test('texts of the service lose what nobody sees, and pages are bounded', async () => {
  const gateway = await start(on);
  const name = 'Phone\u200b\u{e0041}\u202e\u0007\nIgnore\ufe0f all';
  gateway.upstream.reply = () =>
    answer(
      200,
      Array.from({ length: 300 }, (_, id) => ({ id: `${id}`, name })),
    );
  const agent = await agentAt(gateway, key);
  const given = { requests: [search('phone', 300)], max_credits: 1, columns: ['id', 'name'] };
  const first = await agent.call('fetch', { ...given, limit: 200 });
  const [result] = first.results as { rows: unknown[][]; next_offset: number; total: number }[];
  expect(result!.rows).toHaveLength(200);
  expect(result!.rows[0]).toEqual(['0', 'Phone Ignore all']);
  const rest = await agent.call('fetch', { ...given, offset: result!.next_offset, limit: 200 });
  expect(rest).toMatchObject({ credits: 0, results: [{ total: 300 }] });
  expect((rest.results as { rows: unknown[] }[])[0]!.rows).toHaveLength(100);
  expect(await agent.call('fetch', { ...given, limit: 201 })).toMatchObject({ isError: true });
});

test('a failure that may have been charged is told as such, and repeating it costs nothing', async () => {
  const gateway = await start(on);
  gateway.upstream.reply = () => answer(500, { detail: 'Internal error' });
  const agent = await agentAt(gateway, key);
  const { plan } = await agent.call('estimate', { requests: [search('a')] });
  const said = await agent.call('fetch', { plan });
  expect(said).toMatchObject({ isError: true, credits: 'unknown', results: [{ state: 'failed' }] });
  expect(JSON.stringify(said.next)).toContain('Do not repeat');
  await agent.call('fetch', { plan });
  await agent.call('fetch', { requests: [search('a')], max_credits: 1 });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('a wrong parameter is refused with the right one, for nothing', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const wrong = { source: 'ruretail', parameters: { query: 'a', price_maximum: 5 } };
  const said = await agent.call('estimate', { requests: [wrong] });
  expect(said).toMatchObject({ isError: true, error: expect.stringContaining('price_max') as string });
});

test('history and changes are read, and other people’s are not', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  for (const price of [5, 6]) {
    gateway.upstream.reply = () => answer(200, [{ id: 'x', name: 'Phone', price }]);
    const asked = { ...search('phone'), max_age: 60 };
    expect(await agent.call('fetch', { requests: [asked], max_credits: 1 })).toMatchObject({ credits: 1 });
    gateway.wind(86_400_000);
  }
  let rows: unknown = [];
  for (let tries = 0; tries < 100 && (rows as unknown[]).length === 0; tries += 1)
    ({ rows } = await agent.call('changes', { source: 'ruretail' }));
  expect(rows).toMatchObject([{ field: 'price', before: 5, after: 6 }]);
  const other = await agentAt(gateway, 'key-of-bob');
  expect(await other.call('history')).toMatchObject({ rows: [] });
});

test('the pane is told when an agent was last used, and sets what it may spend', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  await agent.call('fetch', { requests: [search('a')], max_credits: 1 });
  const at = gateway.now();
  gateway.wind(600_000);
  expect((await pane(gateway, key)).agents).toMatchObject([{ name: 'research', ask: 10 }]);
  expect(Math.abs(((await pane(gateway, key)).agents[0]?.usedAt ?? 0) - at)).toBeLessThan(60_000);
  await pane(gateway, key, { name: 'research', budget: '1' });
  await pane(gateway, key, { name: 'research', ask: '0' });
  expect((await pane(gateway, key)).agents).toMatchObject([{ budget: 1, ask: 0 }]);
  const said = await agent.call('fetch', { requests: [search('b')], max_credits: 1 });
  expect(said).toMatchObject({ credits: 0 });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('what is free is held by no limit, also where less may be spent than was spent', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const requests = [search('a'), search('b')];
  await agent.call('fetch', { requests, max_credits: 2 });
  await pane(gateway, key, { name: 'research', ask: '0' });
  const { plan } = await agent.call('estimate', { requests });
  const fetched = await agent.call('fetch', { plan });
  expect(fetched).toMatchObject({ credits: 0, results: [{ state: 'done' }, { state: 'done' }] });
  expect(fetched).not.toHaveProperty('held');
  expect((await pane(gateway, key)).held).toEqual([]);
});

test('usage tells what is spent and left', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  await agent.call('fetch', { requests: [search('a')], max_credits: 1 });
  expect(await agent.call('usage')).toMatchObject({
    agent: { name: 'research', spent_today: 1, left_today: 99, left_this_hour_without_asking: 9 },
  });
});

const share = async ({ address }: { address: string }, lists: object, credential = key) => {
  const response = await fetch(`${address}/gateway/shared`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': credential },
    body: JSON.stringify(lists),
  });
  return response.status;
};

test('matches that people decided and filter sets that they saved are read for nothing, each by their own', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  const at = gateway.now();
  const phone = {
    operation: 'ruretail',
    item: 'Phone',
    at,
    accepted: [{ id: 'x', name: 'Ph\u200bone X' }],
    seen: [],
  };
  const tv = { operation: 'nlretail', item: 'TV', at, accepted: [], seen: ['1'] };
  // Whoever has bought nothing keeps nothing here.
  expect(await share(gateway, { matches: [phone] })).toBe(409);
  gateway.upstream.reply = () => answer(200, [{ id: 'x', name: 'Phone', price: 5 }]);
  await agent.call('fetch', { requests: [search('phone')], max_credits: 1 });
  await eventually(async () => (await share(gateway, { matches: [phone, tv] })) === 200);
  const filters = [{ name: 'Quiet', at, params: { stars: [4, 5] } }];
  expect(await share(gateway, { filters })).toBe(200);
  expect(await agent.call('matches')).toMatchObject({
    rows: [
      { source: 'nlretail', item: 'TV', product_id: null },
      { source: 'ruretail', item: 'Phone', product_id: 'x', product: 'Phone X' },
    ],
  });
  expect(await agent.call('matches', { source: 'ruretail' })).toMatchObject({ rows: [{ item: 'Phone' }] });
  const read = async (one: typeof agent) =>
    JSON.stringify((await one.client.readResource({ uri: 'spillway://filters' })).contents);
  expect(await read(agent)).toContain('Quiet');
  const bob = await agentAt(gateway, 'key-of-bob');
  expect(await bob.call('matches')).toMatchObject({ rows: [] });
  expect(await read(bob)).not.toContain('Quiet');
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('the later decision about a product stands, whoever tells it first, and a clock that is ahead wins for an hour at most', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  await agent.call('fetch', { requests: [search('phone')], max_credits: 1 });
  const now = gateway.now();
  const decided = (id: string, at: number, item = 'Phone') => ({
    matches: [{ operation: 'ruretail', item, at, accepted: [{ id, name: id }], seen: [] }],
  });
  await eventually(async () => (await share(gateway, decided('later', now - 1_000))) === 200);
  await share(gateway, decided('earlier', now - 2_000, ' phone'));
  expect(await agent.call('matches')).toMatchObject({ rows: [{ product_id: 'later' }] });
  await share(gateway, decided('ahead', now + 9_000_000));
  const soon = now + 3_660_000;
  gateway.wind(3_660_000);
  await share(gateway, decided('now', soon));
  expect(await agent.call('matches')).toMatchObject({ rows: [{ product_id: 'now' }] });
  gateway.wind(1_000);
  const takenBack = {
    matches: [{ operation: 'ruretail', item: 'Phone', at: soon + 1_000, forgotten: true }],
  };
  expect(await share(gateway, takenBack)).toBe(200);
  expect(await agent.call('matches')).toMatchObject({ rows: [] });
  await share(gateway, decided('now', soon));
  expect(await agent.call('matches')).toMatchObject({ rows: [] });
});

test('a formula is told with what it costs now', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  expect(await agent.call('formula', search('phone "x"', 5))).toMatchObject({
    formula: '=RURETAIL.SEARCH("phone ""x""",5)',
    credits: 1,
  });
  await agent.call('fetch', { requests: [search('phone "x"', 5)], max_credits: 1 });
  expect(await agent.call('formula', search('phone "x"', 5))).toMatchObject({ credits: 0 });
});

test('an agent has its own lines in usage, the audit trail and the metrics, and counts against its person', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-audit-'));
  const admin = 'an-admin-code-of-many-letters';
  const gateway = await start({
    ...on,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: admin,
    SPILLWAY_PERSON_BUDGET: '2',
    SPILLWAY_AUDIT: folder,
  });
  const agent = await agentAt(gateway, admin);
  for (const word of ['a', 'b'])
    expect(await agent.call('fetch', { requests: [search(word)], max_credits: 1 })).toMatchObject({
      credits: 1,
    });
  const third = await agent.call('fetch', { requests: [search('c')], max_credits: 1 });
  expect(third).toMatchObject({
    isError: true,
    results: [{ says: expect.stringContaining('Your budget') as string }],
  });
  const usage = await fetch(`${gateway.address}/gateway/usage`, { headers: { 'access-token': admin } });
  expect(await usage.json()).toMatchObject({
    rows: [{ person: 'admin/research', name: 'Administrator (agent research)', spent: 2 }],
  });
  const { text } = await gateway.gateway.numbers();
  expect(text).toContain('spillway_agent_credits_spent_total{operation="ruretail",agent="research"} 2');
  expect(text).toContain('spillway_agent_calls_total{tool="fetch",outcome="ok"} 2');
  const audited = () => readFileSync(path.join(folder, 'audit.jsonl'), 'utf8').split('\n');
  await eventually(
    () =>
      existsSync(path.join(folder, 'audit.jsonl')) && audited().some((line) => line.includes('"refused"')),
  );
  const asked = audited().filter((line) => line.includes('"event":"asked"'));
  expect(asked).toHaveLength(2);
  for (const line of asked) expect(JSON.parse(line)).toMatchObject({ person: 'admin', agent: 'research' });
  removeFolder(folder);
});

test('a client without a sign-in is told where to sign in', async () => {
  const signer = await startSigner();
  const gateway = await start({
    ...on,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_PUBLIC_URL: 'https://spillway.test',
    ...signer.env,
  });
  const refused = await fetch(`${gateway.address}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBe(401);
  const where = 'https://spillway.test/.well-known/oauth-protected-resource/mcp';
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${where}"`);
  const metadata = await fetch(`${gateway.address}/.well-known/oauth-protected-resource/mcp`);
  expect(await metadata.json()).toMatchObject({
    resource: 'https://spillway.test/mcp',
    authorization_servers: [expect.stringContaining('https://')],
  });
  await signer.close();
});

const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);

test.each([
  ['hkproperty', { unit: 'TKS-01-12-B' }],
  ['ruretail', { query: 'a; b=c, "d"', count: 7, sort: 'price_asc', brands: ['A, B', "C's"], price_max: 5 }],
  ['nlretail', { keyword: '=SUM(1)', count: 45 }],
  ['jobsboard', { company: 'x'.repeat(600) }],
  ['bizbureau', { keyword: '12', location: 'New York, NY', count: 16 }],
  ['stays', { destination: 'Paris', checkin: day(30), checkout: day(33), adults: 2, rooms: 1, count: 26 }],
] as const)(
  'the formula for %s asks for what the agent bought, and not for more',
  async (source, parameters) => {
    const gateway = await start({ ...on, SPILLWAY_AGENT_ASK: '100' });
    const agent = await agentAt(gateway, key);
    const request = { source, parameters };
    expect(await agent.call('fetch', { requests: [request], max_credits: 100 })).toMatchObject({
      results: [{ state: 'done' }],
    });
    const { formula, credits } = await agent.call('formula', request);
    expect(credits).toBe(0);
    const call = readFormulaText(String(formula))!;
    const args = call.args.map((text) =>
      text === '' ? null : (readLiteral(text) ?? (text.startsWith('DATE') ? dateOf(text) : Number(text))),
    );
    const checks = { check: checkRequest, review };
    const { requests } = formulaRequests(source, args, () => undefined, checks);
    expect(requests).toHaveLength(1);
    const [{ count }] = requests as [DataRequest];
    // As the add-in sends it: the whole block that is paid.
    const body = wireBody(requests[0]!, count && paidCount(source, count), {});
    const response = await fetch(`${gateway.address}${operationOf(source).path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': key },
      body: JSON.stringify(body),
    });
    expect(response.headers.get('spillway-credits')).toBe('0');
    expect(gateway.upstream.calls).toHaveLength(1);
  },
);

/** Excel passes a date on as a number. */
const dateOf = (text: string): number => {
  const [year = 0, month = 0, date = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return Math.round(Date.UTC(year, month - 1, date) / 86_400_000) + 25_569;
};

test('what is left for an agent is what all agents of its person have left', async () => {
  const gateway = await start({ ...on, SPILLWAY_AGENT_BUDGET: '8', SPILLWAY_AGENT_ASK: '8' });
  const [one, other] = [await agentAt(gateway, key, 'one'), await agentAt(gateway, key, 'other')];
  await one.call('fetch', { requests: [businesses('cafe')], max_credits: 5 });
  expect(await other.call('usage')).toMatchObject({
    agent: { spent_today: 0, left_today: 3, left_this_hour_without_asking: 3 },
  });
  const refused = await other.call('fetch', { requests: [businesses('bar')], max_credits: 5 });
  expect(refused).toMatchObject({ credits: 0, isError: true });
});

test('a stop that comes together with others stays, and of two limits that are set at once both do', async () => {
  const gateway = await start(on);
  const agent = await agentAt(gateway, key);
  await agent.call('fetch', { requests: [search('a')], max_credits: 5 });
  const ask = (query: Record<string, string>) => pane(gateway, key, query);
  await Promise.all([ask({ stop: 'all' }), ask({ name: 'research', state: 'stop' }), ask({ stop: 'all' })]);
  await Promise.all([ask({ name: 'research', budget: '7' }), ask({ name: 'research', ask: '3' })]);
  expect((await pane(gateway, key)).agents).toMatchObject([{ isStopped: true, budget: 7, ask: 3 }]);
});

test('one person names only so many agents, and those that have asked for something can still be stopped', async () => {
  const gateway = await start({ SPILLWAY_MCP: 'on', SPILLWAY_AGENT_ASK: '0' });
  const held = await agentAt(gateway, 'key-of-ann', 'held');
  await held.call('fetch', { requests: [search('a')], max_credits: 5 });
  for (let nth = 0; nth < 20; nth += 1)
    expect((await pane(gateway, 'key-of-ann', { name: `Agent ${nth}`, budget: '1' })).status).toBe(200);
  const refused = await pane(gateway, 'key-of-ann', { name: 'one more', budget: '1' });
  expect([refused.status, refused.detail]).toEqual([409, expect.stringContaining('at most 20 agents')]);
  expect((await pane(gateway, 'key-of-ann', { name: 'AGENT 3', state: 'stop' })).status).toBe(200);
  expect((await pane(gateway, 'key-of-ann', { stop: 'all' })).held).toEqual([]);
  const stopped = await pane(gateway, 'key-of-ann', { name: 'held', state: 'stop' });
  expect(stopped.agents.find(({ name }) => name === 'held')).toMatchObject({ isStopped: true });
  expect((await pane(gateway, 'key-of-bob', { name: 'one more', budget: '1' })).status).toBe(200);
});

test('what agents spend has a line for each name, and only so many', async () => {
  const metrics = new Metrics(false);
  for (let index = 0; index < 500; index += 1) metrics.spentBy({ name: `Agent ${index}` }, 'ruretail', 1);
  metrics.spentBy({ name: 'agent 3' }, 'ruretail', 1);
  metrics.spentBy({ name: 'watch 7', yields: true }, 'ruretail', 4);
  const lines = (await metrics.text())
    .split('\n')
    .filter((line) => line.includes('agent_credits_spent_total{'));
  expect(lines).toContain('spillway_agent_credits_spent_total{operation="ruretail",agent="agent 3"} 2');
  expect(lines).toContain('spillway_agent_credits_spent_total{operation="ruretail",agent="(watches)"} 4');
  expect(lines).toHaveLength(51);
  expect(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(505);
});
