// Check this Excel in the simulated one: nothing differs, nothing is spent, nothing is left behind; and what was seen in every Excel that
// somebody checked is what the simulation shows.
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../support/root';
import { describeJourneys } from '../support/journey';

interface Line {
  readonly id: string;
  readonly expected?: string;
  readonly seen: string;
}

const kept = readdirSync(at('conformance'))
  .filter((name) => name.endsWith('.json'))
  .map(
    (name) => JSON.parse(readFileSync(at('conformance', name), 'utf8')) as { excel: string; lines: Line[] },
  );
const compared = (lines: readonly Line[]) =>
  lines.filter(({ expected }) => expected !== undefined).map(({ id, seen }) => [id, seen]);

describeJourneys('Check this Excel', (journey) => {
  journey(
    'finds nothing that differs, spends nothing and leaves nothing behind',
    async ({ playground, stack }) => {
      const { pane, page } = playground;
      await playground.type('A1', '=RURETAIL.SEARCH("ssd",2)');
      const table = await playground.table('A1');
      const before = await stack.sandbox.counters();
      const names = () =>
        playground.addIn.evaluate(() =>
          Excel.run(async (context) => {
            const { worksheets } = context.workbook;
            worksheets.load('items/name');
            await context.sync();
            return worksheets.items.map(({ name }) => name);
          }),
        );
      const sheets = await names();
      // What a window that was closed in the middle of a check left.
      await playground.addIn.evaluate(() =>
        Excel.run(async (context) => {
          const left = context.workbook.worksheets.add('Spillway check');
          left.getRange('A1').values = [
            ['This sheet belongs to a check of Excel by Spillway. It is removed when the check ends.'],
          ];
          await context.sync();
        }),
      );
      await pane.getByRole('tab', { name: 'Settings' }).click();
      await pane.locator('summary', { hasText: 'Check this Excel' }).click();
      await pane.getByRole('button', { name: 'Check this Excel' }).click();
      await pane
        .getByText(/^All \d+ checks are as expected\.$/)
        .first()
        .waitFor();
      const saving = page.waitForEvent('download');
      await pane.getByRole('button', { name: 'Save as a file' }).click();
      const file = await saving;
      await file.saveAs(at('test-results/spillway-excel-check.json'));
      const { lines } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { lines: Line[] };
      expect(kept.length).toBeGreaterThan(0);
      // A file of an earlier version lacks what is checked since; the simulation's own has all.
      for (const other of kept)
        expect(compared(lines.filter(({ id }) => other.lines.some((line) => line.id === id)))).toEqual(
          compared(other.lines),
        );
      expect(kept.map((other) => other.lines.length)).toContain(lines.length);
      expect(Number(lines.find(({ id }) => id === 'milliseconds for 1,000 cells')?.seen)).toBeGreaterThan(0);
      expect(await names()).toEqual(sheets);
      expect(await playground.table('A1')).toEqual(table);
      await playground.quiet();
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    { withKey: true },
  );
});
