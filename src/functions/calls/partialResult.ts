// What a formula shows while some of its items have no answer. Items that wait for the same thing (approval, their turn) say
// so once, with one sentence and one price, instead of filling the sheet with errors; an item that failed for another reason
// keeps its own row.
import type { Answer } from '../../engine/request/answer';
import { isSpillwayError, SpillwayError, type ErrorCode } from '../../engine/request/errors';
import { cellFault, type ErrorContext } from '../../excel/errors/cellError';
import { operationOf } from '../../operations';
import type { CellFault } from '../../spill/cell';
import type { Outcome } from '../../spill/grid/grid';
import { hasFigures } from '../../spill/read/options/columns';
import type { Plan } from './plan';
import { waiting } from './waiting';

const together = new Set<ErrorCode>(['held', 'rejected', 'stopped']);

interface Group {
  readonly fault: CellFault;
  readonly places: ReadonlySet<number>;
}

/** One response serves several counts of the same request, so only the largest is paid for. */
function creditsOf(errors: readonly unknown[], places: readonly number[], { requests }: Plan): number {
  const prices = new Map<string, number>();
  for (const place of places) {
    const error = errors[place];
    const { key } = requests[place]!;
    const price = isSpillwayError(error) ? (error.facts.credits ?? 0) : 0;
    prices.set(key, Math.max(price, prices.get(key) ?? 0));
  }
  return [...prices.values()].reduce((sum, price) => sum + price, 0);
}

/** The groups of requests that wait for the same thing. */
function groupsOf(
  plan: Plan,
  errors: readonly unknown[],
  missing: readonly number[],
  context: ErrorContext,
): Group[] {
  const codes = new Map<ErrorCode | 'waiting', number[]>();
  for (const place of missing) {
    const error = errors[place];
    const code = error === undefined ? 'waiting' : isSpillwayError(error) ? error.code : undefined;
    if (code !== undefined && (code === 'waiting' || together.has(code)))
      codes.set(code, [...(codes.get(code) ?? []), place]);
  }
  return [...codes].map(([code, places]) => {
    const facts = places.map((place) => errors[place]).filter(isSpillwayError);
    const credits = creditsOf(errors, places, plan);
    const whole = { ...facts[0]?.facts, ...(credits > 0 && { credits }) };
    const fault = code === 'waiting' ? waiting : cellFault(new SpillwayError(code, whole), context);
    return { fault, places: new Set(places) };
  });
}

/** For each item what its row shows; a fault alone when nothing else is there to show. */
export function partialResult(
  plan: Plan,
  answers: readonly (Answer | undefined)[],
  errors: readonly unknown[],
  outcomeOf: (answer: Answer, place: number) => Outcome,
  context: ErrorContext,
): (Outcome | undefined)[] | CellFault {
  const missing = plan.requests.map((_, place) => place).filter((place) => !answers[place]);
  const groups = groupsOf(plan, errors, missing, context);
  const [only] = groups;
  const nothingElse = plan.formula.items.every(({ state }) => state !== 'fault');
  if (only?.places.size === plan.requests.length && nothingElse) return only.fault;
  const said = new Set<Group>();
  const { operation, view } = plan.formula;
  const rowEach = operationOf(operation).answers === 'one' || hasFigures(view.columns);
  return plan.places.map((place): Outcome | undefined => {
    if (place < 0) return undefined;
    const answer = answers[place];
    if (answer) return outcomeOf(answer, place);
    const group = groups.find(({ places }) => places.has(place));
    if (!group) return { fault: cellFault(errors[place], context) };
    if (said.has(group) && !rowEach) return undefined;
    said.add(group);
    return { fault: group.fault, brief: true };
  });
}
