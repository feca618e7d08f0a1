// The picture of cards for docs/recipes.md: a search with cards and pictures, one card open, a field of it read by a formula.
import { inPlayground, type Studio } from './studio';

const search = '=NLRETAIL.SEARCH("coffee",6,"columns=name,price,rating; cards=yes; images=yes")';

export const pictureCards = (studio: Studio): Promise<void> =>
  inPlayground(studio, { width: 1100, height: 720 }, async (playground) => {
    const { page } = playground;
    await page.getByRole('button', { name: 'Close the pane' }).click();
    await playground.type('A1', [['Highest price', '=MAX(B4:B9)', 'Brand', '=A5.[Brand]']]);
    await playground.type('A3', search);
    await playground.table('A3');
    // So wide that the card leaves the pictures free.
    await page.evaluate(() => window.spillwayHost?.widen('C', 250));
    await page.evaluate(() => window.spillwayHost?.widen('A', 300));
    await page.getByRole('button', { name: 'Show the card of A5' }).waitFor();
    await page.locator('.cellPicture img').first().waitFor();
    await page.getByRole('button', { name: 'Show the card of A5' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Facts' }).waitFor();
    // Widening a column and opening the card draw the pictures in the cells again, a moment later.
    await page.waitForFunction(() => {
      const pictures = [...document.querySelectorAll('.cellPicture')];
      return pictures.length === 6 && pictures.every((each) => each.getBoundingClientRect().left > 640);
    });
    for (const image of await page.locator('.cellPicture img, .card > img').all())
      await image.evaluate(async (each) => (each as HTMLImageElement).decode());
    await page.screenshot({ path: `${studio.folder}/cards-${studio.theme}.png`, animations: 'disabled' });
  });
