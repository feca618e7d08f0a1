// Finds the PostgreSQL server that tests of the history start on a port and folder of their own. `initdb` lies beside it.
import { chosenFile, missingSentence } from './foundProgram.mjs';
import { onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

const variable = 'SPILLWAY_POSTGRES_SERVER';

/** Every version that is supported or soon will be, newest first; packages put each into a folder of its own. */
const versions = ['19', '18', '17', '16', '15', '14'];

const folders = versions.flatMap((version) => [
  `/usr/lib/postgresql/${version}/bin`,
  `/usr/pgsql-${version}/bin`,
  `/opt/homebrew/opt/postgresql@${version}/bin`,
  `/usr/local/opt/postgresql@${version}/bin`,
  `/Library/PostgreSQL/${version}/bin`,
]);

/**
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findPostgres(machine) {
  const isWindows = machine.os === 'win32';
  const places = isWindows
    ? versions.map((version) => `C:\\Program Files\\PostgreSQL\\${version}\\bin\\postgres.exe`)
    : folders.map((folder) => `${folder}/postgres`);
  return (
    chosenFile(machine, variable) ??
    onPath(machine, isWindows ? 'postgres.exe' : 'postgres') ??
    places.find((file) => machine.exists(file))
  );
}

/** @param {Machine} machine */
export const postgresMissing = (machine) =>
  missingSentence(machine, {
    what: 'PostgreSQL server',
    variable,
    debian: 'postgresql',
    mac: 'run "brew install postgresql@17"',
    windows: 'run "winget install PostgreSQL.PostgreSQL.17"',
    other: 'postgresql-server',
  });
