// Each task first installs what it needs, so that it works in a fresh clone, like `npm start` and `npm test`.
import { build } from './setup/build.mjs';
import { findBrowser } from './setup/browser.mjs';
import { stopOnSignals } from './setup/children.mjs';
import { attached } from './setup/command.mjs';
import { Failure } from './setup/failure.mjs';
import { installPackages } from './setup/packages.mjs';
import { thisMachine } from './setup/platform.mjs';
import { requirePrograms } from './setup/programs.mjs';
import { Progress } from './setup/progress.mjs';
import { at } from './setup/root.mjs';
import { tool } from './setup/tools.mjs';
import { format, lint, types, unused } from './test/checks.mjs';

/** @typedef {(progress: Progress, args: string[]) => Promise<number | void>} Task */

/**
 * @param {string} name in dist/server
 * @returns {Task}
 */
const server = (name) => async (progress, args) => {
  await build(progress);
  return attached(process.execPath, [at('dist', 'server', `${name}.mjs`), ...args]);
};

/** @type {Record<string, Task>} */
const tasks = {
  build: (progress) => build(progress, { force: true }),
  sandbox: server('sandbox'),
  gateway: server('gateway'),
  bench: async (progress, args) => {
    await build(progress);
    const browser = findBrowser(thisMachine());
    return attached(...tool('tsx', 'bench/index.ts', ...args), browser ? { SPILLWAY_BROWSER: browser } : {});
  },
  demo: async (progress, args) => {
    await build(progress);
    return attached(...tool('tsx', 'scripts/demo.ts', ...args));
  },
  excel: async (progress) => (await import('./excel/excel.mjs')).excel(progress),
  release: async (progress, args) => (await import('./release/release.mjs')).release(progress, args),
  generate: (_, args) => attached(...tool('tsx', 'scripts/generate.ts', ...args)),
  screenshots: async (progress, args) => {
    const { chromium } = await requirePrograms(thisMachine(), ['chromium', 'fonts-liberation'], progress);
    await build(progress);
    return attached(...tool('tsx', 'scripts/screenshots.ts', ...args), { SPILLWAY_BROWSER: chromium });
  },
  lint: async (progress) => {
    const warnings = await lint(progress);
    await unused(progress);
    await format(progress);
    if (warnings.trim()) progress.say(warnings.trim());
  },
  coverage: (_, args) => attached(...tool('jest', '--selectProjects', 'unit', '--coverage', ...args)),
  mutants: async (progress, args) => (await import('./mutants/mutants.mjs')).playMutants(progress, args),
  typecheck: async (progress) => {
    await types(progress);
  },
  format: (_, args) => attached(...tool('oxfmt', ...args)),
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runTask(name, args) {
  const task = tasks[name ?? ''];
  if (!task)
    throw new Failure(`Unknown task "${name ?? ''}". Available tasks: ${Object.keys(tasks).join(', ')}.`);
  stopOnSignals();
  const progress = new Progress();
  await installPackages(progress);
  return task(progress, args);
}
