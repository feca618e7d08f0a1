import type { BrowserServer } from 'playwright-core';

declare global {
  // Jest hands nothing from the set-up to the teardown but the global object.
  var spillwayBrowser: BrowserServer | undefined;
}

export default async function globalTeardown(): Promise<void> {
  await globalThis.spillwayBrowser?.close();
}
