import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AuditTrail } from '../../../src/gateway/audit/auditTrail';
import { UpstreamError } from '../../../src/gateway/upstream/upstream';
import { eventually } from '../support/eventually';
import { search, testGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

let folder: string;
const at = (name: string) => path.join(folder, name);
const lines = () =>
  readFileSync(at('audit/audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-audit-'));
});
afterEach(() => removeFolder(folder));

const env = (more: Record<string, string> = {}) => ({
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'the-key-of-the-team',
  SPILLWAY_DATA: path.join(folder, 'data'),
  SPILLWAY_AUDIT: at('audit'),
  ...more,
});

test('the trail says who asked for what, what was refused and paid, and which settings changed', async () => {
  const first = await testGateway(env());
  const code = await first.newCode('Ann');
  const ann = { 'access-token': code };
  await first.post(search, { query: 'tv', count: 5 }, ann);
  await first.post(search, { query: 'tv', count: 5 }, ann);
  expect((await first.post(`/cached${search}`, { query: 'tv', count: 5 }, ann)).status).toBe(200);
  await first.close();
  const second = await testGateway(env({ SPILLWAY_PERSON_BUDGET: '0' }));
  expect((await second.post(search, { query: 'radio', count: 5 }, ann)).status).toBe(402);
  await second.close();

  const told = lines();
  const of = (event: string) => told.filter((line) => line.event === event);
  expect(of('asked')).toEqual([
    expect.objectContaining({
      name: 'Ann',
      operation: 'ruretail',
      from: 'miss',
      request: expect.stringContaining('tv') as string,
    }),
    expect.objectContaining({ name: 'Ann', operation: 'ruretail', from: 'hit' }),
    expect.objectContaining({ name: 'Ann', operation: 'ruretail', from: 'hit' }),
  ]);
  expect(of('answered')).toEqual([expect.objectContaining({ status: 200, credits: 1 })]);
  expect(of('refused')).toEqual([expect.objectContaining({ name: 'Ann', status: 402 })]);
  expect(of('started')[1]?.changed).toEqual({
    'Person budget': { before: 'no limit', now: '0 credits per day' },
  });
  for (const line of told) expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  const text = readFileSync(at('audit/audit.jsonl'), 'utf8');
  for (const secret of ['the-key-of-the-team', code.split('_').slice(2).join('_')])
    expect(text).not.toContain(secret);
  expect(statSync(at('audit/audit.jsonl')).mode & 0o777).toBe(0o600);
  expect(statSync(at('audit')).mode & 0o777).toBe(0o700);
});

test('files are turned when they are full, and the oldest goes; lines stay whole', async () => {
  const trail = new AuditTrail({ folder: at('audit'), bytes: 2_000, files: 3, clock: () => 0 });
  for (let i = 0; i < 100; i += 1) {
    trail.note('asked', { number: i, name: 'a\nb' });
    await trail.flush();
  }
  expect(readdirSync(at('audit')).sort()).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.jsonl']);
  const numbers = ['audit.2.jsonl', 'audit.1.jsonl', 'audit.jsonl'].flatMap((name) => {
    const text = readFileSync(at(`audit/${name}`), 'utf8');
    expect(text.length).toBeLessThanOrEqual(2_000);
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number);
  });
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => 100 - numbers.length + i));
});

test('lines gathered at once are spread over files that keep their bound; one that is longer has a file to itself', async () => {
  const trail = new AuditTrail({ folder: at('audit'), bytes: 2_000, files: 40, clock: () => 0 });
  const note = (number: number, length: number) => trail.note('asked', { number, name: 'ä'.repeat(length) });
  for (let i = 0; i < 100; i += 1) note(i, i % 50);
  await trail.flush();
  note(100, 1_500);
  for (let i = 101; i < 200; i += 1) note(i, i % 50);
  await trail.flush();
  const names = readdirSync(at('audit')).sort((a, b) => nth(b) - nth(a));
  const files = names.map((name) => readFileSync(at(`audit/${name}`), 'utf8'));
  const numbers = files.map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number),
  );
  expect(numbers.flat()).toEqual(Array.from({ length: 200 }, (_, i) => i));
  files.forEach((text, index) => {
    if (numbers[index]?.includes(100)) expect(numbers[index]).toEqual([100]);
    else expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  });
  expect(files.length).toBeLessThan(20);
});

const nth = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

test('a trail that cannot be written is told once, and written when it can be', async () => {
  const told: string[] = [];
  const trail = new AuditTrail({
    folder: at('missing/audit'),
    bytes: 100_000,
    files: 2,
    clock: () => 0,
    onTrouble: (reason) => told.push(reason),
  });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in the way');
  trail.note('asked', { number: 1 });
  await trail.flush();
  await trail.flush();
  expect(told).toHaveLength(1);
  rmSync(folder);
  await trail.flush();
  expect(readFileSync(at('missing/audit/audit.jsonl'), 'utf8')).toContain('"number":1');
});

test('metrics hold latency, cache size and version; with a port of their own the main one has none', async () => {
  const gateway = await testGateway();
  await gateway.post(search, { query: 'tv', count: 5 }, { 'access-token': 'a-key' });
  const text = await (await gateway.get('/metrics')).text();
  expect(text).toContain('spillway_request_seconds_count{route="ruretail"} 1');
  expect(text).toMatch(/spillway_cache_bytes [1-9]/);
  expect(text).toMatch(/spillway_cache_entries [1-9]/);
  expect(text).toContain('spillway_info{version="unknown"} 1');
  await gateway.close();
  const apart = await testGateway({ SPILLWAY_METRICS_PORT: '9464' });
  expect((await apart.get('/metrics')).status).toBe(404);
  expect((await apart.gateway.numbers()).text).toContain('spillway_requests_total');
  await apart.close();
});

test('a gateway is ready while the service answers, and finds out by itself', async () => {
  const gateway = await testGateway();
  const ready = async () => (await gateway.get('/readyz')).status;
  expect(await ready()).toBe(200);
  const usual = gateway.upstream.call.bind(gateway.upstream);
  gateway.upstream.call = () => Promise.reject(new UpstreamError('unreachable', false));
  await gateway.post(search, { query: 'tv', count: 5 }, { 'access-token': 'a-key' });
  expect(await (await gateway.get('/readyz')).json()).toEqual({ status: 'service unreachable' });
  expect((await gateway.get('/healthz')).status).toBe(200);
  gateway.upstream.call = usual;
  gateway.wind(20_000);
  expect(await ready()).toBe(200);
  await gateway.close();
});

test('a key, a code or a token that somebody typed into a query is masked', async () => {
  const gateway = await testGateway(env());
  const code = await gateway.newCode('Ann');
  const other = await gateway.newCode('Bob');
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl';
  for (const query of ['the-key-of-the-team', `my code ${other}`, `x ${code}`, token])
    await gateway.post(search, { query, count: 5 }, { 'access-token': code });
  await gateway.close();
  const text = readFileSync(at('audit/audit.jsonl'), 'utf8');
  expect(text).toContain('my code');
  for (const secret of ['the-key-of-the-team', other, code, token]) expect(text).not.toContain(secret);
});

test('nor is one that stands anywhere else: a read code in a query, a code in the name of a watch', async () => {
  const gateway = await testGateway(env());
  const ann = { 'access-token': await gateway.newCode('Ann') };
  const read = `spr_${'a1'.repeat(5)}_${'Ab-_'.repeat(8)}`;
  await gateway.post(search, { query: `feed ${read}`, count: 5 }, ann);
  const made = await gateway.post(
    '/gateway/watches',
    {
      name: `Watch of ${ann['access-token']}`,
      requests: [{ operation: 'hkproperty', body: { unit: 'A' } }],
      schedule: { kind: 'days', days: [1], at: '07:00', zone: 'UTC' },
      limits: { day: 10, month: 10 },
      agreed: { run: 1, day: 1, month: 6 },
    },
    ann,
  );
  expect(made.status).toBe(201);
  await gateway.close();
  const text = readFileSync(at('audit/audit.jsonl'), 'utf8');
  expect(lines().map(({ event }) => event)).toContain('watch created');
  expect(text).not.toContain(read);
  expect(text).not.toContain(ann['access-token']);
  expect(text).toContain('feed •••');
  expect(text).toContain('Watch of •••');
});

test('strangers learn nothing from the health check; administrators which part fails, and why', async () => {
  const admin = { 'access-token': 'an-admin-code-of-many-letters' };
  const gateway = await testGateway(env({ SPILLWAY_ADMIN_CODE: admin['access-token'] }));
  rmSync(at('audit'), { recursive: true });
  writeFileSync(at('audit'), 'in the way');
  const ann = { 'access-token': await gateway.newCode('Ann') };
  await gateway.post(search, { query: 'tv', count: 5 }, ann);
  const seen = async (headers: Record<string, string>) =>
    (await (await gateway.get('/healthz', headers)).json()) as object;
  await eventually(async () => 'failing' in (await seen(admin)));
  expect(await seen(admin)).toMatchObject({ status: 'degraded', failing: [{ part: 'audit' }], budgets: {} });
  for (const headers of [{}, ann, { 'access-token': 'wrong' }])
    expect(await seen(headers)).toEqual({ status: 'ok' });
  expect(await (await gateway.get('/readyz')).json()).toEqual({ status: 'ok' });
  expect(await (await gateway.get('/metrics')).text()).toContain('spillway_part_failing{part="audit"');
  await gateway.close();
});
