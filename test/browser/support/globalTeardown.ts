import type { BrowserServer } from 'playwright-core';

declare global {
  // Jest hands nothing from the set-up to the teardown but the global object.
  var spillwayBrowsers: readonly BrowserServer[] | undefined;
}

export default async function globalTeardown(): Promise<void> {
  for (const browser of globalThis.spillwayBrowsers ?? []) await browser.close();
}
