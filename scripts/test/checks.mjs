// The checks that need no order among themselves run side by side, no more at once than the machine has cores. The
// first that fails ends the others: its message is the one to read.
import os from 'node:os';
import { build } from '../setup/build.mjs';
import { stopChildren } from '../setup/children.mjs';
import { command } from '../setup/command.mjs';
import { tool } from '../setup/tools.mjs';

/** @typedef {import('../setup/progress.mjs').Progress} Progress */

const cache = 'node_modules/.cache/eslint/';

/** @param {Progress} progress */
export const types = (progress) =>
  progress.step('Checking types', () =>
    command('The types do not fit: see above.', ...tool('tsc', '--noEmit', '--pretty', 'false')),
  );

/** @param {Progress} progress */
export const lint = (progress) =>
  progress.step('Checking rules', () =>
    command(
      'ESLint found faults: see above.',
      ...tool('eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', cache),
    ),
  );

/** @param {Progress} progress */
export const format = (progress) =>
  progress.step('Checking format', () =>
    command(
      'Some files are not formatted: run "npm run format".',
      ...tool('prettier', '--check', '.', '--log-level', 'warn'),
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
  const works = [build, lint, types, format].map((work) => () => work(progress));
  try {
    await sideBySide(works, Math.min(works.length, os.availableParallelism()));
  } catch (error) {
    await stopChildren();
    throw error;
  }
}
