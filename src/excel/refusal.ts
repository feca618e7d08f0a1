// A 422 in the words of the formula: the service names the wire parameter, the user knows an argument or an option.
import type { ErrorFacts, InvalidItem } from '../engine/errors';
import { operationOf, type OperationId } from '../operations';
import { wireNames as assumed, type WireNames } from '../operations/wireNames';
import type { Parameter } from '../operations/parameter';

interface RefusalContext {
  readonly operation?: OperationId;
  readonly wireNames?: WireNames;
}

const wireNameOf = (name: string, parameter: Parameter, wireNames: WireNames): string =>
  parameter.assumption === undefined
    ? name
    : (wireNames[parameter.assumption] ?? assumed[parameter.assumption]);

/** The parameter the service calls `wire`, by its user-facing name. */
function parameterOf(wire: string, { operation, wireNames = {} }: RefusalContext) {
  if (operation === undefined) return undefined;
  return Object.entries(operationOf(operation).params).find(
    ([name, parameter]) => wireNameOf(name, parameter, wireNames) === wire,
  );
}

function place(item: InvalidItem, context: RefusalContext): string {
  const [wire, element] = item.loc[0] === 'body' ? item.loc.slice(1) : item.loc;
  if (wire === undefined) return 'the request';
  const found = parameterOf(String(wire), context);
  const position = typeof element === 'number' ? `, item ${element + 1}` : '';
  if (!found || context.operation === undefined) return `raw:${wire}${position}`;
  const [name] = found;
  const argument = operationOf(context.operation).positional.includes(name);
  return `the ${argument ? 'argument' : 'option'} ${name}${position}`;
}

const given = (input: unknown) =>
  typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean'
    ? ` (it got ${JSON.stringify(input).slice(0, 40)})`
    : '';

/** A name that rests on an assumption (assumptions.ts) was refused: say that, and where to change it. */
function assumptionOf(item: InvalidItem, context: RefusalContext): string | undefined {
  const wire = String(item.loc[0] === 'body' ? item.loc[1] : item.loc[0]);
  const found = parameterOf(wire, context);
  if (found?.[1].assumption === undefined) return undefined;
  return `The service refused ${found[0]}, sent as "${wire}": ${item.msg.replace(/\.*$/, '.')} Its published description does not give this name; change it in Settings, Wire names.`;
}

export function refusal({ items = [], detail }: ErrorFacts, context: RefusalContext): string {
  const [first, ...more] = items;
  if (!first)
    return `The service refused the request: ${detail ?? 'it does not say why'}. Check the arguments.`;
  const aboutName = items.map((item) => assumptionOf(item, context)).find((text) => text !== undefined);
  if (aboutName !== undefined) return aboutName;
  const rest = more.length === 0 ? '' : ` (${more.length} more)`;
  return `The service refused ${place(first, context)}: ${first.msg.replace(/\.*$/, '')}${given(first.input)}.${rest} Correct it and the cell asks again.`;
}
