// Where the user is. The active cell of a spilled range stands for the formula at its head.
import { setTypedSigns } from '../../spill/read/formula/typedFormula';
import type { Selection } from './workbook';

export const readSelection = (): Promise<Selection> =>
  Excel.run(async (context) => {
    const range = context.workbook.getSelectedRange();
    const active = context.workbook.getActiveCell();
    // ExcelApi 1.12, older than the shared runtime itself; null outside a spilled range.
    const head = active.getSpillParentOrNullObject();
    range.load('address');
    active.load(['address', 'formulas']);
    head.load(['address', 'formulas']);
    const { application } = context;
    application.load('decimalSeparator');
    application.cultureInfo.load('name');
    await context.sync();
    setTypedSigns(application.decimalSeparator, application.cultureInfo.name);
    const cell = head.isNullObject ? active : head;
    return { address: range.address, cell: cell.address, formula: String(cell.formulas[0]?.[0] ?? '') };
  });

/** Calls after each change of the selection; Excel raises it for clicks, keys and sheet changes alike. */
export function watchSelection(listener: () => void): () => void {
  const type = Office.EventType.DocumentSelectionChanged;
  Office.context.document.addHandlerAsync(type, listener);
  return () => Office.context.document.removeHandlerAsync(type, { handler: listener });
}
