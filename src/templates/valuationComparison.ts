// Valuation comparison: one flat against comparable flats, with an adjustment grid and a reconciled value.
import { adjustmentSheet } from './adjustmentSheet';
import { dataSheet, opening, openingStyles, rowsFrom } from './sheetParts';
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

/** Row 7 of the comparison is row 6 of the data: the service answers in the order of the list. */
const read = (column: string, row: number) => `=IFERROR(IF($B${row}="","",{data}!${column}${row - 1}),"n/a")`;

const comparisonSheet: TemplateSheet = {
  key: 'compare',
  name: 'Comparison',
  tab: tabs.board,
  widths: [16, 16, 28, 12, 18, 14, 18, 12, 12, 12],
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
        `=IF(ISNUMBER($F${row}),$F${row}/$C$18-1,"")`,
        read('H', row),
        read('I', row),
        `=IF(ISNUMBER($F${row}),IF(OR($F${row}<$C$21,$F${row}>$C$22),"Outlier",""),"")`,
      ]),
    },
    {
      at: 'A17',
      rows: [
        ['Price per sq ft of the comparables', null, null],
        ['Median', null, `=IFERROR(MEDIAN(F${first + 1}:F${last}),0)`],
        ['Lower quartile', null, `=IFERROR(QUARTILE(F${first + 1}:F${last},1),0)`],
        ['Upper quartile', null, `=IFERROR(QUARTILE(F${first + 1}:F${last},3),0)`],
        ['Outlier below', null, '=C19-1.5*(C20-C19)'],
        ['Outlier above', null, '=C20+1.5*(C20-C19)'],
      ],
    },
    {
      at: 'E17',
      rows: [
        ['Result', null],
        ['Valuation of the subject', null, `=IF(ISNUMBER(E${first}),E${first},0)`],
        ['Adjusted value', null, '={adjust}!C20'],
        ['Difference', null, '=IF(G18=0,0,G19/G18-1)'],
      ],
    },
  ],
  styles: [
    ...openingStyles('J'),
    { range: `A${first - 1}:J${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
    { range: `A${first}:J${last}`, style: 'body' },
    { range: `B${first}:B${last}`, style: 'input' },
    { range: `I${first}:J${last}`, style: 'center' },
    { range: `A${first}:J${first}`, style: 'label' },
    { range: 'A17', style: 'label' },
    { range: 'A18:C22', style: 'body' },
    { range: 'E17', style: 'label' },
    { range: 'E18:G20', style: 'result' },
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
    {
      range: `A${first}:J${last}`,
      rule: { kind: 'formula', formula: `=$J${first}="Outlier"` },
      style: { fill: '#f8d7d3', color: '#8a1f11' },
    },
  ],
  charts: [
    {
      kind: 'scatter',
      title: 'Price per sq ft against area',
      says: 'Scatter chart: price per square foot of each flat against its saleable area',
      from: 'A25',
      to: 'D43',
      series: [
        {
          name: 'Flats',
          values: `{compare}!F${first}:F${last}`,
          categories: `{compare}!D${first}:D${last}`,
        },
      ],
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
      to: 'J43',
      series: [
        { name: 'Highest estimate', values: '{data}!D6:D13', categories: '{data}!A6:A13' },
        { name: 'Lowest estimate', values: '{data}!E6:E13', categories: '{data}!A6:A13' },
        { name: 'Valuation', values: '{data}!F6:F13', categories: '{data}!A6:A13' },
      ],
      valueTitle: 'HK$',
      valueFormat: '#,##0',
    },
  ],
  status: 'A3',
  frozenRows: first - 1,
  printArea: 'A1:J44',
  landscape: true,
};

export const valuationComparison: Template = {
  id: 'valuation-comparison',
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
  names: [{ name: 'Valuation_table', refersTo: `{compare}!A${first - 1}:J${last}` }],
  live: [
    {
      sheet: 'data',
      at: 'A5',
      formula: `=HKPROPERTY.VALUE({compare}!B${first}:B${last},,"columns=${fields}")`,
      samples: 'A5:I13',
      operation: 'hkproperty',
      requests: units.length,
    },
  ],
};
