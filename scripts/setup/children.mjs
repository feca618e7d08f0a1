// Every program the scripts start is kept here, so that Ctrl-C, a failure or a closed terminal ends all of them.
import { spawn, spawnSync } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';

const graceBeforeKill = 4000;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const living = new Set();
let asked = false;
/** @type {WeakSet<ChildProcess>} */
const stopped = new WeakSet();

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startChild(file, args, options) {
  const child = spawn(file, args, { windowsHide: true, ...options });
  living.add(child);
  child.once('close', () => living.delete(child));
  child.once('error', () => living.delete(child));
  return child;
}

/**
 * Ends one program: asked first, then forced. Windows has no asking, and only `taskkill /T` ends what it started.
 * @param {ChildProcess} child
 * @returns {Promise<void>}
 */
export function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  stopped.add(child);
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), graceBeforeKill);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else child.kill('SIGTERM');
  });
}

/** @param {ChildProcess} child */
export const wasStopped = (child) => stopped.has(child);

export async function stopChildren() {
  await Promise.all([...living].map(stopChild));
}

/**
 * Whether a person has asked for the end. A terminal's Ctrl-C reaches the children too and may reach them first, so
 * whoever sees one end asks here, a moment later, before calling it a failure.
 */
export async function endAsked() {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return asked;
}

/**
 * Ends the process, children first, when a person or the system asks for it.
 * @param {() => Promise<void> | void} [farewell]
 * @param {number} [code]
 */
export function stopOnSignals(farewell = () => undefined, code = 130) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'])) {
    if (signal === 'SIGBREAK' && process.platform !== 'win32') continue;
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      void Promise.resolve(farewell())
        .then(stopChildren)
        .finally(() => process.exit(code));
    });
  }
}
