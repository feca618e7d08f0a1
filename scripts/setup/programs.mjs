// Programs that npm cannot install: found in their usual places, and installed on Debian as root.
import { command } from './command.mjs';
import { browserMissing, findBrowser } from './browser.mjs';
import { Failure } from './failure.mjs';
import { isDebianLike } from './platform.mjs';
import { findServer, serverMissing } from './servers.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

/** @typedef {'chromium' | 'fonts-liberation' | import('./servers.mjs').ServerName} Program named after its Debian package */

const fontFile = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

/**
 * @param {Program} name
 * @param {Machine} machine
 */
function find(name, machine) {
  if (name === 'chromium') return findBrowser(machine);
  if (name !== 'fonts-liberation') return findServer(name, machine);
  // As wide as Arial. Debian's other fonts are wider, and labels that fit in Excel do not fit with them. Only looks depend on it.
  return canInstall(machine) && !machine.exists(fontFile) ? undefined : fontFile;
}

/** @param {Machine} machine */
const canInstall = (machine) => isDebianLike(machine) && machine.root;

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
  const missing = wanted.filter((name) => !find(name, machine));
  if (missing.length > 0 && canInstall(machine)) await install(missing, progress);
  const found = wanted.map((name) => {
    if (name === 'fonts-liberation') return [name, fontFile];
    const file = find(name, machine);
    if (!file)
      throw new Failure(name === 'chromium' ? browserMissing(machine) : serverMissing(name, machine));
    return [name, file];
  });
  return Object.fromEntries(found);
}
