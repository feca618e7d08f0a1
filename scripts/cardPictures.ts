// The picture of cards for docs/recipes.md: a search with cards and pictures, one card open, a field of it read by a formula.
import type { Browser } from 'playwright-core';
import { PlaygroundPage } from '../test/browser/support/playgroundPage';
import type { Stack } from '../test/browser/support/stack';

const search = '=NLRETAIL.SEARCH("coffee",6,"columns=name,price,rating; cards=yes; images=yes")';

export async function pictureCards(
  browser: Browser,
  stack: Stack,
  theme: 'light' | 'dark',
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    colorScheme: theme,
    viewport: { width: 1100, height: 720 },
  });
  const playground = await PlaygroundPage.open(context, stack.origin, { withKey: true });
  const { page } = playground;
  await page.getByRole('button', { name: 'Close the pane' }).click();
  await playground.type('A1', [['Highest price', '=MAX(B4:B9)', 'List price', '=A5.[List price]']]);
  await playground.type('A3', search);
  await playground.table('A3');
  await page.evaluate(() => window.spillwayHost?.widen('A', 300));
  await page.getByRole('button', { name: 'Show the card of A5' }).waitFor();
  await page.locator('.cellPicture img').first().waitFor();
  await page.getByRole('button', { name: 'Show the card of A5' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Facts' }).waitFor();
  await page.locator('.card > img').evaluate(async (image) => (image as HTMLImageElement).decode());
  await page.screenshot({ path: `${folder}/cards-${theme}.png`, animations: 'disabled' });
  await context.close();
}
