// Whether a filter set may be saved under its name, and with what it contains.
import { filterSetOperation } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { checkFilterSet } from '../../spill/read/options/options';
import type { FilterSet } from '../runtime';
import { notRead, notSaved } from './saveProblem';

const faults: Readonly<Record<string, string>> = {
  [notSaved]: 'Excel could not save the filter set in this workbook. Check whether it is read-only.',
  [notRead]: 'Your library could not be read. Reload the add-in, then save the set again.',
};

export function saveFault(error: unknown): unknown {
  const sentence = error instanceof Error ? faults[error.message] : undefined;
  return sentence === undefined ? error : new InputFault(sentence);
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new InputFault('A filter set needs a name.');
  if (/[;=@"\r\n]/.test(trimmed) || trimmed.length > 60)
    throw new InputFault(
      'A filter set name can have at most 60 characters and cannot contain ; = @ or quotation marks.',
    );
  return trimmed;
}

export function checkedSet(set: FilterSet): FilterSet {
  const named = { ...set, name: checkedName(set.name) };
  checkFilterSet(filterSetOperation, named.name, named.params);
  return named;
}
