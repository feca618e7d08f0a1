// A request body as it arrives: the service's own names, perhaps re-mapped ones, perhaps raw parameters the table does
// not know. What the table knows is checked, so that nothing that must fail is sent; the rest is bounded and passed on.
import { makeDataRequest } from '../../engine/request/dataRequest';
import { operationOf, type OperationId, cost, type Params } from '../../operations';
import { checkRequest } from '../../operations/check/request';
import { timeoutSeconds } from '../../operations/table/parameter';
import { Problem, type InvalidField } from '../http/problem';

export interface WireRequest {
  readonly operation: OperationId;
  readonly path: string;
  /** Equal for requests that mean the same, whatever their count and timeout. */
  readonly key: string;
  readonly count: number | undefined;
  readonly credits: number;
  /** Milliseconds the service may work on it. */
  readonly timeout: number;
  readonly body: string;
  /** Canonical, with count and timeout where given; and what is passed on unchecked. */
  readonly params: Params;
  readonly raw: Params;
}

const limits = { names: 40, nameLength: 64, textLength: 2_000, items: 1_000, faults: 20 };
const nameForm = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

const invalid = (name: string, msg: string, type = 'value_error'): InvalidField => ({
  loc: ['body', name],
  msg,
  type,
});

function parse(text: string): Readonly<Record<string, unknown>> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem(422, [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new Problem(422, [{ loc: ['body'], msg: 'The body must be a JSON object.', type: 'model_type' }]);
}

/** Numbers that JSON cannot give back as they came (1e400, twenty digits) would be sent as others. */
const isExact = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);

const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && isExact(value)) ||
  typeof value === 'string';

/** No parameter of the service is deeper than a list; what is must not reach anything that recurses. */
function checkShape(body: Readonly<Record<string, unknown>>): InvalidField[] {
  const faults: InvalidField[] = [];
  for (const name of Object.keys(body)) {
    const value = body[name];
    const shown = name.slice(0, limits.nameLength);
    if (Array.isArray(value) && value.length > limits.items)
      faults.push(invalid(shown, `A list can have at most ${limits.items} entries.`));
    else if (!(Array.isArray(value) ? value.every(isScalar) : isScalar(value)))
      faults.push(invalid(shown, 'A parameter must be text, a number, true or false, or a list of these.'));
  }
  return faults;
}

function checkExtra(extra: Readonly<Record<string, unknown>>): InvalidField[] {
  const names = Object.keys(extra);
  return names.flatMap((name) => {
    if (name.length > limits.nameLength || !nameForm.test(name)) {
      return [invalid(name.slice(0, limits.nameLength), 'The parameter name is not valid.')];
    }
    const value = extra[name];
    const items: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
    return items.every((item) => typeof item !== 'string' || item.length <= limits.textLength)
      ? []
      : [invalid(name, `Text can have at most ${limits.textLength} characters.`)];
  });
}

const refuse = (faults: readonly InvalidField[]): void => {
  if (faults.length > 0) throw new Problem(422, faults.slice(0, limits.faults));
};

/**
 * What was checked is what is sent and what is compared: one canonical form. `raw` names parameters that the user
 * passes unchecked although the table knows them; they are sent as they are and are part of the key.
 */
export function readWireRequest(id: OperationId, text: string, raw: readonly string[] = []): WireRequest {
  const body = parse(text);
  const { params, path } = operationOf(id);
  const isKnown = (name: string) =>
    Object.hasOwn(params, name) && (name === 'count' || name === 'timeout' || !raw.includes(name));
  const known: Record<string, unknown> = {};
  const extras: [string, unknown][] = [];
  for (const name of Object.keys(body)) {
    if (isKnown(name)) known[name] = body[name];
    else extras.push([name, body[name]]);
  }
  // A name from outside may be `__proto__`: it must become a property like any other.
  const extra = Object.fromEntries(extras);
  const first = extras[0]?.[0];
  if (extras.length > limits.names)
    refuse([invalid(first?.slice(0, limits.nameLength) ?? '', 'Too many unknown parameters.')]);
  refuse(checkShape(body));
  const faults = checkExtra(extra);
  // An unknown parameter may stand for one that seems to be missing: the service decides then. A count has no
  // stand-in, since it decides the price.
  const checked = checkRequest(id, known, first === undefined ? [] : true);
  if (!checked.ok)
    faults.push(...checked.faults.map(({ path: [name], message }) => invalid(String(name), message)));
  refuse(faults);
  const request = makeDataRequest(id, checked.ok ? checked.params : known, extra);
  const counted = request.count === undefined ? {} : { count: request.count };
  return {
    operation: id,
    path,
    key: request.key,
    count: request.count,
    credits: cost(id, request.count),
    timeout: timeoutSeconds(request.params) * 1_000,
    body: JSON.stringify({ ...request.params, ...counted, ...request.raw }),
    params: request.params,
    raw: request.raw,
  };
}
