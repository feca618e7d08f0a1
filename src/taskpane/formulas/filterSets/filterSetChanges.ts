// What can be done with the filter sets of the workbook and of the user's library. Each change resolves to a sentence
// about what was done, and rejects with one about what went wrong.
import type { DataRequest } from '../../../engine/request/dataRequest';
import type { CellRegistry, FilterSet, FilterSets } from '../../../excel/runtime';
import type { Workbook } from '../../../excel/workbook/workbook';
import { InputFault } from '../../../spill/inputFault';
import { plural } from '../../text/words';
import { joined, t } from '../../../languages/t';
import { sameSetName } from '../../../excel/workbook/filterSets';
import { freeName } from '../../../excel/workbook/newSheet';
import { renameInFormula, requestsAfter, usesOf, settable } from './setChange';
import { checkRequest } from '../../../operations/check/request';
import { filterSetOperation } from '../../../operations';
import { checkFilterSet } from '../../../spill/read/options/options';

export type Place = 'workbook' | 'library';

export interface PlacedSet {
  readonly place: Place;
  readonly set: FilterSet;
  /** Cells whose formulas use it. */
  readonly cells: number;
  /** Why the set is refused: it may have come with someone else's workbook. */
  readonly problem: string | undefined;
}

export interface SetParts {
  readonly filterSets: FilterSets;
  readonly library: FilterSets;
  readonly cells: CellRegistry;
  readonly workbook: Pick<Workbook, 'formulas' | 'insert'>;
  readonly now: () => number;
}

const storeOf = ({ filterSets, library }: SetParts, place: Place): FilterSets =>
  place === 'workbook' ? filterSets : library;

/** All sets, those of the workbook first. A set of the library is unused while the workbook has one of that name. */
export function placedSets(parts: SetParts): PlacedSet[] {
  const uses = parts.cells.uses();
  return (['workbook', 'library'] as const).flatMap((place) =>
    storeOf(parts, place)
      .list()
      .map((set) => {
        const shadowed = place === 'library' && parts.filterSets.get(set.name) !== undefined;
        const problem = setProblem(set.name, set.params);
        return { place, set, cells: shadowed ? 0 : usesOf(uses, set.name).length, problem };
      }),
  );
}

/**
 * What `@name` may mean already, in either place: a set that took such a name would change what formulas ask for, without a price.
 */
const namesBeside = ({ filterSets, library }: SetParts, own?: FilterSet): string[] =>
  [...filterSets.list(), ...library.list()].filter((set) => set !== own).map(({ name }) => name);

function checkFree(name: string, taken: readonly string[]): void {
  if (taken.some((other) => sameSetName(other, name)))
    throw new InputFault(t('formulas.aSetNamedAlready', { name }));
}

export async function saveSet(
  parts: SetParts,
  place: Place,
  name: string,
  params: FilterSet['params'],
): Promise<string> {
  await storeOf(parts, place).save({ name, params, changedAt: parts.now() });
  return t('formulas.filterSetSaved', { name });
}

export async function saveNewSet(
  parts: SetParts,
  name: string,
  params: FilterSet['params'],
): Promise<string> {
  checkFree(name, namesBeside(parts));
  return saveSet(parts, 'workbook', name, params);
}

/** What cells ask for once the set is gone, where the library has another one of its name; undefined where none takes its place. */
export function requestsWithout(
  { library, cells }: SetParts,
  { place, set }: PlacedSet,
): readonly DataRequest[] | undefined {
  const heir = place === 'workbook' ? library.get(set.name) : undefined;
  return heir && requestsAfter(usesOf(cells.uses(), set.name), set.params, heir.params);
}

export async function deleteSet(parts: SetParts, { place, set }: PlacedSet): Promise<string> {
  await storeOf(parts, place).remove(set.name);
  return t('formulas.filterSetDeletedYou', { name: set.name });
}

export async function restoreSet(parts: SetParts, { place, set }: PlacedSet): Promise<string> {
  const store = storeOf(parts, place);
  checkFree(
    set.name,
    store.list().map(({ name }) => name),
  );
  await store.save(set);
  return t('formulas.filterSetRestored', { name: set.name });
}

/** The wanted name, with a number if it is taken. */
export const copySet = (parts: SetParts, place: Place, wanted: string, { set }: PlacedSet): Promise<string> =>
  saveSet(parts, place, freeName(wanted, namesBeside(parts, set)), set.params);

/** The formulas follow before the old name goes, so that no cell ever refers to a set that is missing. */
export async function renameSet(parts: SetParts, { place, set }: PlacedSet, name: string): Promise<string> {
  const isOther = !sameSetName(set.name, name);
  if (isOther) checkFree(name, namesBeside(parts));
  const store = storeOf(parts, place);
  await store.save({ ...set, name, changedAt: parts.now() });
  // Formulas that name a set of the library mean that of the workbook, where it has one.
  const isUsed = place === 'workbook' || !parts.filterSets.get(set.name);
  const users = (isUsed ? await parts.workbook.formulas('workbook') : [])
    .map(({ cell, formula }) => ({ cell, formula, next: renameInFormula(formula, set.name, name) }))
    .filter(({ formula, next }) => formula !== next);
  for (const { cell, next } of users) await parts.workbook.insert(cell, next);
  if (isOther) await store.remove(set.name);
  return users.length === 0
    ? t('formulas.renamedTo', { name })
    : t('formulas.renamedToIn', { name, formulas: plural(users.length, 'formula') });
}

export async function importSets(parts: SetParts, place: Place, text: string): Promise<string> {
  const { sets, problems } = readSets(text);
  if (sets.length === 0) throw new Error(joined('sentences', problems));
  for (const { name, params } of sets)
    await saveSet(parts, place, freeName(name, namesBeside(parts)), params);
  return joined('sentences', [
    t('formulas.imported', { filterSets: plural(sets.length, 'filter set') }),
    ...problems,
  ]);
}

export const writeSets = (sets: readonly FilterSet[]): string =>
  JSON.stringify(
    { spillway: 'filter sets', version: 1, sets: sets.map(({ name, params }) => ({ name, params })) },
    null,
    2,
  );

/** What is read may come from anywhere, so each set is checked against the table. */
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
function setProblem(name: string, params: Readonly<Record<string, unknown>>): string | undefined {
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
