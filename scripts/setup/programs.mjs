// Programs that npm cannot install: found in their usual places, and installed on Debian as root.
import { command } from './command.mjs';
import { browserMissing, findBrowser } from './browser.mjs';
import { Failure } from './failure.mjs';
import { isDebianLike } from './platform.mjs';
import { findPostgres, postgresMissing } from './postgres.mjs';
import { findRedis, redisMissing } from './redis.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

const programs = {
  chromium: { find: findBrowser, missing: browserMissing },
  'redis-server': { find: findRedis, missing: redisMissing },
  postgresql: { find: findPostgres, missing: postgresMissing },
};

/** @typedef {keyof typeof programs} Program named after its Debian package */

/**
 * @param {Machine} machine
 * @param {Program[]} wanted
 */
const missingPrograms = (machine, wanted) => wanted.filter((name) => !programs[name].find(machine));

/**
 * @param {Program[]} packages
 * @param {import('./progress.mjs').Progress} progress
 */
async function aptInstall(packages, progress) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const sentence = `${packages.join(' and ')} could not be installed with apt-get. Check your network, or install manually.`;
  await progress.step(`Installing ${packages.join(' and ')}`, async (detail) => {
    await command(sentence, 'apt-get', ['update', '-q'], { env, detail });
    const args = ['install', '-y', '-q', '--no-install-recommends', ...packages];
    await command(sentence, 'apt-get', args, { env, detail });
  });
}

/**
 * The path of each program, after installing missing ones if possible.
 * @template {Program} Name
 * @param {Machine} machine
 * @param {Name[]} wanted
 * @param {import('./progress.mjs').Progress} progress
 * @param {typeof aptInstall} [install]
 * @returns {Promise<Record<Name, string>>}
 */
export async function requirePrograms(machine, wanted, progress, install = aptInstall) {
  const missing = missingPrograms(machine, wanted);
  if (missing.length > 0 && isDebianLike(machine) && machine.root) await install(missing, progress);
  const found = wanted.map((name) => {
    const file = programs[name].find(machine);
    if (!file) throw new Failure(programs[name].missing(machine));
    return [name, file];
  });
  return Object.fromEntries(found);
}
