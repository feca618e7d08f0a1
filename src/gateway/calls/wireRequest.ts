// A request body as it arrives: the service's own names, perhaps re-mapped ones, perhaps raw parameters the table does
// not know. What the table knows is checked, so that nothing that must fail is sent; the rest is bounded and passed on.
import { makeDataRequest } from '../../engine/dataRequest';
import { operationOf, type OperationId } from '../../operations';
import { cost } from '../../operations/cost';
import { checkRequest } from '../../operations/request';
import { Problem, type InvalidField } from '../problem';

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
}

const extraLimits = { names: 40, nameLength: 64, textLength: 2_000, items: 1_000 };
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

const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= extraLimits.textLength);

function checkExtra(extra: Readonly<Record<string, unknown>>): InvalidField[] {
  const names = Object.keys(extra);
  if (names.length > extraLimits.names) return [invalid(names[0] ?? '', 'Too many unknown parameters.')];
  return names.flatMap((name) => {
    if (name.length > extraLimits.nameLength || !nameForm.test(name)) {
      return [invalid(name.slice(0, extraLimits.nameLength), 'This is no parameter name.')];
    }
    const value = extra[name];
    const items: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
    const fits = items.length <= extraLimits.items && items.every(isScalar);
    return fits
      ? []
      : [invalid(name, 'An unknown parameter may be text, a number, yes or no, or a list of these.')];
  });
}

/** `raw` names parameters that the user passes unchecked although the table knows them. */
export function readWireRequest(id: OperationId, text: string, raw: readonly string[] = []): WireRequest {
  const body = parse(text);
  const { params, path } = operationOf(id);
  const isKnown = (name: string) =>
    Object.hasOwn(params, name) && (name === 'count' || name === 'timeout' || !raw.includes(name));
  const entries = Object.entries(body);
  const known = Object.fromEntries(entries.filter(([name]) => isKnown(name)));
  const extra = Object.fromEntries(entries.filter(([name]) => !isKnown(name)));
  const faults = checkExtra(extra);
  const checked = checkRequest(id, known);
  if (!checked.ok) {
    // An unknown parameter may stand for one that seems to be missing: the service decides then.
    const standIn = Object.keys(extra).length > 0;
    const told = checked.faults.filter(({ path: [name] }) => !standIn || known[name as string] !== undefined);
    faults.push(...told.map(({ path: [name], message }) => invalid(String(name), message)));
  }
  if (faults.length > 0) throw new Problem(422, faults, { 'spillway-credits': '0' });
  const request = makeDataRequest(id, checked.ok ? checked.params : known, extra);
  const seconds = typeof request.params.timeout === 'number' ? request.params.timeout : 300;
  return {
    operation: id,
    path,
    key: request.key,
    count: request.count,
    credits: cost(id, request.count),
    timeout: seconds * 1_000,
    body: JSON.stringify(body),
  };
}
