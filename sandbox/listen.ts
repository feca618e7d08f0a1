// The sandbox on a real port: main.ts and the tests start it here.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox';

export interface ListenOptions extends SandboxOptions {
  /** Defaults to 0: any free port. */
  readonly port?: number;
  readonly host?: string;
}

export interface RunningSandbox extends Sandbox {
  readonly url: string;
  close(): Promise<void>;
}

export async function listen(options: ListenOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const { app } = sandbox;
  const host = options.host ?? '127.0.0.1';
  // Keeps Node's own global Request and Response: the sandbox also runs inside test processes.
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  // As long as services behind a load balancer keep idle connections, so that no client meets the moment of closing.
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  await bound(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;
  return {
    ...sandbox,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const bound = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
