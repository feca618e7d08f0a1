// Gateways that serve feeds over real sockets, in front of a service that counts every request it gets.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/eventually';
import { answer } from '../support/fakeUpstream';
import { search, testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';
import { longKept } from '../../keepAlive';

export const day = 86_400_000;

export interface FeedGateway extends TestGateway {
  readonly address: string;
  /** Requests that reached the service, of any kind. */
  readonly reached: () => number;
}

const open: { close(): Promise<void> }[] = [];

export async function closeAll(): Promise<void> {
  for (const one of open.splice(0)) await one.close();
}

export async function start(env: Record<string, string> = {}): Promise<FeedGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-feed-'));
  const gateway = await testGateway({ SPILLWAY_DATA: folder, ...env });
  let reached = 0;
  const call = gateway.upstream.call.bind(gateway.upstream);
  gateway.upstream.call = (given) => {
    reached += 1;
    return call(given);
  };
  const server: Server = createServer(longKept, gateway.gateway.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway.close();
      removeFolder(folder);
    },
  });
  const { port } = server.address() as AddressInfo;
  return { ...gateway, address: `http://127.0.0.1:${port}`, reached: () => reached };
}

/** Buys a result, and waits until the history has it. */
export async function buy(
  gateway: FeedGateway,
  credential: string,
  products: readonly Record<string, unknown>[],
  body: object = { query: 'phone', count: 20 },
  route = search,
): Promise<number> {
  gateway.upstream.reply = () => answer(200, products);
  const response = await fetch(gateway.address + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': credential, 'cache-control': 'no-cache' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  await response.text();
  await eventually(() => {
    const { history } = gateway.gateway.health() as { history: { owed: number } };
    return history.owed === 0;
  });
  return Number(response.headers.get('spillway-at'));
}

export const manage = async (
  gateway: FeedGateway,
  credential: string,
  { feed: id = '', method = 'POST', ...query }: Record<string, string> & { feed?: string; method?: string },
): Promise<Response> => {
  const text = new URLSearchParams(query).toString();
  return fetch(`${gateway.address}/gateway/feeds${id && `/${id}`}${text && `?${text}`}`, {
    method,
    headers: { 'access-token': credential },
  });
};

export interface Shared {
  readonly code: string;
  readonly feed: { readonly id: string; readonly name: string; readonly expiresAt: number };
}

export async function share(
  gateway: FeedGateway,
  credential: string,
  query: Record<string, string> = {},
): Promise<Shared> {
  const response = await manage(gateway, credential, {
    name: 'Prices',
    tables: 'history,changes',
    ...query,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text) as Shared;
}

export const feed = (
  gateway: Pick<FeedGateway, 'address'>,
  code: string,
  pathAndQuery: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${gateway.address}/feed/${pathAndQuery}`, {
    headers: { authorization: `Bearer ${code}`, ...headers },
  });

export type FeedRow = Record<string, unknown>;

export async function rowsOf(response: Response): Promise<FeedRow[]> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { rows: FeedRow[] }).rows;
}

/** The key of the request as the history has it. */
export async function requestsOf(
  gateway: FeedGateway,
  credential: string,
  operation: string,
): Promise<string[]> {
  const response = await fetch(`${gateway.address}/history/requests?operation=${operation}`, {
    headers: { 'access-token': credential },
  });
  return ((await response.json()) as { request: string }[]).map(({ request }) => request);
}
