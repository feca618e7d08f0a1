// A real PostgreSQL for one test file, in a folder and on a port of its own. It refuses to run as root, so root gives it to a
// user without rights.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findServer, serverMissing } from '../../../scripts/setup/servers.mjs';
import { thisMachine } from '../../../scripts/setup/platform.mjs';
import { eventually } from './eventually';
import { freePort } from './redisServer';
import { removeFolder } from '../../removeFolder';

const idOf = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());

/** Nobody's rights, where this is root. */
const rights = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

export class PostgresServer {
  #child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PostgresServer> {
    const machine = thisMachine();
    const program = findServer('postgresql', machine);
    if (program === undefined) throw new Error(serverMissing('postgresql', machine));
    const folder = mkdtempSync(path.join(tmpdir(), 'spillway-postgres-'));
    const { uid, gid } = rights();
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const made = spawnSync(
      path.join(path.dirname(program), 'initdb'),
      ['-D', path.join(folder, 'data'), '-U', 'spillway', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
      { ...rights(), cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const server = new PostgresServer(program, folder, await freePort());
    await server.restart();
    return server;
  }

  url(database = 'postgres', user = 'spillway', port = this.port): string {
    return `postgres://${user}:secret-of-the-database@127.0.0.1:${port}/${database}`;
  }

  async restart(): Promise<void> {
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=60'];
    const args = ['-D', path.join(this.folder, 'data'), '-k', this.folder, '-p', String(this.port)];
    this.#child = spawn(this.program, [...args, ...settings.flatMap((setting) => ['-c', setting])], {
      ...rights(),
      cwd: this.folder,
      stdio: 'ignore',
    });
    await eventually(() =>
      this.query('select 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /** An empty database, by its address. */
  async database(name: string): Promise<string> {
    await this.query(`drop database if exists "${name}"`);
    await this.query(`create database "${name}"`);
    return this.url(name);
  }

  async query<Row extends object>(text: string, { database = 'postgres', user = 'spillway' } = {}) {
    const client = new Client({ connectionString: this.url(database, user) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** As a machine that loses its power: nothing is written down first. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async close(): Promise<void> {
    await this.#end('SIGQUIT');
    removeFolder(this.folder);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
