// Creates a chart from ranges: Excel's charts take no formulas. Excel has no alternative text for charts in its API, so
// the name, which screen readers read, says in a sentence what the chart shows.
import type { ChartKind, TemplateChart } from '../../templates/template';
import { readArea } from '../workbook/area';
import { rangeOf, type SheetNames } from './sheetReferences';

const types = {
  bar: 'BarClustered',
  column: 'ColumnClustered',
  stacked: 'ColumnStacked',
  line: 'LineMarkers',
  scatter: 'XYScatter',
  range: 'StockHLC',
} as const satisfies Readonly<Record<ChartKind, Excel.ChartType | `${Excel.ChartType}`>>;

const longestName = 200;

export function writeChart(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  given: TemplateChart,
  names: SheetNames,
): Excel.Chart {
  const at = (reference: string) => rangeOf(context, reference, names);
  const chart = sheet.charts.add(types[given.kind], at(sourceOf(given)), 'Columns');
  chart.name = given.says.slice(0, longestName);
  chart.title.text = given.title;
  chart.legend.visible = given.series.length > 1;
  chart.legend.position = 'Bottom';
  chart.setPosition(given.from, given.to);
  if (given.points !== undefined) labelPoints(chart, readArea(given.points)?.columns ?? 1);
  given.series.forEach(({ name, values, categories }, index) => {
    const exists = index === 0 || given.kind === 'range';
    const series = exists ? chart.series.getItemAt(index) : chart.series.add(name);
    series.name = name;
    if (!exists) series.setValues(at(values));
    series.setXAxisValues(at(categories));
  });
  setAxes(chart, given);
  return chart;
}

/** Each point is a series, because only the name of a series follows its cell. */
function labelPoints(chart: Excel.Chart, columns: number): void {
  for (let index = 0; index < columns - 1; index++) {
    const series = chart.series.getItemAt(index);
    const color = index === 0 ? '#c0392b' : '#077380';
    series.markerStyle = index === 0 ? 'Diamond' : 'Circle';
    series.markerSize = index === 0 ? 12 : 7;
    series.markerBackgroundColor = color;
    series.markerForegroundColor = color;
    series.hasDataLabels = true;
    series.dataLabels.showSeriesName = true;
    series.dataLabels.showValue = false;
    series.dataLabels.position = 'Top';
  }
}

function setAxes(chart: Excel.Chart, given: TemplateChart): void {
  const { valueAxis, categoryAxis } = chart.axes;
  valueAxis.title.text = given.valueTitle;
  valueAxis.numberFormat = given.valueFormat;
  if (given.categoryTitle !== undefined) categoryAxis.title.text = given.categoryTitle;
  if (given.categoryFormat !== undefined) categoryAxis.numberFormat = given.categoryFormat;
  // The first row of the table is on top.
  if (given.kind === 'bar') categoryAxis.reversePlotOrder = true;
}

/** A stock chart needs its three series from the start, in neighbouring columns: high, low, close. */
function sourceOf({ kind, series, points, title }: TemplateChart): string {
  const first = points ?? series[0]?.values;
  if (first === undefined) throw new RangeError(`The chart "${title}" has no series.`);
  if (kind !== 'range') return first;
  const last = series.at(-1)?.values ?? first;
  return `${first.split(':')[0] ?? first}:${last.split(':')[1] ?? ''}`;
}
