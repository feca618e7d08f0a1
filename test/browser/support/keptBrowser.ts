// The browser of one worker, as one test file uses it. Its page is kept from journey to journey: what was stored is cleared, the
// add-in is loaded anew, and so is the playground, unless nothing but the workbook was changed in it and the next journey wants the
// same page, be it with another Excel (`startOver` of playground/testAccess.ts): loading the spreadsheet took longer than most
// journeys. A journey that must change the browser itself, or that failed, does not share its page with the next one.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { connectTo, ordinaryWindow } from './chromium';

export type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** What can be taken back after a journey. */
export interface Ways {
  readonly media?: Media;
  readonly permissions?: readonly string[];
}

export interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  openPage(): Promise<Page>;
  leave(end: 'passed' | 'failed'): Promise<void>;
}

const ordinaryMedia: Media = { colorScheme: null, reducedMotion: null, forcedColors: null };
const heard = ['pageerror', 'console', 'request', 'response'] as const;

/**
 * The grid is drawn a few times a second, and less often the longer that takes. The pane, in a frame of its own, is drawn as
 * often as it likes.
 */
const seldom = `if (window === top) {
  let took = 0;
  window.requestAnimationFrame = (draw) => setTimeout(() => {
    const from = performance.now();
    draw(from);
    took = Math.max(performance.now() - from, took / 2);
  }, Math.min(Math.max(100, 5 * took), 500));
  window.cancelAnimationFrame = (handle) => clearTimeout(handle);
}`;

/**
 * A window of the ordinary size with a quarter of its dots, drawn seldom. Everything is laid out as on any screen, but drawing
 * without a graphics card was a third of the time that journeys took. Lasts as long as the session.
 */
async function coarse(page: Page): Promise<CDPSession> {
  await page.setViewportSize(ordinaryWindow.viewport);
  const tools = await page.context().newCDPSession(page);
  const screen = { ...ordinaryWindow.viewport, deviceScaleFactor: 0.5, mobile: false };
  await tools.send('Emulation.setDeviceMetricsOverride', screen);
  await tools.send('Page.enable');
  await tools.send('Page.addScriptToEvaluateOnNewDocument', { source: seldom });
  return tools;
}

export class KeptBrowser {
  private page: Page | undefined;

  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
  ) {}

  static async connect(port: number): Promise<KeptBrowser> {
    const browser = await connectTo(port);
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no profile.');
    const kept = new KeptBrowser(browser, context);
    kept.page = context.pages()[0];
    return kept;
  }

  /** A page that has never seen this address, as far as the address can tell. */
  async keptSeat(origin: string, { media = {}, permissions = [] }: Ways): Promise<Seat> {
    const { context } = this;
    const page = (this.page ??= await context.newPage());
    const tools = await coarse(page);
    await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.emulateMedia({ ...ordinaryMedia, ...media });
    await context.grantPermissions([...permissions]);
    const openPage = async () => {
      const opened = await context.newPage();
      await coarse(opened);
      return opened;
    };
    return { context, page, openPage, leave: (end) => this.leave(page, tools, end) };
  }

  /** A profile of its own, for what cannot be taken back. */
  async freshSeat(options: BrowserContextOptions = {}): Promise<Seat> {
    const context = await this.browser.newContext({ ...ordinaryWindow, ...options });
    const openPage = () => context.newPage();
    return { context, page: await openPage(), openPage, leave: () => context.close() };
  }

  /** The browser itself goes on for the next file. */
  disconnect = (): Promise<void> => this.browser.close();

  private async leave(page: Page, tools: CDPSession, end: 'passed' | 'failed'): Promise<void> {
    const { context } = this;
    await tools.detach();
    if (end === 'failed') this.page = undefined;
    else {
      const stays = await page.evaluate(async () => {
        await window.spillwayHost?.leave();
        // Belongs to the tab, not to the address.
        sessionStorage.clear();
        return window.spillwayHost !== undefined;
      });
      if (!stays) await page.goto('about:blank');
    }
    for (const event of heard) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    for (const other of context.pages()) if (other !== this.page) await other.close();
  }
}
