// A 422 names what was sent. Here its items learn what the person gave: a list was sorted, a field may never have been sent.
import type { WireNames } from '../../../operations/wireNames';
import type { DataRequest } from '../../request/dataRequest';
import type { InvalidItem } from '../../request/errors';
import { inOneLine } from './serviceWords';
import { wireBody } from './wireBody';

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? inOneLine(String(value)).slice(0, 60)
    : undefined;

interface Sent {
  readonly request: DataRequest;
  readonly count: number | undefined;
  readonly wireNames: WireNames;
}

export function itemsAsGiven(
  items: readonly InvalidItem[],
  { request, count, wireNames }: Sent,
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
