// The gateway's stores of the history do what every store of it does: on disk, and in a real PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskRows } from '../../../src/gateway/history/disk/diskRows';
import { Database } from '../../../src/gateway/history/postgres/database';
import { createPostgresHistory } from '../../../src/gateway/history/postgres/postgresHistory';
import { createRowHistory } from '../../../src/history/rowHistory';
import { describeHistoryStore } from '../../history/support/storeContract';
import { PostgresServer } from '../support/postgresServer';
import { removeFolder } from '../../removeFolder';

let postgres: PostgresServer;
let folder: string;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-history-'));
  postgres = await PostgresServer.start();
  await postgres.database('contract');
});

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

afterAll(async () => {
  await postgres?.close();
  removeFolder(folder);
});

let count = 0;

describeHistoryStore('LevelDB', async () => {
  const place = path.join(folder, String((count += 1)));
  let rows = await DiskRows.open(place);
  const reopen = async () => {
    await rows.close();
    rows = await DiskRows.open(place);
    return createRowHistory(rows.rowsOf('scope'));
  };
  open.push({ close: () => rows.close() });
  return { store: createRowHistory(rows.rowsOf('scope')), reopen };
});

describeHistoryStore(
  'PostgreSQL',
  () => {
    const scope = `scope ${(count += 1)}`;
    let database = new Database({ url: postgres.url('contract'), timeout: 20_000 });
    const reopen = async () => {
      await database.close();
      database = new Database({ url: postgres.url('contract'), timeout: 20_000 });
      return createPostgresHistory(database, scope);
    };
    open.push({ close: () => database.close() });
    return Promise.resolve({ store: createPostgresHistory(database, scope), reopen });
  },
  40,
);
