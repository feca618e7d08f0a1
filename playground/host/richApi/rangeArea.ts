// The cells of a range object: a range can be an argument of another range's method.
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
