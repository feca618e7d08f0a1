// What every program that npm cannot bring has in common: a variable that names its file, and one sentence for when there
// is none, in the words of the machine it is missing on.
import { Failure } from './failure.mjs';
import { isDebianLike } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

/**
 * The file that the variable names; a wrong one is said at once.
 * @param {Machine} machine
 * @param {string} variable
 * @returns {string | undefined}
 */
export function chosenFile(machine, variable) {
  const chosen = machine.env[variable];
  if (!chosen || machine.exists(chosen)) return chosen || undefined;
  throw new Failure(`${variable} names ${chosen}, and there is no such file.`);
}

/**
 * @typedef {object} Missing
 * @property {string} what
 * @property {string} variable
 * @property {string} debian the name of its package
 * @property {string} mac what to do there
 * @property {string} windows what to do there
 * @property {string} other the name of the package of other distributions
 */

/**
 * @param {Machine} machine
 * @param {Missing} missing
 */
export function missingSentence(machine, { what, variable, debian, mac, windows, other }) {
  const how = isDebianLike(machine)
    ? `run "sudo apt-get install ${debian}"`
    : machine.os === 'darwin'
      ? mac
      : machine.os === 'win32'
        ? windows
        : `install your distribution's ${other} package`;
  return `No ${what} was found: ${how}, or set ${variable} to the file of one.`;
}
