// The filter sets as React sees them: the list, and each change with its failure shown and its success announced.
import { useEffect, useMemo, useRef } from 'react';
import { together } from '../../../engine/ports/listeners';
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
import { usePane, useAttempt, useDraft, useVersion } from '../../shell/usePane';
import { t } from '../../../languages/t';

/** The gateway has them for agents. One that is away hears of them when Build is opened again. */
function useShared(placed: readonly PlacedSet[], version: number): void {
  const { runtime, gateway, now } = usePane();
  const { sharesLists } = gateway;
  const sent = useRef<ReadonlyMap<string, FilterSet>>(new Map());
  const current = useRef(placed);
  current.current = placed;
  useEffect(() => {
    if (!sharesLists) return;
    const valid = current.current.filter(({ problem }) => problem === undefined);
    // Those of the workbook come first, and count.
    const sets = new Map(valid.reverse().map(({ set }) => [set.name.trim().toLowerCase(), set]));
    const changed = [...sets].filter(
      ([name, { changedAt }]) => sent.current.get(name)?.changedAt !== changedAt,
    );
    const gone = [...sent.current].filter(([name]) => !sets.has(name));
    sent.current = sets;
    const filters = [
      ...changed.map(([, { name, params, changedAt }]) => ({
        name,
        params,
        at: Math.max(1, Math.floor(changedAt)),
      })),
      ...gone.map(([, { name }]) => ({ name, at: Math.floor(now()), forgotten: true })),
    ];
    if (filters.length === 0) return;
    runtime
      .shared()
      .then((shared) => shared.send({ filters }))
      .catch(() => undefined);
  }, [runtime, sharesLists, now, version]);
}

export function useFilterSets() {
  const { runtime, workbook, now } = usePane();
  const { filterSets, library, cells } = runtime;
  const [deleted, setDeleted] = useDraft<PlacedSet | undefined>('deleted set', () => undefined);
  const { says, attempt } = useAttempt();
  const version = useVersion(
    useMemo(() => together(filterSets, library, cells), [filterSets, library, cells]),
  );
  const parts = { filterSets, library, cells, workbook, now };
  const all = placedSets(parts);
  useShared(all, version);
  return {
    all,
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
      attempt(() => copySet(parts, target.place, t('build.copy', { name: target.set.name }), target)),
    copyTo: (place: Place, target: PlacedSet) =>
      attempt(() => copySet(parts, place, target.set.name, target)),
    rename: (target: PlacedSet, name: string) => attempt(() => renameSet(parts, target, name)),
    importText: (place: Place, text: string) => attempt(() => importSets(parts, place, text)),
  };
}

export type FilterSetActions = ReturnType<typeof useFilterSets>;
