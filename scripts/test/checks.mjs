// The checks do not depend on each other and run in parallel, at most one per core. The first failure stops the others,
// so that its message is the last one on the screen.
import os from 'node:os';
import { build } from '../setup/build.mjs';
import { stopChildren } from '../setup/children.mjs';
import { command } from '../setup/command.mjs';
import { tool } from '../setup/tools.mjs';

/** @typedef {import('../setup/progress.mjs').Progress} Progress */

/** Everything together, then what ships with only the globals that exist where it runs. */
const typeProjects = ['tsconfig.json', 'tsconfig.browser.json', 'tsconfig.server.json'];

/** @param {Progress} progress */
export const types = (progress) =>
  progress.step('Checking types', async () => {
    for (const project of typeProjects)
      await command(
        'The type check failed. See the messages above.',
        ...tool('tsc', '--noEmit', '--pretty', 'false', '--project', project),
      );
  });

/**
 * @param {Progress} progress
 * @param {string[]} [files]
 * @returns {Promise<string>} the warnings; they fail nothing
 */
export const lint = (progress, files = ['.']) =>
  progress.step('Linting', () =>
    command('Oxlint found problems. See the messages above.', ...tool('oxlint', ...files)),
  );

/** @param {Progress} progress */
export const unused = (progress) =>
  progress.step('Looking for unused code', () =>
    command('Some code or packages are not used. See the messages above.', ...tool('knip', '--no-progress')),
  );

/**
 * @param {Progress} progress
 * @param {string[]} [files]
 */
export const format = (progress, files = ['.']) =>
  progress.step('Checking formatting', () =>
    command(
      'Some files are not formatted. Run "npm run format".',
      ...tool('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files),
    ),
  );

/**
 * @param {(() => Promise<unknown>)[]} works
 * @param {number} atOnce
 */
export async function sideBySide(works, atOnce) {
  const waiting = [...works];
  let failed = false;
  const lane = async () => {
    for (let work = waiting.shift(); work && !failed; work = waiting.shift()) await work();
  };
  const lanes = Array.from({ length: Math.max(1, atOnce) }, () =>
    lane().catch((error) => {
      if (failed) return;
      failed = true;
      throw error;
    }),
  );
  await Promise.all(lanes);
}

/** @param {Progress} progress */
export async function checks(progress) {
  // Longest first.
  const works = [build, lint, types, format, unused].map((work) => () => work(progress));
  try {
    await sideBySide(works, Math.min(works.length, os.availableParallelism()));
  } catch (error) {
    await stopChildren();
    throw error;
  }
}
