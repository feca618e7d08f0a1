// "Chart this result": a chart on the cells that a formula spilled into, beside them.
import { labelled, signInCells } from '../../languages/labels';
import { dayFormat } from '../../spill/grid/numberFormat';
import { InputFault } from '../../spill/inputFault';
import { columnLetters, readArea, type Area } from '../workbook/area';
import { rangeAt } from '../workbook/rangeAt';
import { runAsOne } from '../workbook/runAsOne';
import { chartColumns, isDate, type ResultChartKind, type ResultTable } from './chartColumns';
import { followedCharts } from './followedCharts';

const types = {
  bar: 'BarClustered',
  column: 'ColumnClustered',
  line: 'LineMarkers',
  scatter: 'XYScatter',
  // Excel makes a stock chart of three series only: it becomes one when they are there.
  range: 'LineMarkers',
} as const;

const nothing: Readonly<Record<ResultChartKind, string>> = {
  bar: 'This result has no column of numbers.',
  column: 'This result has no column of numbers.',
  line: 'This result has no column of numbers.',
  scatter: 'A scatter chart needs two columns of numbers.',
  range: 'A range chart needs a lowest, a highest and a value column in one unit.',
};

interface Spill {
  readonly area: Area;
  readonly sheetId: string;
  readonly table: ResultTable;
}

async function readSpill(context: Excel.RequestContext, cell: string): Promise<Spill> {
  const spill = rangeAt(context, cell).getSpillingToRangeOrNullObject();
  spill.load(['address', 'values', 'numberFormat']);
  spill.worksheet.load('id');
  await context.sync();
  const area = spill.isNullObject ? undefined : readArea(spill.address);
  if (!area || area.rows < 2) throw new InputFault('Select a cell of a result with at least two rows.');
  const [headings = [], ...rows] = spill.values as unknown[][];
  const [, formats = []] = spill.numberFormat as string[][];
  return {
    area,
    sheetId: spill.worksheet.id,
    table: { headings: headings.map(String), rows, formats },
  };
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
