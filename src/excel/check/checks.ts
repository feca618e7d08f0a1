// The list of what Spillway relies on in Excel: each entry does one thing on the scratch sheet and says in a few words what it saw.
import { excelError } from '../errors/excelError';
import { formulaName } from '../host';
import type { ProbeCall } from './probe';
import type { OfficeStorage } from '../stores/stringStore';

/** How long Excel may take for a cell to show what it should. What it shows then is what was seen. */
const patience = 30_000;
const pause = 50;

export interface Lab {
  readonly sheet: string;
  /** Calls of a probe since it was last asked. */
  calls(name: string): readonly ProbeCall[];
  /** What the probe does from now on. */
  returns(name: string, result: () => unknown): void;
  work<T>(step: (sheet: Excel.Worksheet, context: Excel.RequestContext) => T | Promise<T>): Promise<T>;
  enter(address: string, formula: string): Promise<void>;
  values(address: string): Promise<unknown[][]>;
}

export interface Check {
  readonly id: string;
  readonly expected?: string;
  readonly run: (lab: Lab) => Promise<string> | string;
}

export const probe = (name: string) => `=${formulaName('TOKEN.USAGE')}("${name}")`;

/** Asks until the text is the wanted one, or for as long as Excel may take. */
export async function eventually(read: () => Promise<string> | string, wanted: string): Promise<string> {
  const until = performance.now() + patience;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

export const table = (values: readonly (readonly unknown[])[]): string =>
  values.map((row) => row.map(String).join(' ')).join(' / ');

/** Enters a probe and says what its cells show in the end. */
const shows =
  (name: string, result: () => unknown, address: string, expected: string): Check['run'] =>
  async (lab) => {
    lab.returns(name, result);
    await lab.enter(address.split(':')[0]!, probe(name));
    return eventually(async () => table(await lab.values(address)), expected);
  };

const loaded = async <T>(lab: Lab, address: string, property: string, read: (range: Excel.Range) => T) =>
  lab.work(async (sheet, context) => {
    const range = sheet.getRange(address);
    range.load(property);
    await context.sync();
    return read(range);
  });

const set = (name: string, version: string): Check => ({
  id: `${name} ${version}`,
  expected: 'supported',
  run: () => (Office.context.requirements.isSetSupported(name, version) ? 'supported' : 'not supported'),
});

const shown = (id: string, result: () => unknown, address: string, expected: string): Check => ({
  id,
  expected,
  run: shows(id, result, address, expected),
});

/** How often Excel calls a cell again because of a step, once what it calls has had time to arrive. */
const callsAfter = (
  id: string,
  expected: number,
  step: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void,
): Check => ({
  id,
  expected: `${expected} calls`,
  run: async (lab) => {
    lab.returns(id, () => [['a']]);
    await lab.enter('B2', probe(id));
    await eventually(async () => table(await lab.values('B2')), 'a');
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

export const checks: readonly Check[] = [
  set('CustomFunctionsRuntime', '1.3'),
  set('CustomFunctionsRuntime', '1.4'),
  set('SharedRuntime', '1.1'),
  set('ExcelApi', '1.9'),
  set('ExcelApi', '1.15'),
  set('ExcelApi', '1.16'),
  set('ExcelApi', '1.19'),
  set('DialogApi', '1.1'),
  set('IdentityAPI', '1.3'),
  { id: 'NestedAppAuth 1.1', run: set('NestedAppAuth', '1.1').run },
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
    id: 'formula as it is read back',
    expected: '=SUM(1,2.5)',
    run: async (lab) => {
      await lab.enter('B2', '=SUM(1,2.5)');
      return loaded(lab, 'B2', 'formulas', ({ formulas }) => String(formulas[0]![0]));
    },
  },
  {
    id: 'formula as it is typed here',
    run: async (lab) => {
      await lab.enter('B2', '=SUM(1,2.5)');
      return loaded(lab, 'B2', 'formulasLocal', ({ formulasLocal }) => String(formulasLocal[0]![0]));
    },
  },
  {
    id: 'decimal sign',
    run: (lab) =>
      lab.work(async (_, context) => {
        const { application } = context.workbook;
        application.load('decimalSeparator');
        await context.sync();
        return application.decimalSeparator;
      }),
  },
  {
    id: 'validation of a list',
    expected: 'List',
    run: (lab) =>
      lab.work(async (sheet, context) => {
        const { dataValidation } = sheet.getRange('B2');
        dataValidation.rule = { list: { inCellDropDown: true, source: 'a,b' } };
        dataValidation.load('type');
        await context.sync();
        return dataValidation.type;
      }),
  },
  {
    id: 'conditional format',
    expected: 'Custom',
    run: (lab) =>
      lab.work(async (sheet, context) => {
        const { conditionalFormats } = sheet.getRange('B2:B9');
        const format = conditionalFormats.add(Excel.ConditionalFormatType.custom);
        format.custom.rule.formula = '=$B2>1';
        format.custom.format.fill.color = '#ffeeaa';
        format.load('type');
        await context.sync();
        return format.type;
      }),
  },
  {
    id: 'chart',
    expected: 'Line',
    run: (lab) =>
      lab.work(async (sheet, context) => {
        sheet.getRange('B2:C4').values = [
          ['day', 'price'],
          ['a', 1],
          ['b', 2],
        ];
        const chart = sheet.charts.add(Excel.ChartType.line, sheet.getRange('B2:C4'));
        chart.load('chartType');
        await context.sync();
        return chart.chartType;
      }),
  },
  {
    id: 'name',
    expected: '3',
    run: (lab) =>
      lab.work(async (sheet, context) => {
        sheet.getRange('B2').values = [[3]];
        const name = context.workbook.names.add('spillway_check', sheet.getRange('B2'));
        sheet.getRange('B3').formulas = [['=spillway_check']];
        await context.sync();
        const cell = sheet.getRange('B3');
        cell.load('values');
        await context.sync();
        name.delete();
        await context.sync();
        return String(cell.values[0]![0]);
      }),
  },
  {
    id: 'XML in the file',
    expected: '<check xmlns="urn:spillway:check">1</check>',
    run: (lab) =>
      lab.work(async (_, context) => {
        const part = context.workbook.customXmlParts.add('<check xmlns="urn:spillway:check">1</check>');
        const xml = part.getXml();
        await context.sync();
        part.delete();
        await context.sync();
        return xml.value.replace(/^<\?xml[^>]*\?>\s*/, '');
      }),
  },
  { id: 'browser storage', expected: 'works', run: () => browserStorage() },
  { id: 'IndexedDB', expected: 'works', run: () => database() },
  {
    id: 'storage of the runtime',
    expected: 'works',
    run: async () => {
      const { OfficeRuntime: runtime } = globalThis as {
        OfficeRuntime?: { readonly storage?: OfficeStorage };
      };
      if (!runtime?.storage) return 'missing';
      await runtime.storage.setItem('spillway-check', 'works');
      const seen = await runtime.storage.getItem('spillway-check');
      await runtime.storage.removeItem('spillway-check');
      return String(seen);
    },
  },
  { id: 'storage is partitioned', run: () => (Office.context.partitionKey === undefined ? 'no' : 'yes') },
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

const forever = () => new Promise(() => undefined);

export const notAvailable = () => excelError({ fault: 'na', message: 'A message of the check.' });

function browserStorage(): string {
  localStorage.setItem('spillway-check', 'works');
  const seen = localStorage.getItem('spillway-check');
  localStorage.removeItem('spillway-check');
  return String(seen);
}

const database = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('spillway-check', 1);
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase('spillway-check');
      resolve('works');
    };
  });
