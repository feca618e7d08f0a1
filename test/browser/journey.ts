// One end-to-end test: a fresh browser profile on a playground of its own. When it fails, a screenshot, the host's log and
// the servers' output stay in test-results/; when it passes, the host must have met no member it does not know.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { connectBrowser } from './chromium';
import { PlaygroundPage, type OpenOptions } from './playgroundPage';
import { at } from './root';
import { Stack } from './stack';

export interface Journey {
  readonly stack: Stack;
  readonly context: BrowserContext;
  readonly playground: PlaygroundPage;
  /** A second window of the same person. */
  readonly openWindow: (options?: OpenOptions) => Promise<PlaygroundPage>;
}

export interface JourneyOptions extends OpenOptions {
  /** Environment of the gateway, beyond a personal one over the sandbox; made anew for each start. */
  readonly gateway?: () => Record<string, string>;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

const journeyTakes = 90_000;

/** Every journey has servers of its own: a gateway keeps what was paid for, and would answer the next one from it. */
export function describeJourneys(title: string, write: (journey: JourneyTest) => void): void {
  // A real browser on a busy machine may miss a wait once; what failed is printed, and twice is a failure.
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  describe(title, () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await connectBrowser();
    }, journeyTakes);

    afterAll(() => browser?.close());

    write((name, run, options = {}) => {
      test(
        name,
        async () => {
          const stack = await Stack.start(options.gateway?.());
          try {
            await travel(name, browser, stack, run, options);
          } finally {
            await stack.stop();
          }
        },
        journeyTakes,
      );
    });
  });
}

export type JourneyTest = (
  name: string,
  run: (journey: Journey) => Promise<void>,
  options?: JourneyOptions,
) => void;

async function travel(
  name: string,
  browser: Browser,
  stack: Stack,
  run: (journey: Journey) => Promise<void>,
  options: JourneyOptions,
): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    ...options.context,
  });
  const playground = new PlaygroundPage(await context.newPage(), stack.origin);
  try {
    await options.prepare?.(context);
    await playground.load(options);
    const openWindow = (more?: OpenOptions) => PlaygroundPage.open(context, stack.origin, more);
    await run({ stack, context, playground, openWindow });
    expect(await playground.unknownMembers()).toEqual([]);
  } catch (error) {
    await leaveTraces(name, playground, stack);
    throw error;
  } finally {
    await context.close();
  }
}

async function leaveTraces(name: string, playground: PlaygroundPage, stack: Stack): Promise<void> {
  const file = at('test-results', name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80));
  mkdirSync(at('test-results'), { recursive: true });
  await playground.page.screenshot({ path: `${file}.png` }).catch(() => undefined);
  const log = await playground.hostLog().catch(() => []);
  const lines = log.map(({ at: when, what, detail }) => `${when} ${what} ${JSON.stringify(detail) ?? ''}`);
  writeFileSync(`${file}.log`, [...playground.problems, ...lines, stack.logs].join('\n'));
}
