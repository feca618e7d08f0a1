// `npm run mutants` breaks one guard at a time, in a copy of the repository, and runs the tests that must notice. A mutant
// that every test lets pass is a guard that nobody would miss.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { command } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { tool } from '../setup/tools.mjs';
import { sideBySide } from '../test/checks.mjs';
import { mutants } from './list.mjs';

/** @typedef {import('./list.mjs').Mutant} Mutant */

/** @returns {Promise<string>} a folder with what git knows or would add */
async function copyOfRepository() {
  const listed = await command('git did not answer.', 'git', ['ls-files', '-co', '--exclude-standard', '-z']);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spillway-mutants-'));
  for (const file of listed.split('\0').filter(Boolean)) cpSync(at(file), path.join(folder, file));
  symlinkSync(at('node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}

/**
 * @param {string} folder
 * @param {Mutant} mutant
 * @returns {Promise<boolean>} whether a test failed
 */
async function isNoticed(folder, { file, line, broken, tests }) {
  const place = path.join(folder, file);
  const source = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    source.replace(line, () => broken),
  );
  try {
    const run = tool('jest', ...tests, '--selectProjects', 'unit', '--bail');
    await command('A test failed.', ...run, { cwd: folder });
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!/● (?!Test suite failed to run)/.test(error.output))
      throw new Failure(`${file}: the tests do not run.`, error.output);
    return true;
  } finally {
    writeFileSync(place, source);
  }
}

/**
 * @param {import('../setup/progress.mjs').Progress} progress
 * @param {string[]} words only mutants of files whose path contains one of them
 */
export async function playMutants(progress, words) {
  const chosen = mutants.filter(
    ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const waiting = [...chosen];
  /** @type {Mutant[]} */
  const survivors = [];
  await progress.step(`Breaking ${chosen.length} guards`, async (detail) => {
    const lane = async () => {
      const folder = await copyOfRepository();
      try {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          detail(`${waiting.length} left`);
          if (!(await isNoticed(folder, mutant))) survivors.push(mutant);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    };
    const lanes = os.availableParallelism();
    await sideBySide(
      Array.from({ length: lanes }, () => lane),
      lanes,
    );
  });
  if (survivors.length === 0) return;
  const told = survivors.map(({ file, line, broken }) => `${file}\n  - ${line}\n  + ${broken}`);
  throw new Failure(
    `${survivors.length} of ${chosen.length} broken guards were not noticed.`,
    told.join('\n'),
  );
}
