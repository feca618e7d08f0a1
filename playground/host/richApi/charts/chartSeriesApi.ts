// Excel.ChartSeriesCollection and Excel.ChartSeries: a series takes its numbers and its categories from ranges.
import type { ApiObject } from '../apiObject';
import { areaArgument, optionalText, textArgument } from '../argument';
import { collectionApi } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { areaName, quotedSheetName, type Area } from '../../../grid/area';
import type { Chart, ChartSeries } from '../../parts/chart';

export function chartSeriesApi(model: WorkbookModel, chart: Chart): ApiObject {
  const api = (series: ChartSeries) => oneSeries(model, chart, series);
  return collectionApi({
    type: 'ChartSeriesCollection',
    noun: 'series',
    all: () => chart.series,
    find: (key) => (typeof key === 'number' ? chart.series[key] : undefined),
    api,
    methods: {
      Add: (name) => {
        const series: ChartSeries = { name: optionalText(name) ?? '' };
        chart.series.push(series);
        model.parts.changed();
        return api(series);
      },
    },
  });
}

function oneSeries(model: WorkbookModel, chart: Chart, series: ChartSeries): ApiObject {
  const { parts } = model;
  const change = (changes: Partial<ChartSeries>) => {
    Object.assign(series, changes);
    parts.changed();
  };
  const renamed = (name: string) => {
    delete series.named;
    change({ name });
  };
  const marker = (key: 'style' | 'size' | 'color') => ({
    get: () => series.marker?.[key] ?? '',
    set: (value: unknown) => change({ marker: { ...series.marker, [key]: value } }),
  });
  const address = (area: Area | undefined) =>
    area === undefined ? '' : `${quotedSheetName(model.sheetName(area.sheetId))}!${areaName(area)}`;
  return {
    type: 'ChartSeries',
    properties: {
      Name: { get: () => series.name, set: (name) => renamed(textArgument(name, 'name')) },
      HasDataLabels: { get: () => series.labels ?? false, set: (on) => change({ labels: on === true }) },
      MarkerStyle: marker('style'),
      MarkerSize: marker('size'),
      MarkerBackgroundColor: marker('color'),
      MarkerForegroundColor: marker('color'),
    },
    children: {
      DataLabels: () => ({
        type: 'ChartDataLabels',
        properties: {
          ShowSeriesName: {
            get: () => series.labelsName ?? false,
            set: (on) => change({ labelsName: on === true }),
          },
          ShowValue: {
            get: () => !(series.labelsName ?? false),
            set: (on) => change({ labelsName: on !== true }),
          },
          Position: { get: () => 'Top', set: () => undefined },
        },
      }),
      Format: () => ({
        type: 'ChartSeriesFormat',
        children: {
          Fill: () => ({
            type: 'ChartFill',
            methods: { SetSolidColor: (color) => change({ color: textArgument(color, 'color') }) },
          }),
        },
      }),
    },
    methods: {
      SetValues: (range) => change({ values: areaArgument(range, 'sourceData') }),
      SetXAxisValues: (range) => change({ categories: areaArgument(range, 'sourceData') }),
      GetDimensionDataSourceString: (dimension) =>
        address(dimension === 'Values' || dimension === 'YValues' ? series.values : series.categories),
      Delete: () => {
        chart.series = chart.series.filter((other) => other !== series);
        parts.changed();
      },
    },
  };
}
