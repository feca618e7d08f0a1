// When Excel calls a function again that it has called before: what costs credits where a result is not cached. The calculation of Excel
// is what may change here.
import { eventually, probe, table, type Check } from './lab';

/** How often Excel calls a cell again because of a step, once what it calls has had time to arrive. */
const callsAfter = (
  id: string,
  expected: number,
  step: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void,
  cells: readonly string[] = ['B2'],
): Check => ({
  id,
  expected: `${expected} calls`,
  run: async (lab) => {
    lab.returns(id, () => [['a']]);
    for (const cell of cells) {
      await lab.enter(cell, probe(id));
      await eventually(async () => table(await lab.values(cell)), 'a');
    }
    lab.calls(id);
    lab.returns(id, () => [['b']]);
    await lab.work((sheet, context) => step(sheet, context));
    // A formula that is entered later is calculated later: then nothing of the step is still to come.
    lab.returns('after', () => [['done']]);
    await lab.enter('D2', probe('after'));
    await eventually(async () => table(await lab.values('D2')), 'done');
    return `${lab.calls(id).length} calls`;
  },
});

export const recalculationChecks: readonly Check[] = [
  callsAfter('calculated again: setDirty', 1, (sheet) => sheet.getRange('B2').setDirty()),
  callsAfter('calculated again: the whole sheet', 1, (sheet) => sheet.calculate(true)),
  callsAfter('calculated again: F9', 0, (_, context) =>
    context.workbook.application.calculate(Excel.CalculationType.recalculate),
  ),
  callsAfter('calculated again: another cell typed', 0, (sheet) => {
    sheet.getRange('F9').values = [['typed']];
  }),
  callsAfter('calculated again: a row inserted above', 1, (sheet) =>
    sheet.getRange('2:2').insert(Excel.InsertShiftDirection.down),
  ),
  callsAfter(
    'calculated again: two rows sorted',
    2,
    (sheet) => {
      sheet.getRange('C2:C3').values = [[2], [1]];
      sheet.getRange('B2:C3').sort.apply([{ key: 1, ascending: true }]);
    },
    ['B2', 'B3'],
  ),
  callsAfter('calculated again: the cell copied', 1, (sheet) => sheet.getRange('E2').copyFrom('B2')),
  callsAfter('calculated again: its value copied', 0, (sheet) =>
    sheet.getRange('E2').copyFrom('B2', Excel.RangeCopyType.values),
  ),
  {
    id: 'event of a calculation',
    expected: 'raised',
    run: async (lab) => {
      let seen = 'not raised';
      const hears = await lab.work((sheet) =>
        sheet.onCalculated.add(() => Promise.resolve(void (seen = 'raised'))),
      );
      await lab.enter('B2', '=1+1');
      await eventually(() => seen, 'raised');
      await Excel.run(hears.context, async (context) => {
        hears.remove();
        await context.sync();
      });
      return seen;
    },
  },
];
