// The sets of the workbook and of the user's library, and everything that can be done with one.
import { useCallback, useState } from 'react';
import type { FilterSet, FilterSets } from '../../../excel/runtime';
import { failureText } from '../../text/failureText';
import { usePane } from '../../shell/paneContext';
import { useDraft } from '../../shell/useDraft';
import { useVersion } from '../../shell/useVersion';
import { plural } from '../../text/words';
import { freeSetName, renameInFormula, usesOf } from '../../formulas/setChange';
import { readSets } from '../../formulas/setFile';

export type Place = 'workbook' | 'library';

export interface PlacedSet {
  readonly place: Place;
  readonly set: FilterSet;
  /** Cells whose formulas use it. */
  readonly cells: number;
}

export function useFilterSets() {
  const { runtime, workbook, now, announce } = usePane();
  const { filterSets, library, cells } = runtime;
  const [deleted, setDeleted] = useDraft<PlacedSet | undefined>('deleted set', () => undefined);
  const [failure, setFailure] = useState('');
  useVersion(
    useCallback(
      (listener: () => void) => {
        const stops = [
          filterSets.subscribe(listener),
          library.subscribe(listener),
          cells.subscribe(listener),
        ];
        return () => stops.forEach((stop) => stop());
      },
      [filterSets, library, cells],
    ),
  );
  const store = (place: Place): FilterSets => (place === 'workbook' ? filterSets : library);
  const uses = cells.uses();
  const placed = (place: Place): PlacedSet[] =>
    store(place)
      .list()
      .map((set) => {
        const shadowed = place === 'library' && filterSets.get(set.name) !== undefined;
        return { place, set, cells: shadowed ? 0 : usesOf(uses, set.name).length };
      });
  const all = [...placed('workbook'), ...placed('library')];

  const attempt = async (work: () => Promise<string>) => {
    setFailure('');
    try {
      announce(await work());
      return true;
    } catch (error) {
      setFailure(failureText(error));
      return false;
    }
  };
  const save = (place: Place, name: string, params: FilterSet['params']) =>
    attempt(async () => {
      await store(place).save({ name, params, changedAt: now() });
      return `Filter set ${name} saved`;
    });
  const names = (place: Place) =>
    store(place)
      .list()
      .map(({ name }) => name);

  return {
    all,
    failure,
    deleted,
    save,
    usesOf: (name: string) => usesOf(uses, name),
    remove: (target: PlacedSet) =>
      attempt(async () => {
        await store(target.place).remove(target.set.name);
        setDeleted(target);
        return `Filter set ${target.set.name} deleted. Undo is available.`;
      }),
    undo: () =>
      deleted &&
      attempt(async () => {
        await store(deleted.place).save(deleted.set);
        setDeleted(undefined);
        return `Filter set ${deleted.set.name} is back`;
      }),
    forgetDeleted: () => setDeleted(undefined),
    duplicate: ({ place, set }: PlacedSet) =>
      save(place, freeSetName(`${set.name} copy`, names(place)), set.params),
    copyTo: (place: Place, { set }: PlacedSet) =>
      save(place, freeSetName(set.name, names(place)), set.params),
    rename: ({ place, set }: PlacedSet, name: string) =>
      attempt(async () => {
        if (names(place).some((other) => other.toLowerCase() === name.toLowerCase() && other !== set.name)) {
          throw new Error(`a set named ${name} exists already.`);
        }
        await store(place).save({ ...set, name, changedAt: now() });
        const users = (await workbook.formulas('workbook'))
          .map(({ cell, formula }) => ({ cell, formula, next: renameInFormula(formula, set.name, name) }))
          .filter(({ formula, next }) => formula !== next);
        for (const { cell, next } of users) await workbook.insert(cell, next);
        if (name.toLowerCase() !== set.name.toLowerCase()) await store(place).remove(set.name);
        return users.length === 0
          ? `Renamed to ${name}`
          : `Renamed to ${name} in ${plural(users.length, 'formula')}`;
      }),
    importText: (place: Place, text: string) =>
      attempt(async () => {
        const { sets, problems } = readSets(text);
        for (const set of sets) {
          await store(place).save({ ...set, name: freeSetName(set.name, names(place)), changedAt: now() });
        }
        if (sets.length === 0) throw new Error(problems.join(' '));
        return [`${plural(sets.length, 'filter set')} imported.`, ...problems].join(' ');
      }),
  };
}

export type FilterSetActions = ReturnType<typeof useFilterSets>;
