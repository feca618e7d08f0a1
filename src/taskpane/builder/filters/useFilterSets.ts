// The filter sets as React sees them: the list, and each change with its failure shown and its success announced.
import { useEffect, useMemo, useRef } from 'react';
import { together } from '../../../engine/ports/listeners';
import type { FilterSet } from '../../../excel/runtime';
import {
  deleteSet,
  placedSets,
  restoreSet,
  type PlacedSet,
  type SetParts,
} from '../../formulas/filterSets/filterSetChanges';
import { usePane, useAttempt, useDraft, useVersion } from '../../shell/usePane';

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
  const { busy, says, attempt } = useAttempt();
  const version = useVersion(
    useMemo(() => together(filterSets, library, cells), [filterSets, library, cells]),
  );
  const parts = { filterSets, library, cells, workbook, now };
  const all = placedSets(parts);
  useShared(all, version);
  const change = (work: (of: SetParts) => Promise<string> | string) => attempt(() => work(parts));
  return {
    all,
    busy,
    says,
    change,
    deleted,
    remove: (target: PlacedSet) =>
      change(async (of) => {
        const says = await deleteSet(of, target);
        setDeleted(target);
        return says;
      }),
    undo: (target: PlacedSet) =>
      change(async (of) => {
        const says = await restoreSet(of, target);
        setDeleted(undefined);
        return says;
      }),
  };
}

export type FilterSetActions = ReturnType<typeof useFilterSets>;
