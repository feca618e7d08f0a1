// The browser of one test file. Its page is kept from journey to journey and only loaded anew: nothing of the former
// document is left, what it stored is cleared, and what was compiled stays. A journey that must change the browser itself,
// or that failed, does not share its page with the next one.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ordinaryWindow, startBrowserIn } from './chromium';

export type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

export interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  leave(end: 'passed' | 'failed'): Promise<void>;
}

const ordinaryMedia: Media = { colorScheme: null, reducedMotion: null, forcedColors: null };
const heard = ['pageerror', 'console', 'request', 'response'] as const;

export class KeptBrowser {
  private constructor(
    private readonly context: BrowserContext,
    private page: Page,
  ) {}

  static async start(profile: string): Promise<KeptBrowser> {
    const context = await startBrowserIn(profile);
    return new KeptBrowser(context, context.pages()[0] ?? (await context.newPage()));
  }

  /** A page that has never seen this address, as far as the address can tell. */
  async keptSeat(origin: string, media: Media = {}): Promise<Seat> {
    const { context, page } = this;
    const tools = await context.newCDPSession(page);
    await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await tools.detach();
    await page.setViewportSize(ordinaryWindow.viewport);
    await page.emulateMedia({ ...ordinaryMedia, ...media });
    return { context, page, leave: (end) => this.leave(end) };
  }

  /** A profile of its own, for what cannot be taken back. */
  async freshSeat(options: BrowserContextOptions = {}): Promise<Seat> {
    const browser = this.context.browser();
    if (!browser) throw new Error('The browser is gone.');
    const context = await browser.newContext({ ...ordinaryWindow, ...options });
    return { context, page: await context.newPage(), leave: () => context.close() };
  }

  close = (): Promise<void> => this.context.close();

  private async leave(end: 'passed' | 'failed'): Promise<void> {
    const { context, page } = this;
    if (end === 'failed') this.page = await context.newPage();
    else {
      // Belongs to the tab, not to the address.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      for (const event of heard) page.removeAllListeners(event);
    }
    for (const event of heard) context.removeAllListeners(event);
    for (const other of context.pages()) if (other !== this.page) await other.close();
  }
}
