// Screenshots of every view for the documentation: the production build in the playground, light and dark, at 320 and 450 px.
// `npm run screenshots -- templates` takes those of the templates only, `-- cards` those of cards, `-- history` those of History.
import { mkdirSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { writeCertificate } from '../test/browser/support/certificate';
import { startBrowser } from '../test/browser/support/chromium';
import { PlaygroundPage } from '../test/browser/support/playgroundPage';
import { at } from '../test/browser/support/root';
import { Stack } from '../test/browser/support/stack';
import { pictureCards } from './cardPictures';
import { pictureHistory } from './historyPictures';
import { pictureTemplates } from './templatePictures';

const folder = at('docs/images');
const widths = [320, 450];
const height = 760;

type Theme = 'light' | 'dark';

class Photographer {
  constructor(
    private readonly playground: PlaygroundPage,
    private readonly theme: Theme,
  ) {}

  /** One screenshot of the pane for each width. */
  async take(name: string, show?: Locator): Promise<void> {
    for (const width of widths) {
      await this.setWidth(width);
      await show?.scrollIntoViewIfNeeded();
      const frame = this.playground.page.locator('#paneFrame iframe');
      await frame.screenshot({
        path: `${folder}/${name}-${this.theme}-${width}.png`,
        animations: 'disabled',
      });
    }
  }

  async takeAll(name: string): Promise<void> {
    await this.setWidth(360);
    await this.playground.page.screenshot({
      path: `${folder}/${name}-${this.theme}.png`,
      animations: 'disabled',
    });
  }

  private async setWidth(width: number): Promise<void> {
    await this.playground.page.evaluate(
      (wanted) => document.documentElement.style.setProperty('--paneWidth', `${wanted}px`),
      width,
    );
    await this.playground.page.waitForFunction(
      (wanted) => Math.abs((document.querySelector('#paneFrame iframe')?.clientWidth ?? 0) - wanted) < 3,
      width,
    );
  }
}

async function tour(browser: Browser, stack: Stack, theme: Theme): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    colorScheme: theme,
    viewport: { width: 1360, height: height + 110 },
    deviceScaleFactor: 1.5,
  });
  const playground = await PlaygroundPage.open(context, stack.origin, { tour: true });
  const camera = new Photographer(playground, theme);
  const { pane } = playground;
  const open = (tab: string) => pane.getByRole('tab', { name: tab }).click();

  await pane.getByRole('button', { name: 'Use sandbox key' }).waitFor();
  await camera.take('first-run');
  await playground.useSandboxKey();
  await playground.table('A23');
  await playground.quiet();
  await pane.getByRole('button', { name: 'Build a formula' }).click();

  await playground.select('A6');
  await pane.getByRole('button', { name: /Update A6/ }).waitFor();
  await pane.getByRole('button', { name: /^Preview \(/ }).click();
  await pane.getByRole('region', { name: 'First rows' }).waitFor();
  const source = pane.getByRole('combobox', { name: 'Source' });
  await source.scrollIntoViewIfNeeded();
  await camera.takeAll('playground');
  await camera.take('build', source);

  await playground.select('A23');
  await pane.getByRole('button', { name: /Update A23/ }).waitFor();
  const search = pane.getByRole('combobox', { name: 'Find a filter' });
  await search.fill('wifi');
  await pane.getByRole('option', { name: /^Free WiFi/ }).click();
  await search.fill('wheelchair');
  await camera.take('filters', pane.getByRole('listbox', { name: 'Find a filter' }));

  await open('Usage');
  await pane.getByRole('heading', { name: 'Spending' }).waitFor();
  await camera.take('usage', pane.getByRole('heading', { name: 'Usage' }));

  await open('Settings');
  await camera.take('settings');
  await pane.getByLabel('Ask me above').fill('10');
  await pane.getByLabel('Ask me above').press('Enter');

  await open('Activity');
  await playground.type('J2', [['tea'], ['coffee'], ['cocoa'], ['=NLRETAIL.SEARCH(J2:J4)']]);
  await pane.getByRole('button', { name: /^Run: / }).waitFor();
  await camera.take('activity');
  await context.close();
}

mkdirSync(folder, { recursive: true });
await writeCertificate();
const browser = await startBrowser();
try {
  for (const theme of ['light', 'dark'] as const) {
    const stack = await Stack.start();
    try {
      const wanted = (part: string) => process.argv.length < 3 || process.argv.includes(part);
      if (wanted('tour')) await tour(browser, stack, theme);
      if (wanted('cards')) await pictureCards(browser, stack, theme, folder);
      if (wanted('history')) await pictureHistory(browser, stack, theme, folder);
      if (wanted('templates')) await pictureTemplates(browser, stack, theme, folder);
    } finally {
      await stack.stop();
    }
  }
} finally {
  await browser.close();
}
