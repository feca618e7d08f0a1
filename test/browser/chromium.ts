// One Chromium for the whole run: the global set-up starts it, every test file connects to it. It is looked for where
// `npm start` looks.
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { browserMissing, findBrowser } from '../../scripts/setup/browser.mjs';
import { thisMachine } from '../../scripts/setup/platform.mjs';

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

function executable(): string {
  const machine = thisMachine();
  const found = findBrowser(machine);
  if (!found) throw new Error(browserMissing(machine));
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
