// Gateways that are killed at any moment: what was told to be written is there afterwards, and nothing is there twice.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen as startSandbox, type RunningSandbox } from '../../../sandbox/listen';
import { eventually } from '../support/eventually';
import { endAll, GatewayProcess } from '../support/gatewayProcess';
import { PostgresServer } from '../support/postgresServer';
import { removeFolder } from '../../removeFolder';

let sandbox: RunningSandbox;
let postgres: PostgresServer;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  postgres = await PostgresServer.start();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-killed-'));
});
afterAll(async () => {
  await endAll();
  await postgres?.close();
  await sandbox?.close();
  removeFolder(folder);
});

const key = { 'access-token': 'sandbox-large' };

/** When it was bought; undefined where it was bought by the gateway that was killed and is delivered by its successor. */
async function buy(gateway: GatewayProcess): Promise<number | undefined> {
  const response = await gateway.post(
    '/api/nlretail/products/search',
    { keyword: 'airfryer', count: 5 },
    { ...key, 'cache-control': 'no-cache' },
  );
  expect(response.status).toBe(200);
  await response.text();
  const { headers } = response;
  return headers.get('spillway-cache') === 'hit' ? undefined : Number(headers.get('spillway-at'));
}

const written = (gateway: GatewayProcess) =>
  eventually(async () => {
    const metrics = await (await gateway.get('/metrics')).text();
    return /^spillway_history_away 0$/m.test(metrics) && /^spillway_history_owed 0$/m.test(metrics);
  }, 60_000);

async function timesIn(gateway: GatewayProcess): Promise<number[]> {
  const ask = async <T>(address: string) => (await (await gateway.get(address, key)).json()) as T;
  const [request] = await ask<{ request: string }[]>('/history/requests?operation=nlretail');
  const lists = await ask<{ at: number }[]>(
    `/history/lists?request=${encodeURIComponent(request?.request ?? '')}`,
  );
  return lists.map(({ at }) => at);
}

test.each(['disk', 'PostgreSQL'])('killed while writing to %s', async (place) => {
  const env: Record<string, string> = {
    SPILLWAY_UPSTREAM: sandbox.url,
    SPILLWAY_DATA: path.join(folder, place),
  };
  if (place === 'PostgreSQL') env.DATABASE_URL = await postgres.database('killed');
  const told = new Set<number>();
  const all = new Set<number>();
  for (const pause of [0, 40, 230, 260, 300]) {
    const gateway = await GatewayProcess.start(env);
    const first = await eventually(() => buy(gateway));
    all.add(first);
    await written(gateway);
    told.add(first);
    const rest = await Promise.all([1, 2, 3].map(() => buy(gateway)));
    for (const at of rest) if (at !== undefined) all.add(at);
    // The moments of a batch: before it, in the middle of it, after it.
    await new Promise((resolve) => setTimeout(resolve, pause));
    await gateway.end('SIGKILL');
  }
  const last = await GatewayProcess.start(env);
  await written(last);
  const found = await timesIn(last);
  expect(new Set(found).size).toBe(found.length);
  for (const at of told) expect(found).toContain(at);
  for (const at of found) expect(all).toContain(at);
  await last.end();
});
