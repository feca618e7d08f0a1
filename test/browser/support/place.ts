// Each worker of jest has a place of its own that outlives its test files: a browser, and a port for the gateway. The same
// code at the same address is then compiled once for each worker, not once for each journey, which was most of the time
// they took.
import { createServer } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import { startLastingBrowser } from './chromium';

const variable = 'SPILLWAY_TEST_PLACES';

export interface Place {
  readonly gatewayPort: number;
  readonly browserPort: number;
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

export async function preparePlaces(count: number): Promise<BrowserServer[]> {
  const places: Place[] = [];
  while (places.length < count)
    places.push({ gatewayPort: await portToKeep(), browserPort: await portToKeep() });
  process.env[variable] = JSON.stringify(places);
  return Promise.all(places.map(({ browserPort }) => startLastingBrowser(browserPort)));
}

export function thisPlace(): Place {
  const places = JSON.parse(process.env[variable] ?? '[]') as Place[];
  const place = places[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
  if (!place) throw new Error('No place was prepared: run these tests with the jest project "browser".');
  return place;
}
