// Connections to PostgreSQL that never wait for long: a database that is away or hangs is told as a failure, and the tables are
// brought up to date by whoever gets there first.
import { readFileSync } from 'node:fs';
import { Pool, type PoolClient } from 'pg';

const text = (file: URL): string => readFileSync(file, 'utf8');

/** A step that was released is never changed; what comes later is a new step. The version is the number of steps that were taken. */
export const steps: readonly string[] = [
  text(new URL('./1-tables.sql', import.meta.url)),
  text(new URL('./2-deletions.sql', import.meta.url)),
];
/** Made again after the steps, so it is written once. */
const view = text(new URL('./view.sql', import.meta.url));
const reader = text(new URL('./reader.sql', import.meta.url));

/** Any two numbers that nobody else uses: all gateways take turns by them. */
const locks = { migrating: [727_451, 1], writing: [727_451, 2] } as const;

export interface DatabaseOptions {
  readonly url: string;
  /** Milliseconds for one statement, and for a connection. */
  readonly timeout: number;
  /** Connections that were idle may end at any time. */
  readonly onLost?: (reason: string) => void;
}

export interface SqlSession {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export class Database {
  private readonly pool: Pool;
  private upToDate: Promise<void> | undefined;

  constructor({ url, timeout, onLost }: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: timeout,
      // The client gives up a little later than the server is told to, so that the server does not work on in vain.
      statement_timeout: timeout,
      query_timeout: timeout + 500,
      idle_in_transaction_session_timeout: 3 * timeout,
      keepAlive: true,
      application_name: 'spillway-gateway',
      allowExitOnIdle: true,
    });
    this.pool.on('error', (error) => onLost?.(error.message));
  }

  /** For reading: a single statement. */
  async read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.onTables(() => this.with(work));
  }

  /** One writer at a time, over all gateways; everything it does, or nothing. */
  async write<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.onTables(() => this.transaction(locks.writing, work));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Tables that somebody dropped under the running gateway are made again, once for each step that finds them gone. */
  private async onTables<T>(step: () => Promise<T>): Promise<T> {
    await this.migrated();
    try {
      return await step();
    } catch (error) {
      if (!isTableGone(error)) throw error;
      this.upToDate = undefined;
      await this.migrated();
      return step();
    }
  }

  private migrated(): Promise<void> {
    this.upToDate ??= this.transaction(locks.migrating, migrate)
      .then(() => this.with((session) => session.query(reader)))
      .then(() => undefined)
      .catch((error: unknown) => {
        this.upToDate = undefined;
        throw error;
      });
    return this.upToDate;
  }

  private transaction<T>(
    lock: readonly [number, number],
    work: (session: SqlSession) => Promise<T>,
  ): Promise<T> {
    return this.with(async (session) => {
      await session.query('begin');
      await session.query('select pg_advisory_xact_lock($1, $2)', lock);
      const result = await work(session);
      await session.query('commit');
      return result;
    });
  }

  /** A connection on which anything failed is not used again: nobody knows what it is doing. */
  private async with<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const ignore = () => undefined;
    client.on('error', ignore);
    let isSound = false;
    try {
      const result = await work(sessionOf(client));
      isSound = true;
      return result;
    } finally {
      client.off('error', ignore);
      client.release(!isSound);
    }
  }
}

/** The schema or a table (appendix A of PostgreSQL's manual). */
const isTableGone = (error: unknown): boolean =>
  ['3F000', '42P01'].includes(String((error as { code?: unknown }).code));

const sessionOf = (client: PoolClient): SqlSession => ({
  query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<Row & Record<string, unknown>>(text, values && [...values])).rows,
});

async function migrate(session: SqlSession): Promise<void> {
  await session.query('create schema if not exists spillway');
  await session.query(
    'create table if not exists spillway.migrations (version integer primary key, at timestamptz not null default now())',
  );
  const [row] = await session.query<{ version: number | null }>(
    'select max(version) as version from spillway.migrations',
  );
  const version = row?.version ?? 0;
  if (version > steps.length)
    throw new Error(
      'The history in this database was written by a newer version of Spillway. Install that version again, or use another database.',
    );
  if (version === steps.length) return;
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    await session.query(step);
    await session.query('insert into spillway.migrations (version) values ($1)', [index + 1]);
  }
  await session.query(view);
}

/** JSON whose texts are as `storableText` makes them; `JSON.stringify` writes what goes as escapes, and a backslash as two. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|[^])/g, (escape) =>
    escape.startsWith('\\u0000') || escape.startsWith('\\ud') ? '\uFFFD' : escape,
  );
