// The values of closed lists as the pane searches them: each with the parameter it belongs to.
import { operationOf, filterSetOperation } from '../../../operations';
import { labelOf } from '../../../operations/check/labels';
import { indexValues, type Indexed } from '../../../operations/check/rankValues';
import { cellTexts } from '../../../languages/labels';
import { language, named, t, type Language } from '../../../languages/t';
import { listOf, type Draft } from '../draft/draft';

interface Choice {
  readonly param: string;
  /** The parameter's label, shown beside the value if several parameters are searched together. */
  readonly place: string;
  readonly value: string;
  readonly label: string;
  /** In English: people search for either word. */
  readonly also?: string;
}

/** How a person reads the value of a closed list, in the language of the pane. */
export const valueLabel = (value: string): string =>
  cellTexts()?.values[value] ?? labelOf(value, language().tag);

export const choicesOf = (param: string, place: string, values: readonly string[]): Choice[] =>
  values.map((value) => ({ param, place, value, label: valueLabel(value), also: labelOf(value) }));

/** Lists whose values mean nothing without their heading (1 … 5 stars) are left to their own field. */
const apart = new Set(['star_ratings']);

const all = (): Choice[] =>
  Object.entries(operationOf(filterSetOperation).params).flatMap(([name, parameter]) => {
    if (parameter.kind === 'flag')
      return [
        {
          param: name,
          place: named(parameter.group),
          value: 'yes',
          label: named(parameter.label),
          also: parameter.label,
        },
      ];
    if (parameter.kind !== 'list' || typeof parameter.of === 'string' || apart.has(name)) return [];
    return choicesOf(name, named(parameter.label), parameter.of);
  });

const indexes = new WeakMap<Language, readonly Indexed<Choice>[]>();

/** Built when first needed: the other sources never pay for it. */
export function filterIndex(): readonly Indexed<Choice>[] {
  const index = indexes.get(language()) ?? indexValues(all());
  indexes.set(language(), index);
  return index;
}

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
    const shownAs = name === 'star_ratings' ? (value: string) => t('formulas.stars', { value }) : valueLabel;
    return listOf(draft.values[name]).map((value) => ({ id: `${name} ${value}`, label: shownAs(value) }));
  });
}
