// Finds the Redis server that tests with several gateways start on a port and folder of their own.
import { chosenFile, missingSentence } from './foundProgram.mjs';
import { onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

const variable = 'SPILLWAY_REDIS_SERVER';

/**
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findRedis(machine) {
  const names =
    machine.os === 'win32' ? ['redis-server.exe', 'memurai.exe'] : ['redis-server', 'valkey-server'];
  return (
    chosenFile(machine, variable) ??
    names.map((name) => onPath(machine, name)).find((file) => file !== undefined) ??
    ['/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server'].find((file) => machine.exists(file))
  );
}

/** @param {Machine} machine */
export const redisMissing = (machine) =>
  missingSentence(machine, {
    what: 'Redis server',
    variable,
    debian: 'redis-server',
    mac: 'run "brew install redis"',
    windows: 'run "winget install Memurai.MemuraiDeveloper"',
    other: 'redis or valkey',
  });
