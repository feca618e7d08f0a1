// What the scripts need to know about the machine, as one value that tests can replace.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} os
 * @property {NodeJS.ProcessEnv} env
 * @property {(file: string) => boolean} exists
 * @property {boolean} root whether the user is root
 * @property {string} release the text of /etc/os-release
 */

/** @returns {Machine} */
export function thisMachine() {
  const release = '/etc/os-release';
  return {
    os: process.platform,
    env: process.env,
    exists: existsSync,
    root: process.getuid?.() === 0,
    release: existsSync(release) ? readFileSync(release, 'utf8') : '',
  };
}

/** @param {Machine} machine */
export function isDebianLike({ os, release }) {
  return os === 'linux' && /^(ID|ID_LIKE)=.*\b(debian|ubuntu)\b/m.test(release);
}

/** @param {Machine} machine */
export function hasDisplay({ os, env }) {
  return os !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * @param {Machine} machine
 * @param {string} name of a program
 */
export function onPath({ os, env, exists }, name) {
  const { delimiter, join } = os === 'win32' ? path.win32 : path.posix;
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((file) => exists(file));
}

/**
 * How to set a variable for one command in the platform's usual shell.
 * @param {NodeJS.Platform} os
 * @param {string} name
 * @param {string} value
 * @param {string} line
 */
export function withVariable(os, name, value, line) {
  return os === 'win32' ? `$env:${name}='${value}'; ${line}` : `${name}=${value} ${line}`;
}
