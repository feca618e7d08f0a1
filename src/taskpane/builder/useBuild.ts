// The draft and the cell it came from. A selected Spillway formula is loaded immediately if no unfinished work would be
// lost, and offered otherwise.
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { operationIds } from '../../operations';
import type { Selection } from '../../excel/workbook/workbook';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { emptyDraft, type Draft } from '../formulas/draft/draft';
import { draftFormula } from '../formulas/draft/draftFormula';
import { placedDraft } from '../formulas/draft/placedDraft';
import { readBack } from '../formulas/draft/readBack';
import { useSets } from '../shell/useSets';

interface Build {
  readonly draft: Draft;
  /** The draft when it was loaded, inserted or started: anything else is unfinished work. */
  readonly settled: Draft;
  /** The formula as it stood in the cell, and the cell. */
  readonly formula: string;
  readonly cell: string;
}

const begin = (): Build => {
  const draft = emptyDraft(operationIds[0]!);
  return { draft, settled: draft, formula: '', cell: '' };
};

const isBlank = ({ values, set, optionsText }: Draft) =>
  Object.keys(values).length === 0 && set === '' && optionsText === '';

export function useBuild(selection: Selection | undefined) {
  const { announce, namespace } = usePane();
  const sets = useSets();
  const [build, setBuild] = useDraft<Build>('build', begin);
  const { draft, settled } = build;
  const unfinished = !isBlank(draft) && draftFormula(draft, sets) !== draftFormula(settled, sets);
  const latest = useRef({ unfinished, formula: build.formula, cell: build.cell });
  latest.current = { unfinished, formula: build.formula, cell: build.cell };

  const cell = selection?.cell ?? '';
  const formula = selection?.formula ?? '';
  const load = useCallback(() => {
    const next = readBack(formula, sets);
    if (!next) return;
    setBuild({ draft: next, settled: next, formula, cell });
    announce(`Formula of ${cell} loaded`);
  }, [formula, cell, sets, setBuild, announce]);

  const placed = useMemo(() => placedDraft(draft, cell, build.cell), [draft, cell, build.cell]);
  const isLoaded = build.cell === cell && build.formula === formula;
  useEffect(() => {
    const { unfinished: busy, formula: known, cell: from } = latest.current;
    if (!busy && (known !== formula || from !== cell)) load();
  }, [formula, cell, load]);

  return {
    draft,
    /** The draft as it reads in the selected cell. */
    placed,
    sets,
    formula: draftFormula(placed, sets, namespace),
    change: useCallback(
      (change: (draft: Draft) => Draft) => setBuild((old) => ({ ...old, draft: change(old.draft) })),
      [setBuild],
    ),
    /** The selected cell holds a formula, and the form something unfinished. */
    offered: unfinished && !isLoaded && readBack(formula, sets) !== undefined ? cell : undefined,
    load,
    inserted: (at: string, text: string) =>
      setBuild((old) => ({ ...old, settled: old.draft, formula: text, cell: at })),
    editing: build.cell !== '' && build.cell === cell,
  };
}
