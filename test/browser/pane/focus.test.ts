// With the keyboard alone: whatever is pressed and then goes away, the focus is never lost to the page, and a key held
// down spends nothing.
import { describeJourneys, type Journey } from '../support/journey';

const onPage = 'BODY';

/** What has the focus in the pane, by its name or text. */
async function focused({ playground: { pane } }: Journey): Promise<string> {
  return pane.locator(':root').evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return 'BODY';
    return element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
  });
}

/** Presses a button as the keyboard does, and says where the focus is once the button is gone or has done its work. */
async function press(world: Journey, name: string | RegExp, shows: string | RegExp): Promise<string> {
  const { pane, page } = world.playground;
  await pane
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await pane.getByText(shows).filter({ visible: true }).first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  return focused(world);
}

async function open({ playground: { pane } }: Journey, tab: string): Promise<void> {
  await pane.getByRole('tab', { name: tab }).click();
}

async function ready(world: Journey): Promise<void> {
  await world.playground.useSandboxKey();
  expect(await press(world, 'Build a formula', 'Source')).not.toBe(onPage);
}

describeJourneys('the focus', (journey) => {
  journey('is kept while a formula is built', async (world) => {
    const { playground } = world;
    const { pane, page } = playground;
    await ready(world);
    await pane.getByRole('combobox', { name: 'Search for' }).fill('tv');
    await pane.getByText('Columns and layout').click();
    expect(await press(world, 'Remove Category', /columns=/)).toBe('Remove Price');
    await press(world, 'Rename Price', 'Columns and layout');
    await page.keyboard.type('Price now');
    await page.keyboard.press('Enter');
    await pane.getByText(/price as Price now/).waitFor();
    await pane.locator(':focus').waitFor();
    expect(await focused(world)).toBe('Rename Price now');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Something else');
    await page.keyboard.press('Escape');
    await pane.getByRole('button', { name: 'Rename Price now' }).waitFor();
    await pane.locator(':focus').waitFor();
    expect(await focused(world)).toBe('Rename Price now');
    expect(await press(world, 'Reset to default columns', 'Category')).not.toBe(onPage);

    await pane.locator('summary', { hasText: 'Filters' }).click();
    await pane.getByRole('combobox', { name: 'Brands' }).fill('LG,');
    await pane.getByRole('combobox', { name: 'Brands' }).fill('Sony,');
    expect(await press(world, 'Remove LG', 'Sony')).toBe('Remove Sony');
    await press(world, 'Remove Sony', 'Brands');
    expect(await pane.locator(':focus').getAttribute('placeholder')).toBe('Type a value, then press Enter');

    await playground.type('C4', 'in the way');
    await playground.select('B2');
    await pane.getByRole('button', { name: 'Insert at B2' }).waitFor();
    await pane.getByRole('button', { name: 'Preview (1 credit)' }).waitFor();
    expect(await press(world, 'Insert at B2', /C4 isn’t empty/)).toBe('Insert at B2');
    expect(await press(world, 'Cancel', 'Source')).not.toBe(onPage);
    await press(world, 'Insert at B2', /C4 isn’t empty/);
    expect(await press(world, 'Insert anyway', 'Update B2')).not.toBe(onPage);
  });

  journey('is kept while filter sets are saved, renamed, deleted and brought back', async (world) => {
    const { playground } = world;
    const { pane, page } = playground;
    await ready(world);
    await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
    await pane.getByRole('combobox', { name: 'Find a filter' }).fill('wifi');
    await pane
      .getByRole('option', { name: /^Free WiFi/ })
      .first()
      .click();
    await press(world, 'Save as…', 'Set name');
    await page.keyboard.type('trip');
    await page.keyboard.press('Enter');
    await pane.getByText('The formula uses @trip.').waitFor();
    expect(await focused(world)).not.toBe(onPage);
    await pane.getByText('Manage sets').click();
    await press(world, 'Rename trip', 'New name');
    expect(await press(world, 'Cancel', 'Manage sets')).not.toBe(onPage);
    expect(await press(world, 'Duplicate trip', 'trip copy')).toBe('Duplicate trip');
    expect(await press(world, 'Delete trip copy', 'trip copy was deleted.')).not.toBe(onPage);
    expect(await press(world, 'Undo', 'Manage sets')).not.toBe(onPage);
    expect(await press(world, 'Delete trip', 'trip was deleted.')).not.toBe(onPage);
  });

  journey('goes from a decision to where its progress is, never to the next one', async (world) => {
    const { playground, stack } = world;
    const { pane, page } = playground;
    await ready(world);
    await open(world, 'Settings');
    await pane.getByRole('textbox', { name: 'Ask me above' }).fill('5');
    await page.keyboard.press('Enter');
    await open(world, 'Activity');
    await playground.type('A1', '=NLRETAIL.SEARCH("tea")');
    await pane.getByRole('button', { name: /^Run: / }).waitFor();
    await playground.quiet();
    expect(await press(world, /^Cancel: /, 'Nothing is being fetched.')).toBe('In progress');
    await playground.type('A40', '=NLRETAIL.SEARCH("coffee")');
    await pane.getByRole('button', { name: /^Run: / }).waitFor();
    expect(await press(world, /^Run: /, 'In progress')).toBe('In progress');
    expect((await playground.table('A40')).length).toBeGreaterThan(1);
    expect((await stack.sandbox.counters()).credits).toBe(10);
  });

  journey('is kept in questions, and a key held down answers none of them', async (world) => {
    const { playground, stack } = world;
    const { pane, page } = playground;
    await ready(world);
    await playground.type('B2', '=RURETAIL.SEARCH("iphone",3)');
    await playground.table('B2');
    await playground.select('B2');
    await open(world, 'Activity');
    await pane.getByRole('button', { name: 'Show price' }).focus();
    await page.keyboard.down('Enter');
    await pane.getByRole('button', { name: 'Refresh (1 credit)' }).waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await focused(world)).toBe('Refresh (1 credit)');
    expect((await stack.sandbox.counters()).credits).toBe(1);
    expect(await press(world, 'Cancel', 'Show price')).toBe('Show price');
    await press(world, 'Show price', 'Refresh (1 credit)');
    expect(await press(world, 'Refresh (1 credit)', '1 credit spent.')).toBe('Show price');

    await open(world, 'Settings');
    for (const section of ['Cache', 'Freeze']) await pane.locator('summary', { hasText: section }).click();
    await press(world, 'Clear cache', 'Your formulas will show Held');
    expect(await press(world, 'Cancel', 'Clear cache')).toBe('Clear cache');
    await press(world, 'Clear cache', 'Your formulas will show Held');
    expect(await press(world, 'Clear', '0 results')).toBe('Clear cache');
    await press(world, 'Reset settings', 'All settings return');
    expect(await press(world, 'Cancel', 'Reset settings')).toBe('Reset settings');
    await press(world, 'Find formulas', 'Freeze 1 formula');
    expect(await press(world, 'Cancel', 'Find formulas')).toBe('Find formulas');
    await press(world, 'Find formulas', 'Freeze 1 formula');
    expect(await press(world, 'Freeze 1 formula', /1 formula frozen/)).not.toBe(onPage);
    // What was cleared costs again, so the price comes first.
    expect(await press(world, /^Undo freeze/, /1 formula can be relinked: 1 credit/)).not.toBe(onPage);
  });
});
