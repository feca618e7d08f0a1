// The filter sets as React sees them: the list, and each change with its failure shown and its success announced.
import { useCallback } from 'react';
import type { FilterSet } from '../../../excel/runtime';
import {
  copySet,
  deleteSet,
  importSets,
  placedSets,
  renameSet,
  restoreSet,
  saveSet,
  type Place,
  type PlacedSet,
} from '../../formulas/filterSets/filterSetChanges';
import { usesOf } from '../../formulas/filterSets/setChange';
import { usePane } from '../../shell/paneContext';
import { useAttempt } from '../../shell/useAttempt';
import { useDraft } from '../../shell/useDraft';
import { useVersion } from '../../shell/useVersion';

export function useFilterSets() {
  const { runtime, workbook, now } = usePane();
  const { filterSets, library, cells } = runtime;
  const [deleted, setDeleted] = useDraft<PlacedSet | undefined>('deleted set', () => undefined);
  const { says, attempt } = useAttempt();
  useVersion(
    useCallback(
      (listener: () => void) => {
        const stops = [filterSets, library, cells].map((store) => store.subscribe(listener));
        return () => stops.forEach((stop) => stop());
      },
      [filterSets, library, cells],
    ),
  );
  const parts = { filterSets, library, cells, workbook, now };
  return {
    all: placedSets(parts),
    says,
    attempt,
    deleted,
    usesOf: (name: string) => usesOf(cells.uses(), name),
    save: (place: Place, name: string, params: FilterSet['params']) =>
      attempt(() => saveSet(parts, place, name, params)),
    remove: (target: PlacedSet) =>
      attempt(async () => {
        const says = await deleteSet(parts, target);
        setDeleted(target);
        return says;
      }),
    undo: () =>
      deleted &&
      attempt(async () => {
        const says = await restoreSet(parts, deleted);
        setDeleted(undefined);
        return says;
      }),
    duplicate: (target: PlacedSet) =>
      attempt(() => copySet(parts, target.place, `${target.set.name} copy`, target)),
    copyTo: (place: Place, target: PlacedSet) =>
      attempt(() => copySet(parts, place, target.set.name, target)),
    rename: (target: PlacedSet, name: string) => attempt(() => renameSet(parts, target, name)),
    importText: (place: Place, text: string) => attempt(() => importSets(parts, place, text)),
  };
}

export type FilterSetActions = ReturnType<typeof useFilterSets>;
