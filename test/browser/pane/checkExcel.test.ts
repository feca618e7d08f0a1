// Check this Excel in the simulated one: nothing differs, nothing is spent, nothing is left behind; and what was seen in every Excel that
// somebody checked is what the simulation shows.
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../support/root';
import { describeJourneys } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';

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
const ids = (lines: readonly Line[]) => lines.map(({ id }) => id);

async function openCheck({ pane }: PlaygroundPage): Promise<void> {
  await pane.getByRole('tab', { name: 'Settings' }).click();
  await pane.locator('summary', { hasText: 'Check this Excel' }).click();
}

/** Checks, saves the result as a file and returns its lines. */
async function checked({ pane, page }: PlaygroundPage, button: string): Promise<Line[]> {
  await pane.getByRole('button', { name: button, exact: true }).click();
  await pane
    .getByText(/^All \d+ checks are as expected\.$/)
    .first()
    .waitFor();
  const saving = page.waitForEvent('download');
  await pane.getByRole('button', { name: 'Save as a file' }).click();
  const file = await saving;
  await file.saveAs(at('test-results/spillway-excel-check.json'));
  return (JSON.parse(readFileSync(await file.path(), 'utf8')) as { lines: Line[] }).lines;
}

describeJourneys('Check this Excel', (journey) => {
  journey(
    'finds nothing that differs, spends nothing and leaves nothing behind',
    async ({ playground, stack }) => {
      await playground.type('A1', '=RURETAIL.SEARCH("ssd",2)');
      const table = await playground.table('A1');
      const before = await stack.sandbox.counters();
      const sheets = await playground.sheets();
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
      await openCheck(playground);
      const lines = await checked(playground, 'Check this Excel');
      expect(Number(lines.find(({ id }) => id === 'milliseconds for 1,000 cells')?.seen)).toBeGreaterThan(0);
      expect(await playground.sheets()).toEqual(sheets);
      expect(await playground.table('A1')).toEqual(table);
      await playground.quiet();
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    { withKey: true },
  );

  journey(
    'tells, once somebody selected Undo and opened the workbook again, what Excel did with its formulas',
    async ({ playground }) => {
      const { pane } = playground;
      const sheets = await playground.sheets();
      await openCheck(playground);
      await pane.getByRole('button', { name: 'Prepare reopening' }).click();
      await pane
        .getByText(/^On the sheet Spillway check, clear cell A5 and select Undo/)
        .first()
        .waitFor();
      // Still the same window: there is nothing to tell yet, and the formulas wait.
      expect(ids(await checked(playground, 'Check this Excel')).join()).not.toContain('reopened');
      expect(await playground.sheets()).toHaveLength(sheets.length + 1);
      await playground.activateSheet('Spillway check');
      await playground.select('A5');
      await playground.press('Delete');
      await playground.waitForCell('A5', '');
      await playground.press('Control+z');
      await playground.waitForCell('A6', 'called again');
      await playground.waitForCell('A5', 'called again');
      await playground.reopen();
      await openCheck(playground);
      const lines = await checked(playground, 'Check this Excel');
      expect(await playground.sheets()).toEqual(sheets);
      // A file of an earlier version lacks what is checked since; the simulation's own has all.
      expect(kept.map((other) => ids(other.lines))).toContainEqual(ids(lines));
      for (const other of kept)
        expect(compared(lines.filter(({ id }) => ids(other.lines).includes(id)))).toEqual(
          compared(other.lines),
        );
    },
    { withKey: true },
  );
});
