// Pictures of every view of the pane, at two widths, and of the whole playground.
import type { Locator } from 'playwright-core';
import type { PlaygroundPage } from '../../test/browser/support/playgroundPage';
import { inPlayground, type Studio } from './studio';

const widths = [320, 450];

class Photographer {
  constructor(
    private readonly playground: PlaygroundPage,
    private readonly studio: Studio,
  ) {}

  /** One screenshot of the pane for each width. */
  async take(name: string, show?: Locator): Promise<void> {
    for (const width of widths) {
      await this.setWidth(width);
      await show?.scrollIntoViewIfNeeded();
      const frame = this.playground.page.locator('#paneFrame iframe');
      await frame.screenshot({
        path: `${this.studio.folder}/${name}-${this.studio.theme}-${width}.png`,
        animations: 'disabled',
      });
    }
  }

  async takeAll(name: string): Promise<void> {
    await this.setWidth(360);
    await this.playground.page.screenshot({
      path: `${this.studio.folder}/${name}-${this.studio.theme}.png`,
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

export const pictureViews = (studio: Studio): Promise<void> =>
  inPlayground(
    studio,
    { width: 1360, height: 870, scale: 1.5 },
    (playground) => tour(playground, new Photographer(playground, studio)),
    { tour: true },
  );

async function tour(playground: PlaygroundPage, camera: Photographer): Promise<void> {
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
}
