// What templates, charts and settings write into a workbook, and how formulas are read and typed here. The object model and the culture
// of Excel are what may change here.
import { loaded, type Check } from './lab';

export const workbookChecks: readonly Check[] = [
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
