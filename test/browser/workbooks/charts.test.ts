// "Chart this result": a chart beside a result, which follows it as it grows and shrinks and stays away once deleted.
import { describeJourneys } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';

const rowsShown = async (playground: PlaygroundPage): Promise<(number | undefined)[]> =>
  ((await playground.parts())?.charts ?? []).flatMap(({ series }) =>
    series.map(({ values }) => values?.rows),
  );

describeJourneys('charts of results', (journey) => {
  journey('follow the result, and a deleted one stays deleted', async ({ playground, stack }) => {
    const { pane, page } = playground;
    await playground.useSandboxKey();
    await pane.getByRole('button', { name: 'Build a formula' }).click();
    await playground.type('A1', 5);
    await playground.select('B2');
    await pane.getByRole('combobox', { name: 'Search for' }).fill('iphone');
    await pane.getByRole('textbox', { name: 'Results' }).fill('=A1');
    await pane.getByRole('button', { name: 'Insert at B2' }).click();
    expect(await playground.table('B2')).toHaveLength(6);

    // Beside Insert, without selecting the cell again.
    const make = pane.getByRole('button', { name: 'Chart this result' });
    await make.click();
    await pane
      .getByRole('region', { name: 'Chart this result' })
      .getByText(/^Chart added beside/)
      .waitFor();
    const [chart] = (await playground.parts())?.charts ?? [];
    expect(chart).toMatchObject({ type: 'BarClustered', titleVisible: true });
    expect(chart?.title).toMatch(/Price.* by Product/);
    expect(new Set(await rowsShown(playground))).toEqual(new Set([5]));
    await page.locator('figure.chart canvas').waitFor();

    for (const rows of [8, 3]) {
      await playground.type('A1', rows);
      await playground.until(async () => (await rowsShown(playground)).every((shown) => shown === rows));
    }

    // From a cell in the middle of the result, another kind.
    await playground.select('C4');
    await pane.getByRole('combobox', { name: 'Kind of chart' }).selectOption('scatter');
    await make.click();
    await playground.until(async () => (await playground.parts())?.charts.length === 2);

    await playground.addIn.evaluate(
      (name) =>
        Excel.run(async (context) => {
          context.workbook.worksheets.getActiveWorksheet().charts.getItem(name).delete();
          await context.sync();
        }),
      chart?.name ?? '',
    );
    await playground.type('A1', 6);
    await playground.until(async () => (await rowsShown(playground)).every((shown) => shown === 6));
    await playground.quiet();
    expect((await playground.parts())?.charts).toHaveLength(1);
    await page.locator('figure.chart').waitFor();
    // One page of results serves every number asked for.
    expect((await stack.sandbox.counters()).credits).toBeLessThanOrEqual(4);
  });
});
