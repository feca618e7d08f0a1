// Shared by the gateway benchmarks: separate processes, free ports, and a client with very little overhead.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';

const program = path.resolve(import.meta.dirname, '../../dist/server/gateway.mjs');
export const search = '/api/ruretail/products/search';
export const headers = {
  'access-token': 'sandbox-large',
  'content-type': 'application/json',
  'accept-encoding': 'gzip',
};
const started = new Set<ChildProcess>();
/** Milliseconds of silence after which a server counts as stuck. */
export const longestWait = 30_000;

export function start(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  started.add(child);
  return child;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export function ask(
  port: number,
  address: string,
  body?: string,
  given: Record<string, string> = headers,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: address,
        method: body === undefined ? 'GET' : 'POST',
        headers: given,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks) }));
      },
    );
    outgoing.on('error', reject);
    outgoing.setTimeout(longestWait, () => outgoing.destroy(new Error('no response')));
    outgoing.end(body);
  });
}

export async function ready(port: number): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    const answer = await ask(port, '/healthz').catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}

export async function startGateway(
  env: Record<string, string>,
): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const set = {
    PORT: String(port),
    SPILLWAY_TLS: 'off',
    SPILLWAY_DATA: 'off',
    SPILLWAY_CACHE_AGE: '1h',
    ...env,
  };
  const child = start(process.execPath, [program], set);
  await ready(port);
  return { port, child };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function requireProgram(): void {
  if (!existsSync(program)) throw new Error('dist/server/gateway.mjs is not built');
}

export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
  agent.destroy();
}

/** Milliseconds of processor time of all threads of a process; undefined where the system does not tell. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const folder = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, time) => sum + time, 0) / 1_000_000;
  } catch {
    return undefined;
  }
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
