// Excel.RangeBorderCollection: one edge at a time, by its side.
import { ApiError } from './apiError';
import type { ApiObject } from './apiObject';
import { fieldOf } from './collection';
import type { Area } from '../../grid/area';
import type { Border, BorderSide } from '../../grid/gridFeatures';
import type { Grid } from '../../grid/grid';

const sides: readonly BorderSide[] = [
  'EdgeTop',
  'EdgeBottom',
  'EdgeLeft',
  'EdgeRight',
  'InsideHorizontal',
  'InsideVertical',
];

export function rangeBordersApi(grid: Grid, area: Area): ApiObject {
  return {
    type: 'RangeBorderCollection',
    item: (key) => {
      const side = sides.find((one) => one === key);
      if (!side) throw new ApiError('InvalidArgument', `The simulated Excel has no border ${String(key)}.`);
      return borderApi(grid, area, side);
    },
  };
}

function borderApi(grid: Grid, area: Area, side: BorderSide): ApiObject {
  const border: Border = { style: 'Continuous', weight: 'Thin', color: '#000000' };
  const property = (key: keyof Border) =>
    fieldOf(border, key, () => grid.features.setBorder(area, side, { ...border }));
  return {
    type: 'RangeBorder',
    properties: {
      SideIndex: { get: () => side },
      Style: property('style'),
      Weight: property('weight'),
      Color: property('color'),
    },
  };
}
