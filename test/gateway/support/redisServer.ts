// A real Redis for one test file, on a port of its own. It keeps nothing on disk unless it is told to.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { thisMachine } from '../../../scripts/setup/platform.mjs';
import { removeFolder } from '../../removeFolder';
import { findServer, serverMissing } from '../../../scripts/setup/servers.mjs';

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export class RedisServer {
  private child: ChildProcess | undefined;
  private losing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly program: string,
    readonly port: number,
    /** Where it keeps its data for the next start. */
    private readonly folder: string | undefined,
  ) {}

  static async start({ isKept = false } = {}): Promise<RedisServer> {
    const machine = thisMachine();
    const program = findServer('redis-server', machine);
    if (program === undefined) throw new Error(serverMissing('redis-server', machine));
    const folder = isKept ? mkdtempSync(path.join(tmpdir(), 'spillway-redis-')) : undefined;
    const server = new RedisServer(program, await freePort(), folder);
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async restart(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', ''];
    const { folder } = this;
    if (folder === undefined) args.push('--appendonly', 'no', '--dir', '/tmp');
    // Whatever it has answered is with the system, which outlives it.
    else args.push('--appendonly', 'yes', '--appendfsync', 'no', '--dir', folder);
    this.child = spawn(this.program, args, { stdio: 'ignore' });
    const redis = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    await redis.ping();
    redis.disconnect();
  }

  /** Runs a command on it. */
  async command(...[name, ...args]: [string, ...string[]]): Promise<unknown> {
    const redis = new Redis(this.url);
    const answer = await redis.call(name, ...args);
    redis.disconnect();
    return answer;
  }

  /** For three seconds a new ledger waits for gateways that may know more; this one is older. */
  async age(prefix = 'spillway:'): Promise<void> {
    await this.command('HINCRBY', `${prefix}ledger`, 'born', '-3000');
  }

  /** Holds every answer back, as a machine that swaps would. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Ends it and starts it again without what it held. Several at once take turns. */
  loseAll(): Promise<void> {
    const next = this.losing.then(async () => {
      await this.kill();
      if (this.folder !== undefined) {
        removeFolder(this.folder);
        mkdirSync(this.folder);
      }
      await this.restart();
    });
    this.losing = next.catch(() => undefined);
    return next;
  }

  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it for good, with what it kept. */
  async end(): Promise<void> {
    await this.kill();
    if (this.folder !== undefined) removeFolder(this.folder);
  }
}
