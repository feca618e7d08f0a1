import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen, type Listening } from '../../../src/gateway/http/server';
import { answer } from '../support/fakeUpstream';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

let folder: string;
let team: TestGateway;
let listening: Listening;
let code: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-short-'));
  team = await testGateway({ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'the-team-key', SPILLWAY_DATA: folder });
  listening = await listen({ port: 0, host: '127.0.0.1', listener: team.gateway.listener });
  code = await team.newCode('Ann');
});
afterEach(async () => {
  listening.server.closeAllConnections();
  await listening.close();
  await team.close();
  removeFolder(folder);
});

const ask = (headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${listening.port}${valuation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': code, ...headers },
    body: '{"unit":"A"}',
  });
const seen = async (response: Response) => [
  response.status,
  response.headers.get('spillway-cache'),
  response.headers.get('spillway-credits'),
  await response.text(),
];

test('a request that comes again is answered alike, logged, counted, and given its own id back', async () => {
  const long = [await ask(), await ask()];
  expect((await seen(long[0]!)).slice(0, 3)).toEqual([200, 'miss', '1']);
  const second = await seen(long[1]!);
  const short = await ask({ 'x-request-id': 'id-12345678' });
  expect(await seen(short)).toEqual(second);
  expect(short.headers.get('x-request-id')).toBe('id-12345678');
  expect(short.headers.get('spillway-gateway')).toBe('1');
  expect(short.headers.get('x-content-type-options')).toBe('nosniff');
  const metrics = await (await team.get('/metrics')).text();
  expect(metrics).toContain('spillway_answers_total{operation="hkproperty",from="hit"} 2');
  expect(metrics).toContain('spillway_requests_total{route="hkproperty",status="200"} 3');
  expect(team.upstream.calls).toHaveLength(1);
});

test('the same text with raw parameters is another request', async () => {
  team.upstream.reply = ({ body }) => answer(200, [{ id: body }]);
  const asked = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${listening.port}${valuation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': code, ...headers },
      body: '{"unit":"  A  "}',
    });
    return [response.headers.get('spillway-cache'), (await response.json()) as unknown];
  };
  const raw = { 'spillway-raw': 'unit' };
  expect(await asked(raw)).toEqual(['miss', [{ id: '{"unit":"  A  "}' }]]);
  expect(await asked(raw)).toEqual(['hit', [{ id: '{"unit":"  A  "}' }]]);
  expect(await asked()).toEqual(['miss', [{ id: '{"unit":"A"}' }]]);
  expect(await asked()).toEqual(['hit', [{ id: '{"unit":"A"}' }]]);
  expect(await asked()).toEqual(['hit', [{ id: '{"unit":"A"}' }]]);
  expect(await asked(raw)).toEqual(['hit', [{ id: '{"unit":"  A  "}' }]]);
});

test('small and large answers come byte for byte as the long way sends them', async () => {
  for (const size of [10, 60_000]) {
    const noise = Array.from({ length: size }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7_919) % 20_000)),
    );
    team.upstream.reply = () => answer(200, [{ id: size, text: noise.join('') }]);
    const fresh = await ask({ 'cache-control': 'no-cache' });
    const sent = await fresh.text();
    const again = [await (await ask()).text(), await (await ask()).text(), await (await ask()).text()];
    expect(again).toEqual([sent, sent, sent]);
  }
});

test('it gives the newest answer, none that is too old, and nothing to a revoked code', async () => {
  for (let i = 0; i < 3; i += 1) await (await ask()).text();
  team.upstream.reply = () => answer(200, [{ id: 'new' }]);
  await (await ask({ 'cache-control': 'no-cache' })).text();
  expect(await (await ask()).json()).toEqual([{ id: 'new' }]);
  await (await ask()).text();
  team.wind(3_600_000);
  expect((await ask()).headers.get('age')).toMatch(/^36\d\d$/);
  await team.revoke(code.split('_')[1] ?? '');
  team.wind(6_000);
  expect((await ask()).status).toBe(401);
  code = await team.newCode('Bob');
  team.wind(8 * 24 * 3_600_000);
  expect((await ask()).headers.get('spillway-cache')).toBe('miss');
});

test('a code that was revoked elsewhere gets nothing more, also by the fast path', async () => {
  for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(200);
  // Another process writes the file; this one has not read it since.
  await team.revoke(code.split('_')[1] ?? '');
  team.wind(6_000);
  expect((await ask()).status).toBe(401);
});
