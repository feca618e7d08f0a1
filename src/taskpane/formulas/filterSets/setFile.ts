// Filter sets as a JSON file. What is read may come from anywhere, so each set is checked against the table.
import type { FilterSet } from '../../../excel/runtime';
import { checkRequest } from '../../../operations/check/request';
import { filterSetOperation } from '../../../operations';
import { InputFault } from '../../../spill/inputFault';
import { checkFilterSet } from '../../../spill/read/options/options';
import { t } from '../../../languages/t';
import { settable } from './setChange';

export const writeSets = (sets: readonly FilterSet[]): string =>
  JSON.stringify(
    { spillway: 'filter sets', version: 1, sets: sets.map(({ name, params }) => ({ name, params })) },
    null,
    2,
  );

export function readSets(text: string) {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { sets: [], problems: [t('formulas.theTextIsntValid')] };
  }
  const list = Array.isArray(file) ? file : (file as { sets?: unknown } | null)?.sets;
  if (!Array.isArray(list) || list.length === 0)
    return { sets: [], problems: [t('formulas.theFileContainsNo')] };
  const sets: { name: string; params: Readonly<Record<string, unknown>> }[] = [];
  const problems: string[] = [];
  for (const entry of list as unknown[]) {
    const { name, params } = (entry ?? {}) as { name?: unknown; params?: unknown };
    if (typeof name !== 'string' || name.trim() === '' || typeof params !== 'object' || params === null) {
      problems.push(t('formulas.anEntryWithoutA'));
      continue;
    }
    const given = params as Record<string, unknown>;
    const fault = setProblem(name, given) ?? faultOf(given);
    if (fault === undefined) sets.push({ name: name.trim(), params: settable(given) });
    else problems.push(t('formulas.wasSkipped', { name, fault }));
  }
  return { sets, problems };
}

/** Why a set is refused wherever it is read; undefined if it holds only filters. */
export function setProblem(name: string, params: Readonly<Record<string, unknown>>): string | undefined {
  try {
    checkFilterSet(filterSetOperation, name, params);
    return undefined;
  } catch (fault) {
    if (fault instanceof InputFault) return fault.message;
    throw fault;
  }
}

/** A set is part of a request, so what only a whole request must have is not asked of it. */
function faultOf(params: Readonly<Record<string, unknown>>): string | undefined {
  const checked = checkRequest(filterSetOperation, { count: 1, ...params }, true);
  return checked.ok ? undefined : checked.faults[0]?.message;
}
