// The open workbook, through Excel.run.
import { findFormulas } from './formulaCells';
import { findBlocker, insertFormula, readValues, selectCell } from './insertion';
import { addSheet } from './newSheet';
import { readSelection, watchSelection } from './selection';
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
  addSheet,
};
