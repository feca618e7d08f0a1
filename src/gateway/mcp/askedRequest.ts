// A request as an agent asks for it, read and checked as those of the add-in are.
import { pastStay } from '../../engine/request/pastStay';
import { operationOf, type OperationId, paidCount } from '../../operations';
import { nearest } from '../../operations/check/nearest';
import { readWireRequest, type WireRequest } from '../calls/wireRequest';
import { Problem } from '../http/problem';
import { shownText } from './toolData';

export interface AskedRequest {
  readonly source: OperationId;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Seconds: the oldest result that will do. */
  readonly max_age?: number | undefined;
}

export interface ReadRequest {
  readonly wire: WireRequest;
  /** As asked for; what is sent asks for as much as the same price buys. */
  readonly count: number | undefined;
  readonly maxAge: number | undefined;
}

const mostResults = 10_000;
const invalid = (text: string) => new Problem(422, `${text} Nothing was spent.`);

/** Throws what is wrong with it, in words that name the nearest right one. */
export function readRequest({ source, parameters, max_age: maxAge }: AskedRequest, now: number): ReadRequest {
  const { params, defaultCount } = operationOf(source);
  for (const name of Object.keys(parameters)) {
    if (Object.hasOwn(params, name)) continue;
    const names = Object.keys(params);
    const meant = nearest(name, names);
    const hint = meant === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${meant}?`;
    throw invalid(`${source} has no parameter ${shownText(name).slice(0, 60)}. ${hint}`);
  }
  const given = parameters.count ?? defaultCount ?? 1;
  const isCounted = Object.hasOwn(params, 'count');
  if (isCounted && !(Number.isInteger(given) && Number(given) >= 1 && Number(given) <= mostResults))
    throw invalid(`count must be a whole number from 1 to ${mostResults}.`);
  const count = isCounted ? Number(given) : undefined;
  // The add-in asks for whole blocks too, so that the formula for this request finds all it needs.
  const body = count === undefined ? parameters : { ...parameters, count: paidCount(source, count) };
  const wire = readWireRequest(source, JSON.stringify(body));
  const { key, params: canonical, raw } = wire;
  const past = pastStay({ operation: source, params: canonical, raw, key, count }, now);
  if (past) throw invalid(past.message);
  return { wire, count, maxAge };
}
