// "Next day": the sandbox, the gateway and the add-in's page turn together, and nothing is sent by turning.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeJourneys } from './support/journey';
import { removeFolder } from '../removeFolder';

const day = 86_400_000;
const folder = mkdtempSync(path.join(tmpdir(), 'spillway-calendar-'));
const gateway = () => ({ SPILLWAY_DATA: folder });

afterAll(() => removeFolder(folder));

describeJourneys('the calendar', (journey) => {
  journey(
    'turns to the next day, whose prices a refresh adds to the history',
    async ({ playground, stack }) => {
      const { page } = playground;
      await playground.saveKey();
      await playground.type('A1', '=NLRETAIL.SEARCH("airfryer", 25, "columns=id,price")');
      const today = await playground.table('A1');
      const time = () =>
        page.evaluate(() => {
          const frame = document.querySelector('iframe')?.contentWindow as
            | (Window & typeof globalThis)
            | null;
          return frame?.Date.now() ?? 0;
        });
      const before = await time();

      await page.click('#nextDay');
      await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      expect((await time()) - before).toBeGreaterThanOrEqual(day);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1 });
      expect(await playground.table('A1')).toEqual(today);

      await playground.select('A1');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await playground.waitForRequests(stack.sandbox, 2);
      await page.waitForFunction((was) => {
        const table = window.spillwayHost?.table('A1');
        return table && JSON.stringify(table) !== was;
      }, JSON.stringify(today));

      const item = { operation: 'nlretail', id: String(today[1]?.[0]), comparable: '{}', field: 'price' };
      const query = new URLSearchParams(item).toString();
      const times = await page.waitForFunction(async (address) => {
        const response = await fetch(address, { headers: { 'access-token': 'sandbox-large' } });
        const series = (await response.json()) as { times?: number[] };
        return series.times?.length === 2 && series.times;
      }, `/history/series?${query}`);
      const [first = 0, second = 0] = (await times.jsonValue()) || [];
      expect(second - first).toBeGreaterThanOrEqual(day);
      expect((await stack.sandbox.counters()).requests).toBe(2);

      // The add-in's own history and the gateway's together know each response once.
      await playground.type('E1', `=HISTORY.SERIES("nlretail", "${item.id}", "price", , , 0)`);
      expect(await playground.table('E1')).toHaveLength(3);
      expect((await stack.sandbox.counters()).requests).toBe(2);

      // A page that is opened later has the same date.
      await playground.reopen();
      expect((await time()) - before).toBeGreaterThanOrEqual(day);
    },
    { gateway },
  );

  journey(
    'makes numbers older than their formulas want them, which cells mark until they are fetched',
    async ({ playground, stack }) => {
      const { page } = playground;
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone", 5, , "min(price); max_age=1h")');
      await playground.type('A3', '=NLRETAIL.SEARCH("airfryer", 5, "min(price), count(); max_age=1h")');
      await playground.table('A1');
      await playground.table('A3');
      const texts = async () =>
        (await Promise.all(['A1', 'A3', 'B3'].map((cell) => playground.text(cell)))).join('; ');
      expect(await texts()).toMatch(/^₽ [\d,]+; € [\d.]+; 5$/);
      // Which is never tried again by itself, whether it was charged or not.
      for (const operation of ['ruretail', 'nlretail'])
        await stack.sandbox.addFault({ kind: '408', operation });

      await page.click('#nextDay');
      await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      await playground.recalculateAll();
      const marked = /^₽ [\d,]+ ⚠; € [\d.]+ ⚠; 5 ⚠$/;
      await playground.until(async () => marked.test(await texts()));
      // They are marked while they are being fetched, too, and a refresh joins a call that is still under way.
      await playground.pane.getByRole('button', { name: 'See usage' }).click();
      await playground.pane.getByRole('tab', { name: /^Activity/ }).click();
      await playground.pane
        .getByText(/^Failed: /)
        .nth(1)
        .waitFor();
      expect(await texts()).toMatch(marked);

      await stack.sandbox.clearFaults();
      for (const cell of ['A1', 'A3']) {
        await playground.select(cell);
        await page.getByRole('button', { name: 'Refresh' }).click();
        await playground.until(async () => /\d$/.test(await playground.text(cell)));
      }
      await playground.until(async () => /^₽ [\d,]+; € [\d.]+; 5$/.test(await texts()));
    },
    // A page of its own: the one before has another date.
    { context: {} },
  );
});
