// Every closed-list value of the lodging search under one search field, with the parameter it belongs to.
import { operationOf } from '../../operations';
import '../../operations/valueHints';
import { choicesOf, indexChoices, type Choice } from './valueSearch';

/** Lists whose values mean nothing without their heading (1 … 5 stars) are left to their own field. */
const apart = new Set(['star_ratings']);

const all = (): Choice[] =>
  Object.entries(operationOf('stays').params).flatMap(([name, parameter]) => {
    if (parameter.kind === 'flag')
      return [{ param: name, place: parameter.group, value: 'yes', label: parameter.label }];
    if (parameter.kind !== 'list' || typeof parameter.of === 'string' || apart.has(name)) return [];
    return choicesOf(name, parameter.label, parameter.of);
  });

let index: ReturnType<typeof indexChoices> | undefined;

/** Built when first needed: the other sources never pay for it. */
export const staysIndex = () => (index ??= indexChoices(all()));
