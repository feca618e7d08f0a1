// Installs the packages in package-lock.json, but only if they differ from those installed. The hash of the lock file is
// stored in node_modules, so an interrupted installation (npm ci empties the folder first) is repeated.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.mjs';
import { at } from './root.mjs';

const memory = at('node_modules', '.spillway-lock');
/** npm's own record of the installed packages. */
const installedList = at('node_modules', '.package-lock.json');

/**
 * Binaries differ by platform, so the hash includes it: a folder may be shared with another system.
 * @param {string} lockText
 * @param {string} [platform]
 */
export function lockHash(lockText, platform = `${process.platform}-${process.arch}`) {
  return createHash('sha256').update(lockText.replaceAll('\r\n', '\n')).update(platform).digest('hex');
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean, link?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * Whether the packages in the lock file were already installed by `npm ci` or `npm install`.
 * @param {Lock} lock
 * @param {Lock} installed
 */
function isInstalled(lock, installed) {
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (place === '') return true;
    const found = installed.packages[place];
    if (!found) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @param {{ lockText: string, remembered?: string | undefined, installedText?: string | undefined, platform?: string }} state
 * @returns {'ready' | 'remember' | 'install'}
 */
export function packagesState({ lockText, remembered, installedText, platform }) {
  if (installedText === undefined) return 'install';
  if (remembered === lockHash(lockText, platform)) return 'ready';
  // Binaries of another platform look the same in npm's list, so a folder is only adopted if it has no stored hash.
  const sameList = isInstalled(JSON.parse(lockText), JSON.parse(installedText));
  return sameList && remembered === undefined ? 'remember' : 'install';
}

/**
 * npm's script, to be run by this Node: npm.cmd cannot be started without a shell on Windows.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node
 * @param {(file: string) => boolean} exists
 */
export function npmFile(env = process.env, node = process.execPath, exists = existsSync) {
  const beside = path.dirname(node);
  const places = [
    env.npm_execpath ?? '',
    path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(beside, '../share/nodejs/npm/bin/npm-cli.js'),
  ];
  return places.find((file) => path.basename(file) === 'npm-cli.js' && exists(file));
}

/** @param {string} file */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** @param {import('./progress.mjs').Progress} progress */
export async function installPackages(progress) {
  const lockText = readFileSync(at('package-lock.json'), 'utf8');
  const state = packagesState({ lockText, remembered: textOf(memory), installedText: textOf(installedList) });
  if (state === 'ready') return;
  if (state === 'install') {
    await progress.step('Installing packages', async (detail) => {
      const npm = npmFile();
      // Dev packages even with NODE_ENV=production; no install scripts, because no package here needs them.
      const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      await command(
        "The packages could not be installed. Check your network and npm's proxy settings, then try again.",
        npm ? process.execPath : 'npm',
        npm ? [npm, ...args] : args,
        { detail },
      );
    });
  }
  writeFileSync(memory, lockHash(lockText));
}
