// Real proxies in front of gateways, and what a client behind them sees. A test whose program is missing fails.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { PeerCertificate, TLSSocket } from 'node:tls';

/** The path of a program: the one `npm test` found, else where servers are, which is often outside the path of a user. */
export const has = (program: string): string | undefined =>
  process.env[`SPILLWAY_${program.toUpperCase()}`] ||
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin:/sbin"; command -v ${program}`], {
    encoding: 'utf8',
  }).stdout.trim() ||
  undefined;

/** A test that needs programs: nginx and Caddy are installed by `npm test`, openssl comes with PostgreSQL. */
export const testWith =
  (...programs: readonly string[]) =>
  (name: string, body: () => Promise<void>): void =>
    test(name, () => {
      const missing = programs.filter((program) => has(program) === undefined);
      if (missing.length > 0)
        throw new Error(`Install ${missing.join(' and ')}, or run npm test, which does.`);
      return body();
    });

const running = new Set<ChildProcess>();

export function startProxy(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const proxy = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  running.add(proxy);
  proxy.once('exit', () => running.delete(proxy));
  return proxy;
}

/** The master of nginx ends its workers. */
export const endProxies = (): Promise<unknown> =>
  Promise.all(
    [...running].map(
      (proxy) =>
        new Promise((resolve) => {
          proxy.once('exit', resolve);
          proxy.kill('SIGTERM');
        }),
    ),
  );

export interface Seen {
  readonly status: number;
  readonly type: string;
  readonly credits: string | undefined;
  readonly retryAfter: string | undefined;
  readonly certificate: PeerCertificate;
  readonly text: string;
}

export const ask = (
  port: number,
  method: string,
  address: string,
  body = '',
  more: Record<string, string> = {},
  { tls = true } = {},
): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'access-token': 'sandbox-large',
      host: 'spillway.example.com',
      ...more,
    };
    const options = { port, host: '127.0.0.1', method, path: address, headers, agent: false };
    const send = tls ? tlsRequest({ ...options, rejectUnauthorized: false }) : plainRequest(options);
    send.once('response', (incoming) => {
      const socket = incoming.socket as TLSSocket;
      const certificate = tls ? socket.getPeerCertificate() : ({} as PeerCertificate);
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? '',
          credits: incoming.headers['spillway-credits'] as string | undefined,
          retryAfter: incoming.headers['retry-after'],
          certificate,
          text,
        }),
      );
    });
    send.once('error', reject);
    send.end(body);
  });
