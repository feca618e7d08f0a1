// What waits, what is refreshed, what was spent; and freezing what is there.
import { describeJourneys } from '../support/journey';

describeJourneys('activity', (journey) => {
  journey('shows a held burst with its price, and runs it', async ({ playground, stack }) => {
    const { pane } = playground;
    await playground.useSandboxKey();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await pane.getByRole('tab', { name: 'Settings' }).click();
    await pane.getByRole('textbox', { name: 'Ask me above' }).fill('10');
    await pane.getByRole('textbox', { name: 'Ask me above' }).press('Enter');
    await playground.type('A1', [['tea'], ['coffee'], ['cocoa']]);
    await playground.type('C1', '=NLRETAIL.SEARCH(A1:A3)');
    await pane.getByRole('tab', { name: /Activity.*1 waiting/ }).click();
    expect((await stack.sandbox.counters()).credits).toBe(0);
    await pane.getByRole('button', { name: /^Run: .*30 credits/ }).dblclick();
    await playground.waitForCell('D2', 'No results for "tea".');
    await playground.waitForCell('C3', 'coffee');
    await playground.quiet();
    // A second press has nothing to agree to, and says nothing of its own.
    await pane.getByText('Approved: 30 credits.').first().waitFor({ timeout: 5_000 });
    expect((await stack.sandbox.counters()).credits).toBe(30);
  });

  journey('fetches a column of forty words with one press, and shows the whole table', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await playground.useSandboxKey();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await playground.type(
      'A1',
      Array.from({ length: 40 }, (_, n) => [`word ${n + 1}`]),
    );
    await playground.type('C1', '=NLRETAIL.SEARCH(A1:A40,20)');
    expect(await playground.error('C1', '#N/A')).toMatch(/^Held: 400 credits, approve in the Spillway pane/);
    expect(await playground.value('C2')).toBe('');
    await pane.getByRole('tab', { name: /Activity.*1 waiting/ }).click();
    await pane.getByRole('button', { name: /^Run: 400 credits for 1 formula: 40 requests to fetch/ }).click();
    await playground.waitForCell('C1', 'Keyword');
    // A slow machine shows what has arrived while the rest is fetched.
    await pane.getByText('Nothing is being fetched.').waitFor();
    await playground.quiet();
    expect((await stack.sandbox.counters()).credits).toBe(400);
    const table = await playground.table('C1');
    expect(new Set(table.slice(1).map(([word]) => word)).size).toBe(40);
    expect(await pane.getByRole('button', { name: /^Run/ }).count()).toBe(0);
  });

  journey('offers what the sheet wants now: corrected and deleted formulas are withdrawn', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await playground.useSandboxKey();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await pane.getByRole('tab', { name: 'Activity' }).click();
    await playground.type('A1', '=BIZBUREAU.SEARCH("roofing",5000)');
    await pane.getByRole('button', { name: /^Run: .*1,?670 credits/ }).waitFor();
    await playground.type('A1', '=BIZBUREAU.SEARCH("roofing",900)');
    await pane.getByRole('button', { name: /^Run: .*300 credits/ }).waitFor();
    await playground.type('A1', '');
    await pane.getByRole('button', { name: /^Run/ }).waitFor({ state: 'detached' });
    await playground.type('A1', '=BIZBUREAU.SEARCH("roofing",15)');
    await playground.table('A1');
    await playground.quiet();
    expect((await stack.sandbox.counters()).credits).toBe(5);
  });

  journey(
    'refreshes with the price first, and writes the ledger to a sheet',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await playground.useSandboxKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",5)');
      await playground.table('A1');
      await playground.select('A1');
      await pane.getByRole('button', { name: 'See usage' }).click();
      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane.getByText('Sheet1!A1, 1 request: 1 credit.', { exact: true }).first().waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(1);
      await pane.getByRole('button', { name: 'Refresh (1 credit)' }).click();
      await pane.getByText('1 fetched, 1 credit spent.').first().waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(2);
      // What was asked about is no longer selected: the question is asked again.
      await playground.type('A20', '=RURETAIL.SEARCH("ssd",5)');
      await playground.table('A20');
      await playground.select('A1');
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane.getByText('Sheet1!A1, 1 request: 1 credit.', { exact: true }).first().waitFor();
      await playground.select('A20');
      await pane.getByRole('button', { name: 'Refresh (1 credit)' }).click();
      await pane
        .getByText('The cells have changed, so nothing was sent. Sheet1!A20, 1 request: 1 credit.')
        .first()
        .waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(3);
      await pane.getByRole('button', { name: 'Cancel' }).click();

      await pane.getByRole('button', { name: 'Export to new sheet' }).click();
      await playground.waitForCell("'Spillway ledger'!A1", 'Time');
      expect(await playground.value("'Spillway ledger'!B2")).toBe('Russian electronics');
    },
  );

  journey('freezes formulas with their sources, and undoes it', async ({ playground, stack }) => {
    const { pane } = playground;
    await playground.useSandboxKey();
    await playground.type('B2', '=RURETAIL.SEARCH("iphone",3)');
    const table = await playground.table('B2');
    const looks = async () =>
      (await playground.cells('Sheet1!B2:M5')).map((row) => row.map(({ value, text }) => ({ value, text })));
    const before = await looks();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await pane.getByRole('tab', { name: 'Settings' }).click();
    await pane.getByText('Freeze for sharing').click();
    await pane.getByRole('combobox', { name: 'Freeze' }).selectOption('workbook');
    await pane.getByRole('button', { name: 'Find formulas' }).click();
    await pane.getByRole('button', { name: 'Freeze 1 formula' }).click();
    await playground.waitForCell('Sources!A1', 'Cell');
    expect((await playground.cells('Sheet1!B2'))[0]?.[0]?.formula).toBe('');
    expect(await playground.value('Sheet1!B3')).toBe(table[1]?.[0]);
    expect(await looks()).toEqual(before);
    expect(await playground.value('Sources!C2')).toContain('RURETAIL.SEARCH("iphone",3)');
    // The formula can be read, and one is still on one's own sheet.
    const [active, width] = await playground.addIn.evaluate(() =>
      Excel.run(async (context) => {
        const { worksheets } = context.workbook;
        const sheet = worksheets.getActiveWorksheet().load('name');
        const column = worksheets.getItem('Sources').getRange('C1').load('format/columnWidth');
        await context.sync();
        return [sheet.name, column.format.columnWidth] as const;
      }),
    );
    expect(active).toBe('Sheet1');
    expect(width).toBeGreaterThan(120);
    await pane.getByRole('button', { name: 'Undo freeze (1)' }).click();
    await pane.getByText('1 formula relinked, free.').first().waitFor();
    expect(await playground.table('Sheet1!B2')).toEqual(table);
    expect((await stack.sandbox.counters()).credits).toBe(1);
  });

  journey('names the formulas that freezing would break, and lets them be spared', async ({ playground }) => {
    const { pane } = playground;
    await playground.useSandboxKey();
    await playground.type('B2', '=RURETAIL.SEARCH("iphone",3)');
    await playground.table('B2');
    await playground.type('A20', '=ROWS(B2#)');
    await playground.waitForCell('A20', 4);
    await pane.getByRole('button', { name: 'See usage' }).click();
    await pane.getByRole('tab', { name: 'Settings' }).click();
    await pane.getByText('Freeze for sharing').click();
    await pane.getByRole('combobox', { name: 'Freeze' }).selectOption('sheet');
    await pane.getByRole('button', { name: 'Find formulas' }).click();
    await pane
      .getByText(/1 other formula refers to a spilled range .*: Sheet1!A20\./)
      .first()
      .waitFor();
    await pane.getByRole('button', { name: 'Cancel' }).click();
    await pane.getByRole('button', { name: 'Find formulas' }).waitFor();
    expect((await playground.cells('B2'))[0]?.[0]?.formula).toContain('RURETAIL.SEARCH');
    await pane.getByRole('button', { name: 'Find formulas' }).click();
    await pane.getByRole('button', { name: 'Freeze 1 formula anyway' }).click();
    await playground.waitForCell('Sources!A1', 'Cell');
    await pane.getByRole('button', { name: 'Undo freeze (1)' }).click();
    await playground.waitForCell('Sheet1!A20', 4);
  });
});
