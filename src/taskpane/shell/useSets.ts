// How the pane reads formulas as the functions do: `@name` in the workbook first, then in the user's library.
import { useCallback } from 'react';
import { findFilterSet } from '../../excel/workbook/filterSets';
import type { Sets } from '../../spill/read/formula/formula';
import { usePane } from './paneContext';

export function useSets(): Sets {
  const { filterSets, library } = usePane().runtime;
  return useCallback((name) => findFilterSet(name, filterSets, library)?.params, [filterSets, library]);
}

/** What reading a formula of any cell takes, as it is when it is called. */
export function useReadingParts() {
  const { runtime, workbook } = usePane();
  const sets = useSets();
  return () => ({
    valuesFor: (cell: string) => (reference: string) => workbook.values(reference, cell),
    sets,
    wireNames: runtime.settings.current().wireNames,
  });
}
