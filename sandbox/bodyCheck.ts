// Validates a request body as the service does: one fault per problem, in FastAPI's format and wording. Strict where the
// document is silent: text is not a number, null only where documented, no unknown fields.
import { wireNameOf, type WireNames } from '../src/operations/wireNames';
import type { Operation } from '../src/operations/table/operation';
import { Problem, unknownValue, type BodyFault } from './contract/problem';
import { faultsOf } from './valueCheck';

/** "integer or null" and "enum string or null" in the document; the table does not mark it. */
const nullable: Readonly<Record<string, readonly string[]>> = {
  ruretail: ['price_min', 'price_max', 'min_rating', 'min_discount'],
};

export type CheckedBody = Readonly<Record<string, unknown>>;

/** The request under the table's own names, or a 422 that lists every fault. */
export function checkBody(operation: Operation, body: unknown, wireNames: WireNames): CheckedBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    throw new Problem(422, [{ type: 'model_attributes_type', loc: ['body'], msg, input: body }]);
  }
  const given = body as Record<string, unknown>;
  const request: Record<string, unknown> = {};
  const faults: BodyFault[] = [];
  const known = new Set<string>();
  for (const [name, parameter] of Object.entries(operation.params)) {
    const wire = wireNameOf(name, parameter, wireNames);
    known.add(wire);
    if (!Object.hasOwn(given, wire)) {
      if (parameter.required)
        faults.push({ type: 'missing', loc: ['body', wire], msg: 'Field required', input: body });
      continue;
    }
    const value = given[wire];
    if (value === null && nullable[operation.id]?.includes(name)) continue;
    const wrong = faultsOf(parameter, value, ['body', wire]);
    faults.push(...wrong);
    if (wrong.length === 0) request[name] = value;
  }
  for (const [name, input] of Object.entries(given)) {
    if (known.has(name)) continue;
    const msg = 'Extra inputs are not permitted';
    faults.push({ type: 'extra_forbidden', loc: ['body', name], msg, input });
  }
  if (faults.length === 0) faults.push(...faultsBetween(operation, request));
  if (faults.length > 0) throw new Problem(422, faults);
  return request;
}

/** Rules between parameters; an inverted price range is not a fault, it just finds nothing. */
function faultsBetween(operation: Operation, request: CheckedBody): BodyFault[] {
  return operation.rules.flatMap((rule) => {
    if (rule.kind === 'oneOf' && rule.params.every((name) => request[name] === undefined)) {
      return [unknownValue([], `one of ${rule.params.join(', ')} is required`, request)];
    }
    if (rule.kind === 'order' && rule.strict) {
      const low = request[rule.low];
      const high = request[rule.high];
      if (typeof low === 'string' && typeof high === 'string' && low >= high) {
        return [unknownValue([rule.high], `${rule.high} must be after ${rule.low}`, high)];
      }
    }
    return [];
  });
}
