// Finds the Redis server that the tests of several gateways start for themselves, on a port and a folder of their own.
import { Failure } from './failure.mjs';
import { isDebianLike, onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

/**
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findRedis(machine) {
  const chosen = machine.env.SPILLWAY_REDIS_SERVER;
  if (chosen) {
    if (machine.exists(chosen)) return chosen;
    throw new Failure(`SPILLWAY_REDIS_SERVER names ${chosen}, and there is no such file.`);
  }
  const names =
    machine.os === 'win32' ? ['redis-server.exe', 'memurai.exe'] : ['redis-server', 'valkey-server'];
  return (
    names.map((name) => onPath(machine, name)).find((file) => file !== undefined) ??
    ['/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server'].find((file) => machine.exists(file))
  );
}

/** @param {Machine} machine */
export function redisMissing(machine) {
  const how = isDebianLike(machine)
    ? 'run "sudo apt-get install redis-server"'
    : machine.os === 'darwin'
      ? 'run "brew install redis"'
      : machine.os === 'win32'
        ? 'run "winget install Memurai.MemuraiDeveloper"'
        : "install your distribution's redis or valkey package";
  return `No Redis server was found: ${how}, or set SPILLWAY_REDIS_SERVER to the file of one.`;
}
