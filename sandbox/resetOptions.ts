// The settings of a reset, validated because they come as JSON.
import { wireNames as documented, type WireNames } from '../src/operations/wireNames';
import { windows } from '../src/operations/tokenStatistic';
import type { KeyChange } from './accounts/accounts';
import { Problem } from './contract/problem';
import type { ResetOptions } from './sandboxState';

type Bag = Readonly<Record<string, unknown>>;

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bag(value: unknown, name: string, fields: readonly string[]): Bag {
  if (!isBag(value)) throw new Problem(400, `${name} must be an object.`);
  const extra = Object.keys(value).find((field) => !fields.includes(field));
  if (extra !== undefined) throw new Problem(400, `${name} has no field ${extra}.`);
  return value;
}

function numberOf(given: Bag, field: string): number | undefined {
  const value = given[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0)) throw new Problem(400, `${field} must be a number.`);
  return value;
}

function keyChange(given: unknown): KeyChange {
  const change = bag(given, 'A key', ['plan', 'points', 'limits', 'usageContext', 'expiresAt']);
  const limits = bag(
    change['limits'] ?? {},
    'limits',
    windows.map(({ id }) => id),
  );
  const { plan, usageContext } = change;
  const points = numberOf(change, 'points');
  const expiresAt = numberOf(change, 'expiresAt');
  if (usageContext !== undefined && usageContext !== 'standard' && usageContext !== 'mcp_only')
    throw new Problem(400, 'usageContext must be standard or mcp_only.');
  return {
    ...(typeof plan === 'string' && { plan }),
    ...(points !== undefined && { points }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(usageContext && { usageContext }),
    limits: Object.fromEntries(Object.keys(limits).map((id) => [id, numberOf(limits, id) ?? 0])),
  };
}

export function resetOptions(given: unknown): ResetOptions {
  const options = bag(given, 'The body', ['keys', 'cors', 'latencyMs', 'wireNames']);
  const { keys, cors, wireNames } = options;
  const latencyMs = numberOf(options, 'latencyMs');
  if (keys !== undefined && !isBag(keys)) throw new Problem(400, 'keys must be an object.');
  if (cors !== undefined && typeof cors !== 'boolean') throw new Problem(400, 'cors must be true or false.');
  const names = wireNames === undefined ? undefined : bag(wireNames, 'wireNames', Object.keys(documented));
  if (names && !Object.values(names).every((name) => typeof name === 'string'))
    throw new Problem(400, 'A wire name must be text.');
  return {
    ...(keys && {
      keys: Object.fromEntries(Object.entries(keys).map(([key, change]) => [key, keyChange(change)])),
    }),
    ...(cors !== undefined && { cors }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(names && { wireNames: names as WireNames }),
  };
}
