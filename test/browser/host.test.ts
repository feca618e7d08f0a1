// The add-in inside its host: typing by hand, the ribbon, selections, an older Excel, and a browser that refuses storage.
import { describeJourneys } from './journey';

/** As Chromium does in a frame of another site when third-party storage is blocked. */
const refuseStorage = () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: refuse });
  IDBFactory.prototype.open = refuse;
};

/** As Firefox and Safari do where storage is blocked: looking at it is refused already. */
const refuseSightOfStorage = () => {
  if (!location.pathname.endsWith('/taskpane.html')) return;
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
};

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
    await playground.page.keyboard.press('Enter');
    expect(await playground.table('B3')).toHaveLength(3);
  });

  journey('shows the error of the selected cell in words', async ({ playground }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2,,"sort=cheapest")');
    await playground.waitForCell('A1', '#VALUE!');
    await playground.select('A1');
    await playground.page.locator('#message', { hasText: 'sort has no value "cheapest"' }).waitFor();
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
    await playground.saveKey();
    await stack.sandbox.addFault({ kind: 'latency', ms: 20_000, operation: 'ruretail' });
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    await playground.waitUntilBusy('A1');
    await playground.page.getByRole('button', { name: 'Stop' }).click();
    await playground.waitForCell('A1', { not: ['', '#BUSY!'] });
    await stack.sandbox.clearFaults();
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
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      const table = await playground.table('A1');
      await playground.type('A10', '=RURETAIL.SEARCH("iphone",2)');
      expect(await playground.table('A10')).toEqual(table);
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
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      const table = await playground.table('A1');
      await playground.type('A10', '=RURETAIL.SEARCH("iphone",2)');
      expect(await playground.table('A10')).toEqual(table);
      expect((await stack.sandbox.counters()).requests).toBe(1);
    },
    { prepare: async (context) => void (await context.addInitScript(refuseSightOfStorage)) },
  );
});
