// A history that grows from day to day: every function that looks back, and not one credit for any of them.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellScalar } from '../../playground/grid/grid';
import { describeJourneys } from './support/journey';

/** A gateway that keeps a history too. */
const kept = { gateway: () => ({ SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-history-')) }) };

const isoOf = (serial: number) => new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);

describeJourneys('the history', (journey) => {
  const title = 'grows with each refresh, looking back costs nothing, and works without the gateway';
  journey(
    title,
    async ({ playground, stack, context }) => {
      const { page } = playground;
      const until = (address: string, rows: number) =>
        page.waitForFunction(([cell, wanted]) => window.spillwayHost?.table(cell)?.length === wanted, [
          address,
          rows,
        ] as const);
      const nextDay = async () => {
        await page.click('#nextDay');
        await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      };
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",3,,"columns=id,name,price")');
      const first = await playground.table('A1');
      await playground.type('F1', '=HISTORY.SERIES("RURETAIL.SEARCH",A2)');
      await until('F1', 2);
      expect(await playground.table('F1')).toEqual([
        ['Date', 'Price'],
        [expect.any(Number), first[1]?.[2]],
      ]);

      const shown: CellScalar[][][] = [first];
      for (const requests of [2, 3]) {
        await nextDay();
        await playground.select('A1');
        await page.getByRole('button', { name: 'Refresh' }).click();
        await playground.waitForRequests(stack.sandbox, requests);
        // The series follows by itself.
        await until('F1', requests + 1);
        shown.push(await playground.table('A1'));
      }
      const [, second, third] = shown;
      const priceIn = (table: CellScalar[][] | undefined) => table?.find(([id]) => id === first[1]?.[0])?.[2];
      const series = await playground.table('F1');
      expect(series.slice(1).map(([, price]) => price)).toEqual([
        priceIn(first),
        priceIn(second),
        priceIn(third),
      ]);
      const dates = series.slice(1).map(([date]) => Number(date));
      expect(dates[2]! - dates[0]!).toBeGreaterThanOrEqual(2);

      await playground.type('J1', '=HISTORY.CHANGE("RURETAIL.SEARCH",A1,"price",,"headers=0")');
      await until('J1', 3);
      expect((await playground.table('J1')).map((row) => row.slice(0, 2))).toEqual(
        (third ?? []).slice(1).map(([, name, price]) => [name, price]),
      );
      await playground.type('A20', '=HISTORY.DIFF(A1)');
      await page.waitForFunction(() => window.spillwayHost?.table('A20')?.[0]?.[0] === 'Change');
      const kinds = new Set((await playground.table('A20')).slice(1).map(([kind]) => kind));
      for (const kind of kinds)
        expect(['new', 'gone', 'not in list', 'changed', 'no change']).toContain(kind);

      await playground.type(
        'A40',
        `=RURETAIL.SEARCH("iphone",3,,"columns=id,name,price; as_of=${isoOf(dates[0]!)}")`,
      );
      await until('A40', first.length);
      expect(await playground.table('A40')).toEqual(first);
      await playground.type('A50', '=RURETAIL.SEARCH("iphone",3,,"price; changes=1d")');
      await until('A50', 3);
      expect((await playground.table('A50')).every((row) => row.length === 3)).toBe(true);

      await playground.type('A60', '=HISTORY.SERIES("RURETAIL.SEARCH","nobody")');
      expect(await playground.error('A60', '#N/A')).toMatch(/is not in the history of RURETAIL\.SEARCH/);

      await playground.reopen();
      await until('F1', 4);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 3, credits: 3 });

      // Without the gateway, what is here is shown, and the last row says so.
      await playground.quiet();
      await context.setOffline(true);
      await playground.type('M1', '=HISTORY.SERIES("RURETAIL.SEARCH",A3)');
      await until('M1', 5);
      expect((await playground.table('M1')).at(-1)?.[0]).toContain('gateway’s history cannot be read');
      await playground.type('P1', '=HISTORY.SERIES("RURETAIL.SEARCH","nobody")');
      await playground.error('P1', '#N/A');
      await context.setOffline(false);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 3, credits: 3 });
    },
    kept,
  );
});
