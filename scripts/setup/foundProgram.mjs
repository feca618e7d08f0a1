// What all programs that npm cannot install have in common: an environment variable with their path, and a message for
// when they are missing, with instructions for the platform.
import { Failure } from './failure.mjs';
import { isDebianLike } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

/**
 * The path in the variable; a wrong one is reported immediately.
 * @param {Machine} machine
 * @param {string} variable
 * @returns {string | undefined}
 */
export function chosenFile(machine, variable) {
  const chosen = machine.env[variable];
  if (!chosen || machine.exists(chosen)) return chosen || undefined;
  throw new Failure(`${variable} is set to ${chosen}, but there is no such file.`);
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
  return `No ${what} was found: ${how}, or set ${variable} to the path of one.`;
}
