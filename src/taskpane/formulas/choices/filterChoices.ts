// Every closed-list value of the operation with filter sets under one search field, with the parameter it belongs to.
import { operationOf } from '../../../operations';
import { filterSetOperation } from '../../../operations/filterSetOperation';
import { labelOf } from '../../../operations/check/labels';
import '../../../operations/valueHints';
import { listOf, type Draft } from '../draft/draft';
import { choicesOf, indexChoices, type Choice } from './valueSearch';

/** Lists whose values mean nothing without their heading (1 … 5 stars) are left to their own field. */
const apart = new Set(['star_ratings']);

const all = (): Choice[] =>
  Object.entries(operationOf(filterSetOperation).params).flatMap(([name, parameter]) => {
    if (parameter.kind === 'flag')
      return [{ param: name, place: parameter.group, value: 'yes', label: parameter.label }];
    if (parameter.kind !== 'list' || typeof parameter.of === 'string' || apart.has(name)) return [];
    return choicesOf(name, parameter.label, parameter.of);
  });

let index: ReturnType<typeof indexChoices> | undefined;

/** Built when first needed: the other sources never pay for it. */
export const filterIndex = () => (index ??= indexChoices(all()));

export const isSelected = (draft: Draft, param: string, value: string): boolean =>
  operationOf(filterSetOperation).params[param]?.kind === 'flag'
    ? draft.values[param] === 'yes'
    : listOf(draft.values[param]).includes(value);

/** What the draft has selected, for the chips above the search; an ID is the parameter and the value. */
export function selectedFilters(draft: Draft): { readonly id: string; readonly label: string }[] {
  return Object.entries(operationOf(filterSetOperation).params).flatMap(([name, parameter]) => {
    if (parameter.kind === 'flag') {
      return draft.values[name] === 'yes' ? [{ id: `${name} yes`, label: parameter.label }] : [];
    }
    if (parameter.kind !== 'list' || typeof parameter.of === 'string') return [];
    const named = name === 'star_ratings' ? (value: string) => `${value} stars` : labelOf;
    return listOf(draft.values[name]).map((value) => ({ id: `${name} ${value}`, label: named(value) }));
  });
}
