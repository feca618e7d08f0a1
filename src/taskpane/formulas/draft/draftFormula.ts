// The formula for what the form holds: arguments in their places, everything else in the options.
import { operationOf } from '../../../operations';
import type { Sets } from '../../../spill/read/formula/formula';
import { writeFormula, writeText } from '../../../spill/read/formula/writeFormula';
import { writeOptions } from '../../../spill/read/options/writeOptions';
import { differenceFrom } from '../filterSets/setChange';
import { emptyDraft, paramsOf, type Draft } from './draft';

type Params = Readonly<Record<string, unknown>>;

/** The parameters to write: all of them, or what differs from the set that is named. */
function writtenParams(draft: Draft, sets: Sets): { readonly args: Params; readonly options: Params } {
  const { positional } = operationOf(draft.operation);
  const { params } = paramsOf(draft);
  const set = draft.set === '' ? undefined : sets(draft.set);
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => positional.includes(name) === wanted));
  const raw = Object.fromEntries(Object.entries(draft.raw).map(([name, value]) => [`raw:${name}`, value]));
  return {
    args: pick(true),
    options: { ...(set ? differenceFrom(set, params).changed : pick(false)), ...raw },
  };
}

/** The text of the options argument; empty if there are no options. */
export function draftOptions(draft: Draft, sets: Sets): string {
  const written = writeOptions(writtenParams(draft, sets).options, draft.view);
  return [draft.set && `@${draft.set}`, written].filter(Boolean).join('; ');
}

export function draftFormula(draft: Draft, sets: Sets, namespace = ''): string {
  const { args, options } = writtenParams(draft, sets);
  const { references } = paramsOf(draft);
  const kept = draft.optionsText || (draft.set && writeText(draftOptions(draft, sets)));
  const formula = writeFormula(draft.operation, { ...args, ...options }, draft.view, {
    namespace,
    references: { ...references, ...(kept && { options: kept }) },
  });
  return `${draft.before}${formula.slice(1)}${draft.after}`;
}

/** Whether something would be lost with it: it says more than its source alone, and other than when it was `settled`. */
export function isUnfinished(draft: Draft, settled: Draft, sets: Sets): boolean {
  const [now, before, empty] = [draft, settled, emptyDraft(draft.operation)].map((each) =>
    draftFormula(each, sets),
  );
  return now !== before && now !== empty;
}
