// A real Redis for one test file, on a port of its own, with nothing kept on disk.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { thisMachine } from '../../../scripts/setup/platform.mjs';
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
  #child: ChildProcess | undefined;
  #losing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly program: string,
    readonly port: number,
  ) {}

  static async start(): Promise<RedisServer> {
    const machine = thisMachine();
    const program = findServer('redis-server', machine);
    if (program === undefined) throw new Error(serverMissing('redis-server', machine));
    const server = new RedisServer(program, await freePort());
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async restart(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#child = spawn(this.program, [...args, '--dir', '/tmp'], { stdio: 'ignore' });
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

  /** Holds every answer back, as a machine that swaps would. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends it and starts it again without what it held. Several at once take turns. */
  loseAll(): Promise<void> {
    const next = this.#losing.then(async () => {
      await this.kill();
      await this.restart();
    });
    this.#losing = next.catch(() => undefined);
    return next;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}
