// Keeps charts on the results they show. A chart takes fixed ranges, so after a calculation each followed chart is compared
// with its result, and re-aligned only where the result has another height. The event also runs for co-authors: whoever
// comes second finds nothing to do. A chart that is gone stays gone.
import { readArea, writeArea, type Area } from '../workbook/area';
import { rangeAt } from '../workbook/rangeAt';
import { chartName, followedCharts, type FollowedChart } from './followedCharts';

interface Seen {
  readonly chart: Excel.Chart;
  readonly series: Excel.ChartSeries;
  readonly values: OfficeExtension.ClientResult<string>;
  readonly categories: OfficeExtension.ClientResult<string>;
}

async function existing(context: Excel.RequestContext, followed: readonly FollowedChart[]) {
  const sheets = followed.map(({ sheetId }) => context.workbook.worksheets.getItemOrNullObject(sheetId));
  for (const sheet of sheets) {
    sheet.load('id');
    sheet.charts.load(['items/id', 'items/name', 'items/chartType']);
  }
  await context.sync();
  const charts = followed.map(({ id, name }, index) => {
    const sheet = sheets[index];
    if (!sheet || sheet.isNullObject) return undefined;
    const { items } = sheet.charts;
    return items.find((chart) => chart.id === id) ?? items.find((chart) => chart.name === name);
  });
  for (const chart of charts) chart?.series.load('items/name');
  await context.sync();
  return charts;
}

function sources(chart: Excel.Chart): Seen[] {
  const scatter = chart.chartType === 'XYScatter';
  return chart.series.items.map((series) => ({
    chart,
    series,
    values: series.getDimensionDataSourceString(scatter ? 'YValues' : 'Values'),
    categories: series.getDimensionDataSourceString(scatter ? 'XValues' : 'Categories'),
  }));
}

/** Excel may write a source as a formula. */
const sourceArea = (source: string): Area | undefined => readArea(source.replace(/^=/, ''));

/** The cells of the result below its headings, where the series now has others. */
async function realign(context: Excel.RequestContext, seen: readonly Seen[]): Promise<number> {
  const areas = seen.map(({ values }) => sourceArea(values.value));
  const heads = areas.map((area) =>
    area
      ? rangeAt(context, writeArea({ ...area, rows: 1, columns: 1 })).getSpillParentOrNullObject()
      : undefined,
  );
  for (const head of heads) head?.load('address');
  await context.sync();
  const spills = heads.map((head) =>
    head && !head.isNullObject ? rangeAt(context, head.address).getSpillingToRangeOrNullObject() : undefined,
  );
  for (const spill of spills) spill?.load('address');
  await context.sync();
  let moved = 0;
  seen.forEach(({ series, categories }, index) => {
    const spill = spills[index];
    const result = spill && !spill.isNullObject ? readArea(spill.address) : undefined;
    const shown = areas[index];
    if (!result || !shown || result.rows < 2) return;
    const rows = { row: result.row + 1, rows: result.rows - 1 };
    if (shown.row === rows.row && shown.rows === rows.rows) return;
    const at = (area: Area) => rangeAt(context, writeArea({ ...area, ...rows }));
    series.setValues(at(shown));
    const named = sourceArea(categories.value);
    if (named) series.setXAxisValues(at(named));
    moved += 1;
  });
  if (moved > 0) await context.sync();
  return moved;
}

/** One look at all followed charts; resolves to how many series were moved. */
async function alignCharts(): Promise<number> {
  const list = await followedCharts();
  const followed = list.entries();
  if (followed.length === 0) return 0;
  return Excel.run(async (context) => {
    const charts = await existing(context, followed);
    for (const [index, before] of followed.entries()) {
      const chart = charts[index];
      const now = chart && { sheetId: before.sheetId, id: chart.id, name: chart.name };
      if (now && JSON.stringify(now) === JSON.stringify(before)) continue;
      if (now) await list.put(now);
      if (!now || chartName(now) !== chartName(before)) await list.remove(chartName(before));
    }
    const seen = charts.flatMap((chart) => (chart ? sources(chart) : []));
    if (seen.length === 0) return 0;
    await context.sync();
    return realign(context, seen);
  });
}

let watching = false;
let running: Promise<unknown> | undefined;
let again = false;

/** Calculations come in bursts; the last one counts. */
function alignSoon(): void {
  if (running) {
    again = true;
    return;
  }
  running = alignCharts()
    // Excel is busy or the file is closing: the next calculation looks again.
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      if (again) alignSoon();
      again = false;
    });
}

/** From now on, for this workbook. Needs ExcelApi 1.15; charts of an older Excel stay where they are. */
export async function followCharts(): Promise<void> {
  if (watching || !Office.context.requirements.isSetSupported('ExcelApi', '1.15')) return;
  if ((await followedCharts()).entries().length === 0 || watching) return;
  watching = true;
  await Excel.run(async (context) => {
    context.workbook.worksheets.onCalculated.add(() => {
      alignSoon();
      return Promise.resolve();
    });
    await context.sync();
  }).catch(() => {
    watching = false;
  });
}
