// A draft of the operation that has filter sets, and the set it uses.
import { operationOf } from '../../../operations';
import { paramsOf, valuesOf, type Draft, formFaults } from './draft';
import { settable } from '../filterSets/setChange';

type Params = Readonly<Record<string, unknown>>;

/** The draft with another set, or with none: the filters are those of the set, the arguments stay as they are. */
export function withSet(
  draft: Draft,
  set: { readonly name: string; readonly params: Params } | undefined,
): Draft {
  const { params } = paramsOf(draft);
  const filters = settable(params);
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => filters[name] === undefined));
  const args = Object.fromEntries(
    Object.entries(draft.values).filter(([name]) => operationOf(draft.operation).positional.includes(name)),
  );
  return {
    ...draft,
    set: set?.name ?? '',
    values: {
      ...(set && valuesOf(draft.operation, set.params)),
      ...valuesOf(draft.operation, others),
      ...args,
    },
  };
}

/** What the draft would save to a set, and whether it may: a set with an invalid filter would fail in every cell. */
export function savableFilters(draft: Draft): { readonly params: Params; readonly valid: boolean } {
  const params = settable(paramsOf(draft).params);
  const { fields } = formFaults(draft);
  return { params, valid: !Object.keys(fields).some((name) => params[name] !== undefined) };
}
