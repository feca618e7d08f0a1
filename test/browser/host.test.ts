// The add-in inside its host: typing by hand, the ribbon, selections, an older Excel, and a browser that refuses storage.
import type { CellScalar } from '../../playground/grid/grid';
import { describeJourneys } from './support/journey';
import type { PlaygroundPage } from './support/playgroundPage';

/** As Chromium does in a frame of another site when third-party storage is blocked. */
const refuseStorage = () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: refuse });
  IDBFactory.prototype.open = refuse;
};

/** Inside A1 of a new workbook, in the drawing of the grid: right of the row numbers, under the column letters. */
const firstCell = { x: 90, y: 32 };

/** As Firefox and Safari do where storage is blocked: looking at it is refused already. */
const refuseSightOfStorage = () => {
  if (!location.pathname.endsWith('/taskpane.html')) return;
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
};

/** A key, and the same formula in two places: with or without storage it is asked for once. */
async function askTwice(playground: PlaygroundPage): Promise<CellScalar[][]> {
  await playground.saveKey();
  await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
  const table = await playground.table('A1');
  await playground.type('A10', '=RURETAIL.SEARCH("iphone",2)');
  expect(await playground.table('A10')).toEqual(table);
  return table;
}

describeJourneys('the host', (journey) => {
  journey('completes a function name and shows its arguments while it is typed', async ({ playground }) => {
    await playground.saveKey();
    await playground.select('B3');
    await playground.startTyping('=RURETAIL.S');
    await playground.page.getByText('RURETAIL.SEARCH', { exact: false }).first().waitFor();
    await playground.page.keyboard.press('Tab');
    // The editor takes the completion in its own time; the arguments' help says that it has.
    await playground.page.getByText('[count]').first().waitFor();
    await playground.keepTyping('"iphone",2)');
    await playground.enter();
    expect(await playground.table('B3')).toHaveLength(3);
  });

  journey('shows the error of the selected cell in words', async ({ playground }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2,,"sort=cheapest")');
    await playground.waitForCell('A1', '#VALUE!');
    await playground.select('A1');
    await playground.page.locator('#message', { hasText: 'sort does not accept "cheapest"' }).waitFor();
    await playground.page.locator('[id^="univer-sheet-main-canvas"]').hover({ position: firstCell });
    const bubble = playground.page.locator('.univer-w-\\[156px\\]', { hasText: 'sort does not accept' });
    // Univer's own width cuts a sentence into many lines.
    expect((await bubble.boundingBox())?.width).toBeGreaterThan(200);
  });

  journey(
    'calculates a single reference into a result again when the result becomes smaller',
    async ({ playground }) => {
      await playground.saveKey();
      await playground.type('T1', 3);
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",T1)');
      expect(await playground.table('A1')).toHaveLength(4);
      await playground.type('V1', '=A4=""');
      await playground.waitForCell('V1', false);
      await playground.type('T1', 1);
      await playground.waitForCell('V1', true);
    },
  );

  journey(
    'draws charts opaque and below frozen headings, on new sheets with columns as wide as Excel’s',
    async ({ playground }) => {
      await playground.saveKey();
      const width = await playground.addIn.evaluate(() =>
        Excel.run(async (context) => {
          const sheet = context.workbook.worksheets.add('New');
          sheet.activate();
          sheet.getRange('A1:B3').values = [
            ['Name', 'Price'],
            ['One', 1],
            ['Two', 2],
          ];
          sheet.freezePanes.freezeRows(3);
          sheet.charts.add('ColumnClustered', sheet.getRange('A1:B3')).name = 'Prices';
          const { format } = sheet.getRange('C1');
          format.load('columnWidth');
          await context.sync();
          return format.columnWidth;
        }),
      );
      // Points: 64 pixels.
      expect(width).toBe(48);
      const chart = playground.page.getByRole('img', { name: 'Prices' });
      await chart.waitFor();
      // Charts are drawn anew with every change, each time in one step; their layer stays.
      const { colour, clip } = await playground.page.locator('.charts').evaluate((layer) => ({
        colour: getComputedStyle(layer.querySelector('.chart')!).backgroundColor,
        clip: getComputedStyle(layer).clipPath,
      }));
      expect(colour).toMatch(/^rgb\(/);
      // Three rows of 20 pixels, or a little more where this machine's fonts are higher.
      const below = Number(/^inset\((\d+)px 0px 0px/.exec(clip)?.[1]);
      expect(below % 3).toBe(0);
      expect(below / 3).toBeGreaterThanOrEqual(20);
      expect(below / 3).toBeLessThan(25);
    },
  );

  journey('shows that it is loading until the spreadsheet is there', async ({ stack, context }) => {
    const page = await context.newPage();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/playground/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stack.origin}/playground/?blank=`, { waitUntil: 'commit' });
    const sign = page.getByText('Loading the spreadsheet…');
    await sign.waitFor();
    // The text is there before the stylesheet.
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('#loading')!, '::before').animationName === 'turn',
    );
    release();
    await sign.waitFor({ state: 'detached' });
    await page.close();
  });

  journey('tells the add-in where the user is, by each of the events Excel has', async ({ playground }) => {
    const { pane } = playground;
    await playground.saveKey();
    await playground.type('B2', '=RURETAIL.SEARCH("iphone",2)');
    await playground.table('B2');
    await pane.getByRole('button', { name: 'Build a formula' }).click();
    await playground.select('C3');
    await pane.getByRole('button', { name: 'Update B2' }).waitFor();
    expect(await pane.getByRole('combobox', { name: 'Search for' }).inputValue()).toBe('iphone');

    const { addIn } = playground;
    const heard = await addIn.evaluateHandle(async () => {
      const events: string[] = [];
      await Excel.run(async (context) => {
        const { workbook } = context;
        const hear = (who: string) => (event: object) => {
          events.push(`${who} ${'address' in event ? String(event.address) : ''}`.trim());
          return Promise.resolve();
        };
        workbook.onSelectionChanged.add(hear('workbook'));
        workbook.worksheets.onSelectionChanged.add(hear('sheets'));
        workbook.worksheets.getActiveWorksheet().onSelectionChanged.add(hear('sheet'));
        await context.sync();
      });
      return events;
    });
    await playground.select('D7:E8');
    await addIn.waitForFunction((events) => events.length === 3, heard);
    expect((await heard.jsonValue()).sort()).toEqual(['sheet D7:E8', 'sheets D7:E8', 'workbook']);
  });

  journey('refuses a member of the Excel API that it does not have, and lists it', async ({ playground }) => {
    await playground.saveKey();
    const refused = await playground.addIn.evaluate(() =>
      Excel.run(async (context) => {
        context.workbook.pivotTables.refreshAll();
        await context.sync();
      }).catch((error: { code: string }) => error.code),
    );
    expect(refused).toBe('ApiNotFound');
    expect(await playground.unknownMembers()).toEqual(['Workbook.PivotTables']);
    // Taken off the list, which must be empty after each journey.
    expect(playground.uncaught.splice(0)).toEqual([
      'The simulated Excel does not have Workbook.PivotTables.',
    ]);
  });

  journey('previews a formula that is being written without a request', async ({ playground, stack }) => {
    await playground.saveKey();
    const before = await stack.sandbox.counters();
    const preview = await playground.preview('Sheet1!B2', 'RURETAIL.SEARCH', [[['iphone']], 5, null, null]);
    const [headings, sample, ...rest] = preview?.cells ?? [];
    expect(headings?.[0]).toEqual({ value: 'Product' });
    expect(sample?.[0]).toEqual({ value: 'Sample: Product' });
    expect(rest).toEqual([]);
    const usage = await playground.preview('Sheet1!B2', 'TOKEN.USAGE', [null]);
    expect(usage?.cells[0]?.[0]).toMatchObject({ value: expect.stringMatching(/^Sample: /) as string });
    expect(await stack.sandbox.counters()).toEqual(before);

    await playground.type('B2', '=RURETAIL.SEARCH("iphone",5)');
    expect((await playground.table('B2'))[1]?.[0]).not.toMatch(/^Sample/);
    expect((await stack.sandbox.counters()).requests).toBe(1);
  });

  journey('opens and closes the pane without stopping the functions', async ({ playground }) => {
    await playground.saveKey();
    await playground.page.getByRole('button', { name: 'Close the pane' }).click();
    await playground.page.locator('#pane').waitFor({ state: 'hidden' });
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    expect(await playground.table('A1')).toHaveLength(3);
    await playground.page.getByRole('button', { name: 'Spillway', exact: true }).click();
    await playground.page.locator('#pane').waitFor({ state: 'visible' });
  });

  journey('stops what is waiting, by the ribbon', async ({ playground, stack }) => {
    await stack.sandbox.reset({ keys: { 'sandbox-tiny': { limits: { minutely: 3 } } } });
    await playground.saveKey('sandbox-tiny');
    // Three in a minute: the fourth waits. What was sent is not stopped, because its answer is paid for.
    const units = ['TKS', 'MFS', 'COS', 'KWV'].map((estate) => [
      `=HKPROPERTY.VALUE("${estate}-01-12-B",,"price")`,
    ]);
    await playground.type('A1', units);
    for (const cell of ['A1', 'A2', 'A3']) await playground.waitForCell(cell, { not: [''], noError: true });
    await playground.waitUntilBusy('A4');
    await playground.page.getByRole('button', { name: 'Stop' }).click();
    expect(await playground.error('A4', '#N/A')).toMatch(/Stopped before it was sent; nothing was spent/);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 3, credits: 3 });
  });

  journey('calculates formulas that read what others spilled, in their order', async ({ playground }) => {
    await playground.type('A1', 2);
    // Each reads a column that the one before spilled into, and the last reads the first one as well.
    await playground.type('M1', '=SUM(C1:C20)+SUM(J1:J20)');
    await playground.type('I1', '=HSTACK(SORT(G1:G20),SORT(G1:G20))');
    await playground.type('F1', '=HSTACK(10*D1:D20,10*D1:D20+C1:C20)');
    await playground.type('C1', '=SEQUENCE(A1,2)');
    for (const [rows, sum] of [
      [2, 4 + 60 + 4],
      [5, 25 + 300 + 25],
      [1, 1 + 20 + 1],
      [9, 81 + 900 + 81],
    ] as const) {
      await playground.type('A1', rows);
      await playground.quiet();
      expect(await playground.value('M1')).toBe(sum);
    }
  });

  journey(
    'gives plain numbers to an Excel without data types',
    async ({ playground }) => {
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2,,"columns=name,price")');
      const table = await playground.table('A1');
      expect(typeof table[1]?.[1]).toBe('number');
      expect((await playground.cells('B2'))[0]?.[0]?.numberFormat).toBe('General');
    },
    { without: ['CustomFunctionsRuntime@1.4'] },
  );

  journey(
    'works for a session where the browser refuses storage',
    async ({ playground, stack }) => {
      const table = await askTwice(playground);
      await playground.quiet();
      await playground.reopen();
      expect(await playground.table('A1')).toEqual(table);
      expect((await stack.sandbox.counters()).requests).toBe(1);
    },
    { prepare: async (context) => void (await context.addInitScript(refuseStorage)) },
  );

  journey(
    'starts where storage may not even be looked at',
    async ({ playground, stack }) => {
      await askTwice(playground);
      expect((await stack.sandbox.counters()).requests).toBe(1);
    },
    { prepare: async (context) => void (await context.addInitScript(refuseSightOfStorage)) },
  );
});
