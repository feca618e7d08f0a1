// Pictures for docs/recipes.md: the Start view, and every template filled with the sandbox's data at the sheet one would show.
import { inPlayground, type Studio } from './studio';

const templates = [
  'Price monitor',
  'Valuation comparison',
  'Trip planner',
  'Supplier list',
  'Employer profiles',
  'Assortment check',
] as const;

/** A picture of the whole page, so that charts and cards are seen together. */
export async function pictureTemplates(studio: Studio, wanted: readonly string[] = templates): Promise<void> {
  const { theme, folder } = studio;
  for (const title of wanted)
    await inPlayground(studio, { width: 1560, height: 1340 }, async (playground) => {
      const { pane } = playground;
      await pane.getByRole('heading', { name: 'Start with a finished workbook' }).waitFor();
      await playground.page.evaluate(() =>
        document.documentElement.style.setProperty('--paneWidth', '320px'),
      );
      if (title === wanted[0])
        await playground.page
          .locator('#paneFrame iframe')
          .screenshot({ path: `${folder}/start-${theme}-320.png` });
      const card = pane.getByRole('article', { name: title, exact: true });
      await card.getByRole('button', { name: `Use ${title}` }).click();
      await card.getByRole('button', { name: 'Add sheets' }).click();
      await card.getByText(/^Added:/).waitFor();
      await pane.getByRole('button', { name: 'Fill with live data' }).click();
      await pane.getByRole('button', { name: /^Fill \(/ }).click();
      await pane
        .getByText(/^Filled with live data/)
        .first()
        .waitFor();
      await playground.quiet();
      const matching = pane.getByRole('button', { name: 'Match products' });
      if (await matching.isVisible()) {
        await matching.click();
        await pane.getByRole('button', { name: /^Accept \d+ certain$/ }).click();
        await pane.getByText(/^\d+ of \d+ decided/).waitFor();
        await pane.getByRole('button', { name: /^Accept \d+ certain$/ }).waitFor({ state: 'detached' });
        await playground.until(async () =>
          /Live data/.test(String(await playground.value("'Price board'!A3"))),
        );
        await playground.quiet();
      } else
        await pane.getByRole('heading', { name: 'Start with a finished workbook' }).scrollIntoViewIfNeeded();
      // Charts are drawn a moment after the calculation.
      await playground.page.waitForTimeout(1_000);
      const name = title.toLowerCase().replaceAll(' ', '-');
      await playground.page.screenshot({ path: `${folder}/template-${name}-${theme}.png` });
    });
}
