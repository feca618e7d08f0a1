// What Excel does with one call of a function: what the cell shows, meanwhile and in the end, and when the call is cancelled. The
// runtime of custom functions is what may change here.
import { eventually, loaded, notAvailable, probe, shown, shows, table, type Check } from './lab';

const forever = () => new Promise(() => undefined);

export const callChecks: readonly Check[] = [
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
  {
    id: 'error in a cell',
    expected: '#N/A',
    run: (lab) =>
      shows(
        'error',
        () => {
          throw notAvailable();
        },
        'B2',
        '#N/A',
      )(lab),
  },
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
  ...(['deleted', 'edited'] as const).map((how): Check => ({
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
