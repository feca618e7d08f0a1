// The JSON body of a request under the service's own parameter names. The few names the service document leaves
// open (operations/assumptions.ts) can be re-mapped in settings; raw parameters go through unchecked.
import { operationOf, type OperationId } from '../../../operations';
import { wireNames as assumed, type AssumptionId, type WireNames } from '../../../operations/wireNames';
import type { DataRequest, Params } from '../../request/dataRequest';
import type { SpillwayError } from '../../request/errors';

const assumptionOf = (operation: OperationId, name: string): AssumptionId | undefined => {
  const { params } = operationOf(operation);
  return Object.hasOwn(params, name) ? params[name]?.assumption : undefined;
};

export function wireName(operation: OperationId, name: string, wireNames: WireNames): string {
  const assumption = assumptionOf(operation, name);
  return assumption ? wireNames[assumption] || assumed[assumption] : name;
}

export function wireBody(request: DataRequest, count: number | undefined, wireNames: WireNames): Params {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.params))
    body[wireName(request.operation, name, wireNames)] = value;
  if (count !== undefined) body.count = count;
  return { ...body, ...request.raw };
}

/** The assumed wire names that a 422 answer rejects, so that the cell can say where to change them. */
export function rejectedAssumptions(
  request: DataRequest,
  error: SpillwayError,
  wireNames: WireNames,
): readonly AssumptionId[] {
  const rejected = new Set((error.facts.items ?? []).map(({ loc }) => loc.find((step) => step !== 'body')));
  return Object.keys(request.params)
    .filter((name) => rejected.has(wireName(request.operation, name, wireNames)))
    .map((name) => assumptionOf(request.operation, name))
    .filter((assumption) => assumption !== undefined);
}
