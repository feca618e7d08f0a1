// A server of the production build as its own process. It is started when it says where it listens, and ended with the test.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { at } from './root';

/** A machine may be slow; the limit of the test itself ends what hangs. */
const startsWithin = 150_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export class ServerProcess {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(file: string, port: number, env: Record<string, string>): Promise<ServerProcess> {
    const child = spawn(process.execPath, [at('dist/server', file)], {
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child, port);
    try {
      await server.listening(file);
    } catch (error) {
      // Left behind, it would hold its port for every journey that follows.
      await server.stop();
      throw error;
    }
    return server;
  }

  get log(): string {
    return this.output;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private listening(file: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${file} did not start: ${this.output}`)), startsWithin);
      const hear = (chunk: Buffer) => {
        this.output += chunk.toString();
        if (!this.output.includes(`:${this.port}`)) return;
        clearTimeout(late);
        resolve();
      };
      this.child.stdout?.on('data', hear);
      this.child.stderr?.on('data', hear);
      this.child.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`${file} ended with ${code}: ${this.output}`));
      });
    });
  }
}
