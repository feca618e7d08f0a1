// Metrics on a port of their own, plain http, for networks where whoever reads them must not reach the gateway or the other way round.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notFound, problemBody } from './problem';

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

export async function serveMetrics(
  { port, host }: { readonly port: number; readonly host: string | undefined },
  numbers: () => Promise<{ readonly type: string; readonly text: string }>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(problemBody(notFound));
      return;
    }
    numbers().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
