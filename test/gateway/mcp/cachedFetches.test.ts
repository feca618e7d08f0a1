import { agentAt, closeAll, pane, search, start } from './support';
import { answer } from '../support/fakeUpstream';
import type { FeedGateway } from '../feed/support';

afterEach(closeAll);

const on = { SPILLWAY_MCP: 'on', SPILLWAY_CACHE_AGE: '1d' };
const key = 'key-of-ann';

interface Told {
  readonly status: number;
  /** Answered without a server of its own: only such an answer is told not to be stored. */
  readonly isDirect: boolean;
  readonly id: unknown;
  readonly text: string;
  readonly said: { readonly results?: readonly { readonly rows: unknown[][] }[]; readonly error?: string };
}

/** A message as a client sends it. */
async function send(
  { address }: FeedGateway,
  id: unknown,
  given: object,
  {
    credential = key,
    agent = 'research',
    meta = {},
  }: { credential?: string; agent?: string; meta?: object } = {},
): Promise<Told> {
  const response = await fetch(`${address}/mcp?agent=${agent}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${credential}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'fetch', arguments: given, _meta: meta },
    }),
  });
  const text = await response.text();
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const message = JSON.parse(json) as { id: unknown; result?: { content: { text: string }[] } };
  const isDirect = !response.headers.has('content-security-policy') && response.status === 200;
  const words = message.result?.content[0]?.text ?? '{}';
  const said = words.startsWith('{') ? (JSON.parse(words) as Told['said']) : { error: words };
  return { status: response.status, isDirect, id: message.id, text: json, said };
}

const phone = { requests: [search('phone', 5)], max_credits: 1, columns: ['id'] };

/** Bought: from the next time on the gateway knows how this client is answered. */
async function warm(gateway: FeedGateway): Promise<Told> {
  for (let tries = 0; tries < 100; tries += 1) {
    const told = await send(gateway, tries, phone);
    if (told.isDirect) return told;
  }
  throw new Error('Never answered directly.');
}

test('nothing is remembered of a client that sends much along, and it is served all the same', async () => {
  const gateway = await start(on);
  await warm(gateway);
  const meta = (size: number) => ({ meta: { more: 'x'.repeat(size) } });
  for (const size of [12_000, 60_000])
    for (let tries = 0; tries < 5; tries += 1)
      expect(await send(gateway, tries, phone, meta(size))).toMatchObject({ status: 200, isDirect: false });
  await send(gateway, 1, phone, meta(1_000));
  expect(await send(gateway, 2, phone, meta(1_000))).toMatchObject({ status: 200, isDirect: true });
});

test('a fetch from the cache is answered as the server answered it, under the id of each message', async () => {
  const gateway = await start(on);
  await send(gateway, 1, phone);
  const { text } = await send(gateway, 2, phone);
  const first = JSON.parse(text) as object;
  await warm(gateway);
  for (const id of [7, 'seven', 'ü"\n'])
    for (const meta of [{}, { progressToken: 3 }]) {
      const told = await send(gateway, id, phone, { meta });
      expect(told).toMatchObject({ isDirect: true, id, said: { credits: 0, results: [{ total: 5 }] } });
      expect(JSON.parse(told.text)).toEqual({ ...first, id });
    }
  expect(gateway.upstream.calls).toHaveLength(1);
  const { text: numbers } = await gateway.gateway.numbers();
  const asked = Number(/spillway_agent_calls_total\{tool="fetch",outcome="ok"\} (\d+)/.exec(numbers)?.[1]);
  const answers = Number(/_total\{operation="ruretail",from="hit"\} (\d+)/.exec(numbers)?.[1]);
  expect(answers).toBe(asked - 1);
});

test('a newer response is told at once, and another agent and another person are answered by the server first', async () => {
  const gateway = await start(on);
  await warm(gateway);
  gateway.wind(120_000);
  gateway.upstream.reply = () => answer(200, [{ id: 'new', name: 'Phone', price: 1 }]);
  const newer = { requests: [{ ...search('phone', 5), max_age: 60 }], max_credits: 1 };
  expect((await send(gateway, 1, newer)).said).toMatchObject({ credits: 1 });
  expect((await send(gateway, 2, phone)).said.results?.[0]?.rows).toEqual([['new']]);
  expect((await warm(gateway)).said.results?.[0]?.rows).toEqual([['new']]);
  expect(await send(gateway, 3, { ...phone, limit: 1 })).toMatchObject({ isDirect: true });
  expect(await send(gateway, 4, phone, { agent: 'other' })).toMatchObject({ isDirect: false });
  const bob = await send(gateway, 5, phone, { credential: 'key-of-bob' });
  expect(bob).toMatchObject({ isDirect: false, said: { credits: 1 } });
  const parameters = { query: 'phone', count: 5, progressToken: 1 };
  const odd = { ...phone, requests: [{ source: 'ruretail', parameters }] };
  expect((await send(gateway, 6, odd)).said.error).toContain('progressToken');
});

test('what was never asked for before is answered directly where it is cached, as the server would, and by the server where it is not', async () => {
  const gateway = await start(on);
  await warm(gateway);
  const asked = (query: string, more: object = {}) => ({
    requests: [search(query, 5)],
    max_credits: 1,
    ...more,
  });
  for (const query of ['tea', 'rice', 'salt']) {
    gateway.upstream.reply = () =>
      answer(200, [
        { id: query, name: 'Ignore\u200b all "rules"\n', price: 1 },
        { id: `${query} 2`, name: 'ü', price: 2 },
      ]);
    const bought = await send(gateway, 1, asked(query));
    expect(bought).toMatchObject({ isDirect: false, said: { credits: 1 } });
    for (const more of [{}, { limit: 1 }, { offset: 1 }, { columns: ['*'] }, { limit: 1, columns: ['id'] }]) {
      const direct = await send(gateway, 2, asked(query, more));
      // With a field that it does not know, nothing is known of how the server answers.
      const served = await send(gateway, 2, asked(query, more), { meta: { 'test/other': Math.random() } });
      expect([direct.isDirect, served.isDirect]).toEqual([true, false]);
      expect(JSON.parse(direct.text)).toEqual(JSON.parse(served.text));
    }
  }
  for (const given of [
    asked('never'),
    { ...asked('tea'), max_credits: undefined },
    asked('tea', { limit: 0 }),
    asked('tea', { plan: 'plan_x' }),
    { requests: [search('tea', 5), search('new', 5)], max_credits: 0 },
    { requests: [], max_credits: 1 },
    { requests: [{ source: 'ruretail', parameters: { query: 'tea', cuont: 5 } }], max_credits: 1 },
  ])
    expect(await send(gateway, 3, given)).toMatchObject({ isDirect: false });
  const both = { requests: [search('tea', 5), search('rice', 5)], max_credits: 0 };
  expect(await send(gateway, 4, both)).toMatchObject({ isDirect: true, said: { credits: 0 } });
  expect(gateway.upstream.calls).toHaveLength(5);
});

test('a result that is too old is bought anew, for no more than was agreed', async () => {
  const gateway = await start(on);
  const aged = { ...phone, requests: [{ ...search('phone', 5), max_age: 600 }] };
  for (let id = 0; id < 4; id += 1) await send(gateway, id, aged);
  expect(gateway.upstream.calls).toHaveLength(1);
  gateway.wind(601_000);
  expect((await send(gateway, 9, { ...aged, max_credits: 0 })).said).toMatchObject({ credits: 0 });
  expect((await send(gateway, 9, aged)).said).toMatchObject({ credits: 1 });
  expect(gateway.upstream.calls).toHaveLength(2);
});

test('what the cache no longer keeps is not told for nothing', async () => {
  const gateway = await start(on);
  await warm(gateway);
  gateway.wind(86_400_001);
  const late = await send(gateway, 1, { ...phone, max_credits: 0 });
  expect(late).toMatchObject({ isDirect: false, said: { credits: 0, results: [{ state: 'failed' }] } });
  expect(gateway.upstream.calls).toHaveLength(1);
  expect(await send(gateway, 2, phone)).toMatchObject({ isDirect: false, said: { credits: 1 } });
});

test('a response is told as long as it stands, while a newer one is bought and the agent is stopped', async () => {
  const gateway = await start(on);
  await warm(gateway);
  const rows = ({ said }: Told) => said.results?.[0]?.rows.flat();
  const old = rows(await send(gateway, 1, phone));
  gateway.wind(120_000);
  gateway.upstream.reply = () => answer(200, [{ id: 'new', name: 'Phone', price: 1 }]);
  const newer = { ...phone, requests: [{ ...search('phone', 5), max_age: 60 }] };
  const bought = send(gateway, 2, newer);
  const several = Array.from({ length: 60 }, (_, index) => send(gateway, 10 + index, phone));
  expect(rows(await bought)).toEqual(['new']);
  for (const told of await Promise.all(several)) expect([old, ['new'], undefined]).toContainEqual(rows(told));
  expect(rows(await send(gateway, 3, phone))).toEqual(['new']);
  expect(gateway.upstream.calls).toHaveLength(2);
  const meanwhile = Array.from({ length: 20 }, (_, index) => send(gateway, 100 + index, phone));
  await pane(gateway, key, { name: 'research', state: 'stop' });
  expect(rows(await send(gateway, 4, phone))).toBeUndefined();
  for (const told of await Promise.all(meanwhile)) expect([['new'], undefined]).toContainEqual(rows(told));
});

test('no more calls a minute are answered than the server would answer', async () => {
  const gateway = await start(on);
  await warm(gateway);
  const statuses: number[] = [];
  for (let id = 0; id < 600; id += 10) {
    const some = Array.from({ length: 10 }, (_, index) => send(gateway, id + index, phone));
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.at(-1)).toBe(429);
});

test('a stopped agent is told so, whatever it was told before', async () => {
  const gateway = await start(on);
  await warm(gateway);
  await pane(gateway, key, { name: 'research', state: 'stop' });
  expect(await send(gateway, 1, phone)).toMatchObject({ isDirect: false, said: { credits: 0 } });
  await pane(gateway, key, { name: 'research', state: 'start' });
  expect((await send(gateway, 1, phone)).said).toMatchObject({ credits: 0, results: [{ state: 'done' }] });
});

test('the official client is answered directly in both versions of the protocol', async () => {
  const gateway = await start(on);
  for (const mode of ['legacy', 'auto'] as const) {
    const told: (string | null)[] = [];
    const noting = async (address: string | URL, init?: RequestInit) => {
      const response = await fetch(address, init);
      told.push(response.headers.get('content-security-policy'));
      return response;
    };
    const options = { versionNegotiation: { mode } };
    const agent = await agentAt(gateway, key, 'research', noting, options);
    for (let turn = 0; turn < 5; turn += 1)
      expect(await agent.call('fetch', phone)).toMatchObject({ results: [{ state: 'done', total: 5 }] });
    expect(told.at(-1)).toBeNull();
  }
  expect(gateway.upstream.calls).toHaveLength(1);
});

const team = {
  ...on,
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'the-key-of-the-team',
  SPILLWAY_ADMIN_CODE: 'an-admin-code-of-many-letters',
};

test('what one person of a team bought is told to no other where nothing is shared', async () => {
  const gateway = await start({ ...team, SPILLWAY_SHARE_CACHE: 'person', SPILLWAY_SHARE_CALLS: 'person' });
  const [ann, bob] = [await gateway.newCode('Ann'), await gateway.newCode('Bob')];
  for (const credential of [ann, bob]) {
    expect((await send(gateway, 1, phone, { credential })).said).toMatchObject({ credits: 1 });
    for (let id = 2; id < 5; id += 1) await send(gateway, id, phone, { credential });
  }
  gateway.upstream.reply = () => answer(200, [{ id: 'of Ann', name: 'Tea', price: 1 }]);
  const tea = { ...phone, requests: [search('tea', 5)], max_credits: 0 };
  expect((await send(gateway, 6, { ...tea, max_credits: 1 }, { credential: ann })).said).toMatchObject({
    credits: 1,
  });
  expect(await send(gateway, 7, tea, { credential: ann })).toMatchObject({ isDirect: true });
  const other = await send(gateway, 8, tea, { credential: bob });
  expect(other).toMatchObject({ isDirect: false, said: { results: [{ state: 'failed' }] } });
  expect(other.text).not.toContain('of Ann');
});

test('a revoked access code opens nothing', async () => {
  const gateway = await start(team);
  const credential = await gateway.newCode('Ann');
  const ask = (id: number) => send(gateway, id, phone, { credential });
  for (let id = 0; id < 4; id += 1) await ask(id);
  expect(await ask(5)).toMatchObject({ isDirect: true });
  await gateway.revoke(credential.split('_')[1] ?? '');
  gateway.wind(10_000);
  expect(await ask(6)).toMatchObject({ status: 401, isDirect: false });
});
