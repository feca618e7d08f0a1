// The pictures of History for docs/history.md: what changed after a week of refreshes, and one item with its line.
import { inPlayground, type Studio } from './studio';

const days = 7;

export const pictureHistory = (studio: Studio): Promise<void> =>
  inPlayground(studio, { width: 1360, height: 870, scale: 1.5 }, async (playground) => {
    const { stack, theme, folder } = studio;
    const { page, pane } = playground;
    await playground.type('A1', '=NLRETAIL.SEARCH("airfryer", 8, "columns=id,name,price")');
    await playground.table('A1');
    const { requests } = await stack.sandbox.counters();
    for (let day = 1; day < days; day += 1) {
      await page.click('#nextDay');
      await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      await playground.select('A1');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await playground.waitForRequests(stack.sandbox, requests + day);
      await playground.quiet();
    }
    await pane.getByRole('tab', { name: 'History' }).click();
    const lines = pane.getByRole('region', { name: 'Dutch retail' }).getByRole('listitem');
    await lines.first().waitFor();
    const width = theme === 'light' ? 450 : 320;
    await page.evaluate(
      (wanted) => document.documentElement.style.setProperty('--paneWidth', `${wanted}px`),
      width,
    );
    const take = (name: string) =>
      page
        .locator('#paneFrame iframe')
        .screenshot({ path: `${folder}/${name}-${theme}-${width}.png`, animations: 'disabled' });
    await pane.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    await take('history');
    await lines.first().getByRole('button').click();
    await pane.getByRole('img', { name: new RegExp(`in ${days} observations`) }).waitFor();
    await take('history-item');
  });
