// The adjustment grid of the valuation comparison: editable adjustments, weights and the reconciled value.
import { opening, openingRule, openingStyles, rowsFrom } from './sheetParts';
import { tabs } from './styles';
import type { TemplateSheet } from './template';

const money = '"HK$" #,##0';
/** The row of the subject on the comparison. */
const subject = 7;

export const adjustmentSheet: TemplateSheet = {
  key: 'adjust',
  name: 'Adjustments',
  tab: tabs.input,
  widths: [16, 24, 16, 12, 12, 12, 12, 14, 16, 10],
  blocks: [
    opening(
      'Adjustment grid',
      'How each comparable differs from the subject: plus where the subject is better. Shaded cells are yours.',
    ),
    {
      at: 'A6',
      rows: [
        [
          'Unit',
          'Estate',
          'Price per sq ft',
          'Location',
          'Floor',
          'View',
          'Condition',
          'Net adjustment',
          'Adjusted per sq ft',
          'Weight',
        ],
      ],
    },
    {
      at: 'A7',
      rows: rowsFrom(7, 7, (row, index) => [
        `={compare}!B${row + 1}&""`,
        `={compare}!C${row + 1}`,
        `={compare}!F${row + 1}`,
        [0, 0.03, 0.05, 0.06, 0.1, 0.08, -0.12][index] ?? 0,
        0,
        [0.01, 0, -0.01, 0.02, 0.01, 0, -0.03][index] ?? 0,
        0,
        `=IF(COUNT(D${row}:G${row})=4,SUM(D${row}:G${row}),"")`,
        `=IF(AND(ISNUMBER(C${row}),ISNUMBER(H${row})),C${row}*(1+H${row}),"")`,
        `=IF({compare}!J${row + 1}="Outlier",0,[WEIGHT])`.replace('[WEIGHT]', index < 3 ? '2' : '1'),
      ]),
    },
    {
      at: 'A17',
      rows: [
        ['={compare}!A17&""', null, null],
        [
          'Adjusted price per sq ft',
          null,
          // Text in either column counts as 0.
          '=IFERROR(SUMPRODUCT(I7:I13,J7:J13)/SUMIFS(J7:J13,I7:I13,">0"),"n/a")',
        ],
        [
          'Area of the subject (sq ft)',
          null,
          `=IF(ISNUMBER({compare}!D${subject}),{compare}!D${subject},"n/a")`,
        ],
        ['Adjusted value', null, '=IF(AND(ISNUMBER(C18),ISNUMBER(C19)),C18*C19,"n/a")'],
        ['Range of the adjusted prices', null, '=IF(COUNT(I7:I13)=0,"n/a",MAX(I7:I13)/MIN(I7:I13)-1)'],
      ],
    },
    { at: 'E17', rows: [['An outlier has weight 0. Enter another weight to change that.']] },
  ],
  styles: [
    ...openingStyles('J'),
    { range: 'A6:J6', style: 'heading' },
    { range: 'A6', style: 'headingLeft' },
    { range: 'A7:J13', style: 'body' },
    { range: 'D7:G13', style: 'input' },
    { range: 'J7:J13', style: 'input' },
    { range: 'A17', style: 'label' },
    { range: 'A18:C21', style: 'result' },
    { range: 'C18:C21', style: 'right' },
    { range: 'E17', style: 'note' },
  ],
  formats: [
    { range: 'C7:C13', format: money },
    { range: 'D7:H13', format: '+0%;-0%;0%' },
    { range: 'I7:I13', format: money },
    { range: 'J7:J13', format: '0' },
    { range: 'C18', format: money },
    { range: 'C19', format: '#,##0' },
    { range: 'C20', format: money },
    { range: 'C21', format: '0%' },
  ],
  inputs: [
    {
      range: 'D7:G13',
      rule: { kind: 'decimal', from: -0.5, to: 0.5 },
      hint: 'An adjustment between -50% and 50%.',
    },
    {
      range: 'J7:J13',
      rule: { kind: 'decimal', from: 0, to: 10 },
      hint: 'How much this comparable counts, from 0 to 10.',
    },
  ],
  conditionals: [openingRule('J')],
  status: 'A3',
  liveStatus: '={compare}!A3',
  frozenRows: 6,
  printArea: 'A1:J22',
  landscape: true,
};
