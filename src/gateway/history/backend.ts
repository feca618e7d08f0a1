// Where the histories of all scopes lie, and what is known about them together.
import path from 'node:path';
import { createRowHistory } from '../../history/rowHistory';
import type { HistoryStore } from '../../history/store';
import { walkRows, type Walk } from '../../history/walk';
import type { HistoryPlace } from '../settings/historySettings';
import { NewerFormat } from '../stores/storedFormat';
import { DiskRows } from './disk/diskRows';
import { Database, type SqlSession } from './postgres/database';
import { rowBytes, createPostgresHistory } from './postgres/postgresHistory';
import { walkItems } from './postgres/read';

// What PostgreSQL knows about all scopes together.

async function allScopes(session: SqlSession): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
    'select name from spillway.scopes where deleted_at is null order by id',
  );
  return rows.map(({ name }) => name);
}

const tables = ['items', 'sightings', 'requests', 'lists'];

/** Files never shrink by themselves, so what is over the limit is counted row by row; below it, the files are enough. */
async function allBytes(session: SqlSession, limit: number): Promise<number> {
  const files = tables.map((name) => `pg_total_relation_size('spillway.${name}')`).join(' + ');
  const [all] = await session.query<{ bytes: number }>(`select (${files})::float8 as bytes`);
  if ((all?.bytes ?? 0) <= limit) return all?.bytes ?? 0;
  const rows = tables.map((name) => rowBytes(name, `spillway.${name}`));
  const [exact] = await session.query<{ bytes: number }>(`select (${rows.join(' + ')})::float8 as bytes`);
  return exact?.bytes ?? 0;
}

export interface HistoryBackend {
  readonly kept: HistoryPlace['kind'];
  of(scope: string): HistoryStore;
  walk(scope: string): Walk;
  scopes(): Promise<readonly string[]>;
  /** Of all scopes; may be an estimate as long as it is below `limit`. */
  bytes(limit: number): Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds for one statement: a batch of a thousand records takes a tenth of it. */
const statementTimeout = 10_000;

export async function openBackend(
  place: HistoryPlace,
  onLost: (reason: string) => void,
  timeout = statementTimeout,
): Promise<HistoryBackend> {
  return place.kind === 'disk' ? diskBackend(place.folder) : postgresBackend(place.url, timeout, onLost);
}

async function diskBackend(data: string): Promise<HistoryBackend> {
  const folder = path.join(data, 'history');
  let opened: Promise<DiskRows> | undefined;
  // A folder that is damaged may be repaired or moved away meanwhile.
  const rows = () =>
    (opened ??= DiskRows.open(folder).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  await rows().catch((error: unknown) => {
    if (error instanceof NewerFormat) throw error;
  });
  const of = (scope: string) =>
    createRowHistory({
      read: async (work) => (await rows()).rowsOf(scope).read(work),
      change: async (work) => (await rows()).rowsOf(scope).change(work),
      close: () => Promise.resolve(),
    });
  const scopes = async () => (await rows()).scopes();
  return {
    kept: 'disk',
    of,
    walk: (scope) => async (filter, limit) =>
      (await rows()).rowsOf(scope).read((view) => walkRows(view, filter, limit)),
    scopes,
    bytes: async () => {
      let sum = 0;
      for (const scope of await scopes()) sum += (await of(scope).size()).bytes;
      return sum;
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

function postgresBackend(url: string, timeout: number, onLost: (reason: string) => void): HistoryBackend {
  const database = new Database({ url, timeout, onLost });
  return {
    kept: 'postgres',
    of: (scope) => createPostgresHistory(database, scope),
    walk: (scope) => (filter, limit) => database.read((session) => walkItems(session, scope, filter, limit)),
    scopes: () => database.read(allScopes),
    bytes: (limit) => database.read((session) => allBytes(session, limit)),
    close: () => database.close(),
  };
}
