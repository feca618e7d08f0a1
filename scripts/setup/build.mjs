// Builds the add-in, the playground, the servers and the help pages, but only if one of their sources changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { menu } from '../site/menu.mjs';
import { command } from './command.mjs';
import { at, root } from './root.mjs';
import { tool } from './tools.mjs';

const memory = at('dist', '.built');
/** What the help pages are made from. */
const siteSources = [
  'docs',
  'scripts/site',
  ...menu.flatMap(({ pages }) => pages.map(({ source }) => source)),
];
const sources = [
  'src',
  'sandbox',
  'playground',
  'demo',
  'assets',
  'manifest.xml',
  'unified',
  'webpack.config.js',
  'scripts/languages.mjs',
  'scripts/messages.mjs',
  'scripts/release/bundledPackages.mjs',
  ...siteSources,
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const results = [
  'dist/addin/manifest.xml',
  'dist/help/index.html',
  'dist/playground/index.html',
  'dist/server/gateway.mjs',
];
/** The default address the files are built for; see webpack.config.js. */
const usualAddress = 'https://localhost:3000';

/** @typedef {Record<'SPILLWAY_PUBLIC_URL' | 'SPILLWAY_NAMESPACE' | 'SPILLWAY_ENTRA_CLIENT_ID', string>} BuildVariables what a build depends on */

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [address]
 * @returns {BuildVariables}
 */
export function buildVariables(env = process.env, address = usualAddress) {
  return {
    SPILLWAY_PUBLIC_URL: env.SPILLWAY_PUBLIC_URL || address,
    SPILLWAY_NAMESPACE: env.SPILLWAY_NAMESPACE ?? '',
    SPILLWAY_ENTRA_CLIENT_ID: env.SPILLWAY_ENTRA_CLIENT_ID ?? '',
  };
}

/**
 * @param {string} place
 * @returns {string[]} the files in it, in the same order on every platform
 */
function filesIn(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).sort();
  return names.flatMap((name) => filesIn(path.join(place, name)));
}

/**
 * @param {BuildVariables} env
 * @param {string} [folder]
 */
export function fingerprint(env, folder = root) {
  const hash = createHash('sha256');
  hash.update(`${Object.values(env).join('\0')}\0`);
  for (const file of sources.flatMap((source) => filesIn(path.join(folder, source)))) {
    const content = readFileSync(file);
    hash.update(`${path.relative(folder, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {BuildVariables} env */
export function isBuilt(env) {
  if (!existsSync(memory) || !results.every((file) => existsSync(at(file)))) return false;
  return readFileSync(memory, 'utf8') === fingerprint(env);
}

/**
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ env?: BuildVariables, force?: boolean }} [options]
 */
export async function build(progress, { env = buildVariables(), force = false } = {}) {
  if (!force && isBuilt(env)) return;
  await progress.step('Building', async () => {
    rmSync(memory, { force: true });
    // Computed before the build, so that an edit during the build triggers another one.
    const built = fingerprint(env);
    await command('The build failed. See the messages above.', ...tool('webpack'), { env });
    await command('The help pages could not be built. See the messages above.', process.execPath, [
      at('scripts', 'site', 'build.mjs'),
    ]);
    mkdirSync(path.dirname(memory), { recursive: true });
    writeFileSync(memory, built);
  });
}
