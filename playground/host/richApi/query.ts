// `load()`: the requested properties, under their wire names. The client sends names as the author wrote them, so they are
// matched case-insensitively; `items/…` and `child/…` reach into collections and children.
import { ApiError } from './apiError';
import { nullObject, type ApiObject } from './apiObject';

export interface QueryInfo {
  readonly Select?: string | string[];
  readonly Expand?: string | string[];
  readonly Top?: number;
  readonly Skip?: number;
}

export function loadProperties(target: ApiObject, query: QueryInfo | undefined): Record<string, unknown> {
  const names = [...namesOf(query?.Select), ...namesOf(query?.Expand)];
  return read(target, names, query);
}

function namesOf(list: string | string[] | undefined): string[] {
  const parts = typeof list === 'string' ? list.split(',') : (list ?? []);
  return parts.map((name) => name.trim()).filter((name) => name !== '' && name !== '$all');
}

function read(target: ApiObject, names: string[], query?: QueryInfo): Record<string, unknown> {
  const result: Record<string, unknown> = { ...target.identity?.() };
  if (target.items) {
    const own = names.map((name) => name.replace(/^items(\/|$)/i, '')).filter((name) => name !== '');
    const from = query?.Skip ?? 0;
    const items = target.items().slice(from, query?.Top === undefined ? undefined : from + query.Top);
    return { ...result, _Items: items.map((item) => read(item, own)) };
  }
  const wanted = names.length > 0 ? names : Object.keys(target.properties ?? {});
  for (const name of wanted) Object.assign(result, readOne(target, name, result));
  return result;
}

function readOne(target: ApiObject, name: string, sofar: Record<string, unknown>): Record<string, unknown> {
  const [head = '', ...rest] = name.split('/');
  const property = keyLike(target.properties, head);
  if (property !== undefined && rest.length === 0) {
    const get = target.properties?.[property]?.get;
    if (get) return { [property]: get() };
  }
  const childName = keyLike(target.children, head);
  const child = childName === undefined ? undefined : target.children?.[childName]?.();
  if (childName === undefined || child === undefined) {
    throw new ApiError(
      'ApiNotFound',
      `The simulated Excel does not have ${target.type}.${name}.`,
      `${target.type}.${name}`,
    );
  }
  if (child === nullObject) return { [childName]: null };
  const already = sofar[childName];
  return {
    [childName]: {
      ...(typeof already === 'object' ? already : {}),
      ...read(child, rest.length > 0 ? [rest.join('/')] : []),
    },
  };
}

function keyLike(members: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.keys(members ?? {}).find((key) => key.toLowerCase() === lower);
}
