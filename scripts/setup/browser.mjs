// Finds a Chromium-based browser. The tests drive one and `npm start` opens one; npm cannot install it.
import path from 'node:path';
import { chosenFile, missingSentence } from './foundProgram.mjs';
import { onPath } from './platform.mjs';

/** @typedef {import('./platform.mjs').Machine} Machine */

const variable = 'SPILLWAY_BROWSER';
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
function browserPlaces(machine) {
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
  return chosenFile(machine, variable) ?? browserPlaces(machine).find((file) => machine.exists(file));
}

/** @param {Machine} machine */
export const browserMissing = (machine) =>
  missingSentence(machine, {
    what: 'Chrome, Edge or Chromium',
    variable,
    debian: 'chromium',
    mac: 'install Google Chrome ("brew install --cask google-chrome")',
    windows: 'install Microsoft Edge or Google Chrome',
    other: 'chromium',
  });
