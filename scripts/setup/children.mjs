// Tracks every program the scripts start, so that Ctrl+C, a failure or a closed terminal stops all of them.
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
 * Stops one program: politely first, then by force. Windows has no SIGTERM, and only `taskkill /T` also stops its children.
 * @param {ChildProcess} child
 * @returns {Promise<void>}
 */
function stopChild(child) {
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
 * Whether the user pressed Ctrl+C. The children receive it too, possibly first, so check this before reporting the end of
 * a child as a failure.
 */
export async function endAsked() {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return asked;
}

/**
 * Stops the children and then this process when the user or the system asks for it.
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
