// The Chromium of the tests and of the pictures, looked for where `npm start` looks.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { browserMissing, findBrowser } from '../../scripts/setup/browser.mjs';
import { thisMachine } from '../../scripts/setup/platform.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const ordinaryWindow = {
  ignoreHTTPSErrors: true,
  viewport: { width: 1280, height: 800 },
} satisfies BrowserContextOptions;

function launch() {
  const machine = thisMachine();
  const executablePath = findBrowser(machine);
  if (!executablePath) throw new Error(browserMissing(machine));
  return { executablePath, headless: true, args: flags };
}

export const startBrowser = (): Promise<Browser> => chromium.launch(launch());

/** A browser whose caches are kept in a folder, also the code it has compiled. */
export const startBrowserIn = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launch(), ...ordinaryWindow });
