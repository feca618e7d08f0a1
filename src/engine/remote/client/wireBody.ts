// The JSON body of a request under the service's own parameter names. The few names the service document leaves
// open (operations/assumptions.ts) can be re-mapped in settings; raw parameters go through unchecked.
import { operationOf } from '../../../operations';
import { wireNameOf, type WireNames } from '../../../operations/wireNames';
import type { DataRequest, Params } from '../../request/dataRequest';

export function wireBody(request: DataRequest, count: number | undefined, wireNames: WireNames): Params {
  const { params: table } = operationOf(request.operation);
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.params)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    body[parameter ? wireNameOf(name, parameter, wireNames) : name] = value;
  }
  if (count !== undefined) body.count = count;
  return { ...body, ...request.raw };
}
