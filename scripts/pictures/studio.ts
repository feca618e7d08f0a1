// Where the pictures of the documentation are taken: a fresh profile with the playground in one window.
import type { Browser } from 'playwright-core';
import { PlaygroundPage, type OpenOptions } from '../../test/browser/support/playgroundPage';
import type { Stack } from '../../test/browser/support/stack';

export interface Studio {
  readonly browser: Browser;
  readonly stack: Stack;
  readonly theme: 'light' | 'dark';
  readonly folder: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Dots for each pixel; 1 unless said. */
  readonly scale?: number;
}

/** Takes pictures of what `take` shows, and closes the window after it. */
export async function inPlayground(
  { browser, stack, theme }: Studio,
  { width, height, scale = 1 }: Size,
  take: (playground: PlaygroundPage) => Promise<void>,
  options: OpenOptions = { withKey: true },
): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    colorScheme: theme,
    viewport: { width, height },
    deviceScaleFactor: scale,
  });
  await take(await PlaygroundPage.open(context, stack.origin, options));
  await context.close();
}
