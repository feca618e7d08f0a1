// Valuation comparison: one flat against any number of others, chosen by estate, size, floor and age, weighted by likeness, with
// adjustments, medians by estate and a page to print.
import {
  figureHeadings,
  figures,
  flats,
  quartile,
  flatStatuses,
  subject,
  subjectCheck,
  subjectStatus,
} from './flatFigures';
import {
  bands,
  dataSheet,
  lastOf,
  listSheet,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  signedPercent,
  stampedHeadings,
  stampedSample,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import type { Template, TemplateCell, TemplateSheet } from './template';
import {
  boardColumns,
  valuationCharts,
  day,
  estateSheet,
  hongKongDollars,
  orNone,
  pastSheet,
  reportSheet,
  results,
  sorted,
} from './valuationPages';

const first = 14;
const last = first + flats.most - 1;
const all = (letter: string) => `${letter}${first}:${letter}${last}`;
const fields =
  'unit_code,estate_name,saleable_area,max_price,min_price,price,saleable_price_per_sqft,price_change_percent,school_net.primary_school_net as School net,valuation_at,unit_address';

/** Unit, estate, area, price per square foot, school net and age; the first is the subject. */
const units: readonly (readonly [string, string, number, number, string, number])[] = [
  ['SHZ-01-12-B', 'South Horizons', 700, 13200, '18', 33],
  ['LGC-01-12-B', 'Laguna City', 620, 11600, '48', 33],
  ['WPG-01-12-B', 'Whampoa Garden', 720, 13900, '35', 37],
  ['KRN-01-12-B', 'Kornhill', 640, 14800, '14', 39],
  ['TKS-01-12-B', 'Taikoo Shing', 690, 15400, '14', 45],
  ['COS-01-12-B', 'City One Shatin', 560, 13100, '91', 42],
  ['AMG-01-12-B', 'Amoy Gardens', 580, 12600, '46', 43],
  ['BCH-01-12-B', 'The Belcher’s', 810, 20500, '11', 24],
];
const adjustments = [0.05, -0.02, -0.05, -0.08, 0.02, 0.04, -0.25];

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
  { daysAhead: -1 },
  `Sample address, ${estate}`,
];
const headings = [
  ...['Unit', 'Estate', 'Saleable area (sq ft)', 'Highest estimate', 'Lowest estimate', 'Valuation'],
  ...['Price per sq ft', 'Monthly change', 'School net', 'Valued on', 'Address'],
];

const compareSheet: TemplateSheet = {
  key: 'compare',
  name: 'Comparison',
  tab: tabs.board,
  widths: [22, 22, 13, 16, 13, 12, 10, 14, 15, 12, 16, 14, 16, 30],
  blocks: [
    opening(
      'Valuation comparison',
      'One flat against the flats on Flats. Those that fit the limits are compared; the most alike count most.',
    ),
    {
      at: 'A5',
      rows: [
        ['Subject (unit)', units[0]![0], null, 'Estate', null, 'any'],
        ['Floor', 12, null, 'Area within', null, 0.5],
        ['Age in years', 33, null, 'Floors within', null, 'any'],
        ['Estate', `=IFERROR(${subject('P')}&"","")`, null, 'Years within', null, 'any'],
        ['Area (sq ft)', `=IF(ISNUMBER(${subject('Q')}),${subject('Q')},"")`],
        ['Valued on', `=IF(ISNUMBER(${subject('X')}),${subject('X')},"")`],
        [statusHeading, `=${subjectStatus}`],
      ],
    },
    { at: 'H5', rows: results.map(([label, value]) => [label, null, null, value]) },
    { at: 'D10', rows: [['Median per sq ft', null, `=${orNone(quartile(2))}`]] },
    { at: `A${first - 1}`, rows: [boardColumns.map(([heading]) => heading)] },
    { at: `A${first}`, rows: [boardColumns.map(([, letter]) => sorted(letter))] },
  ],
  styles: [
    ...openingStyles('N'),
    { range: 'A5:A11', style: 'label' },
    { range: 'B5:B7', style: 'input' },
    { range: 'B8:B11', style: 'left' },
    { range: 'D5:D10', style: 'label' },
    { range: 'F5:F8', style: 'input' },
    { range: 'H5:K10', style: 'result' },
    { range: 'K5:K10', style: 'right' },
    { range: `A${first - 1}:N${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
  ],
  formats: [
    { range: 'B10', format: day },
    { range: 'F6', format: '0%' },
    { range: 'F10', format: hongKongDollars },
    { range: 'K5:K9', format: hongKongDollars },
    { range: 'K10', format: signedPercent },
    { range: all('C'), format: '#,##0' },
    { range: `D${first}:E${last}`, format: hongKongDollars },
    { range: all('H'), format: signedPercent },
    { range: all('I'), format: hongKongDollars },
    { range: all('J'), format: '0%' },
    { range: all('K'), format: signedPercent },
    { range: all('L'), format: day },
  ],
  inputs: [
    {
      range: 'F5',
      rule: { kind: 'list', values: ['any', 'same'] },
      hint: 'same: only flats of the same estate.',
    },
    ...(['F6', 'F7', 'F8'] as const).map((range, index) => ({
      range,
      rule: {
        kind: 'list',
        values: index === 0 ? ['any', '0.1', '0.2', '0.5'] : ['any', '5', '10', '20'],
        others: 'allowed',
      } as const,
      hint: 'How far a comparable may be from the subject, or any.',
    })),
  ],
  conditionals: [
    openingRule('N'),
    statusRule('N', first, last),
    statusRule('B', 11, 11),
    {
      range: `A${first}:M${last}`,
      rule: { kind: 'formula', formula: `=$M${first}="Outlier"` },
      style: { fill: '#f8d7d3', color: '#8a1f11' },
    },
    {
      range: `A${first}:M${last}`,
      rule: { kind: 'formula', formula: `=AND($M${first}<>"",$M${first}<>"Comparable")` },
      style: { color: '#8a979c' },
    },
    bands(first, last, 'N'),
  ],
  status: 'A3',
  liveStatus: liveStatus(flatStatuses, 'flats', '{data}!$L$6:$L$205,{data}!$Z$6', flats),
  frozenRows: first - 1,
  landscape: true,
};

const flatSheet = listSheet(flats, {
  key: 'flats',
  name: 'Flats',
  title: 'Flats to compare with',
  says: 'Enter or paste property reference numbers; floor, age and adjustment are optional. Plus where the subject is better.',
  most: `Up to ${flats.most} flats. Nothing needs to be filled down. Use: yes or no decides, whatever the limits say.`,
  headings: ['Unit', 'Floor', 'Age', 'Adjustment', 'Use'],
  widths: [28, 10, 10, 14, 24],
  samples: units.slice(1).map(([unit, , , , , age], index) => [unit, 12, age, adjustments[index] ?? 0, null]),
  formats: [{ range: `D${flats.first}:D${lastOf(flats)}`, format: signedPercent }],
  inputs: [
    {
      range: `D${flats.first}:D${lastOf(flats)}`,
      rule: { kind: 'decimal', from: -0.5, to: 0.5 },
      hint: 'An adjustment between -50% and 50%.',
    },
    {
      range: `E${flats.first}:E${lastOf(flats)}`,
      rule: { kind: 'list', values: ['yes', 'no'] },
      hint: 'Leave it empty to let the limits decide.',
    },
  ],
  board: 'compare',
});

export const valuationComparison: Template = {
  id: 'valuation-comparison',
  layout: 4,
  title: 'Valuation comparison',
  sentence:
    'A flat against any number of others: chosen by estate, size, floor and age, weighted by likeness, with a page to print.',
  needs: `The property reference number of a flat and of up to ${flats.most} others.`,
  sheets: [
    compareSheet,
    flatSheet,
    estateSheet,
    valuationCharts,
    reportSheet,
    dataSheet({
      key: 'data',
      name: 'Valuations',
      title: 'Valuations',
      says: 'One row for each flat, in the order of the list; the subject on the right.',
      options: `columns=${fields}; stamp=yes`,
      board: 'compare',
      headings,
      samples: units.slice(1).map(sample),
      widths: [16, 28, 14, 18, 18, 18, 16, 12, 12, 14, 40],
      formats: [
        ...['C', 'Q'].map((letter) => ({ column: letter, format: '#,##0' })),
        ...['D', 'E', 'F', 'G', 'R', 'S', 'T', 'U'].map((letter) => ({
          column: letter,
          format: hongKongDollars,
        })),
        ...['H', 'V'].map((letter) => ({ column: letter, format: signedPercent })),
        ...['J', 'X'].map((letter) => ({ column: letter, format: day })),
      ],
      last: 5 + flats.most,
      more: {
        blocks: [
          { at: 'O5', rows: [stampedHeadings(headings), stampedSample(sample(units[0]!, 0))] },
          { at: 'AC5', rows: [figureHeadings, figures] },
          { at: 'AL210', rows: [[subjectCheck]] },
        ],
        styles: [
          { range: 'O5:AA5', style: 'heading' },
          { range: 'O6:AA6', style: 'sample' },
          { range: `AC5:AR210`, style: 'helper' },
        ],
      },
    }),
    pastSheet(units.map(([, , area, perFoot]) => area * perFoot)),
  ],
  names: [{ name: 'Flats_to_compare', refersTo: `{flats}!A${flats.first}:E${lastOf(flats)}` }],
  live: [
    {
      sheet: 'data',
      at: 'A5',
      formula: `=HKPROPERTY.VALUE({flats}!A${flats.first}:A${lastOf(flats)},,{data}!A4)`,
      samples: `A5:M${4 + units.length}`,
      operation: 'hkproperty',
      requests: units.length - 1,
    },
    {
      sheet: 'data',
      at: 'O5',
      formula: '=HKPROPERTY.VALUE({compare}!B5,,{data}!A4)',
      samples: 'O5:AA6',
      operation: 'hkproperty',
      requests: 1,
    },
    {
      sheet: 'past',
      at: 'B5',
      formula: `=HISTORY.CHANGE("HKPROPERTY.VALUE",{flats}!A${flats.first}:A${lastOf(flats)},"price")`,
      samples: `B5:L${4 + units.length}`,
      operation: 'hkproperty',
      requests: 0,
    },
    {
      sheet: 'past',
      at: 'O5',
      formula: '=HISTORY.CHANGE("HKPROPERTY.VALUE",{compare}!B5,"price")',
      samples: 'O5:Y6',
      operation: 'hkproperty',
      requests: 0,
    },
  ],
};
