// What only a person can do: undo, for which Excel has no API, and to save, close and open the workbook. Formulas wait for it on a sheet
// of their own, and the next check in a window that was opened since tells what Excel did with them.
import { formulaName } from '../host';
import { eventually, marked, notAvailable, openSheet, probe, table, sheetValues, type LabCheck } from './lab';
import { callsSinceOpened, useProbe, waitingNames } from './probe';

const mark =
  'Clear cell A5 and select Undo. Then save this workbook, close it and open it again, and check again in Spillway: this sheet is removed.';
const cells = { value: 'A3', error: 'A4', undone: 'A5', undo: 'A6', beside: 'A7' };
/** Formulas that this window wrote were not reopened yet. */
let isPreparedHere = false;

/** Writes the formulas that wait, and returns the name of their sheet. */
export async function prepareReopening(): Promise<string> {
  const end = useProbe((name) => {
    if (name === waitingNames.error) throw notAvailable();
    if (name === waitingNames.beside) return { result: [['kept'], ['kept']] };
    return Object.values(waitingNames).includes(name) ? { result: [['kept']] } : undefined;
  });
  try {
    const sheet = await openSheet(mark);
    isPreparedHere = true;
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem(sheet).getRange('A3:A7').formulas = [
        [probe(waitingNames.value)],
        [probe(waitingNames.error)],
        [probe(waitingNames.undone)],
        // Called when the cell above is cleared, and when that is undone: it remembers that somebody did.
        [
          `=${formulaName('TOKEN.USAGE')}(IF(ISBLANK(${cells.undone}),"${waitingNames.cleared}","${waitingNames.filled}"))`,
        ],
        [probe(waitingNames.beside)],
      ];
      await context.sync();
    });
    await eventually(
      async () => table(await sheetValues(sheet, 'A3:A8')),
      'kept / #N/A / kept / kept / kept / kept',
    );
    return sheet;
  } finally {
    end();
  }
}

/** What Excel did with the formulas that waited; nothing where none did, or where the workbook is still to be reopened. */
export async function reopenedChecks(): Promise<LabCheck[]> {
  if (isPreparedHere) return [];
  const left = await Excel.run(async (context) => (await marked(context, mark)).map(({ name }) => name));
  const [sheet] = left;
  if (sheet === undefined) return [];
  const shown = async (cell: string) => table(await sheetValues(sheet, cell));
  const line = (name: string, cell: string, expected: string): LabCheck => ({
    id: `${name} cell`,
    expected,
    run: () => {
      const seen = async () =>
        `${await shown(cell)}, ${callsSinceOpened(name) === 0 ? 'not called' : 'called'}`;
      return eventually(seen, expected);
    },
  });
  const isUndone = (await shown(cells.undo)) === 'called again';
  const afterUndo = (id: string, cell: string, expected?: string): LabCheck => ({
    id,
    ...(isUndone && expected !== undefined && { expected }),
    run: () => (isUndone ? shown(cell) : 'nobody selected Undo'),
  });
  return [
    line(waitingNames.value, cells.value, 'kept, not called'),
    line(waitingNames.error, cells.error, 'called again, called'),
    afterUndo('calculated again: a cleared cell, by Undo', cells.undone, 'called again'),
    // Reported to happen in Excel on Windows (office-js issue 6220), and not documented.
    afterUndo('calculated again: a spilled result, by Undo elsewhere', cells.beside),
    {
      id: 'sheet of reopened cells',
      expected: 'removed',
      run: () =>
        Excel.run(async (context) => {
          for (const each of await marked(context, mark)) each.delete();
          await context.sync();
          return 'removed';
        }),
    },
  ];
}
