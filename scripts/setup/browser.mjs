// Finds a browser of the Chromium family. The tests drive one and `npm start` opens one; npm cannot bring it along.
import path from 'node:path';
import { Failure } from './failure.mjs';
import { isDebianLike, onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

const linuxNames = [
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chromium',
  'chromium-browser',
];
const linuxFiles = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium'];
const macApps = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
const windowsFiles = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
];

/**
 * Where a browser may be, best first: Chrome, Edge, Chromium.
 * @param {Machine} machine
 * @returns {string[]}
 */
export function browserPlaces(machine) {
  const { os, env } = machine;
  if (os === 'darwin') {
    const folders = ['/Applications', path.posix.join(env.HOME ?? '', 'Applications')];
    return macApps.flatMap((app) => folders.map((folder) => `${folder}/${app}.app/Contents/MacOS/${app}`));
  }
  if (os === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (it) => it !== undefined,
    );
    return windowsFiles.flatMap((file) => folders.map((folder) => path.win32.join(folder, file)));
  }
  return [...linuxNames.map((name) => onPath(machine, name) ?? ''), ...linuxFiles].filter(Boolean);
}

/**
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function findBrowser(machine) {
  const chosen = machine.env.SPILLWAY_BROWSER;
  if (chosen) {
    if (machine.exists(chosen)) return chosen;
    throw new Failure(`SPILLWAY_BROWSER names ${chosen}, and there is no such file.`);
  }
  return browserPlaces(machine).find((file) => machine.exists(file));
}

/** @param {Machine} machine */
export function browserMissing(machine) {
  const how = isDebianLike(machine)
    ? 'run "sudo apt-get install chromium"'
    : machine.os === 'darwin'
      ? 'install Google Chrome ("brew install --cask google-chrome")'
      : machine.os === 'win32'
        ? 'install Microsoft Edge or Google Chrome'
        : "install your distribution's chromium package";
  return `No Chrome, Edge or Chromium was found: ${how}, or set SPILLWAY_BROWSER to the file of one.`;
}
