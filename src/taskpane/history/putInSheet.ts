// "Insert into sheet": the formula at the selected cell, and a chart of its result beside it.
import { load } from '../../excel/lazyCode';
import { describeTarget } from '../../excel/workbook/insertion';
import type { Workbook } from '../../excel/workbook/workbook';
import { InputFault } from '../../spill/inputFault';

/** Excel computes the formula after it was written; its cells are looked for so often. */
const tries = 20;
const pause = 250;

async function chartOf(cell: string, title: string): Promise<string> {
  const charts = await load(() => import(/* webpackChunkName: "charts" */ '../../excel/charts/charts'));
  for (let left = tries; ; left -= 1) {
    try {
      const made = await charts.chartResult(cell, 'line', title);
      await charts.followCharts();
      return made;
    } catch (error) {
      if (!(error instanceof InputFault) || left === 1) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

interface SheetLine {
  readonly formula: string;
  /** What the chart shows, of which item. */
  readonly title: string;
  readonly observations: number;
  /** Whether there is anything to draw. */
  readonly chart: boolean;
}

/** Returns a sentence about what was put there. */
export async function putInSheet(workbook: Workbook, line: SheetLine): Promise<string> {
  const selection = await workbook.selection();
  if (!selection) throw new InputFault('Select a cell in the sheet first.');
  const { cell, formula } = selection;
  const rows = line.observations + 1;
  const blocker = formula === '' ? await workbook.blocker(cell, rows, 2).catch(() => undefined) : cell;
  if (blocker !== undefined)
    throw new InputFault(
      `The result needs ${describeTarget(cell, rows, 2)}, but ${blocker} isn’t empty. Select another cell. Nothing was changed.`,
    );
  await workbook.insert(cell, line.formula, { headings: true, widths: [18, 14] });
  const put = `Formula inserted at ${cell}, free.`;
  if (!line.chart) return `${put} A chart needs two observations.`;
  return `${put} ${await chartOf(cell, line.title).catch(() => 'The chart could not be added: select the result and use “Chart this result” in Build.')}`;
}
