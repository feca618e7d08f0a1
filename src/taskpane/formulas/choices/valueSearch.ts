// The values of closed lists as the pane searches them: each with the parameter it belongs to.
import { labelOf } from '../../../operations/check/labels';
import { indexValues, rankValues, type Indexed } from '../../../operations/check/rankValues';

export interface Choice {
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
