// The daily cap in real browsers: two windows that spend at the same moment, and a browser that is killed while it spends.
import { describeJourneys } from './support/journey';
import { KillableBrowser } from './support/killableBrowser';
import { PlaygroundPage } from './support/playgroundPage';

async function setCap({ pane }: PlaygroundPage, credits: string): Promise<void> {
  await pane.getByRole('tab', { name: 'Settings' }).click();
  await pane.getByRole('textbox', { name: 'Daily cap' }).fill(credits);
  await pane.getByRole('textbox', { name: 'Daily cap' }).press('Enter');
}

/** Each costs 5 credits. */
const write = (playground: PlaygroundPage, word: string, cells: readonly string[]) =>
  Promise.all(
    cells.map((cell) => playground.type(cell, `=BIZBUREAU.SEARCH("${word} ${cell}",15,"Boston, MA")`)),
  );

const settled = (playground: PlaygroundPage, cells: readonly string[]) =>
  playground.until(async () => {
    const values = await Promise.all(cells.map((cell) => playground.value(cell)));
    return values.every((value) => value !== '' && value !== '#BUSY!');
  });

describeJourneys('the daily cap', (journey) => {
  journey(
    'is one for two windows that spend at the same moment',
    async ({ playground, openWindow, stack }) => {
      await playground.useSandboxKey();
      await playground.pane.getByRole('button', { name: 'See usage' }).click();
      await setCap(playground, '20');
      const other = await openWindow();
      await other.pane.getByRole('tab', { name: 'Usage' }).waitFor();
      await stack.sandbox.addFault({ kind: 'latency', ms: 500 });
      const cells = ['A1', 'N1', 'AA1'];
      await Promise.all([write(playground, 'roofing', cells), write(other, 'plumbing', cells)]);
      await Promise.all([settled(playground, cells), settled(other, cells)]);
      await playground.quiet();
      await other.quiet();
      const { credits } = await stack.sandbox.counters();
      // Which window comes first decides whether the other one's three are held together.
      expect([15, 20]).toContain(credits);
    },
  );

  journey('outlives a browser that is killed while it spends', async ({ stack }) => {
    const browser = new KillableBrowser();
    try {
      const earlier = new PlaygroundPage(await browser.start(), stack.origin);
      await earlier.load();
      await earlier.useSandboxKey();
      await earlier.pane.getByRole('button', { name: 'See usage' }).click();
      await setCap(earlier, '20');
      await browser.close();

      const first = new PlaygroundPage(await browser.start(), stack.origin);
      await first.load();
      await first.pane.getByRole('tab', { name: 'Usage' }).waitFor();
      await stack.sandbox.addFault({ kind: 'latency', ms: 2_000 });
      await write(first, 'roofing', ['A1', 'N1', 'AA1']);
      await first.waitForRequests(stack.sandbox, 3);
      await browser.kill();
      await stack.sandbox.clearFaults();

      const second = new PlaygroundPage(await browser.start(), stack.origin);
      await second.load();
      await second.pane.getByRole('tab', { name: 'Usage' }).waitFor();
      const cells = ['A9', 'N9', 'AA9'];
      await write(second, 'plumbing', cells);
      await settled(second, cells);
      await second.quiet();
      expect((await stack.sandbox.counters()).credits).toBeLessThanOrEqual(20);
      expect(await second.error('AA9', '#N/A')).toMatch(/daily cap/);
    } finally {
      await browser.remove();
    }
  });
});
