// The results of a formula that meet its conditions, and what is said where none does: of how many, and what more of them would
// cost. Free: nothing is requested for it.
import { operationOf, type OperationId, cost, paidCount } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { AcceptedOf, RecordsOutcome, ItemOutcome, Outcomes } from '../grid/grid';
import { isObject, textOf } from '../grid/readable';
import type { Formula, FormulaItem } from '../read/formula/formula';
import { readConditions } from './condition';
import { sayWhere } from './say';
import { selector } from './select';
import { offeredFilters } from './serviceFilter';

/** The next count that is worth asking for: twice as many, in whole blocks. */
function largerCount(id: OperationId, count: number): { readonly count: number; readonly credits: number } {
  const more = paidCount(id, 2 * count);
  return { count: more, credits: cost(id, more) };
}

/** Fewer results than were asked for are all there are. */
function noneOf({ operation, view }: Formula, of: number, item: FormulaItem): string {
  const params = item.state === 'request' ? item.params : {};
  const asked = params['count'];
  const none = sayWhere('none', { of });
  if (operationOf(operation).results === 'one') return none;
  if (typeof asked !== 'number' || of < asked) return `${none} ${sayWhere('noMore')}`;
  const more = largerCount(operation, asked);
  const filters = offeredFilters(operation, view.where, params);
  const offer = filters === '' ? '' : ` ${sayWhere('offer', { filters })}`;
  return `${none} ${sayWhere('moreCost', { count: more.count, credits: sayWhere('credits', { count: more.credits }) })}${offer}`;
}

/** Only what was accepted as the item; without a decision, nothing. */
function acceptedOnly(
  { operation }: Formula,
  outcome: RecordsOutcome,
  item: FormulaItem,
  acceptedOf: AcceptedOf,
): RecordsOutcome {
  const wanted = item.state === 'request' ? item.params[operationOf(operation).lookup] : undefined;
  const accepted = acceptedOf(operation, textOf(wanted));
  const { identity } = historyOf(operation);
  const records = outcome.records.filter(
    (record) => isObject(record) && accepted?.has(textOf(record[identity]).trim()),
  );
  const none = sayWhere(accepted === undefined ? 'undecided' : accepted.size === 0 ? 'noneFits' : 'gone');
  return { ...outcome, records, of: outcome.records.length, none };
}

/** The formula without its conditions, and its outcomes with only what meets them. */
export function remaining(
  formula: Formula,
  outcomes: Outcomes,
  acceptedOf: AcceptedOf = () => undefined,
): { readonly formula: Formula; readonly outcomes: Outcomes } {
  const { operation, view, items } = formula;
  const condition = readConditions(operation, view.where);
  if (!condition && !view.matched) return { formula, outcomes };
  const select = condition && selector(operation, condition);
  const selected = (outcome: ItemOutcome | undefined, item: FormulaItem): ItemOutcome | undefined => {
    if (!outcome || 'fault' in outcome) return outcome;
    const offered = view.matched ? acceptedOnly(formula, outcome, item, acceptedOf) : outcome;
    const of = offered.of ?? offered.records.length;
    if (!select || offered.records.length === 0) return { ...offered, of };
    const { records, fault } = select(offered.records);
    if (fault) return { fault };
    return { ...offered, records, of, none: noneOf(formula, of, item) };
  };
  // Equal items have the same outcome.
  const made = new Map<ItemOutcome | undefined, Map<unknown, ItemOutcome | undefined>>();
  return {
    formula: { ...formula, view: { ...view, where: [], matched: false } },
    outcomes: outcomes.map((outcome, place) => {
      const item = items[place]!;
      const known = made.get(outcome) ?? new Map<unknown, ItemOutcome | undefined>();
      made.set(outcome, known);
      if (!known.has(item)) known.set(item, selected(outcome, item));
      return known.get(item);
    }),
  };
}
