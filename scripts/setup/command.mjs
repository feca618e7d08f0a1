// Runs a program to completion. Its output is only shown if it fails.
import { root } from './root.mjs';
import { startChild, wasStopped } from './children.mjs';
import { Failure, Stopped } from './failure.mjs';

/**
 * @typedef {{ env?: Record<string, string>, cwd?: string, detail?: (text: string) => void,
 *   onOutput?: (text: string) => void }} CommandOptions
 */

/**
 * @param {string} sentence the message if it fails
 * @param {string} file
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<string>} what it printed
 */
export function command(sentence, file, args, { env, cwd = root, detail, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = startChild(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        onOutput?.(text);
        detail?.(text.trim().split('\n').at(-1)?.trim() ?? '');
      });
    }
    child.once('error', (error) => reject(new Failure(`${sentence} (${file}: ${error.message})`, output)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else if (wasStopped(child)) reject(new Stopped(sentence, output));
      else reject(new Failure(signal ? `${sentence} (killed by ${signal})` : sentence, output));
    });
  });
}

/**
 * Runs a program attached to the terminal and returns its exit code.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
export function attached(file, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = startChild(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
    child.once('error', (error) => reject(new Failure(`${file} could not be started: ${error.message}`)));
    child.once('close', (code) => resolve(code ?? 1));
  });
}
