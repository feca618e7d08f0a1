// The open workbook, through Excel.run.
import { findFormulas } from './formulaCells';
import { findBlocker, insertFormula, readValues, selectCell } from './insertion';
import { addSheet } from './newSheet';
import { readSelection, watchSelection } from './selection';
import { findSources } from './sources';
import type { Workbook } from './workbook';

export const excelWorkbook: Workbook = {
  // Nothing is selected while a chart or a shape is.
  selection: () => readSelection().catch(() => undefined),
  watchSelection,
  values: readValues,
  blocker: findBlocker,
  insert: insertFormula,
  select: selectCell,
  formulas: findFormulas,
  async sources(scope) {
    const { address, cell } = await readSelection();
    return findSources(scope === 'cell' ? cell : address);
  },
  addSheet,
};
