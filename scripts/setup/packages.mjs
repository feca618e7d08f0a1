// Installs the packages in package-lock.json, but only those that are missing: `npm start` needs what builds and runs Spillway
// (`dependencies`), everything else also what checks it (`devDependencies`). npm writes its own list of what it installed last,
// so an interrupted installation is repeated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.mjs';
import { at } from './root.mjs';

/** For which platform the packages were installed. */
const memory = at('node_modules', '.spillway-platform');
/** npm's own record of the installed packages. */
const installedList = at('node_modules', '.package-lock.json');
const thisPlatform = `${process.platform}-${process.arch}`;

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 * @typedef {'start' | 'all'} Wanted
 */

/**
 * Whether the wanted packages of the lock file are there, whoever installed them.
 * @param {Lock} lock
 * @param {Lock} installed
 * @param {Wanted} wanted
 */
function isInstalled(lock, installed, wanted) {
  return Object.entries(lock.packages).every(([place, entry]) => {
    if (place === '' || (wanted === 'start' && entry.dev)) return true;
    const found = installed.packages[place];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {{ lockText: string, remembered?: string | undefined, installedText?: string | undefined, platform?: string, wanted?: Wanted }} state
 * @returns {'ready' | 'remember' | 'install'}
 */
export function packagesState({
  lockText,
  remembered,
  installedText,
  platform = thisPlatform,
  wanted = 'all',
}) {
  if (installedText === undefined) return 'install';
  // Binaries of another platform look the same in npm's list: a folder may be shared with another system.
  if (remembered !== undefined && remembered !== platform) return 'install';
  if (!isInstalled(JSON.parse(lockText), JSON.parse(installedText), wanted)) return 'install';
  return remembered === platform ? 'ready' : 'remember';
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

/**
 * @param {import('./progress.mjs').Progress} progress
 * @param {Wanted} [wanted]
 */
export async function installPackages(progress, wanted = 'all') {
  const lockText = readFileSync(at('package-lock.json'), 'utf8');
  const state = packagesState({
    lockText,
    remembered: textOf(memory),
    installedText: textOf(installedList),
    wanted,
  });
  if (state === 'ready') return;
  if (state === 'install') {
    await progress.step('Installing packages', async (detail) => {
      const npm = npmFile();
      // Dev packages even with NODE_ENV=production; no install scripts, because no package here needs them.
      const scope = wanted === 'all' ? '--include=dev' : '--omit=dev';
      const args = ['ci', scope, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      await command(
        "The packages could not be installed. Check your network and npm's proxy settings, then try again.",
        npm ? process.execPath : 'npm',
        npm ? [npm, ...args] : args,
        { detail },
      );
    });
  }
  writeFileSync(memory, thisPlatform);
}
