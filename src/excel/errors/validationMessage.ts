// A 422 in the words of the formula: the service names the wire parameter, the user knows an argument or an option.
import type { ErrorFacts, InvalidItem } from '../../engine/request/errors';
import { operationOf, type OperationId } from '../../operations';
import { wireNameOf, type WireNames } from '../../operations/wireNames';
import { inQuotes, shorten } from '../../spill/shorten';
import { failureSentence } from './failureSentence';

interface RefusalContext {
  readonly operation?: OperationId;
  readonly wireNames?: WireNames;
}

/** The parameter the service calls `wire`, by its user-facing name. */
function parameterOf(wire: string, { operation, wireNames = {} }: RefusalContext) {
  if (operation === undefined) return undefined;
  return Object.entries(operationOf(operation).params).find(
    ([name, parameter]) => wireNameOf(name, parameter, wireNames) === wire,
  );
}

/** Parts of a request beside its body, as the service names them. */
const outside = new Set<unknown>(['header', 'query', 'path', 'cookie']);

function place(item: InvalidItem, context: RefusalContext): string {
  const [part, name] = item.loc;
  if (outside.has(part) && typeof name === 'string') return `the ${String(part)} ${inQuotes(name)}`;
  const wire = part === 'body' ? name : part;
  if (typeof wire !== 'string') return 'the request';
  const element = item.element === undefined ? '' : `, item ${inQuotes(item.element)}`;
  if (item.given === 'raw') return `raw:${wire}${element}`;
  const found = parameterOf(wire, context);
  const missing = item.given === 'no' ? ', which this formula does not set' : '';
  if (!found || context.operation === undefined) return `the field ${inQuotes(wire)}${element || missing}`;
  const [own] = found;
  const argument = operationOf(context.operation).positional.includes(own);
  return `the ${argument ? 'argument' : 'option'} ${own}${element || missing}`;
}

const got = ({ input, element }: InvalidItem) =>
  element === undefined &&
  (typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean')
    ? ` (received ${JSON.stringify(input).slice(0, 40)})`
    : '';

/** A name that rests on an assumption (assumptions.ts) was refused: say that, and where to change it. */
function assumptionOf(item: InvalidItem, context: RefusalContext): string | undefined {
  const wire = String(item.loc[0] === 'body' ? item.loc[1] : item.loc[0]);
  const found = parameterOf(wire, context);
  if (found?.[1].assumption === undefined) return undefined;
  const said = item.msg === '' ? '' : ` ${inQuotes(item.msg)}.`;
  return `The service rejected ${found[0]}, sent as "${wire}".${said} The service does not document this name.`;
}

const correct = 'Correct it, or press Refresh to try again.';
const rename = 'If the name is wrong, change it in Settings, Wire names, then press Refresh.';

export function refusal(facts: ErrorFacts, context: RefusalContext): string {
  const { detail: _words, items = [], ...rest } = facts;
  const [first, ...more] = items;
  // Without items the service's own words, if there are any, are all there is.
  if (!first)
    return failureSentence(facts, {
      what: `The service rejected the request${facts.detail === undefined ? ' without giving a reason' : ''}.`,
      todo: 'Check the arguments, or press Refresh to try again.',
      billed: 'no',
    });
  const aboutName = items.map((item) => assumptionOf(item, context)).find((text) => text !== undefined);
  if (aboutName !== undefined) return failureSentence(rest, { what: aboutName, todo: rename, billed: 'no' });
  const others = more.length === 0 ? '' : ` (${more.length} more)`;
  const why =
    first.msg === '' ? ' without giving a reason' : `: ${shorten(first.msg.replace(/\.*$/, ''), 80)}`;
  const what = `The service rejected ${place(first, context)}${why}${got(first)}.${others}`;
  return failureSentence(rest, { what, todo: correct, billed: 'no' });
}
