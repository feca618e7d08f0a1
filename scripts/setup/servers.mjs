// Finds the servers that tests start on ports and folders of their own, and LibreOffice, which reads feeds in them. npm cannot install
// them.
import { chosenFile, missingSentence } from './foundProgram.mjs';
import { onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

/**
 * @typedef {object} Server
 * @property {string[]} names of its program, best first
 * @property {string[]} windowsNames
 * @property {string[]} places where it may be although it is not on the path
 * @property {import('./foundProgram.mjs').Missing} missing
 */

/** Every version of PostgreSQL that is supported or soon will be, newest first; packages put each into a folder of its own. */
const postgresVersions = ['19', '18', '17', '16', '15', '14'];

/** @satisfies {Record<string, Server>} by the name of the Debian package */
const servers = {
  'redis-server': {
    names: ['redis-server', 'valkey-server'],
    windowsNames: ['redis-server.exe', 'memurai.exe'],
    places: ['/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server'],
    missing: {
      what: 'Redis server',
      variable: 'SPILLWAY_REDIS_SERVER',
      debian: 'redis-server',
      mac: 'run "brew install redis"',
      windows: 'run "winget install Memurai.MemuraiDeveloper"',
      other: 'redis or valkey',
    },
  },
  // `initdb` is in the same folder.
  postgresql: {
    names: ['postgres'],
    windowsNames: ['postgres.exe'],
    places: postgresVersions.flatMap((version) => [
      `/usr/lib/postgresql/${version}/bin/postgres`,
      `/usr/pgsql-${version}/bin/postgres`,
      `/opt/homebrew/opt/postgresql@${version}/bin/postgres`,
      `/usr/local/opt/postgresql@${version}/bin/postgres`,
      `/Library/PostgreSQL/${version}/bin/postgres`,
      `C:\\Program Files\\PostgreSQL\\${version}\\bin\\postgres.exe`,
    ]),
    missing: {
      what: 'PostgreSQL server',
      variable: 'SPILLWAY_POSTGRES_SERVER',
      debian: 'postgresql',
      mac: 'run "brew install postgresql@17"',
      windows: 'run "winget install PostgreSQL.PostgreSQL.17"',
      other: 'postgresql-server',
    },
  },
  'nginx-light': {
    names: ['nginx'],
    windowsNames: ['nginx.exe'],
    places: ['/usr/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx'],
    missing: {
      what: 'nginx',
      variable: 'SPILLWAY_NGINX',
      debian: 'nginx-light',
      mac: 'run "brew install nginx"',
      windows: 'run "winget install nginxinc.nginx"',
      other: 'nginx',
    },
  },
  caddy: {
    names: ['caddy'],
    windowsNames: ['caddy.exe'],
    places: ['/opt/homebrew/bin/caddy', '/usr/local/bin/caddy'],
    missing: {
      what: 'Caddy server',
      variable: 'SPILLWAY_CADDY',
      debian: 'caddy',
      mac: 'run "brew install caddy"',
      windows: 'run "winget install CaddyServer.Caddy"',
      other: 'caddy',
    },
  },
  'libreoffice-calc-nogui': {
    names: ['soffice', 'libreoffice'],
    windowsNames: ['soffice.com'],
    places: [
      '/Applications/LibreOffice.app/Contents/MacOS/soffice',
      'C:\\Program Files\\LibreOffice\\program\\soffice.com',
    ],
    missing: {
      what: 'LibreOffice',
      variable: 'SPILLWAY_LIBREOFFICE',
      debian: 'libreoffice-calc-nogui',
      mac: 'run "brew install --cask libreoffice"',
      windows: 'run "winget install TheDocumentFoundation.LibreOffice"',
      other: 'libreoffice-calc',
    },
  },
};

/** @typedef {keyof typeof servers} ServerName */

export const serverNames = /** @type {ServerName[]} */ (Object.keys(servers));

/**
 * @param {ServerName} name
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findServer(name, machine) {
  const { names, windowsNames, places, missing } = servers[name];
  const onThePath = (machine.os === 'win32' ? windowsNames : names).map((file) => onPath(machine, file));
  return (
    chosenFile(machine, missing.variable) ??
    onThePath.find((file) => file !== undefined) ??
    places.find((file) => machine.exists(file))
  );
}

/** @param {ServerName} name */
export const serverVariable = (name) => servers[name].missing.variable;

/**
 * @param {ServerName} name
 * @param {Machine} machine
 */
export const serverMissing = (name, machine) => missingSentence(machine, servers[name].missing);
