// One run of one Jest project. The full output goes to test-results/; the screen shows only what failed.
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { tool } from '../setup/tools.mjs';

/**
 * @param {string} output of jest
 * @returns {string} the same without the files that passed
 */
export const withoutPasses = (output) =>
  output
    .split('\n')
    .filter((line) => !/^PASS /.test(line))
    .join('\n');

/** Tests drop most of what they make at once; in the ordinary space for that, collecting it takes much of their time. */
const roomy = '--max-semi-space-size=32';

/**
 * @typedef {'unit' | 'release' | 'browser'} Project
 * @typedef {{ args: string[], env: Record<string, string>, detail: (text: string) => void }} RunOptions
 * @typedef {{ report?: import('./tally.mjs').JestReport, failure?: Failure }} Run
 */

/**
 * @param {Project} project
 * @param {RunOptions} options
 * @returns {Promise<Run>}
 */
export async function runJest(project, { args, env, detail }) {
  const results = at('test-results', `${project}.json`);
  const logFile = at('test-results', `${project}.log`);
  mkdirSync(path.dirname(results), { recursive: true });
  rmSync(results, { force: true });
  const log = createWriteStream(logFile);
  let failure;
  try {
    const [node, jest] = tool(
      'jest',
      '--selectProjects',
      project,
      '--json',
      `--outputFile=${results}`,
      ...args,
    );
    await command(`Tests failed. See ${logFile} for the full output.`, node, [roomy, ...jest], {
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
