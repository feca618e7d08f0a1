// A 422 names what was sent. Here its items learn what the person gave: a list was sorted, a field may never have been sent.
import type { InvalidItem } from '../../request/errors';
import type { ClientCall } from './client';
import { inOneLine } from './serviceWords';
import { wireBody } from './wireBody';

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? inOneLine(String(value)).slice(0, 60)
    : undefined;

export function itemsAsGiven(
  items: readonly InvalidItem[],
  { request, count, wireNames }: Pick<ClientCall, 'request' | 'count' | 'wireNames'>,
): readonly InvalidItem[] {
  const body = wireBody(request, count, wireNames);
  return items.map((item) => {
    const [name, at] = item.loc[0] === 'body' ? item.loc.slice(1) : item.loc;
    if (typeof name !== 'string') return item;
    const given = Object.hasOwn(request.raw, name) ? 'raw' : Object.hasOwn(body, name) ? 'named' : 'no';
    const list = body[name];
    const element = Array.isArray(list) && typeof at === 'number' ? scalar(list[at]) : undefined;
    return { ...item, given, ...(element !== undefined && { element }) };
  });
}
