// Looks up `@name` as the functions do: the workbook first, then the user's library.
import { useCallback } from 'react';
import { findFilterSet } from '../../excel/workbook/filterSets';
import type { Sets } from '../../spill/read/formula/formula';
import { usePane } from './paneContext';

export function useSets(): Sets {
  const { filterSets, library } = usePane().runtime;
  return useCallback((name) => findFilterSet(name, filterSets, library)?.params, [filterSets, library]);
}
