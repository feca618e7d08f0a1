// What Excel does with a call of a function: what the cell shows, meanwhile and in the end, when the call is cancelled, and when Excel
// calls again, which costs credits where a result is not cached. Its runtime and its calculation are what may change here.
import { eventually, loaded, notAvailable, probe, shown, table, type LabCheck } from './lab';

const forever = () => new Promise(() => undefined);

export const callChecks: readonly LabCheck[] = [
  shown('value', () => 7, 'B2', '7'),
  shown('text', () => 'Привет, 香港', 'B2', 'Привет, 香港'),
  shown(
    'spill',
    () => [
      ['a', 1],
      ['b', 2],
      ['c', true],
    ],
    'B2:C4',
    'a 1 / b 2 / c true',
  ),
  {
    id: 'spill blocked',
    expected: '#SPILL!',
    run: async (lab) => {
      lab.returns('blocked', () => [['a'], ['b']]);
      await lab.enter('B3', 'in the way');
      await lab.enter('B2', probe('blocked'));
      return eventually(async () => table(await lab.values('B2')), '#SPILL!');
    },
  },
  shown(
    'error in a cell',
    () => {
      throw notAvailable();
    },
    'B2',
    '#N/A',
  ),
  shown('error in a spill', () => [['a', notAvailable()]], 'B2:C2', 'a #N/A'),
  {
    id: 'waiting',
    expected: '#BUSY!',
    run: async (lab) => {
      lab.returns('waiting', forever);
      await lab.enter('B2', probe('waiting'));
      return eventually(async () => table(await lab.values('B2')), '#BUSY!');
    },
  },
  ...(['deleted', 'edited'] as const).map((how): LabCheck => ({
    id: `cancelled when ${how}`,
    expected: 'cancelled',
    run: async (lab) => {
      lab.returns(how, forever);
      await lab.enter('B2', probe(how));
      let seen = 'not called';
      await eventually(() => {
        for (const call of lab.calls(how)) {
          seen = 'not cancelled';
          call.onCanceled = () => (seen = 'cancelled');
        }
        return seen;
      }, 'not cancelled');
      if (how === 'deleted') await lab.work((sheet) => sheet.getRange('B2').clear());
      else await lab.enter('B2', '=1+1');
      return eventually(() => seen, 'cancelled');
    },
  })),
  {
    id: 'address of the calling cell',
    expected: 'the cell',
    run: async (lab) => {
      lab.returns('address', () => [['a']]);
      await lab.enter('C5', probe('address'));
      let address: string | undefined;
      await eventually(
        () => String((address = lab.calls('address')[0]?.address ?? address) !== undefined),
        'true',
      );
      return address?.replaceAll("'", '') === `${lab.sheet}!C5` ? 'the cell' : (address ?? 'none');
    },
  },
  {
    id: 'format of a number',
    expected: '1234.50 ₽',
    run: async (lab) => {
      lab.returns('format', () => [
        [{ type: 'FormattedNumber', basicValue: 1234.5, numberFormat: '0.00 "₽"' }],
      ]);
      await lab.enter('B2', probe('format'));
      return eventually(() => loaded(lab, 'B2', 'text', ({ text }) => text[0]![0]!), '1234.50 ₽');
    },
  },
  {
    id: 'value of a card',
    expected: 'Apple String',
    run: async (lab) => {
      const card = {
        type: 'String',
        basicValue: 'Apple',
        properties: { Price: { type: 'Double', basicValue: 1 } },
      };
      lab.returns('card', () => [[card]]);
      await lab.enter('B2', probe('card'));
      const read = ({ values, valueTypes }: Excel.Range) => `${values[0]![0]} ${valueTypes[0]![0]}`;
      return eventually(() => loaded(lab, 'B2', 'values, valueTypes', read), 'Apple String');
    },
  },
  {
    id: 'longest text',
    expected: '32767 characters',
    run: async (lab) => {
      lab.returns('longest', () => 'x'.repeat(32_767));
      await lab.enter('B2', probe('longest'));
      const length = async () => `${String((await lab.values('B2'))[0]![0]).length} characters`;
      return eventually(length, '32767 characters');
    },
  },
  {
    id: 'milliseconds for 1,000 cells',
    run: async (lab) => {
      lab.returns('many', () => 1);
      const began = performance.now();
      await lab.work((sheet) => {
        sheet.getRange('B2:B1001').formulas = Array.from({ length: 1_000 }, () => [probe('many')]);
      });
      const sum = async () =>
        String((await lab.values('B2:B1001')).reduce((all, [one]) => all + Number(one), 0));
      const seen = await eventually(sum, '1000');
      return seen === '1000' ? String(Math.round(performance.now() - began)) : `not filled: ${seen}`;
    },
  },
];

/** How often Excel calls a cell again because of a step, once what it calls has had time to arrive. */
const callsAfter = (
  id: string,
  expected: number,
  step: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void,
  cells: readonly string[] = ['B2'],
): LabCheck => ({
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

export const recalculationChecks: readonly LabCheck[] = [
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
