// Decides whether two requests are the same: by their canonical parameters, with defaults given or left out alike.
import { operationOf, type OperationId } from '../../operations';
import { canonicalValue, stableJson } from '../../operations/check/canonicalValue';

type Values = Readonly<Record<string, unknown>>;

/** Every value in its canonical form; empty values and nulls are left out. */
export function canonicalParams(operation: OperationId, params: Values): Values {
  const { params: table } = operationOf(operation);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    const value = canonicalValue(Object.hasOwn(table, name) ? table[name] : undefined, params[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Takes canonical parameters; `count` and `timeout` are not part of the key. */
export function requestKey(operation: OperationId, params: Values, raw: Values): string {
  const { params: table } = operationOf(operation);
  const keyed: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    if (name === 'count' || name === 'timeout') continue;
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    const isDefault = parameter && 'default' in parameter && parameter.default === params[name];
    if (!isDefault) keyed[name] = params[name];
  }
  const extra = Object.keys(raw).length > 0 ? stableJson(raw) : '';
  return `${operation}${stableJson(keyed)}${extra}`;
}
