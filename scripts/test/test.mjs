// `npm test` runs every check, from a fresh clone. `npm test -- --changed` checks what differs from the last commit, and
// `npm test -- <arguments>` runs unit tests only: the arguments are passed to Jest.
import { availableParallelism } from 'node:os';
import { stopOnSignals } from '../setup/children.mjs';
import { attached, command } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { installPackages } from '../setup/packages.mjs';
import { thisMachine } from '../setup/platform.mjs';
import { requirePrograms } from '../setup/programs.mjs';
import { Progress } from '../setup/progress.mjs';
import { serverNames, serverVariable } from '../setup/servers.mjs';
import { tool } from '../setup/tools.mjs';
import { checks, format, lint, types } from './checks.mjs';
import { runJest } from './jest.mjs';
import { tally, tallyLine } from './tally.mjs';

const projects = /** @type {const} */ ([
  // Many of them wait for a process, a database or a clock: two for each core took three quarters of the time of one.
  { name: 'unit', title: 'Testing', args: [`--maxWorkers=${2 * availableParallelism()}`] },
  // One after the other: they make and unpack the same files.
  { name: 'release', title: 'Testing the release', args: ['--runInBand'] },
  // These tests wait for a real browser about half of the time.
  { name: 'browser', title: 'Testing in the browser', args: [`--maxWorkers=${1 + availableParallelism()}`] },
]);

/**
 * @param {Progress} progress
 * @param {Record<string, string>} env
 */
async function runTests(progress, env) {
  /** @type {import('./tally.mjs').JestReport[]} */
  const reports = [];
  try {
    for (const { name, title, args } of projects)
      await progress.step(title, async (detail) => {
        const { report, failure } = await runJest(name, { args: [...args], env, detail });
        if (report) reports.push(report);
        if (failure) throw failure;
      });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.output.trim()}\n\n${error.message}`);
  }
  const sum = tally(reports);
  const passed = reports.length === projects.length && sum.failed === 0;
  console.log(`${progress.summary()}\n${tallyLine(sum)}`);
  return passed ? 0 : 1;
}

/** @param {Progress} progress */
async function testChanged(progress) {
  const git = (/** @type {string[]} */ ...args) => command('git did not answer.', 'git', args);
  const listed = await Promise.all([
    git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  const files = listed.flatMap((text) => text.split('\n')).filter(Boolean);
  await types(progress);
  const code = files.filter((file) => /\.(tsx?|m?js)$/.test(file));
  if (code.length > 0) await lint(progress, code);
  if (files.length > 0) await format(progress, files);
  return attached(...tool('jest', '--onlyChanged', '--passWithNoTests', '--selectProjects', 'unit'));
}

/** @param {string[]} args */
export async function test(args = process.argv.slice(2)) {
  stopOnSignals();
  const progress = new Progress();
  await installPackages(progress);
  if (args[0] === '--changed') return testChanged(progress);
  if (args.length > 0) {
    // Last, because Jest reads every name after it as a project.
    return attached(...tool('jest', ...args, '--selectProjects', 'unit'));
  }
  const found = await requirePrograms(
    thisMachine(),
    ['chromium', 'fonts-liberation', ...serverNames],
    progress,
  );
  await checks(progress);
  return runTests(progress, {
    SPILLWAY_BROWSER: found.chromium,
    ...Object.fromEntries(serverNames.map((name) => [serverVariable(name), found[name]])),
  });
}
