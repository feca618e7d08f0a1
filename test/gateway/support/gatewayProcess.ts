// The gateway as operators run it: a process of its own, settings from the environment, ended by signals.
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { buildVariables, isBuilt } from '../../../scripts/setup/build.mjs';
import { othersNames } from '../../../src/gateway/settings/settingsTable';
import { freePort } from './redisServer';

const root = path.resolve(__dirname, '../../..');
const living = new Set<GatewayProcess>();
const built = path.join(root, 'dist/server/gateway.mjs');
let chosen: string[] | undefined;

/** The build where it is that of the sources, since it starts six times as fast; else the sources. */
const program = (): string[] =>
  isBuilt(buildVariables()) ? [built] : ['--import', 'tsx', path.join(root, 'src/gateway/main.ts')];

/** The gateway of an earlier commit (test/gateway/versions), where it finds its packages. */
const earlier = (commit: string): string[] => {
  const folder = path.join(root, 'node_modules/.cache/spillway-versions');
  const file = path.join(folder, `${commit}.mjs`);
  const packed = path.join(root, `test/gateway/versions/${commit}.mjs.br`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, brotliDecompressSync(readFileSync(packed)));
  renameSync(`${file}.${process.pid}`, file);
  return [file];
};

/** Without the names that only tests read: an earlier gateway refuses those that it does not know. */
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !othersNames.includes(name)),
);

/** A gateway that stops gives clients whose connections it keeps a second to notice. Those who are to be such clients say `kept`. */
const unlessKept = { connection: 'close' };
export const kept = { connection: 'keep-alive' };

/** A port that is held for gateways which start and stop, as systemd does: bound, and accepted from by none but them. */
export interface HeldPort {
  readonly port: number;
  readonly handle: { close(): void };
}

export async function holdPort(): Promise<HeldPort> {
  const port = await freePort();
  const bind = net as unknown as {
    _createServerHandle(address: string, port: number, family: 4): number | { close(): void };
  };
  const handle = bind._createServerHandle('127.0.0.1', port, 4);
  if (typeof handle === 'number') throw new Error(`Port ${port} cannot be held (${handle}).`);
  return { port, handle };
}

export class GatewayProcess {
  output = '';
  private readonly child: ChildProcess;
  readonly exited: Promise<number | null>;

  private constructor(
    readonly port: number,
    env: Record<string, string>,
    args: readonly string[],
    { commit, held }: { readonly commit?: string | undefined; readonly held?: HeldPort | undefined } = {},
  ) {
    chosen ??= program();
    const code = commit === undefined ? chosen : earlier(commit);
    const line = [process.execPath, ...code, ...args];
    // Only the process itself knows its number.
    const named = ['sh', '-c', 'LISTEN_PID=$$ exec "$0" "$@"', ...line];
    const [file = '', ...rest] = held ? named : line;
    this.child = spawn(file, rest, {
      cwd: root,
      env: {
        ...ownEnvironment,
        ...(held ? { LISTEN_FDS: '1' } : { PORT: String(port) }),
        SPILLWAY_TLS: 'off',
        SPILLWAY_HOST: '127.0.0.1',
        DATABASE_URL: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(held ? [held.handle as unknown as net.Socket] : [])],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.exited = new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
    living.add(this);
    void this.exited.then(() => living.delete(this));
  }

  /** `commit`: an earlier version (test/gateway/versions). */
  static async start(
    env: Record<string, string>,
    {
      port,
      commit,
      held,
    }: { readonly port?: number; readonly commit?: string; readonly held?: HeldPort } = {},
  ): Promise<GatewayProcess> {
    const at = held?.port ?? port ?? (await freePort());
    const gateway = new GatewayProcess(at, env, [], { commit, held });
    await gateway.listening();
    return gateway;
  }

  /** A process that is expected to end by itself. */
  static async run(
    env: Record<string, string>,
    ...args: string[]
  ): Promise<{ code: number | null; output: string }> {
    const gateway = new GatewayProcess(Number(env.PORT) || (await freePort()), env, args);
    const code = await gateway.exited;
    return { code, output: gateway.output };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listening(): Promise<void> {
    const until = Date.now() + 200_000;
    while (!/listen(s|ing) at/.test(this.output)) {
      if (this.child.exitCode !== null || Date.now() > until)
        throw new Error(`The gateway did not start: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...unlessKept, ...headers },
      body: JSON.stringify(body),
    });
  }

  get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + address, { headers: { ...unlessKept, ...headers } });
  }

  /** Nobody reads its output any more. */
  deafen(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async end(name: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null) this.signal(name);
    return this.exited;
  }
}

export const endAll = (): Promise<unknown> =>
  Promise.all([...living].map((gateway) => gateway.end('SIGKILL')));
