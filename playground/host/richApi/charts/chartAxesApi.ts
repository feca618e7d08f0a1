// Excel.ChartAxes: titles, number formats and scales of the two axes.
import type { ApiObject } from '../apiObject';
import { fieldOf } from '../collection';
import type { Chart, ChartAxis } from '../../parts/chart';
import type { WorkbookParts } from '../../parts/workbookParts';

export function chartAxesApi(parts: WorkbookParts, chart: Chart): ApiObject {
  return {
    type: 'ChartAxes',
    children: {
      CategoryAxis: () => axisApi(parts, chart.category),
      ValueAxis: () => axisApi(parts, chart.value),
    },
  };
}

function axisApi(parts: WorkbookParts, axis: ChartAxis): ApiObject {
  const property = (key: keyof ChartAxis) => fieldOf(axis, key, () => parts.changed(), '');
  return {
    type: 'ChartAxis',
    properties: {
      NumberFormat: property('numberFormat'),
      Minimum: property('minimum'),
      Maximum: property('maximum'),
      ReversePlotOrder: property('reversed'),
      CategoryType: property('categoryType'),
    },
    children: {
      Title: () => ({
        type: 'ChartAxisTitle',
        properties: {
          Text: property('title'),
          Visible: { get: () => axis.title !== '', set: (on) => on === false && property('title').set('') },
        },
      }),
      MajorGridlines: () => ({ type: 'ChartGridlines', properties: { Visible: property('gridlines') } }),
    },
  };
}
