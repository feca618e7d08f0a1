// One run of one Jest project. The full output goes to test-results/; the screen shows only what failed.
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { tool } from '../setup/tools.mjs';
import { afterSecondRun, failedFiles } from './tally.mjs';

/**
 * @param {string} output of jest
 * @returns {string} the same without the files that passed
 */
export const withoutPasses = (output) =>
  output
    .split('\n')
    .filter((line) => !/^PASS /.test(line))
    .join('\n');

/**
 * @typedef {'unit' | 'release' | 'browser'} Project
 * @typedef {{ args: string[], env: Record<string, string>, detail: (text: string) => void, name?: string }} RunOptions
 *   `name` is that of the log, the project's unless given
 * @typedef {{ report?: import('./tally.mjs').JestReport, failure?: Failure }} Run
 */

/** More than this many files do not fail by chance. */
const mostRepeated = 3;

/**
 * Files that failed while others kept the machine busy are run once more, alone. What passes then is named as unsteady.
 *
 * @param {Project} project
 * @param {RunOptions} options
 * @param {(project: Project, options: RunOptions) => Promise<Run>} [run]
 * @returns {Promise<Run & { unsteady?: string[] }>}
 */
export async function runSteadily(project, options, run = runJest) {
  const first = await run(project, options);
  const failed = first.report ? failedFiles(first.report) : [];
  if (!first.report || !first.failure || failed.length === 0 || failed.length > mostRepeated) return first;
  const args = ['--runInBand', '--runTestsByPath', ...failed];
  const second = await run(project, { ...options, args, name: `${project}-again` });
  return second.failure ? first : { report: afterSecondRun(first.report), unsteady: failed };
}

/**
 * @param {Project} project
 * @param {RunOptions} options
 * @returns {Promise<Run>}
 */
export async function runJest(project, { args, env, detail, name = project }) {
  const results = at('test-results', `${name}.json`);
  const logFile = at('test-results', `${name}.log`);
  mkdirSync(path.dirname(results), { recursive: true });
  rmSync(results, { force: true });
  const log = createWriteStream(logFile);
  let failure;
  try {
    const options = ['--selectProjects', project, '--json', `--outputFile=${results}`, ...args];
    await command(`Tests failed. See ${logFile} for the full output.`, ...tool('jest', ...options), {
      env,
      detail,
      onOutput: (text) => log.write(text),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failure = new Failure(error.message, withoutPasses(error.output));
  } finally {
    log.end();
  }
  const report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : undefined;
  return { report, ...(failure && { failure }) };
}
