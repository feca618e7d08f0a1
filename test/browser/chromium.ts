// One Chromium for the whole run: the global set-up starts it, every test file connects to it. `SPILLWAY_BROWSER` names
// another browser of the family; otherwise the usual places are looked at.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const endpointVariable = 'SPILLWAY_TEST_BROWSER_ENDPOINT';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = [
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chromium',
  'chromium-browser',
];

const fixedPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium'],
  darwin: ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
    (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
  ),
  win32: [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LOCALAPPDATA']].flatMap(
    (folder) =>
      ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((file) =>
        path.win32.join(folder ?? 'C:\\', file),
      ),
  ),
};

function executable(): string {
  const chosen = process.env['SPILLWAY_BROWSER'];
  if (chosen) return chosen;
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = [...onPath, ...(fixedPlaces[process.platform] ?? [])].find((file) => existsSync(file));
  if (!found) throw new Error('No Chrome, Edge or Chromium was found: install one, or set SPILLWAY_BROWSER.');
  return found;
}

export async function startBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer({ executablePath: executable(), headless: true, args: flags });
  process.env[endpointVariable] = server.wsEndpoint();
  return server;
}

export function connectBrowser(): Promise<Browser> {
  const endpoint = process.env[endpointVariable];
  if (!endpoint)
    throw new Error('The browser was not started: run these tests with the jest project "browser".');
  return chromium.connect(endpoint);
}
