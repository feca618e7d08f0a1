// Where the histories of all scopes lie, and what is known about them together.
import path from 'node:path';
import { createRowHistory } from '../../history/rowHistory';
import type { HistoryStore } from '../../history/store';
import type { HistoryPlace } from '../settings/historySettings';
import { DiskRows } from './disk/diskRows';
import { Database } from './postgres/database';
import { allBytes, allScopes } from './postgres/overview';
import { createPostgresHistory } from './postgres/postgresHistory';

export interface HistoryBackend {
  readonly kept: HistoryPlace['kind'];
  of(scope: string): HistoryStore;
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
  const rows = await DiskRows.open(path.join(data, 'history'));
  const of = (scope: string) => createRowHistory(rows.rowsOf(scope));
  return {
    kept: 'disk',
    of,
    scopes: () => rows.scopes(),
    bytes: async () => {
      let sum = 0;
      for (const scope of await rows.scopes()) sum += (await of(scope).size()).bytes;
      return sum;
    },
    close: () => rows.close(),
  };
}

function postgresBackend(url: string, timeout: number, onLost: (reason: string) => void): HistoryBackend {
  const database = new Database({ url, timeout, onLost });
  return {
    kept: 'postgres',
    of: (scope) => createPostgresHistory(database, scope),
    scopes: () => database.read(allScopes),
    bytes: (limit) => database.read((session) => allBytes(session, limit)),
    close: () => database.close(),
  };
}
