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

// Many of them wait for a process, a database or a clock: two for each core took three quarters of the time of one.
const unit = {
  name: /** @type {const} */ ('unit'),
  title: 'Testing',
  args: [`--maxWorkers=${2 * availableParallelism()}`],
};
// One after the other: they make and unpack the same files.
const release = {
  name: /** @type {const} */ ('release'),
  title: 'Testing the release',
  args: ['--runInBand'],
};
// These tests wait for a real browser about half of the time.
const browser = {
  name: /** @type {const} */ ('browser'),
  title: 'Testing in the browser',
  args: [`--maxWorkers=${1 + availableParallelism()}`],
};
/** One stage after the other; what is in one runs side by side. */
const stages = [[unit, release], [browser]];

/**
 * @param {Progress} progress
 * @param {Record<string, string>} env
 */
async function runTests(progress, env) {
  /** @type {import('./tally.mjs').JestReport[]} */
  const reports = [];
  try {
    for (const stage of stages) {
      const ends = await Promise.allSettled(
        stage.map(({ name, title, args }) =>
          progress.step(title, async (detail) => {
            const { report, failure } = await runJest(name, { args, env, detail });
            if (report) reports.push(report);
            if (failure) throw failure;
          }),
        ),
      );
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.output.trim()}\n\n${error.message}`);
  }
  const sum = tally(reports);
  const passed = reports.length === stages.flat().length && sum.failed === 0;
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
