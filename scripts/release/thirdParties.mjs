// The packages of a build with their licences, read from the installed packages themselves. A licence that nobody has
// agreed to ship stops the release.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';

/** @typedef {{ name: string, version: string, licence: string, text: string, hash?: string }} ThirdParty */

const permitted = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'MIT-0',
  'BlueOak-1.0.0',
]);

/** What is compiled into a package's native code is not on webpack's list, but is shipped all the same. */
const compiledIn = {
  'classic-level': [
    { name: 'leveldb', version: '1.20', licence: 'BSD-3-Clause', file: 'deps/leveldb/leveldb-1.20/LICENSE' },
    { name: 'snappy', version: '1.1.4', licence: 'BSD-3-Clause', file: 'deps/snappy/snappy/COPYING' },
  ],
};

/** @param {string} folder */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name) && !/\.js$/.test(name));
  return file ? readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : '';
}

/**
 * @param {string} name of a package, and what its own package.json says
 * @param {{ license?: string, author?: string | { name?: string } }} facts
 */
function ownWords(name, { license, author }) {
  const who = typeof author === 'string' ? author : author?.name;
  return `${name} is licensed under ${license ?? 'an unknown licence'}${who ? `, by ${who}` : ''}. The package contains no licence file.`;
}

/** @returns {Record<string, { integrity?: string }>} */
const locked = () => JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;

/**
 * @param {'addin' | 'gateway'} build
 * @returns {string[]} the folders of its packages
 */
function foldersOf(build) {
  const list = at('dist', 'packages', `${build}.json`);
  if (!existsSync(list)) throw new Failure(`${list} is missing. Run "npm run build".`);
  return JSON.parse(readFileSync(list, 'utf8'));
}

/**
 * @param {('addin' | 'gateway')[]} builds
 * @returns {ThirdParty[]}
 */
export function thirdParties(builds) {
  const lock = locked();
  // webpack's own runtime is in each bundle, and the search of the help pages beside it.
  const folders = [
    ...new Set([...builds.flatMap(foldersOf), 'node_modules/webpack', 'node_modules/minisearch']),
  ];
  const found = folders.flatMap((folder) => {
    const facts = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));
    const { name, version, license: licence } = facts;
    if (!permitted.has(licence)) throw new Failure(`${name} ${version} has the licence ${licence}.`);
    const hash = lock[folder]?.integrity;
    const text = licenceText(at(folder)) || ownWords(name, facts);
    const natives = compiledIn[/** @type {keyof typeof compiledIn} */ (name)] ?? [];
    return [
      { name, version, licence, text, ...(hash && { hash }) },
      ...natives.map(({ file, ...native }) => ({
        ...native,
        text: readFileSync(at(folder, file), 'utf8').trim(),
      })),
    ];
  });
  const unique = new Map(found.map((party) => [`${party.name}@${party.version}`, party]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {ThirdParty[]} parties
 * @returns {string} one section for each licence text, so that equal texts stand once
 */
export function notices(parties) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { name, version, licence, text } of parties)
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`]);
  const sections = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Spillway contains the following software.${line}${sections.join(line)}\n`;
}
