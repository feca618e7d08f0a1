// The Chromium of the tests and of the pictures, looked for where `npm start` looks.
import { chromium, type Browser, type BrowserContextOptions, type BrowserServer } from 'playwright-core';
import { browserMissing, findBrowser } from '../../../scripts/setup/browser.mjs';
import { thisMachine } from '../../../scripts/setup/platform.mjs';
import { trustFlag } from './certificate';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Lists of suggestions for the address, which nobody types: a second of processor time for each new window.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  // The spreadsheet drops most of what it makes at once; collecting it in the ordinary space for that takes much of its time.
  '--js-flags=--min-semi-space-size=16 --max-semi-space-size=64',
];

export const ordinaryWindow = {
  ignoreHTTPSErrors: true,
  viewport: { width: 1280, height: 800 },
} satisfies BrowserContextOptions;

export function launchWith(more: readonly string[]) {
  const machine = thisMachine();
  const executablePath = findBrowser(machine);
  if (!executablePath) throw new Error(browserMissing(machine));
  return { executablePath, headless: true, args: [...flags, ...more] };
}

export const startBrowser = (): Promise<Browser> => chromium.launch(launchWith([]));

/** A browser that test files connect to one after the other: its first profile, its pages and what it compiled stay. */
export const startLastingBrowser = (port: number): Promise<BrowserServer> =>
  chromium.launchServer(launchWith([`--remote-debugging-port=${port}`, trustFlag()]));

export const connectTo = (port: number): Promise<Browser> =>
  chromium.connectOverCDP(`http://127.0.0.1:${port}`);
