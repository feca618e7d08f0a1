// Building a formula: price before anything is sent, preview paid once, insert, and back from a cell into the form.
import { describeJourneys, type Journey } from '../support/journey';

async function start({ playground }: Journey): Promise<void> {
  await playground.useSandboxKey();
  await playground.pane.getByRole('button', { name: 'Build a formula' }).click();
}

/** A search for five results, to be inserted at B2. */
async function search(world: Journey, query: string): Promise<void> {
  const { playground } = world;
  await start(world);
  await playground.select('B2');
  await playground.pane.getByRole('combobox', { name: 'Search for' }).fill(query);
  await playground.pane.getByRole('textbox', { name: 'Results' }).fill('5');
}

describeJourneys('the builder', (journey) => {
  journey('shows the price, previews once and inserts for nothing more', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await search(world, 'iphone');
    await pane.getByText('=RURETAIL.SEARCH("iphone",5)').waitFor();
    await pane.getByRole('button', { name: 'Preview (1 credit)' }).waitFor();
    expect((await stack.sandbox.counters()).credits).toBe(0);

    await pane.getByRole('button', { name: 'Preview (1 credit)' }).click();
    await pane.getByRole('region', { name: 'First rows' }).waitFor();
    await pane.getByText(/^Free: cached/).waitFor();
    await pane.getByRole('button', { name: 'Insert at B2' }).click();
    expect(await playground.table('B2')).toHaveLength(6);
    expect((await stack.sandbox.counters()).credits).toBe(1);

    // Readable as it stands: headings styled, the names wide enough.
    const [bold, fill, width, other] = await playground.addIn.evaluate(() =>
      Excel.run(async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const heading = sheet.getRange('B2').load('format/font/bold,format/fill/color,format/columnWidth');
        const below = sheet.getRange('B3').load('format/font/bold');
        await context.sync();
        const { font, fill: filled, columnWidth } = heading.format;
        return [font.bold, filled.color, columnWidth, below.format.font.bold] as const;
      }),
    );
    expect([bold, fill.toLowerCase(), other]).toEqual([true, '#dff0f2', false]);
    expect(width).toBeGreaterThan(120);
  });

  journey(
    'shows and copies a formula as it is typed where a comma is the decimal sign, and inserts it all the same',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      await search(world, 'iphone, 15');
      await pane.getByText('=RURETAIL.SEARCH("iphone, 15";5)').waitFor();
      await pane.getByRole('button', { name: 'Copy formula' }).click();
      await playground.until(
        async () =>
          (await playground.page.evaluate(() => navigator.clipboard.readText())) ===
          '=RURETAIL.SEARCH("iphone, 15";5)',
      );
      await pane.getByRole('button', { name: 'Insert at B2' }).click();
      expect(await playground.table('B2')).toHaveLength(6);
      expect((await stack.sandbox.counters()).credits).toBe(1);
    },
    { decimal: ',', permissions: ['clipboard-read', 'clipboard-write'] },
  );

  journey('works with the keyboard alone', async (world) => {
    const { playground } = world;
    const { page, pane } = playground;
    await start(world);
    await pane.getByRole('tab', { name: 'Build' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await pane.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await pane.getByRole('combobox', { name: 'Source' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dutch');
    const keyword = pane.getByRole('combobox', { name: 'Keyword' });
    await keyword.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('thee');
    await pane.getByText('=NLRETAIL.SEARCH("thee")').waitFor();
    await pane.getByRole('button', { name: 'Insert at A1' }).focus();
    await page.keyboard.press('Enter');
    expect((await playground.table('A1')).length).toBeGreaterThan(1);
  });

  journey('says what is missing or wrong beside the field', async (world) => {
    const { pane } = world.playground;
    await start(world);
    const insert = pane.getByRole('button', { name: /^Insert at/ });
    expect(await insert.getAttribute('aria-disabled')).toBe('true');
    await pane.getByText('To see the price, enter Search for.').waitFor();
    await pane.getByRole('combobox', { name: 'Search for' }).focus();
    await pane.getByRole('textbox', { name: 'Results' }).fill('none');
    await pane.getByText('This field is required.').waitFor();
    await pane.getByText(/^Results must be a whole number/).waitFor();
    await pane.getByRole('combobox', { name: 'Search for' }).fill('tv');
    expect(await insert.getAttribute('aria-disabled')).toBe('true');
    await pane.getByRole('textbox', { name: 'Results' }).fill('5');
    await pane
      .locator('button[aria-disabled="true"]', { hasText: 'Insert at' })
      .waitFor({ state: 'detached' });
    await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
    await pane.getByRole('combobox', { name: 'Destination', exact: true }).fill('Rome');
    await pane.getByRole('textbox', { name: 'Check-in' }).fill('2027-05-03');
    await pane.getByRole('textbox', { name: 'Check-out' }).fill('2027-05-07');
    await pane
      .locator('button[aria-disabled="true"]', { hasText: 'Insert at' })
      .waitFor({ state: 'detached' });
    await pane.getByRole('combobox', { name: 'Destination ID' }).fill('42');
    await pane.getByText(/^Enter only one of these/).waitFor();
    expect(await insert.getAttribute('aria-disabled')).toBe('true');
  });

  journey(
    'shows a preview only beside the formula it is of, whichever response comes first',
    async (world) => {
      const { playground, stack } = world;
      const { page, pane } = playground;
      await start(world);
      let release = () => undefined as void;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.context().route('**/api/ruretail/products/search', async (route) => {
        await released;
        await route.continue();
      });
      await pane.getByRole('combobox', { name: 'Search for' }).fill('iphone');
      await pane.getByRole('button', { name: 'Preview (1 credit)' }).click();
      await pane.getByRole('combobox', { name: 'Source' }).selectOption('nlretail');
      await pane.getByRole('combobox', { name: 'Keyword' }).fill('thee');
      await pane.getByRole('button', { name: 'Preview (10 credits)' }).click();
      const preview = pane.getByRole('region', { name: 'First rows' });
      await preview.waitFor();
      const shown = await preview.innerText();
      const finished = page
        .context()
        .waitForEvent('requestfinished', (sent) => sent.url().includes('ruretail'));
      release();
      await finished;
      expect((await stack.sandbox.counters()).credits).toBe(11);
      expect(await preview.innerText()).toBe(shown);
      await pane.getByRole('combobox', { name: 'Keyword' }).fill('koffie');
      await preview.waitFor({ state: 'detached' });
      await pane.getByRole('combobox', { name: 'Source' }).selectOption('ruretail');
      await pane.getByRole('combobox', { name: 'Search for' }).fill('iphone');
      await pane.getByText(/^Free: cached/).waitFor();
      expect(await preview.count()).toBe(0);
    },
  );

  journey('does not overwrite what is in the way', async (world) => {
    const { playground } = world;
    const { pane } = playground;
    await start(world);
    await playground.type('C4', 'my note');
    await playground.select('B2');
    await pane.getByRole('combobox', { name: 'Search for' }).fill('tv');
    await pane.getByRole('button', { name: 'Preview (1 credit)' }).waitFor();
    await pane.getByRole('button', { name: 'Insert at B2' }).click();
    await pane
      .getByText(/C4 isn’t empty/)
      .first()
      .waitFor();
    expect(await playground.value('B2')).toBe('');
    await pane.getByRole('button', { name: 'Cancel' }).click();
    await playground.select('B10');
    await pane.getByRole('button', { name: 'Insert at B10' }).click();
    expect((await playground.table('B10')).length).toBeGreaterThan(1);
    expect(await playground.value('C4')).toBe('my note');
  });

  journey('reads a selected formula back and keeps what it cannot express', async (world) => {
    const { playground } = world;
    const { pane } = playground;
    await start(world);
    await playground.type('A1', 'iphone');
    await playground.type('C3', '=RURETAIL.SEARCH(A1,5,,"sort=price_asc; columns=name, price")');
    await playground.table('C3');
    await playground.select('C4');
    await pane.getByRole('button', { name: 'Update C3' }).waitFor();
    expect(await pane.getByRole('combobox', { name: 'Search for' }).inputValue()).toBe('=A1');
    expect(await pane.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('price_asc');
    await pane.getByRole('textbox', { name: 'Results' }).fill('3');
    await pane.getByText(/^Free: cached/).waitFor();
    await pane.getByRole('button', { name: 'Update C3' }).click();
    await playground.waitForCell('C7', '');
    expect((await playground.cells('C3'))[0]?.[0]?.formula).toBe(
      '=RURETAIL.SEARCH(A1,3,,"sort=price_asc; columns=name, price")',
    );
  });

  journey('keeps unfinished work when another formula is selected', async (world) => {
    const { playground } = world;
    const { pane } = playground;
    await start(world);
    await playground.type('C3', '=NLRETAIL.SEARCH("thee",5)');
    await playground.table('C3');
    await pane.getByRole('combobox', { name: 'Search for' }).fill('half a sen');
    await playground.select('C3');
    await pane.getByText(/C3 contains a Spillway formula/).waitFor();
    expect(await pane.getByRole('combobox', { name: 'Search for' }).inputValue()).toBe('half a sen');
    await pane.getByRole('button', { name: 'Edit that formula' }).click();
    expect(await pane.getByRole('combobox', { name: 'Keyword' }).inputValue()).toBe('thee');
  });

  journey('lets columns be chosen and ordered', async (world) => {
    const { playground } = world;
    const { pane } = playground;
    await start(world);
    await playground.select('A1');
    await pane.getByRole('combobox', { name: 'Search for' }).fill('tv');
    await pane.getByText('Columns and layout').click();
    for (const column of ['Category', 'Old price', 'Club price']) {
      await pane.getByRole('button', { name: `Remove ${column}`, exact: true }).click();
    }
    await pane.getByRole('button', { name: 'Move Brand up', exact: true }).click();
    await pane.getByText(/columns=brand, name, price/).waitFor();
    await pane.getByRole('button', { name: 'Insert at A1' }).click();
    expect((await playground.table('A1'))[0]?.slice(0, 3)).toEqual(['Brand', 'Product', 'Price']);
  });

  journey('writes a heading of one’s own, and reads it back', async (world) => {
    const { playground } = world;
    const { page, pane } = playground;
    await start(world);
    await playground.select('A1');
    await pane.getByRole('combobox', { name: 'Search for' }).fill('tv');
    await pane.getByText('Columns and layout').click();
    await pane.getByRole('button', { name: 'Rename Price', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Price, today');
    await page.keyboard.press('Enter');
    await pane.getByText(/price as 'Price, today'/).waitFor();
    await pane.getByRole('button', { name: 'Insert at A1' }).click();
    expect((await playground.table('A1'))[0]).toContain('Price, today');
    await playground.select('H30');
    await pane.getByRole('button', { name: 'Insert at H30' }).waitFor();
    await playground.select('A1');
    await pane.getByRole('button', { name: 'Update A1' }).waitFor();
    await pane.getByRole('button', { name: 'Rename Price, today' }).waitFor();
  });

  journey('suggests the codes that worked, and no others', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await start(world);
    const city = pane.getByRole('combobox', { name: 'City code' });
    const suggested = async () => {
      const list = (await city.getAttribute('list')) ?? '';
      const options = pane.locator(`datalist[id="${list}"] option`);
      return options.evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    };
    await city.waitFor();
    expect(await suggested()).toEqual(['msk_cl']);
    await playground.type('A1', '=RURETAIL.SEARCH("tv",2,"sandbox_spb")');
    await playground.table('A1');
    await pane.locator('datalist option[value=sandbox_spb]').waitFor({ state: 'attached' });
    await stack.sandbox.addFault({ kind: 'status:404', operation: 'ruretail' });
    await playground.type('A10', '=RURETAIL.SEARCH("tv",2,"atlantis")');
    await playground.waitForCell('A10', '#VALUE!');
    await stack.sandbox.clearFaults();
    await playground.type('A20', '=RURETAIL.SEARCH("tv",2,"sandbox_kzn")');
    await playground.table('A20');
    // At first it is known from the results alone; once the ledger has it too, it comes first.
    await playground.until(async () => (await suggested())[0] === 'sandbox_kzn');
    expect(await suggested()).toEqual(['sandbox_kzn', 'sandbox_spb', 'msk_cl']);
  });

  journey(
    'suggests what results show, free, and looks up others for the price on the button',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      const credits = async () => (await stack.sandbox.counters()).credits;
      await search(world, 'iphone');
      await pane.getByText('=RURETAIL.SEARCH("iphone",5)').waitFor();
      await pane.locator('summary', { hasText: 'Filters' }).first().click();
      const lookUp = pane.getByRole('button', { name: 'Look up: Brands (1 credit)' });
      await lookUp.waitFor();
      expect(await credits()).toBe(0);

      await lookUp.press('Enter');
      const brands = pane.getByRole('combobox', { name: 'Brands' });
      await brands.waitFor();
      const list = (await brands.getAttribute('list')) ?? '';
      await pane.locator(`datalist[id="${list}"] option[value=Apple]`).waitFor({ state: 'attached' });
      await lookUp.waitFor({ state: 'detached' });
      await brands.fill('Apple,');
      await pane.getByText('=RURETAIL.SEARCH("iphone",5,,"brands=Apple")').waitFor();
      // A code that results name is found by its name too.
      await pane.locator('datalist option[value=msk_cl][label]').waitFor({ state: 'attached' });
      expect(await credits()).toBe(1);
    },
  );

  journey('lets a product be picked by its name or its code from results, free', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await start(world);
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",5,,"columns=id,name")');
    const [, [code = '', name = ''] = []] = await playground.table('A1');
    const { credits } = await stack.sandbox.counters();
    await playground.select('K1');
    const field = pane.getByRole('combobox', { name: 'Search for' });
    const options = async (of: typeof field) =>
      pane.locator(`datalist[id="${await of.getAttribute('list')}"] option`);
    await (await options(field)).and(pane.locator(`[label="${code}"]`)).waitFor({ state: 'attached' });
    const products = await (
      await options(field)
    ).evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(products).toContain(name);
    await field.fill(String(name));

    await pane.locator('summary', { hasText: 'Conditions' }).click();
    await pane.getByRole('button', { name: 'Add a condition' }).click();
    await pane.getByRole('combobox', { name: 'Field of Condition 1' }).selectOption({ value: 'id' });
    await pane.getByRole('combobox', { name: 'Comparison of Condition 1' }).selectOption({ value: '=' });
    const value = pane.getByRole('combobox', { name: 'Value of Condition 1' });
    await (await options(value)).and(pane.locator(`[value="${code}"]`)).waitFor({ state: 'attached' });
    await value.fill(String(code));
    await pane.getByText(`where=id=${code}`).waitFor();
    expect((await stack.sandbox.counters()).credits).toBe(credits);
  });

  journey('counts what meets a condition once a preview has fetched it', async (world) => {
    const { pane } = world.playground;
    await search(world, 'iphone');
    await pane.locator('summary', { hasText: 'Conditions' }).click();
    await pane.getByRole('button', { name: 'Add a condition' }).click();
    await pane.getByLabel('Value of Condition 1').fill('iphone');
    await pane.getByText('How many results remain is shown once they are fetched.').waitFor();
    await pane.getByRole('button', { name: 'Preview (1 credit)' }).click();
    await pane.getByText(/of 5 results meet the condition/).waitFor();
  });

  journey('takes a click on what stands below an open list', async (world) => {
    const { pane } = world.playground;
    await start(world);
    await pane.getByRole('combobox', { name: 'Source' }).selectOption('stays');
    await pane.getByRole('combobox', { name: 'Find a filter' }).fill('pool');
    await pane.locator('.sw-option').first().waitFor();
    await pane.locator('summary', { hasText: 'Price' }).first().click();
    await pane.locator('.sw-option').first().waitFor({ state: 'detached' });
    await pane.getByRole('textbox', { name: 'Per night from' }).waitFor();
  });
});
