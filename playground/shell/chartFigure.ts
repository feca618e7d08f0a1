// One chart of the workbook as Chart.js draws it: Excel's kind, titles, axes and number formats.
import {
  Chart as Drawing,
  registerables,
  type ChartConfiguration,
  type ChartDataset,
  type Plugin,
} from 'chart.js';
import { numfmt } from '@univerjs/core';
import { mapCells, type Area } from '../grid/area';
import type { CellContent, Grid } from '../grid/grid';
import type { Chart, ChartAxis, ChartSeries } from '../host/parts/chart';

Drawing.register(...registerables);

const colors = ['#077380', '#e08a00', '#6b4fa0', '#c0392b', '#4b7f3a', '#5f6e66'];

type Numbers = (number | null)[];

export function drawChart(canvas: HTMLCanvasElement, chart: Chart, grid: Grid, dark: boolean): Drawing {
  return new Drawing(canvas, configuration(chart, grid, dark));
}

/** Whether points stand where their category says, on a scale of numbers or dates, and not side by side. */
const hasPlaces = ({ type, category }: Chart): boolean =>
  type === 'XYScatter' || (type.startsWith('Line') && category.categoryType === 'DateAxis');

function configuration(chart: Chart, grid: Grid, dark: boolean): ChartConfiguration {
  const ink = dark ? '#d7dedb' : '#33403a';
  const horizontal = chart.type.startsWith('Bar');
  const stacked = chart.type.endsWith('Stacked');
  // Excel counts bars from below, Chart.js from above.
  const order = horizontal ? !chart.category.reversed : chart.category.reversed;
  const category = axis({ ...chart.category, reversed: order }, ink, stacked, hasPlaces(chart));
  const value = axis(chart.value, ink, stacked, true);
  return {
    plugins: [pointLabels(chart, ink)],
    type: hasPlaces(chart) ? 'scatter' : chart.type.startsWith('Line') ? 'line' : 'bar',
    data: {
      labels: hasPlaces(chart) ? [] : texts(grid, chart.series[0]?.categories, chart.series[0]),
      datasets: datasets(chart, grid),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: horizontal ? 'y' : 'x',
      plugins: {
        title: {
          display: chart.titleVisible && chart.title !== '',
          text: chart.title,
          color: ink,
          font: { size: 14 },
        },
        legend: {
          display: chart.legendVisible,
          position: chart.legendPosition === 'Right' ? 'right' : 'bottom',
          labels: { color: ink, boxWidth: 12 },
        },
      },
      scales: horizontal ? { x: value, y: category } : { x: category, y: value },
    },
  };
}

function axis(of: ChartAxis, ink: string, stacked: boolean, numeric: boolean) {
  return {
    stacked,
    reverse: of.reversed,
    title: { display: of.title !== '', text: of.title, color: ink },
    grid: { display: of.gridlines, color: `${ink}22` },
    ticks: {
      color: ink,
      ...(numeric && {
        // Without decimals in the format, ticks between whole numbers would repeat them.
        ...(/^[^.%]*0[^.%]*$/.test(of.numberFormat) && { precision: 0 }),
        callback: (value: string | number) =>
          typeof value === 'number' && of.numberFormat !== 'General'
            ? numfmt.format(of.numberFormat, value)
            : String(value),
      }),
    },
    ...(of.minimum !== undefined && { min: of.minimum }),
    ...(of.maximum !== undefined && { max: of.maximum }),
  };
}

function datasets(chart: Chart, grid: Grid): ChartDataset[] {
  if (chart.type === 'StockHLC') return ranges(chart, grid);
  return chart.series.map((series, index): ChartDataset => {
    const color = series.color ?? colors[index % colors.length] ?? '#077380';
    const values = numbers(grid, series.values);
    const common = { label: nameOf(grid, series), backgroundColor: color, borderColor: color };
    if (!hasPlaces(chart)) return { ...common, data: values, maxBarThickness: 40 };
    const x = numbers(grid, series.categories);
    const points = values.flatMap((y, at) => (y === null ? [] : [{ x: x[at] ?? at + 1, y }]));
    const isLine = chart.type !== 'XYScatter';
    const { style, size = isLine ? 6 : 10, color: fill = color } = series.marker ?? {};
    return {
      ...common,
      type: 'scatter',
      data: points,
      showLine: isLine,
      backgroundColor: fill,
      borderColor: fill,
      pointRadius: size / 2,
      pointStyle: style === 'Diamond' ? 'rectRot' : 'circle',
    };
  });
}

const nameOf = (grid: Grid, { name, named }: ChartSeries): string =>
  named && exists(grid, named)
    ? cellsOf(grid, named)
        .map(({ text }) => text)
        .join()
    : name;

/** Writes the name of a series above its points. */
const pointLabels = (chart: Chart, ink: string): Plugin => ({
  id: 'pointLabels',
  afterDatasetsDraw(drawing) {
    const { ctx, data } = drawing;
    ctx.save();
    ctx.fillStyle = ink;
    ctx.font = '11px sans-serif';
    ctx.textAlign = 'center';
    data.datasets.forEach(({ label }, index) => {
      if (!chart.series[index]?.labels) return;
      for (const { x, y } of drawing.getDatasetMeta(index).data) ctx.fillText(label ?? '', x, y - 10);
    });
    ctx.restore();
  },
});

/** High, low and close: a bar from low to high, and a mark at the close. */
function ranges(chart: Chart, grid: Grid): ChartDataset[] {
  const [high, low, close] = chart.series;
  const tops = numbers(grid, high?.values);
  const bottoms = numbers(grid, low?.values);
  const spans = tops.map((top, at): [number, number] | null => {
    const bottom = bottoms[at];
    return top === null || bottom === null || bottom === undefined ? null : [bottom, top];
  });
  return [
    {
      type: 'line',
      label: close?.name ?? '',
      data: numbers(grid, close?.values),
      showLine: false,
      pointRadius: 5,
      pointStyle: 'rectRot',
      backgroundColor: '#e08a00',
      borderColor: '#e08a00',
    },
    {
      type: 'bar',
      label: `${low?.name ?? ''} to ${high?.name ?? ''}`,
      data: spans,
      backgroundColor: '#07738088',
      maxBarThickness: 14,
    },
  ];
}

const cellsOf = (grid: Grid, area: Area): CellContent[] =>
  mapCells(area, (row, column) => grid.cell(area.sheetId, row, column)).flat();

const exists = (grid: Grid, area: Area | undefined): area is Area =>
  area !== undefined && grid.sheets().some(({ id }) => id === area.sheetId);

const numbers = (grid: Grid, area: Area | undefined): Numbers =>
  exists(grid, area)
    ? cellsOf(grid, area).map(({ value }) => (typeof value === 'number' ? value : null))
    : [];

function texts(grid: Grid, area: Area | undefined, series: ChartSeries | undefined): string[] {
  if (exists(grid, area)) return cellsOf(grid, area).map(({ text }) => text);
  return numbers(grid, series?.values).map((_, index) => String(index + 1));
}
