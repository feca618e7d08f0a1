// What the add-in finds besides calls: the sets of the API that are supported, what templates, charts and settings write into a
// workbook, how formulas are read and typed here, and where something may be stored. The version of Office, its culture and the browser
// inside it are what may change here.
import type { OfficeStorage } from '../stores/stringStore';
import { loaded, type LabCheck } from './lab';

const set = (name: string, version: string): LabCheck => ({
  id: `${name} ${version}`,
  expected: 'supported',
  run: () => (Office.context.requirements.isSetSupported(name, version) ? 'supported' : 'not supported'),
});

export const apiSetChecks: readonly LabCheck[] = [
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
];

export const workbookChecks: readonly LabCheck[] = [
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
];

export const storageChecks: readonly LabCheck[] = [
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
];

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
