// The History view: what changed since one last looked, an item's line, a file of it, deleting. None of it sends a request.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describeJourneys, type Journey } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';

const openHistory = ({ pane }: PlaygroundPage) => pane.getByRole('tab', { name: 'History' }).click();

async function nextDay({ page }: PlaygroundPage): Promise<void> {
  await page.click('#nextDay');
  await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
}

/** Asks for 25 products, of which the paid block has 40, looks at the history, and asks again a day later. */
async function twoDays({ playground, stack }: Journey): Promise<void> {
  const { pane, page } = playground;
  await playground.useSandboxKey();
  await pane.getByRole('button', { name: 'Build a formula' }).click();
  // The whole of what is paid for: the history has no item that the sheet does not show.
  await playground.type('A1', '=NLRETAIL.SEARCH("airfryer", 40, "columns=id,price")');
  await playground.table('A1');
  await openHistory(playground);
  await pane.getByRole('region', { name: 'Dutch retail' }).getByText('40 new').waitFor();
  await pane.getByRole('tab', { name: 'Usage' }).click();

  await nextDay(playground);
  await playground.select('A1');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await playground.waitForRequests(stack.sandbox, 2);
  await playground.quiet();
}

/** A gateway that keeps a history too. */
const kept = { gateway: () => ({ SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-history-')) }) };

/** Data requests and credits; the token statistic is free. */
async function spent({ sandbox }: Journey['stack']) {
  const { requests, credits } = await sandbox.counters();
  return { requests, credits };
}

const linesOf = ({ pane }: PlaygroundPage) =>
  pane.getByRole('region', { name: 'Dutch retail' }).getByRole('listitem');

describeJourneys('the history in the pane', (journey) => {
  journey('says what would fill it while it is empty', async ({ playground, stack }) => {
    // This gateway keeps none, and is not asked for it.
    const asked: string[] = [];
    playground.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/history/')) asked.push(pathname);
    });
    await playground.useSandboxKey();
    await playground.pane.getByRole('button', { name: 'Build a formula' }).click();
    await openHistory(playground);
    await playground.pane.getByRole('heading', { name: 'No history yet' }).waitFor();
    await playground.pane.getByText('In this browser: 0 items, 0 B of 100 MB.').waitFor();
    expect(asked).toEqual([]);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 0, credits: 0 });
  });

  journey(
    'shows what changed since one last looked, the biggest first, without a request',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      await twoDays(world);
      const paid = await spent(stack);
      await openHistory(playground);
      await linesOf(playground).first().waitFor();
      expect(
        await pane
          .getByRole('combobox', { name: 'Since' })
          .evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text),
      ).toBe('Your last visit');
      const shares = (await linesOf(playground).locator('strong').allTextContents()).map((text) =>
        Number(/[\d.]+/.exec(text)?.[0]),
      );
      expect(shares.length).toBeGreaterThan(1);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));

      // The values are those of the sheet.
      const [line = ''] = await linesOf(playground).allTextContents();
      const after = Number(/→ €? ?([\d,.]+)/.exec(line)?.[1]?.replaceAll(',', ''));
      const prices = (await playground.table('A1')).map(([, price]) => price);
      expect(prices).toContain(after);

      await linesOf(playground).first().getByRole('button').click();
      await pane.getByRole('img', { name: /in 2 observations/ }).waitFor();
      await pane.getByText('Average').waitFor();
      await pane.getByText('View as table').click();
      expect(await pane.getByRole('region', { name: 'Values over time' }).getByRole('row').count()).toBe(3);
      // While another value is read, the figures of this one do not stand under its name.
      const fields = pane.getByRole('combobox', { name: 'Value' });
      const between = await fields.evaluate(async (list) => {
        (list as HTMLSelectElement).value = 'rating';
        list.dispatchEvent(new Event('change', { bubbles: true }));
        await Promise.resolve();
        return document.querySelector('.sw-table')?.textContent;
      });
      expect(between).toBeUndefined();
      await fields.selectOption('price');
      await pane.getByRole('img', { name: /in 2 observations/ }).waitFor();

      await playground.select('E2');
      await pane.getByRole('button', { name: 'Insert into sheet' }).click();
      await pane
        .getByText(/^Formula inserted at Sheet1!E2, free\. Chart added beside the result/)
        .first()
        .waitFor();
      const series = await playground.table('E2');
      expect(series).toHaveLength(3);
      expect(series[2]?.[1]).toBe(after);
      const [chart] = (await playground.parts())?.charts ?? [];
      expect(chart).toMatchObject({
        type: 'LineMarkers',
        titleVisible: true,
        title: expect.stringMatching(/^Price of .+/) as string,
        category: { categoryType: 'DateAxis' },
      });
      expect((await playground.cells('E2'))[0]?.[0]?.formula).toMatch(
        /^=HISTORY\.SERIES\("NLRETAIL\.SEARCH",/,
      );
      // It is full now: nothing is written over.
      await pane.getByRole('button', { name: 'Insert into sheet' }).click();
      await pane
        .getByText(/Nothing was changed\./)
        .first()
        .waitFor();

      // Back with the keyboard; the list is as it was.
      await pane.getByRole('button', { name: 'All history' }).press('Enter');
      await linesOf(playground).first().waitFor();
      expect(await spent(stack)).toEqual(paid);
    },
    kept,
  );

  journey(
    'exports an item as a file, deletes it here and on the gateway, and undoes that',
    async (world) => {
      const { playground, stack } = world;
      const { pane, page } = playground;
      await twoDays(world);
      const paid = await spent(stack);
      await openHistory(playground);
      const items = pane.getByRole('region', { name: 'All items' });
      await items.getByRole('listitem').first().getByRole('button').click();
      const title = await pane.getByRole('heading', { level: 1 }).textContent();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        pane.getByRole('button', { name: 'Export as CSV' }).click(),
      ]);
      const file = readFileSync(await download.path(), 'utf8');
      expect(download.suggestedFilename()).toMatch(/^spillway-history-\d{4}-\d\d-\d\d\.csv$/);
      expect(file.split('\r\n')[0]).toBe('\uFEFFSource,ID,Name,Conditions,Field,Time,Value,Currency');
      expect(file.split('\r\n').filter((row) => row.includes(',price,'))).toHaveLength(2);

      await pane.getByRole('button', { name: 'Delete this item' }).click();
      const question = pane.getByRole('group', { name: 'Delete this item?' });
      await question.getByText(/in this browser and on the gateway/).waitFor();
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await items.getByText('39 items').waitFor();
      await items.getByRole('textbox', { name: 'Search' }).fill(title ?? '');
      await items.getByText('0 items').waitFor();

      // What the gateway had is gone too: another browser of the same person has nothing of it.
      await items.getByRole('textbox', { name: 'Search' }).fill('');
      await items.getByRole('button', { name: 'Delete all' }).click();
      await items.getByRole('button', { name: 'Delete', exact: true }).click();
      await pane.getByRole('heading', { name: 'No history yet' }).waitFor();
      await pane.getByRole('button', { name: 'Undo' }).click();
      await items.getByText('39 items').waitFor();
      await pane.getByText('Undone. The history is back.').first().waitFor();
      await items.getByRole('button', { name: 'Delete all' }).click();
      await items.getByRole('button', { name: 'Delete', exact: true }).click();
      await pane.getByRole('heading', { name: 'No history yet' }).waitFor();
      await playground.reopen();
      await openHistory(playground);
      await pane.getByRole('heading', { name: 'No history yet' }).waitFor();
      expect(await spent(stack)).toEqual(paid);
    },
    kept,
  );

  journey(
    'shares an item and a result as feeds that other programs read for nothing, until they are revoked',
    async (world) => {
      const { playground, stack } = world;
      const { pane, page } = playground;
      await twoDays(world);
      const paid = await spent(stack);
      /** As another program would: no sign-in, no page. */
      const read = (address: string) =>
        page.evaluate(async (url) => {
          const response = await fetch(url, { credentials: 'omit' });
          return { status: response.status, lines: (await response.text()).trim().split('\r\n') };
        }, address);
      const make = async (part: Locator) => {
        await part.getByRole('button', { name: 'Share as a feed' }).click();
        await part.getByRole('button', { name: 'Create' }).dblclick();
        const address = (await part.getByRole('region', { name: 'Address' }).textContent()) ?? '';
        await part.getByRole('region', { name: 'Power Query script' }).getByText('Web.Contents').waitFor();
        await part.getByRole('region', { name: 'pandas line' }).getByText('pd.read_csv').waitFor();
        await part.getByRole('button', { name: 'Done' }).click();
        return address;
      };
      await openHistory(playground);
      const items = pane.getByRole('region', { name: 'All items' });
      await items.getByRole('listitem').first().getByRole('button').click();
      const title = (await pane.getByRole('heading', { level: 1 }).textContent()) ?? '';
      const ofItem = await make(pane.locator('section.sw-card').first());
      const { status, lines } = await read(ofItem);
      expect(status).toBe(200);
      expect(lines[0]).toBe('source,item,label,conditions,field,time,value,currency');
      expect(lines.filter((line) => line.includes(',price,'))).toHaveLength(2);
      await pane.getByRole('button', { name: 'All history' }).click();

      const feeds = pane.getByRole('region', { name: 'Feeds' });
      const result = await read(await make(feeds));
      expect(result.status).toBe(200);
      expect(result.lines).toHaveLength(41);

      const line = feeds.getByRole('group', { name: title.slice(0, 60).trim(), exact: true });
      await line.getByText(/last read/).waitFor();
      // Pressed twice, each was made once.
      expect(await feeds.getByRole('listitem').count()).toBe(2);
      await line.getByRole('button', { name: 'Revoke' }).click();
      await line.getByRole('button', { name: 'Revoke', exact: true }).click();
      await line.waitFor({ state: 'detached' });
      expect((await read(ofItem)).status).toBe(401);
      expect(await spent(stack)).toEqual(paid);
    },
    kept,
  );
});
