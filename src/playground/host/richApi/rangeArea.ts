// Which cells a range object stands for: a range can be the argument of another range's method.
import type { ApiObject } from './apiObject';
import type { Area } from '../../grid/area';

const areas = new WeakMap<ApiObject, Area>();

export function areaOf(range: ApiObject): Area | undefined {
  return areas.get(range);
}

export function withArea(range: ApiObject, area: Area): ApiObject {
  areas.set(range, area);
  return range;
}
