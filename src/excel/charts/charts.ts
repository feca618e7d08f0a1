// The charts of results, loaded when the first one is made, or when the workbook has some.
import { labelled, signInCells } from '../../languages/labels';
import { dayFormat } from '../../spill/grid/numberFormat';
import { InputFault } from '../../spill/inputFault';
import { columnLetters, readArea, type Area, writeArea, rangeAt } from '../workbook/area';
import { runAsOne } from '../workbook/runAsOne';
import { chartColumns, formatsOf, isDate, type ResultChartKind } from './chartColumns';
import { followedCharts, chartName, type FollowedChart } from './followedCharts';

// "Chart this result": a chart on the cells that a formula spilled into, beside them.

const types = {
  bar: 'BarClustered',
  column: 'ColumnClustered',
  line: 'LineMarkers',
  scatter: 'XYScatter',
  // Excel makes a stock chart of three series only: it becomes one when they are there.
  range: 'LineMarkers',
} as const;

const nothing: Readonly<Record<ResultChartKind, string>> = {
  bar: 'This result has no column of numbers in one unit.',
  column: 'This result has no column of numbers in one unit.',
  line: 'A line chart needs a column in one unit with a number in each row.',
  scatter: 'A scatter chart needs two columns with a number in each row.',
  range: 'A range chart needs a lowest, a highest and a value column in one unit.',
};

async function readSpill(context: Excel.RequestContext, cell: string) {
  const spill = rangeAt(context, cell).getSpillingToRangeOrNullObject();
  spill.load(['address', 'values', 'numberFormat']);
  spill.worksheet.load('id');
  await context.sync();
  const area = spill.isNullObject ? undefined : readArea(spill.address);
  if (!area || area.rows < 2) throw new InputFault('Select a cell of a result with at least two rows.');
  const [headings = [], ...rows] = spill.values as unknown[][];
  const formats = formatsOf(rows, (spill.numberFormat as string[][]).slice(1));
  return { area, sheetId: spill.worksheet.id, table: { headings: headings.map(String), rows, formats } };
}

const titleOf = (values: string, by: string): string =>
  by === ''
    ? values
    : labelled('{values} by {category}')
        .replace('{values}', () => values)
        .replace('{category}', () => by);

/** Returns a sentence about what was made. Without a name, the chart is called after its columns. */
export const chartResult = (cell: string, kind: ResultChartKind, named?: string): Promise<string> =>
  runAsOne(async (context) => {
    const { area, sheetId, table } = await readSpill(context, cell);
    const chosen = chartColumns(table, kind);
    if (!chosen) throw new InputFault(nothing[kind]);
    const sheet = context.workbook.worksheets.getItem(area.sheet);
    const column = (index: number) =>
      sheet.getRangeByIndexes(area.row + 1, area.column + index, area.rows - 1, 1);
    const names = chosen.values.map((index) => table.headings[index] ?? '');
    const by = chosen.category === undefined ? '' : (table.headings[chosen.category] ?? '');
    const title = named ?? titleOf(names.join(signInCells('items')), by);
    const chart = sheet.charts.add(types[kind], column(chosen.values[0] ?? 0), 'Columns');
    const name = `${title} (${area.sheet} ${columnLetters(area.column)}${area.row + 1}, ${kind} ${Date.now() % 100_000})`;
    chart.name = name;
    chart.title.text = title;
    chart.legend.visible = names.length > 1;
    chosen.values.forEach((index, at) => {
      const series = at === 0 ? chart.series.getItemAt(0) : chart.series.add(names[at] ?? '');
      series.name = names[at] ?? '';
      if (at > 0) series.setValues(column(index));
      if (chosen.category !== undefined) series.setXAxisValues(column(chosen.category));
    });
    if (kind === 'range') chart.chartType = 'StockHLC';
    chart.axes.valueAxis.numberFormat = table.formats[chosen.values[0] ?? 0] ?? 'General';
    const isBelow = chosen.values.some((index) => table.rows.some((row) => Number(row[index]) < 0));
    // Excel would begin where values that differ little begin, and make the difference look large.
    if ((kind === 'bar' || kind === 'column') && !isBelow) chart.axes.valueAxis.minimum = 0;
    if (kind === 'bar') chart.axes.categoryAxis.reversePlotOrder = true;
    if (kind === 'scatter') chart.axes.categoryAxis.title.text = by;
    if (chosen.category !== undefined && isDate(table.formats[chosen.category])) {
      // Days without a value take their room, and are not a step like any other.
      chart.axes.categoryAxis.categoryType = 'DateAxis';
      chart.axes.categoryAxis.numberFormat = dayFormat;
    }
    const left = columnLetters(area.column + area.columns + 1);
    const right = columnLetters(area.column + area.columns + 8);
    chart.setPosition(`${left}${area.row + 1}`, `${right}${area.row + 18}`);
    chart.load('id');
    await context.sync();
    const list = await followedCharts().catch(() => undefined);
    // A workbook that cannot be written to has a chart that stays where it is.
    await list?.put({ sheetId, id: chart.id, name }).catch(() => undefined);
    return `Chart added beside the result: ${title}.`;
  });

// Keeps charts on the results they show. A chart takes fixed ranges, so after a calculation each followed chart is compared
// with its result, and re-aligned only where the result has another height. The event also runs for co-authors: whoever
// comes second finds nothing to do. A chart that is gone stays gone.

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
