// Whether everything a formula asks for has been asked for before. Such a request passed the check before it was sent, so
// what is kept of it can be shown before the check itself is loaded.
import type { Engine } from '../../engine/engine';
import { operationOf, type OperationId } from '../../operations';
import { mostDigits } from '../../operations/table/parameter';
import type { Check } from '../../operations/check/request';
import type { Params } from '../../spill/read/formula/formula';
import type { Plan } from './plan';

/** Replaces the check if only requests that already passed it are used. */
export const unchecked: Check = (_id, params) => ({ ok: true, params });

const isBlank = (value: unknown) => String(value).trim() === '';

/** A number and its digits have one key, but not every number may stand for text. */
const isText = (value: unknown): boolean =>
  typeof value !== 'number' || (Number.isInteger(value) && value >= 0 && value < mostDigits);

/**
 * The key leaves out what makes no difference to the answer: count and timeout, and blank values. That a key is known says
 * nothing about those, so they must be valid on their own.
 */
export function isValidBeyondKey(id: OperationId, params: Params): boolean {
  const { params: table } = operationOf(id);
  return Object.entries(params).every(([name, value]) => {
    const parameter = table[name];
    if (parameter?.kind === 'integer')
      return (
        Number.isSafeInteger(value) &&
        Number(value) >= (parameter.min ?? -Infinity) &&
        Number(value) <= (parameter.max ?? Infinity)
      );
    if (parameter?.kind === 'text' && typeof value === 'number' && (parameter.code || parameter.digits))
      return false;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every((each) => !isBlank(each) && isText(each));
  });
}

export async function isKnown(
  { formula, requests }: Plan,
  engine: Pick<Engine, 'remembered'>,
): Promise<boolean> {
  const { operation, items } = formula;
  const valid = items.every((item) => item.state !== 'request' || isValidBeyondKey(operation, item.params));
  if (!valid) return false;
  const known = await Promise.all(requests.map((request) => engine.remembered(request)));
  return known.every((each) => each !== undefined);
}
