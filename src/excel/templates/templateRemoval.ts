// Takes a template out of the workbook again: its sheets, under whatever name they have now, and its names.
import { InputFault } from '../../spill/inputFault';
import { runAsOne } from '../workbook/runAsOne';
import type { BuiltTemplate } from './builtTemplate';

export const removeTemplate = (built: BuiltTemplate): Promise<void> =>
  runAsOne(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load('items/id');
    names.load('items/name');
    await context.sync();
    const own = new Set(built.sheets.map(({ id }) => id));
    const gone = worksheets.items.filter(({ id }) => own.has(id));
    if (gone.length === worksheets.items.length)
      throw new InputFault('A workbook needs at least one sheet. Add an empty sheet first.');
    const ownNames = new Set(built.names);
    for (const name of names.items) if (ownNames.has(name.name)) name.delete();
    for (const sheet of gone) sheet.delete();
    await context.sync();
  });
