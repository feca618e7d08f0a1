// Excel.ChartCollection and Excel.Chart. A kind of chart that the page cannot draw is refused, not drawn as another.
import { ApiError } from '../apiError';
import type { ApiObject, ScalarProperty } from '../apiObject';
import { addressArgument, areaArgument, textArgument } from '../argument';
import { collectionApi, fieldOf } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { heightOf, widthOf } from '../../../grid/extent';
import { chartTypes, newChart, type Chart, type ChartType } from '../../parts/chart';
import { seriesOf } from '../../parts/chartData';
import { chartAxesApi } from './chartAxesApi';
import { chartSeriesApi } from './chartSeriesApi';

export function chartCollectionApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { parts } = model;
  const own = () => parts.charts.filter((chart) => chart.sheetId === sheetId);
  const find = (key: unknown) => {
    const wanted = textArgument(key, 'name').toLowerCase();
    return own().find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  };
  const api = (chart: Chart) => chartApi(model, chart);
  return collectionApi({
    type: 'ChartCollection',
    noun: 'chart',
    all: own,
    find,
    api,
    methods: {
      Add: (type, source, by) => {
        const area = areaArgument(source, 'sourceData');
        const kind = chartType(type);
        const chart = newChart(crypto.randomUUID(), sheetId, `Chart ${parts.charts.length + 1}`, kind);
        chart.series = seriesOf(model.grid, area, kind, by);
        parts.charts.push(chart);
        parts.changed();
        return api(chart);
      },
    },
  });
}

function chartType(value: unknown): ChartType {
  const known = chartTypes.find((type) => type === value);
  if (!known) throw new ApiError('InvalidArgument', `The simulated Excel cannot draw ${String(value)}.`);
  return known;
}

function chartApi(model: WorkbookModel, chart: Chart): ApiObject {
  const { parts } = model;
  const alive = () => {
    if (!parts.charts.includes(chart)) throw new ApiError('ItemNotFound', 'The chart does not exist.');
  };
  const property = (key: keyof Chart) =>
    fieldOf(chart, key, () => {
      alive();
      parts.changed();
    });
  return {
    type: 'Chart',
    identity: () => ({ Id: chart.id }),
    properties: {
      Id: { get: () => chart.id },
      Name: property('name'),
      ChartType: { ...property('type'), set: (value) => property('type').set(chartType(value)) },
      Left: property('left'),
      Top: property('top'),
      Width: property('width'),
      Height: property('height'),
    },
    children: {
      Axes: () => chartAxesApi(parts, chart),
      Series: () => chartSeriesApi(model, chart),
      Title: () => titleApi(property),
      Legend: () => ({
        type: 'ChartLegend',
        properties: { Visible: property('legendVisible'), Position: property('legendPosition') },
      }),
      Worksheet: () => model.worksheet(chart.sheetId),
    },
    methods: {
      SetData: (source, by) => {
        alive();
        chart.series = seriesOf(model.grid, areaArgument(source, 'sourceData'), chart.type, by);
        parts.changed();
      },
      SetPosition: (start, end) => {
        alive();
        place(model, chart, start, end);
      },
      Activate: () => model.grid.activateSheet(chart.sheetId),
      Delete: () => {
        alive();
        parts.charts = parts.charts.filter((other) => other !== chart);
        parts.changed();
      },
    },
  };
}

const titleApi = (property: (key: 'title' | 'titleVisible') => ScalarProperty): ApiObject => ({
  type: 'ChartTitle',
  properties: { Text: property('title'), Visible: property('titleVisible') },
});

const pointsPerPixel = 3 / 4;

function place(model: WorkbookModel, chart: Chart, start: unknown, end: unknown): void {
  const cell = (value: unknown) => addressArgument(model, chart.sheetId, value, 'startCell');
  const from = cell(start);
  const to = end === null || end === undefined ? undefined : cell(end);
  const left = (columns: number) => widthOf(model.grid, chart.sheetId, columns) * pointsPerPixel;
  const top = (rows: number) => heightOf(model.grid, chart.sheetId, rows) * pointsPerPixel;
  chart.left = left(from.column);
  chart.top = top(from.row);
  if (to) {
    chart.width = left(to.column + to.columns) - chart.left;
    chart.height = top(to.row + to.rows) - chart.top;
  }
  model.parts.changed();
}
