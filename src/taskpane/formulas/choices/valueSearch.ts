// The values of closed lists as the pane searches them: each with the parameter it belongs to.
import { operationOf } from '../../../operations';
import { labelOf } from '../../../operations/check/labels';
import { indexValues, rankValues, type Indexed } from '../../../operations/check/rankValues';
import { filterSetOperation } from '../../../operations/filterSetOperation';
import { named, t } from '../../../languages/t';
import { listOf, type Draft } from '../draft/draft';

interface Choice {
  readonly param: string;
  /** The parameter's label, shown beside the value if several parameters are searched together. */
  readonly place: string;
  readonly value: string;
  readonly label: string;
}

export const indexChoices = (choices: readonly Choice[]): readonly Indexed<Choice>[] => indexValues(choices);

export const choicesOf = (param: string, place: string, values: readonly string[]): Choice[] =>
  values.map((value) => ({ param, place, value, label: labelOf(value) }));

export const searchChoices = (index: readonly Indexed<Choice>[], query: string): readonly Choice[] =>
  rankValues(index, query);

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
      return draft.values[name] === 'yes' ? [{ id: `${name} yes`, label: named(parameter.label) }] : [];
    }
    if (parameter.kind !== 'list' || typeof parameter.of === 'string') return [];
    const shownAs = name === 'star_ratings' ? (value: string) => t('formulas.stars', { value }) : labelOf;
    return listOf(draft.values[name]).map((value) => ({ id: `${name} ${value}`, label: shownAs(value) }));
  });
}
