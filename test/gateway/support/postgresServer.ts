// A real PostgreSQL for one test file, in a folder and on a port of its own. It refuses to run as root, so root gives it to a
// user without rights.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
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

/** A folder that the server may use. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-postgres-'));
  const { uid, gid } = rights();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { ...rights(), cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path.basename(program)} failed: ${stderr}`);
}

const copy = (from: string, to: string): void => run('cp', ['-Rp', from, to], path.dirname(to));

/** A cluster without data, made once for all test files of this version of PostgreSQL, and copied by each: making one takes seconds. */
function emptyCluster(program: string): string {
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  const name = createHash('sha256')
    .update(`${program} ${version} ${rights().uid}`)
    .digest('hex')
    .slice(0, 12);
  const cluster = path.join(tmpdir(), `spillway-postgres-empty-${name}`);
  if (existsSync(cluster)) return cluster;
  const folder = newFolder();
  const data = path.join(folder, 'data');
  const args = ['-U', 'spillway', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N', '--wal-segsize=1'];
  run(path.join(path.dirname(program), 'initdb'), ['-D', data, ...args], folder);
  try {
    renameSync(data, cluster);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(cluster)) throw error;
  }
  removeFolder(folder);
  return cluster;
}

export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PostgresServer> {
    const machine = thisMachine();
    const program = findServer('postgresql', machine);
    if (program === undefined) throw new Error(serverMissing('postgresql', machine));
    const folder = newFolder();
    copy(emptyCluster(program), path.join(folder, 'data'));
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
    this.child = spawn(this.program, [...args, ...settings.flatMap((setting) => ['-c', setting])], {
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
    await this.end('SIGQUIT');
  }

  async close(): Promise<void> {
    await this.end('SIGQUIT');
    removeFolder(this.folder);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
