// Each worker of jest has a place of its own: a port and a browser profile that outlive its test files. The same code at
// the same address is compiled once for each worker, not once for each journey, which was most of the time they took.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

const variable = 'SPILLWAY_TEST_PLACES';

export interface Place {
  readonly port: number;
  readonly profile: string;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** Below the range that systems give to connections, so that it is still free when the next gateway starts. */
async function portToKeep(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

export async function preparePlaces(count: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spillway-browser-'));
  const ports: number[] = [];
  while (ports.length < count) ports.push(await portToKeep());
  process.env[variable] = JSON.stringify({ folder, ports });
}

const prepared = () =>
  JSON.parse(process.env[variable] ?? 'null') as { folder: string; ports: number[] } | null;

export function thisPlace(): Place {
  const places = prepared();
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
  const port = places?.ports[worker - 1];
  if (!places || port === undefined)
    throw new Error('No place was prepared: run these tests with the jest project "browser".');
  return { port, profile: path.join(places.folder, String(worker)) };
}

export function clearPlaces(): void {
  const places = prepared();
  if (places) rmSync(places.folder, { recursive: true, force: true });
}
