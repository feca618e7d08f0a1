// What only a real browser has: locks and a channel between windows, a key no script can read, a database that can be
// deleted under the page. Requests are counted where they leave the browser: the gateway would share them as well.
import type { BrowserContext, Frame } from 'playwright-core';
import { describeJourneys } from './support/journey';
import type { PlaygroundPage } from './support/playgroundPage';

function countCalls(context: BrowserContext): () => number {
  let calls = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/')) calls += 1;
  });
  return () => calls;
}

/** The frame the add-in runs in: its storage is the add-in's own. */
const addInOf = ({ page }: PlaygroundPage): Frame => {
  const frame = page.frames().find((each) => each.url().includes('taskpane.html'));
  if (!frame) throw new Error('The add-in has no frame.');
  return frame;
};

/** Everything the add-in has stored, as text; and whether a script could export the key it is sealed with. */
function storedBy(frame: Frame): Promise<{ text: string; exportable: boolean[] }> {
  return frame.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('refused'));
      });
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    const exportable: boolean[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const area of database.objectStoreNames) {
        const values = await done(database.transaction(area).objectStore(area).getAll());
        for (const value of values as unknown[])
          if (value instanceof CryptoKey) exportable.push(value.extractable);
        parts.push(values);
      }
      database.close();
    }
    return { text: JSON.stringify(parts), exportable };
  });
}

describeJourneys('windows of one person', (journey) => {
  journey('that ask for the same at the same moment send one call', async (world) => {
    const { playground, context, openWindow, stack } = world;
    const calls = countCalls(context);
    await playground.saveKey();
    const other = await openWindow();
    await other.pane.getByRole('tab', { name: 'Usage' }).waitFor();
    await stack.sandbox.addFault({ kind: 'latency', ms: 1_500, operation: 'ruretail' });
    await Promise.all([
      playground.type('A1', '=RURETAIL.SEARCH("iphone",5)'),
      other.type('C3', '=RURETAIL.SEARCH("iphone",5)'),
    ]);
    expect(await playground.table('A1')).toEqual(await other.table('C3'));
    expect(calls()).toBe(1);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
  });

  journey(
    'share a key that no script can read, and its removal',
    async ({ playground, openWindow, stack }) => {
      const other = await openWindow();
      await other.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      expect(await other.error('A1', '#N/A')).toContain('No key is saved yet');
      await playground.saveKey();
      // Heard of in the other window, which opens what this one sealed.
      expect(await other.table('A1')).toHaveLength(3);

      const kept = await storedBy(addInOf(playground));
      expect(kept.text).toContain('iphone');
      expect(kept.text).not.toContain('sandbox-large');
      expect(kept.exportable).toEqual([false]);
      expect(JSON.stringify(await playground.settings())).not.toContain('sandbox-large');
      expect(JSON.stringify(await playground.hostLog())).not.toContain('sandbox-large');

      await playground.pane.getByRole('button', { name: 'See usage' }).click();
      await playground.pane.getByRole('button', { name: 'Remove', exact: true }).click();
      await playground.pane.getByRole('button', { name: 'Remove key' }).click();
      await other.pane.getByLabel('API key').waitFor();
      await other.type('D1', '=RURETAIL.SEARCH("kettle",2)');
      expect(await other.error('D1', '#N/A')).toContain('No key is saved yet');
      await expect(storedBy(addInOf(playground))).resolves.toMatchObject({ exportable: [] });
      expect((await stack.sandbox.counters()).requests).toBe(1);
    },
  );

  journey('go on when the browser deletes their storage', async ({ playground, context, stack }) => {
    const calls = countCalls(context);
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    const table = await playground.table('A1');
    await addInOf(playground).evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      // The simulated Excel keeps its workbook on the same origin; that one stays.
      for (const name of names.filter((each) => /^spillway(-vault)?$/.test(each)))
        await new Promise((resolve) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = resolve;
        });
    });
    await playground.type('A5', '=RURETAIL.SEARCH("iphone",2)');
    expect(await playground.table('A5')).toEqual(table);
    await playground.type('A10', '=RURETAIL.SEARCH("kettle",2)');
    expect(await playground.table('A10')).toHaveLength(3);
    expect(calls()).toBe(2);
    expect((await stack.sandbox.counters()).requests).toBe(2);
  });

  journey(
    'have what was bought in the workbook as soon as the cell shows it, whatever another one saves',
    async ({ playground }) => {
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      await playground.table('A1');
      // Nothing waits for a timer, and a window that was opened before saves the settings it knows.
      const { xmlParts } = (await playground.parts())!;
      expect(xmlParts.some(({ xml }) => xml.includes('urn:spillway:lists:1'))).toBe(true);
      await addInOf(playground).evaluate(
        () =>
          new Promise<void>((resolve) => {
            Office.context.document.settings.set('other', 'window');
            Office.context.document.settings.saveAsync(() => resolve());
          }),
      );
      await playground.reopen();
      const { xmlParts: reopened } = (await playground.parts())!;
      expect(reopened.map(({ xml }) => xml)).toEqual(xmlParts.map(({ xml }) => xml));
    },
  );
});
