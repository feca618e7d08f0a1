// The demo: the same build as a folder of files, below a path of a host that can send files and nothing else.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemo } from '../../scripts/demo/writeDemo';
import { removeFolder } from '../removeFolder';
import { KeptBrowser } from './support/keptBrowser';
import { thisPlace } from './support/place';
import { PlaygroundPage } from './support/playgroundPage';
import type { Counters } from './support/sandboxControl';
import { StaticHost } from './support/staticHost';

const folder = mkdtempSync(path.join(tmpdir(), 'spillway-demo-'));
let host: StaticHost;
let browser: KeptBrowser;

beforeAll(async () => {
  writeDemo(folder);
  host = await StaticHost.start(folder, '/some/path/');
  browser = await KeptBrowser.connect(thisPlace().browserPort);
});

afterAll(async () => {
  await browser?.disconnect();
  await host?.stop();
  removeFolder(folder);
});

/** The page at an address of the demo, and what its worker counted. */
class Demo extends PlaygroundPage {
  async open(query = ''): Promise<void> {
    // The frame with the add-in begins before the page has loaded, and would be waited for.
    await this.page.goto(host.address + query, { waitUntil: 'commit' });
    await this.ready();
  }

  ready = () => this.page.waitForFunction(() => window.spillwayHost !== undefined);

  async spent(): Promise<Pick<Counters, 'requests' | 'credits'>> {
    await this.quiet();
    const counters = await this.page.evaluate(
      async () => (await fetch('sandbox/counters')).json() as unknown,
    );
    const { requests, credits } = counters as Counters;
    return { requests, credits };
  }

  notice = () => this.page.locator('#noticeText').textContent();
}

test('a workbook, its costs, recipes and shared links, with no server at all', async () => {
  const seat = await browser.freshSeat();
  const demo = new Demo(seat.page, host.address);
  const asked: string[] = [];
  seat.context.on('request', (request) => asked.push(request.url()));
  try {
    // The first start: the screen that asks for a key, then the first table. Until then something turns.
    const pane = host.hold('taskpane.html');
    await demo.open('?first-run');
    const sign = demo.page.getByText('Fetching the first tables…');
    await sign.waitFor();
    pane.release();
    await sign.waitFor({ state: 'detached' });
    expect(await demo.error('A6', '#N/A')).toMatch(/No key is saved yet/);
    await demo.useSandboxKey();
    const table = await demo.table('A6');
    expect(table).toHaveLength(6);
    expect(await demo.spent()).toEqual({ requests: 6, credits: 10 });

    // Calculating again is free, and so is a worker that the browser has ended.
    await demo.recalculateAll();
    expect(await demo.table('A6')).toEqual(table);
    expect(await demo.spent()).toEqual({ requests: 6, credits: 10 });
    const tools = await seat.context.newCDPSession(demo.page);
    await tools.send('ServiceWorker.enable');
    await tools.send('ServiceWorker.stopAllWorkers');
    await demo.type('A5', 'samsung tv');
    await demo.waitForCell('A7', { not: ['', '#BUSY!', table[1]?.[0] ?? ''] });
    expect(await demo.spent()).toEqual({ requests: 7, credits: 11 });

    // Reloading, also past the worker, keeps what was paid for and what was spent. Reopening saves first.
    await demo.reopen();
    await tools.send('Page.reload', { ignoreCache: true });
    await demo.ready();
    const reloaded = await demo.table('A6');
    await demo.type('A5', 'iphone');
    await demo.waitForCell('A7', table[1]?.[0] ?? '');
    expect(reloaded).not.toEqual(table);
    expect(await demo.spent()).toEqual({ requests: 7, credits: 11 });

    // Saved before it is left.
    await demo.reopen();

    // A link of the documentation.
    await demo.open('?recipe=the-cheapest-of-a-search');
    expect(await demo.notice()).toBe('Recipe: The cheapest of a search');
    const recipe = await demo.table('A1');
    const prices = recipe.slice(1).map(([, price]) => Number(price));
    expect(prices.length).toBeGreaterThan(3);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(await demo.spent()).toEqual({ requests: 8, credits: 12 });

    // A workbook as a link. It opens beside one's own, which stays as it was.
    await demo.type('D1', [
      [46_343, 'typed'],
      ['=SUM(D1,1)', "'=text"],
    ]);
    await demo.quiet();
    await demo.page.getByRole('button', { name: 'Share as a link' }).click();
    const shared = demo.page.getByLabel('Link', { exact: true });
    await shared.waitFor();
    const link = await shared.inputValue();
    expect(link.split('#book=')[0]).toBe(host.address);
    expect(link.length).toBeLessThan(1_000);
    await demo.open();
    await demo.waitForCell('A5', 'iphone');
    const loads = demo.page.waitForEvent('load');
    await demo.page.evaluate((address) => location.assign(address), link);
    await loads;
    await demo.ready();
    expect(await demo.table('A1')).toEqual(recipe);
    await demo.waitForCell('D2', 46_344);
    expect(await demo.values('D1:E2')).toEqual([
      [46_343, 'typed'],
      [46_344, '=text'],
    ]);
    expect(await demo.spent()).toEqual({ requests: 8, credits: 12 });

    // What is no link of ours is a sentence and an empty sheet.
    await demo.open('?#book=%3Cimg%20src=x%20onerror=alert(1)%3E');
    expect(await demo.notice()).toMatch(/cannot be read/);
    expect([await demo.sheets(), await demo.value('A1')]).toEqual([['Sheet1'], '']);
    await demo.open('?recipe=%3Cb%3E');
    expect(await demo.notice()).toBe('There is no recipe "<b>".');

    expect(demo.uncaught).toEqual([]);
    expect(demo.problems).toEqual([]);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((address) => !address.startsWith(host.address))).toEqual([]);
    expect(host.refused).toEqual([]);
  } catch (error) {
    await demo.page.screenshot({ path: 'test-results/demo.png' }).catch(() => undefined);
    throw new Error(`${String(error)}\n${demo.problems.join('\n')}`, { cause: error });
  } finally {
    await seat.leave('passed');
  }
});
