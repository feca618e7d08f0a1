// `npm run release -- --cut 0.3.0` prepares a release: it gathers the changes into the changelog and raises the version
// wherever it is written. Until the tag exists it can be repeated, and adds what has arrived meanwhile.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { changesIn, gathered } from './changes.mjs';

/** Where the version is written besides package.json and its lock file, and what stands around it. */
const places = [
  { file: 'manifest.xml', pattern: /(?<=<Version>)[\d.]+(?=\.0<\/Version>)/g },
  { file: 'unified/manifest.json', pattern: /(?<=^  "version": ")[\d.]+/gm },
  ...[
    'Dockerfile',
    'compose.yaml',
    'deploy/INSTALL.md',
    'deploy/kubernetes/gateway.yaml',
    'docs/deploying.md',
    'docs/operating.md',
  ].map((file) => ({ file, pattern: /(?<=spillway-gateway[-:])\d+\.\d+\.\d+/g })),
];

/**
 * @param {string} a
 * @param {string} b
 */
const isLower = (a, b) => a.localeCompare(b, 'en', { numeric: true }) < 0;

/**
 * @param {string} folder of the repository
 * @param {string} version
 * @returns {string | undefined} the commit that the version's tag names
 */
function taggedCommit(folder, version) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `v${version}^{commit}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** @param {string} folder */
const head = (folder) =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).stdout.trim();

/**
 * @param {string} folder of the repository
 * @returns {{ version: string, text: string }}
 */
function product(folder) {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return { version: JSON.parse(text).version, text };
}

/**
 * What stands in the way of publishing this state.
 * @param {string} folder of the repository
 * @param {{ ofTag?: boolean }} [options] ofTag: the tag was set, and this is its commit
 * @returns {string[]}
 */
export function releaseFaults(folder, { ofTag = false } = {}) {
  const { version } = product(folder);
  const faults = [];
  const waiting = changesIn(path.join(folder, 'changes'));
  const changelog = readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
  const unreleased = /^## \[Unreleased\]\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog)?.[1]?.trim();
  if (waiting.length > 0 || unreleased)
    faults.push(
      `Not in the changelog yet: ${waiting.map(({ name }) => name).join(', ') || 'the section Unreleased'}. ` +
        'Run "npm run release -- --cut <version>".',
    );
  if (!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(changelog))
    faults.push(`CHANGELOG.md has no section "## [${version}]" with a date.`);
  for (const { file, pattern } of places)
    for (const [found] of readFileSync(path.join(folder, file), 'utf8').matchAll(pattern))
      if (found !== version) faults.push(`${file} has version ${found}, and package.json ${version}.`);
  const tagged = taggedCommit(folder, version);
  if (ofTag && tagged !== head(folder)) faults.push(`The tag v${version} is not at this commit.`);
  if (!ofTag && tagged)
    faults.push(
      `The tag v${version} exists: this version is released. Cut the next one, or build it again with --of-tag.`,
    );
  return [...new Set(faults)];
}

/**
 * @param {string} folder of the repository
 * @param {string} version
 * @param {string} date
 * @returns {string} what was done, and what to do next
 */
export function cut(folder, version, date) {
  const { version: before, text } = product(folder);
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Failure(`--cut takes a version such as 0.3.0 (got ${version}).`);
  if (isLower(version, before)) throw new Failure(`${version} is lower than the version here, ${before}.`);
  if (taggedCommit(folder, version))
    throw new Failure(`The tag v${version} exists: this version is released.`);
  const changes = changesIn(path.join(folder, 'changes'));
  const file = path.join(folder, 'CHANGELOG.md');
  const changelog = readFileSync(file, 'utf8');
  const [intro = '', ...sections] = changelog.split(/^(?=## \[)/m);
  const isThis = (/** @type {string} */ section) => section.startsWith(`## [${version}]`);
  const old = sections.find(isThis) ?? '';
  const body = gathered(changes, old.slice(old.indexOf('\n') + 1));
  if (body === '') throw new Failure('Nothing has changed since the last release: "changes" is empty.');
  const kept = sections.filter((section) => !isThis(section));
  writeFileSync(file, `${intro}## [${version}] - ${date}\n\n${body}\n\n${kept.join('')}`);
  writeFileSync(
    path.join(folder, 'package.json'),
    text.replace(`"version": "${before}"`, `"version": "${version}"`),
  );
  const lock = path.join(folder, 'package-lock.json');
  // Its own version stands twice, before the first package.
  const [own = '', ...packages] = readFileSync(lock, 'utf8').split(/(?="node_modules\/)/);
  writeFileSync(
    lock,
    own.replaceAll(`"version": "${before}"`, `"version": "${version}"`) + packages.join(''),
  );
  for (const { file: name, pattern } of places) {
    const place = path.join(folder, name);
    writeFileSync(place, readFileSync(place, 'utf8').replaceAll(pattern, version));
  }
  for (const { name } of changes) rmSync(path.join(folder, 'changes', name));
  return [
    `${changes.length} changes are in the section ${version} of CHANGELOG.md. Read it, and edit it for its readers.`,
    'Then:',
    `  npm test && git commit --all --message "Release ${version}"`,
    `  npm run release && git tag --annotate v${version} --message "Spillway ${version}" && git push --follow-tags`,
  ].join('\n');
}
