// Valuation comparison: one flat against comparable flats, with an adjustment grid and a reconciled value.
import { adjustmentSheet } from './adjustmentSheet';
import {
  dataSheet,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  rowsFrom,
  rowStatus,
  statusHeading,
  statusRule,
  used,
} from './sheetParts';
import { tabs } from './styles';
import type { Template, TemplateCell, TemplateSheet } from './template';

const money = '"HK$" #,##0';
const first = 7;
const last = 14;
const fields =
  'unit_code,estate_name,saleable_area,max_price,min_price,price,saleable_price_per_sqft,price_change_percent,school_net.primary_school_net as School net';

const units: readonly (readonly [
  unit: string,
  estate: string,
  area: number,
  perFoot: number,
  net: string,
])[] = [
  ['TKS-01-12-B', 'Taikoo Shing', 690, 15400, '14'],
  ['KRN-01-12-B', 'Kornhill', 640, 14800, '14'],
  ['WPG-01-12-B', 'Whampoa Garden', 720, 13900, '35'],
  ['SHZ-01-12-B', 'South Horizons', 700, 13200, '18'],
  ['COS-01-12-B', 'City One Shatin', 560, 13100, '91'],
  ['LGC-01-12-B', 'Laguna City', 620, 11600, '48'],
  ['AMG-01-12-B', 'Amoy Gardens', 580, 12600, '46'],
  ['BCH-01-12-B', 'The Belcher’s', 810, 20500, '11'],
];

const sample = (
  [unit, estate, area, perFoot, net]: (typeof units)[number],
  index: number,
): TemplateCell[] => [
  unit,
  `${estate} (sample)`,
  area,
  Math.round(area * perFoot * 1.06),
  Math.round(area * perFoot * 0.94),
  area * perFoot,
  perFoot,
  0.004 * (index - 3),
  net,
];

/** Row 7 of the comparison is row 6 of the data: the service answers in the order of the list. A row without a time is empty. */
const read = (column: string, row: number) => {
  const cell = `{data}!${column}${row - 1}`;
  return `=IFERROR(IF($B${row}="","",IF(AND(ISNUMBER({data}!$J${row - 1}),${cell}<>""),${cell},"n/a")),"n/a")`;
};

const statuses = `$K$${first}:$K$${last}`;
const comparables = `$K$${first + 1}:$K$${last}`;
/** A figure of the comparables says over how many it was worked out, as soon as one is missing. */
const adjusted = 'COUNT({adjust}!$I$7:$I$13)';
const over = (label: string): string =>
  `="${label}"&IF(${adjusted}=${used(comparables)},""," ("&${adjusted}&" of "&${used(comparables)}&")")`;

/** A chart leaves out #N/A, and would draw text as 0. */
const orNothing = (cell: string) => `=IF(ISNUMBER(${cell}),${cell},NA())`;
const chartTable = (): TemplateCell[][] => [
  ['Area', ...units.map((_, index) => `={compare}!B${first + index}&""`)],
  ...units.map((_, row) => [
    orNothing(`{compare}!D${first + row}`),
    ...units.map((__, point) => (point === row ? orNothing(`{compare}!F${first + row}`) : '=NA()')),
  ]),
];

const comparisonSheet: TemplateSheet = {
  key: 'compare',
  name: 'Comparison',
  tab: tabs.board,
  widths: [16, 16, 28, 12, 18, 14, 18, 12, 12, 12, 32],
  blocks: [
    opening(
      'Valuation comparison',
      'A flat against comparable flats. Enter property reference numbers in the shaded cells.',
    ),
    {
      at: `A${first - 1}`,
      rows: [
        [
          'Role',
          'Unit',
          'Estate',
          'Saleable area (sq ft)',
          'Valuation',
          'Price per sq ft',
          'Difference to median',
          'Monthly change',
          'School net',
          'Check',
          statusHeading,
        ],
      ],
    },
    {
      at: `A${first}`,
      rows: rowsFrom(first, units.length, (row, index) => [
        index === 0 ? 'Subject' : `Comparable ${index}`,
        units[index]?.[0] ?? '',
        read('B', row),
        read('C', row),
        read('F', row),
        read('G', row),
        `=IF(AND(ISNUMBER($F${row}),ISNUMBER($C$18)),$F${row}/$C$18-1,"")`,
        read('H', row),
        read('I', row),
        `=IF(AND(ISNUMBER($F${row}),ISNUMBER($C$21)),IF(OR($F${row}<$C$21,$F${row}>$C$22),"Outlier",""),"")`,
        rowStatus(index === 0 ? 'TRUE' : `$B${row}<>""`, [
          [`$B${row}=""`, 'Enter the property reference'],
          ['ISERROR({data}!$A$5)', 'Not fetched: see Valuations'],
          [`ISERROR({data}!$F${row - 1})`, 'Failed: see Valuations'],
          [`NOT(ISNUMBER({data}!$J${row - 1}))`, 'Not fetched: see Valuations'],
          [`NOT(ISNUMBER($E${row}))`, 'No valuation'],
          [`NOT(AND(ISNUMBER($D${row}),ISNUMBER($F${row})))`, 'No area or price per sq ft'],
          ...(index === 0
            ? []
            : ([
                [`NOT(ISNUMBER({adjust}!$H${row - 1}))`, 'Enter all adjustments'],
                [`NOT(ISNUMBER({adjust}!$J${row - 1}))`, 'Enter a weight'],
              ] as const)),
        ]),
      ]),
    },
    {
      at: 'A17',
      rows: [
        [over('Price per sq ft of the comparables'), null, null],
        ['Median', null, `=IFERROR(MEDIAN(F${first + 1}:F${last}),"n/a")`],
        ['Lower quartile', null, `=IFERROR(QUARTILE(F${first + 1}:F${last},1),"n/a")`],
        ['Upper quartile', null, `=IFERROR(QUARTILE(F${first + 1}:F${last},3),"n/a")`],
        ['Outlier below', null, '=IFERROR(C19-1.5*(C20-C19),"n/a")'],
        ['Outlier above', null, '=IFERROR(C20+1.5*(C20-C19),"n/a")'],
      ],
    },
    {
      at: 'E17',
      rows: [
        ['Result', null],
        ['Valuation of the subject', null, `=IF(ISNUMBER(E${first}),E${first},"n/a")`],
        [over('Adjusted value'), null, '={adjust}!C20'],
        [
          'Difference',
          null,
          `=IF(AND(ISNUMBER(G18),ISNUMBER(G19),${adjusted}=${used(comparables)}),G19/G18-1,"")`,
        ],
      ],
    },
  ],
  styles: [
    ...openingStyles('K'),
    { range: `A${first - 1}:K${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
    { range: `A${first}:K${last}`, style: 'body' },
    { range: `D${first}:H${last}`, style: 'right' },
    { range: `B${first}:B${last}`, style: 'input' },
    { range: `I${first}:J${last}`, style: 'center' },
    { range: `A${first}:J${first}`, style: 'label' },
    { range: 'A17', style: 'label' },
    { range: 'A18:C22', style: 'body' },
    { range: 'C18:C22', style: 'right' },
    { range: 'E17', style: 'label' },
    { range: 'E18:G20', style: 'result' },
    { range: 'G18:G20', style: 'right' },
  ],
  formats: [
    { range: `D${first}:D${last}`, format: '#,##0' },
    { range: `E${first}:F${last}`, format: money },
    { range: `G${first}:G${last}`, format: '+0.0%;-0.0%;0.0%' },
    { range: `H${first}:H${last}`, format: '+0.0%;-0.0%;0.0%' },
    { range: 'C18:C22', format: money },
    { range: 'G18:G19', format: money },
    { range: 'G20', format: '+0.0%;-0.0%;0.0%' },
  ],
  conditionals: [
    openingRule('K'),
    statusRule('K', first, last),
    {
      range: `A${first}:J${last}`,
      rule: { kind: 'formula', formula: `=$J${first}="Outlier"` },
      style: { fill: '#f8d7d3', color: '#8a1f11' },
    },
  ],
  charts: [
    {
      kind: 'scatter',
      title: 'Price per sq ft against area (diamond: the subject)',
      says: 'Scatter chart: price per square foot of each flat against its saleable area, with the subject marked',
      from: 'A25',
      to: 'D43',
      series: [],
      points: `{data}!P5:X${5 + units.length}`,
      valueTitle: 'HK$ per sq ft',
      valueFormat: '#,##0',
      categoryTitle: 'Saleable area (sq ft)',
      categoryFormat: '#,##0',
    },
    {
      kind: 'range',
      title: 'Valuation from low to high',
      says: 'Range chart: lowest estimate, valuation and highest estimate of each flat',
      from: 'E25',
      to: 'K43',
      series: [
        { name: 'Highest estimate', values: '{data}!D6:D13', categories: `{compare}!B${first}:B${last}` },
        { name: 'Lowest estimate', values: '{data}!E6:E13', categories: `{compare}!B${first}:B${last}` },
        { name: 'Valuation', values: '{data}!F6:F13', categories: `{compare}!B${first}:B${last}` },
      ],
      valueTitle: 'HK$',
      valueFormat: '#,##0',
    },
  ],
  status: 'A3',
  liveStatus: liveStatus(statuses, 'flats', '{data}!$J$6:$J$13'),
  frozenRows: first - 1,
  printArea: 'A1:K44',
  landscape: true,
};

export const valuationComparison: Template = {
  id: 'valuation-comparison',
  layout: 2,
  title: 'Valuation comparison',
  sentence: 'A flat against comparable flats: price per sq ft, outliers, adjustments and a reconciled value.',
  needs: 'Property reference numbers of the flat and up to seven comparables.',
  source: 'HKPROPERTY.VALUE',
  sheets: [
    comparisonSheet,
    adjustmentSheet,
    dataSheet({
      key: 'data',
      name: 'Valuations',
      title: 'Valuations',
      says: 'One row for each flat, in the order of the comparison.',
      board: 'compare',
      more: {
        blocks: [{ at: 'P5', rows: chartTable() }],
        styles: [{ range: `P5:X${5 + units.length}`, style: 'helper' }],
      },
      headings: [
        'Unit',
        'Estate',
        'Saleable area (sq ft)',
        'Highest estimate',
        'Lowest estimate',
        'Valuation',
        'Price per sq ft',
        'Monthly change',
        'School net',
      ],
      samples: units.map(sample),
      widths: [16, 28, 14, 18, 18, 18, 16, 12, 12],
      formats: [
        { column: 'C', format: '#,##0' },
        ...['D', 'E', 'F', 'G'].map((column) => ({ column, format: money })),
        { column: 'H', format: '+0.0%;-0.0%;0.0%' },
      ],
    }),
  ],
  names: [{ name: 'Valuation_table', refersTo: `{compare}!A${first - 1}:K${last}` }],
  live: [
    {
      sheet: 'data',
      at: 'A5',
      formula: `=HKPROPERTY.VALUE({compare}!B${first}:B${last},,"columns=${fields}; stamp=yes")`,
      samples: 'A5:K13',
      operation: 'hkproperty',
      requests: units.length,
    },
  ],
};
