// The open workbook, through Excel.run.
import { findFormulas } from './findFormulas';
import { findBlocker, insertFormula, readValues, selectCell } from './insertion';
import { addSheet } from './newSheet';
import { readSelection, watchSelection } from './selection';
import { findSources } from './sources';
import type { Workbook } from './workbook';
import { rangeAt } from './area';

const follow = (name: string, address: string | undefined): Promise<boolean> =>
  Excel.run(async (context) => {
    const { names } = context.workbook;
    const before = names.getItemOrNullObject(name);
    before.load('name');
    await context.sync();
    if (!before.isNullObject) before.delete();
    if (address !== undefined) names.add(name, rangeAt(context, address));
    await context.sync();
    return true;
  }).catch(() => false);

const followed = (name: string): Promise<string | undefined> =>
  Excel.run(async (context) => {
    const item = context.workbook.names.getItemOrNullObject(name);
    const range = item.getRangeOrNullObject();
    range.load('address');
    await context.sync();
    return range.isNullObject ? undefined : range.address;
  });

export const excelWorkbook: Workbook = {
  // Nothing is selected while a chart or a shape is.
  selection: () => readSelection().catch(() => undefined),
  watchSelection,
  values: readValues,
  follow,
  followed,
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
