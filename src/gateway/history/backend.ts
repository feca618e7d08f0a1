// Where the histories of all scopes lie, and what is known about them together.
import path from 'node:path';
import { createRowHistory } from '../../history/rowHistory';
import type { HistoryStore } from '../../history/store';
import type { HistoryPlace } from '../settings/historySettings';
import { NewerFormat } from '../stores/storedFormat';
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
    scopes: () => database.read(allScopes),
    bytes: (limit) => database.read((session) => allBytes(session, limit)),
    close: () => database.close(),
  };
}
