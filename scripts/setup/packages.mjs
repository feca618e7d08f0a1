// Installs what package-lock.json names, and only when what is installed is something else. The lock file's hash is
// remembered in node_modules, so an install that was interrupted (npm ci empties the folder first) is repeated.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.mjs';
import { at } from './root.mjs';

const memory = at('node_modules', '.spillway-lock');
/** What npm itself writes about the packages it has put there. */
const installedList = at('node_modules', '.package-lock.json');

/**
 * The binaries differ by platform, so a folder shared with another system counts as another lock.
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
 * Whether somebody's own `npm ci` or `npm install` has already put there what the lock file names.
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function isInstalled(lock, installed) {
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
  // Binaries of another platform look the same in npm's list: only a folder with no memory is taken over.
  const sameList = isInstalled(JSON.parse(lockText), JSON.parse(installedText));
  return sameList && remembered === undefined ? 'remember' : 'install';
}

/**
 * npm as a file for this Node: npm.cmd cannot be started without a shell on Windows.
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
      // Dev packages even under NODE_ENV=production; no install scripts, as every package here works without them.
      const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      await command(
        'The packages could not be installed: check the network and the proxy settings of npm, then run the command again.',
        npm ? process.execPath : 'npm',
        npm ? [npm, ...args] : args,
        { detail },
      );
    });
  }
  writeFileSync(memory, lockHash(lockText));
}
