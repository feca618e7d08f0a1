// One end-to-end test: a browser that has stored nothing, on a playground with servers of its own. When it fails, a
// screenshot, the host's log and the servers' output stay in test-results/; when it passes, no window of it may have had an
// error that nobody caught, among them each member that the host does not have. Every journey is checked, so the list is
// empty after the whole suite.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { KeptBrowser, type Ways } from './keptBrowser';
import { thisPlace } from './place';
import { PlaygroundPage, type OpenOptions } from './playgroundPage';
import { at } from './root';
import type { ServerProcess } from './serverProcess';
import { Stack } from './stack';

export interface Journey {
  readonly stack: Stack;
  readonly context: BrowserContext;
  readonly playground: PlaygroundPage;
  /** A second window of the same person. */
  readonly openWindow: (options?: OpenOptions) => Promise<PlaygroundPage>;
}

export interface JourneyOptions extends OpenOptions, Ways {
  /** Environment of the gateway, beyond a personal one over the sandbox; made anew for each start. */
  readonly gateway?: () => Record<string, string>;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Every journey has a gateway of its own, because it keeps what was paid for, and a sandbox that has counted nothing. */
export function describeJourneys(title: string, write: (journey: JourneyTest) => void): void {
  describe(title, () => {
    const { gatewayPort, browserPort } = thisPlace();
    let browser: KeptBrowser;
    let sandbox: ServerProcess | undefined;

    beforeAll(async () => {
      browser = await KeptBrowser.connect(browserPort);
    });

    afterAll(async () => {
      await sandbox?.stop();
      await browser?.disconnect();
    });

    write((name, run, options = {}) => {
      test(name, async () => {
        const kept = sandbox;
        sandbox = undefined;
        const stack = await Stack.start(gatewayPort, options.gateway?.(), kept);
        try {
          await travel(name, browser, stack, run, options);
        } finally {
          sandbox = await stack.leave();
        }
      });
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
  browser: KeptBrowser,
  stack: Stack,
  run: (journey: Journey) => Promise<void>,
  options: JourneyOptions,
): Promise<void> {
  const { context: profile, prepare } = options;
  const seat = await (profile || prepare
    ? browser.freshSeat(profile)
    : browser.keptSeat(stack.origin, options));
  const { context } = seat;
  let end: 'passed' | 'failed' = 'failed';
  const playground = new PlaygroundPage(seat.page, stack.origin);
  const windows = [playground];
  try {
    await prepare?.(context);
    await playground.load(options);
    const openWindow = async (more?: OpenOptions) => {
      const opened = new PlaygroundPage(await seat.openPage(), stack.origin);
      windows.push(opened);
      await opened.load(more);
      return opened;
    };
    await run({ stack, context, playground, openWindow });
    expect(windows.flatMap(({ uncaught }) => uncaught)).toEqual([]);
    end = 'passed';
  } catch (error) {
    await leaveTraces(name, windows, stack);
    throw error;
  } finally {
    await seat.leave(end);
  }
}

async function leaveTraces(name: string, windows: readonly PlaygroundPage[], stack: Stack): Promise<void> {
  const file = at('test-results', name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80));
  mkdirSync(at('test-results'), { recursive: true });
  const parts: string[] = [];
  for (const [index, { page, problems, hostLog }] of windows.entries()) {
    await page
      .screenshot({ path: index === 0 ? `${file}.png` : `${file}-${index + 1}.png` })
      .catch(() => undefined);
    const log = await hostLog().catch(() => []);
    const lines = log.map(({ at: when, what, detail }) => `${when} ${what} ${JSON.stringify(detail) ?? ''}`);
    parts.push(`window ${index + 1}:`, ...problems, ...lines);
  }
  writeFileSync(`${file}.log`, [...parts, stack.logs].join('\n'));
}
