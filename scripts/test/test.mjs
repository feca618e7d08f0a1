// `npm test` runs every check, from a fresh clone. `npm test -- <arguments>` is the quick way while you work: unit tests
// only, and the arguments are passed to Jest.
import { stopOnSignals } from '../setup/children.mjs';
import { attached } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { installPackages } from '../setup/packages.mjs';
import { thisMachine } from '../setup/platform.mjs';
import { requirePrograms } from '../setup/programs.mjs';
import { Progress } from '../setup/progress.mjs';
import { tool } from '../setup/tools.mjs';
import { checks } from './checks.mjs';
import { runSteadily } from './jest.mjs';
import { tally, tallyLine } from './tally.mjs';

const projects = /** @type {const} */ ([
  { name: 'unit', title: 'Testing', args: ['--maxWorkers=100%'] },
  // One after the other: they make and unpack the same files.
  { name: 'release', title: 'Testing the release', args: ['--runInBand'] },
  // These tests wait for a real browser: a second one can run meanwhile, but more would slow each other down.
  { name: 'browser', title: 'Testing in the browser', args: ['--maxWorkers=2'] },
]);

/**
 * @param {Progress} progress
 * @param {Record<string, string>} env
 */
async function runTests(progress, env) {
  /** @type {import('./tally.mjs').JestReport[]} */
  const reports = [];
  /** @type {string[]} */
  const notes = [];
  for (const { name, title, args } of projects) {
    try {
      await progress.step(title, async (detail) => {
        const { report, failure, unsteady = [] } = await runSteadily(name, { args: [...args], env, detail });
        if (report) reports.push(report);
        for (const file of unsteady)
          notes.push(`${file} failed at first and passed when run alone: see test-results/${name}.log.`);
        if (failure) throw failure;
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(`\n${error.output.trim()}\n\n${error.message}`);
      console.log(tallyLine(tally(reports)));
      return 1;
    }
  }
  for (const note of notes) console.log(note);
  console.log(tallyLine(tally(reports)));
  return 0;
}

/** @param {string[]} args */
export async function test(args = process.argv.slice(2)) {
  stopOnSignals();
  const progress = new Progress();
  await installPackages(progress);
  if (args.length > 0) {
    // Last, because Jest reads every name after it as a project.
    return attached(...tool('jest', ...args, '--selectProjects', 'unit'));
  }
  const found = await requirePrograms(thisMachine(), ['chromium', 'redis-server', 'postgresql'], progress);
  await checks(progress);
  return runTests(progress, {
    SPILLWAY_BROWSER: found.chromium,
    SPILLWAY_REDIS_SERVER: found['redis-server'],
    SPILLWAY_POSTGRES_SERVER: found.postgresql,
  });
}
