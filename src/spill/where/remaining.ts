// The results of a formula that meet its conditions, and what is said where none does: of how many, and what more of them would
// cost. Free: nothing is requested for it.
import { operationOf, type OperationId } from '../../operations';
import { cost, paidCount } from '../../operations/cost';
import type { Outcome, Outcomes } from '../grid/grid';
import type { Formula } from '../read/formula/formula';
import { readConditions } from './condition';
import { selector } from './select';
import { serviceFilters } from './serviceFilter';

const credits = (count: number): string => `${count} credit${count === 1 ? '' : 's'}`;

/** The next count that is worth asking for: twice as many, in whole blocks. */
export function largerCount(
  id: OperationId,
  count: number,
): { readonly count: number; readonly credits: number } {
  const more = paidCount(id, 2 * count);
  return { count: more, credits: cost(id, more) };
}

/** `asked`: the count of the request; fewer results than that are all there are. */
function noneOf(formula: Formula, of: number, asked: unknown): string {
  const { operation, view } = formula;
  const none = `0 of ${of} results meet${of === 1 ? 's' : ''} the conditions.`;
  if (operationOf(operation).answers === 'one') return none;
  if (typeof asked !== 'number' || of < asked) return `${none} There are no more results.`;
  const more = largerCount(operation, asked);
  const [filter] = serviceFilters(operation, readConditions(operation, view.where));
  const offer = filter ? ` ${filter.text} lets the service filter, for the price of a new request.` : '';
  return `${none} ${more.count} results cost ${credits(more.credits)}.${offer}`;
}

/** The formula without its conditions, and its outcomes with only what meets them. */
export function remaining(formula: Formula, outcomes: Outcomes): { formula: Formula; outcomes: Outcomes } {
  const { operation, view, items } = formula;
  const condition = readConditions(operation, view.where);
  if (!condition) return { formula, outcomes };
  const select = selector(operation, condition);
  const made = new Map<Outcome, Outcome>();
  const selected = (outcome: Outcome, place: number): Outcome => {
    if ('fault' in outcome) return outcome;
    const { records, fault } = select(outcome.records);
    if (fault) return { fault };
    const of = outcome.records.length;
    const item = items[place];
    const asked = item?.state === 'request' ? item.params['count'] : undefined;
    return { ...outcome, records, of, ...(of > 0 && { none: noneOf(formula, of, asked) }) };
  };
  return {
    formula: { ...formula, view: { ...view, where: [] } },
    outcomes: outcomes.map((outcome, place) => {
      if (!outcome) return outcome;
      const one = made.get(outcome) ?? selected(outcome, place);
      made.set(outcome, one);
      return one;
    }),
  };
}
