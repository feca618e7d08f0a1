// Folders that settings name are tried before anything is opened: made, written to, and left as they were found. Permissions alone
// do not tell (root may write anywhere, and /proc takes no folder), and a disk that hangs would hang the gateway with it; so a
// process of its own tries, and has a time limit.
import { execFile } from 'node:child_process';
import { plainText } from '../telemetry/log';
import type { Environment } from './environment';
import type { GatewaySettings } from './settings';

/** Milliseconds for one folder; a network disk that is slower would be no help. */
const limit = 10_000;

/** Exits with 0, or says why it cannot. It makes one level only: more would hide a path that was mistyped. */
const attempt = `
const fs = require('node:fs'), path = require('node:path');
const folder = process.argv[1];
let made = false;
try {
  try { fs.mkdirSync(folder, { mode: 0o700 }); made = true; } catch (error) { if (error.code !== 'EEXIST') throw error; }
  const file = path.join(folder, '.spillway-' + process.pid + '.tmp');
  const handle = fs.openSync(file, 'wx', 0o600);
  try { fs.writeSync(handle, 'x'); fs.fsyncSync(handle); } finally { fs.closeSync(handle); fs.unlinkSync(file); }
} catch (error) {
  process.stdout.write(error.code || 'failed');
  process.exitCode = 1;
}
if (made) try { fs.rmdirSync(folder); } catch {}
`;

const tried = (folder: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['-e', attempt, folder],
      { timeout: limit, killSignal: 'SIGKILL' },
      (error, said) => {
        if (!error) resolve(undefined);
        else if (error.killed) resolve(`does not respond within ${limit / 1_000} seconds`);
        else resolve(`cannot be written to (${plainText(said) || 'failed'})`);
      },
    );
  });

/** A sentence for each folder that was named and cannot be used; without a name, a gateway goes on where it can. */
export async function folderFaults(
  { data, audit }: GatewaySettings,
  env: Environment,
): Promise<readonly string[]> {
  const isNamed = (env.SPILLWAY_DATA ?? '').trim() !== '';
  const places = [
    { name: 'SPILLWAY_DATA', folder: isNamed ? data : undefined },
    { name: 'SPILLWAY_AUDIT', folder: audit?.folder },
  ];
  const faults = await Promise.all(
    places.map(async ({ name, folder }) => {
      const why = folder === undefined ? undefined : await tried(folder);
      return why === undefined ? [] : [`${name}: the folder ${plainText(folder ?? '')} ${why}.`];
    }),
  );
  return faults.flat();
}
