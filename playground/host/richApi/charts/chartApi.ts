// Excel.ChartCollection and Excel.Chart. A kind of chart that the page cannot draw is refused, not drawn as another.
import { ApiError } from '../apiError';
import { nullObject, type ApiObject, type ScalarProperty } from '../apiObject';
import { areaArgument, numberArgument, textArgument } from '../argument';
import { areaOf } from '../rangeArea';
import { isApiObject } from '../apiObject';
import type { WorkbookModel } from '../workbookModel';
import { parseAddress, type Area } from '../../../grid/area';
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
  const item = (key: unknown) => found(model, find(key));
  return {
    type: 'ChartCollection',
    properties: { Count: { get: () => own().length } },
    items: () => own().map((chart) => chartApi(model, chart)),
    item,
    methods: {
      GetItem: item,
      GetItemAt: (index) => found(model, own()[numberArgument(index, 'index')]),
      GetItemOrNullObject: (key) => (find(key) ? item(key) : nullObject),
      GetCount: () => own().length,
      Add: (type, source, by) => {
        const area = areaArgument(source, 'sourceData');
        const kind = chartType(type);
        const chart = newChart(crypto.randomUUID(), sheetId, `Chart ${parts.charts.length + 1}`, kind);
        chart.series = seriesOf(model.grid, area, kind, by);
        parts.charts.push(chart);
        parts.changed();
        return chartApi(model, chart);
      },
    },
  };
}

function found(model: WorkbookModel, chart: Chart | undefined): ApiObject {
  if (!chart) throw new ApiError('ItemNotFound', 'The chart does not exist.');
  return chartApi(model, chart);
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
  const property = <Key extends keyof Chart>(key: Key): ScalarProperty => ({
    get: () => chart[key],
    set: (value) => {
      alive();
      chart[key] = value as Chart[Key];
      parts.changed();
    },
  });
  return {
    type: 'Chart',
    identity: () => ({ Id: chart.id }),
    properties: {
      Id: { get: () => chart.id },
      Name: property('name'),
      ChartType: { ...property('type'), set: (value) => property('type').set?.(chartType(value)) },
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
  const from = cellArgument(model, chart.sheetId, start);
  const to = end === null || end === undefined ? undefined : cellArgument(model, chart.sheetId, end);
  const { grid } = model;
  const sum = (count: number, size: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => size(index)).reduce((total, one) => total + one, 0) *
    pointsPerPixel;
  const left = (column: number) => sum(column, (index) => grid.columnWidth(chart.sheetId, index));
  const top = (row: number) => sum(row, (index) => grid.rowHeight(chart.sheetId, index));
  chart.left = left(from.column);
  chart.top = top(from.row);
  if (to) {
    chart.width = left(to.column + to.columns) - chart.left;
    chart.height = top(to.row + to.rows) - chart.top;
  }
  model.parts.changed();
}

function cellArgument(model: WorkbookModel, sheetId: string, value: unknown): Area {
  if (isApiObject(value)) {
    const area = areaOf(value);
    if (area) return area;
  }
  const parsed = parseAddress(textArgument(value, 'startCell'), model.grid.size(sheetId));
  if (!parsed) throw new ApiError('InvalidArgument', 'startCell is not an address.');
  return { sheetId, ...parsed.area };
}
