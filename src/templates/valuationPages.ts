// What the valuation comparison shows beside its board: medians by estate, charts and the page to print. The results and the rows of
// the board are the same wherever they are shown.
import {
  adjusted,
  comparables,
  each,
  estateColumns,
  flats,
  intercept,
  keptQuartile,
  pointRows,
  points,
  slope,
  flatStatuses,
  subject,
  valuation,
} from './flatFigures';
import {
  asWritten,
  bands,
  changeHeadings,
  complete,
  dateText,
  lastOf,
  opening,
  openingRule,
  openingStyles,
  signedPercent,
  statusHeading,
  used,
} from './sheetParts';
import { tabs } from './styles';
import type { TemplateCell, TemplateSheet } from './template';

export const hongKongDollars = '"HK$" #,##0';
export const day = 'd mmm yyyy';

/** Flats that have their figures, of all that are listed. */
const whole = `${complete(flatStatuses)}=${used(flatStatuses)}`;
/** A figure over some of the flats says over how many. */
const over = (label: string): string =>
  `="${label} (comparables: "&${comparables}&IF(${whole},"",", missing: "&(${used(flatStatuses)}-${complete(flatStatuses)}))&")"`;
export const orNone = (value: string): string => `IFERROR(${value},"n/a")`;
const perFoot = (value: string): string =>
  `=IF(${comparables}=0,"n/a",${orNone(`${value}*${subject('Q')}`)})`;

/** What the comparison says, for the board and for the page to print. */
export const results: readonly (readonly [label: string, value: string])[] = [
  ['Valuation of the subject', `=${valuation}`],
  [over('Adjusted value'), perFoot(adjusted)],
  ['Lower quartile', perFoot(keptQuartile(1))],
  ['Upper quartile', perFoot(keptQuartile(3))],
  [
    'By regression on the area',
    `=${orNone(`IF(${comparables}<3,"n/a",(${intercept}+${slope}*${subject('Q')})*${subject('Q')})`)}`,
  ],
  ['Adjusted against valuation', `=IF(AND(ISNUMBER(K5),ISNUMBER(K6),${whole}),K6/K5-1,"")`],
];

export const boardColumns: readonly (readonly [heading: string, letter: string])[] = [
  ['Unit', 'AD'],
  ['Estate', 'AE'],
  ['Area (sq ft)', 'AF'],
  ['Valuation', 'AG'],
  ['Per sq ft', 'AH'],
  ['Floor', 'AI'],
  ['Age', 'AJ'],
  ['Adjustment', 'AK'],
  ['Adjusted per sq ft', 'AQ'],
  ['Weight', 'AR'],
  ['Monthly change', 'H'],
  ['Valued on', 'J'],
  ['Check', 'AO'],
  [statusHeading, 'AL'],
];
/** Comparables first, the most alike on top; then what is incomplete, then the others. */
const order = `IF(${each('AO')}="Comparable",2,IF(${each('AO')}="Outlier",1.5,IF(${each('AL')}="OK",0,1)))+${each('AP')}/10`;
export const sorted = (letter: string, only = `LEN(${each('AL')})>0`): string =>
  `=IFERROR(SORTBY(FILTER(IFERROR(${each(letter)},""),${only}),FILTER(${order},${only}),-1),"")`;

export const estateSheet: TemplateSheet = {
  key: 'estates',
  name: 'Estates',
  tab: tabs.board,
  widths: [32, 10, 18, 18, 18, 18, 14],
  blocks: [
    opening(
      'Medians by estate',
      'Flats of the list with a price per square foot, compared or not. Those valued at another time are left out.',
    ),
    {
      at: 'A6',
      rows: [
        ['Estate', 'Flats', 'Median per sq ft', 'Lowest', 'Highest', 'Median against subject', ''],
        ...estateColumns(),
      ],
    },
  ],
  styles: [
    ...openingStyles('G'),
    { range: 'A6:G6', style: 'heading' },
    { range: 'A6', style: 'headingLeft' },
    { range: 'H6:H7', style: 'helper' },
  ],
  formats: [
    { range: `C7:E${6 + flats.most}`, format: hongKongDollars },
    { range: `F7:F${6 + flats.most}`, format: signedPercent },
  ],
  conditionals: [openingRule('G'), bands(7, 6 + flats.most, 'G')],
  status: 'A3',
  liveStatus: '={compare}!A3',
  frozenRows: 6,
  printArea: 'A:G',
};

const at = (letter: string) => `{charts}!${letter}6:${letter}20`;
const ranked = (letter: string) =>
  `=IFERROR(INDEX(SORTBY(FILTER(${each(letter)},${each('AO')}="Comparable"),FILTER(${each('AP')},${each('AO')}="Comparable"),-1),SEQUENCE(15),1),${letter === 'AD' ? '""' : 'NA()'})`;
export const valuationCharts: TemplateSheet = {
  key: 'charts',
  name: 'Valuation charts',
  tab: tabs.board,
  widths: Array.from({ length: 12 }, () => 12),
  blocks: [
    opening(
      'Valuation charts',
      'The comparables; the 15 that are most alike by name. Outliers are left out.',
    ),
    { at: 'O5', rows: points() },
    { at: 'AJ5', rows: [['Unit', 'Highest', 'Lowest', 'Valuation'], ['AD', 'D', 'E', 'AG'].map(ranked)] },
  ],
  styles: [...openingStyles('L'), { range: `O5:AM${5 + pointRows}`, style: 'helper' }],
  formats: [],
  conditionals: [openingRule('L')],
  charts: [
    {
      kind: 'scatter',
      title: 'Price per sq ft against area (diamond: the subject)',
      says: 'Scatter chart: price per square foot of each comparable against its saleable area, with the subject marked and a regression line',
      from: 'A5',
      to: 'L28',
      series: [],
      points: `{charts}!O5:AG${5 + pointRows}`,
      line: true,
      valueTitle: 'HK$ per sq ft',
      valueFormat: '#,##0',
      categoryTitle: 'Saleable area (sq ft)',
      categoryFormat: '#,##0',
    },
    {
      kind: 'range',
      title: 'Valuation from low to high',
      says: 'Range chart: lowest estimate, valuation and highest estimate of the 15 comparables that are most alike',
      from: 'A30',
      to: 'L48',
      series: [
        { name: 'Highest estimate', values: at('AK'), categories: at('AJ') },
        { name: 'Lowest estimate', values: at('AL'), categories: at('AJ') },
        { name: 'Valuation', values: at('AM'), categories: at('AJ') },
      ],
      valueTitle: 'HK$',
      valueFormat: '#,##0',
    },
  ],
  status: 'A3',
  liveStatus: '={compare}!A3',
  frozenRows: 0,
  printArea: 'A1:L49',
  landscape: true,
};

const reportColumns = boardColumns.filter(([, letter]) => !['AI', 'AJ', 'AG', 'H', 'AL'].includes(letter));
const isCompared = `${each('AM')}="Comparable"`;
/** Of the subject and of what it is compared with: the dates of other flats say nothing about the figures. */
const valued = (which: string) => `${which}(IFERROR(FILTER(${each('J')},${isCompared}),""),${subject('X')})`;
export const reportSheet: TemplateSheet = {
  key: 'report',
  name: 'Report',
  tab: tabs.board,
  widths: [18, 24, 12, 14, 12, 16, 10, 13, 14],
  blocks: [
    opening('Valuation report', `="Subject: "&{compare}!B5&IFERROR(", "&${subject('Y')},"")`),
    { at: 'A5', rows: results.map(([label], index) => [label, null, null, `={compare}!K${5 + index}`]) },
    {
      at: 'A12',
      rows: [
        [
          `=IFERROR("Automated valuations of "&${dateText(valued('MIN'), 'day')}&IF(INT(${valued('MIN')})=INT(${valued('MAX')}),""," to "&${dateText(valued('MAX'), 'day')})&", from HKPROPERTY.VALUE.","")`,
        ],
        [
          'Weights: the less a flat differs from the subject in area, floor, age and estate, the more it counts. Outliers have no weight.',
        ],
      ],
    },
    {
      at: 'A15',
      rows: [
        reportColumns.map(([heading]) => heading),
        reportColumns.map(([, letter]) => sorted(letter, isCompared)),
      ],
    },
  ],
  styles: [
    ...openingStyles('I'),
    { range: 'A5:D10', style: 'result' },
    { range: 'D5:D10', style: 'right' },
    { range: 'A12:A13', style: 'note' },
    { range: 'A15:I15', style: 'heading' },
    { range: 'A15', style: 'headingLeft' },
  ],
  formats: [
    { range: 'D5:D9', format: hongKongDollars },
    { range: 'D10', format: signedPercent },
    { range: `C16:C${15 + flats.most}`, format: '#,##0' },
    { range: `D16:D${15 + flats.most}`, format: hongKongDollars },
    { range: `E16:E${15 + flats.most}`, format: signedPercent },
    { range: `F16:F${15 + flats.most}`, format: hongKongDollars },
    { range: `G16:G${15 + flats.most}`, format: '0%' },
    { range: `H16:H${15 + flats.most}`, format: day },
  ],
  conditionals: [openingRule('I'), bands(16, 15 + flats.most, 'I')],
  status: 'A3',
  liveStatus: '={compare}!A3',
  frozenRows: 15,
};

/** Two valuations, a week apart. */
const pastSample = (price: number): TemplateCell[] => [
  ...[
    price,
    Math.round(price * 0.996),
    price - Math.round(price * 0.996),
    price / Math.round(price * 0.996) - 1,
  ],
  ...[Math.round(price * 0.996), { daysAhead: -8 }, price, { daysAhead: -1 }, 2],
  ...[{ daysAhead: -8 }, { daysAhead: -1 }],
];
const pastFormats = (letters: readonly string[], format: string) =>
  letters.map((letter) => ({ range: `${letter}6:${letter}${5 + flats.most}`, format }));

/** Each flat over time, by the dates of its valuations: read from what was paid for, so it grows with every refresh and costs nothing. */
export const pastSheet = (prices: readonly number[]): TemplateSheet => ({
  key: 'past',
  name: 'Valuation history',
  tab: tabs.data,
  widths: [18, ...changeHeadings.map(() => 15), 3, 18, ...changeHeadings.map(() => 15)],
  blocks: [
    opening(
      'Valuation history',
      'Each flat now, at the valuation before, and its low and high. Free: read from what you have paid for. The subject on the right.',
    ),
    { at: 'A5', rows: [['Unit', ...changeHeadings, null, 'Subject', ...changeHeadings]] },
    { at: 'A6', rows: [[`=${asWritten(`{flats}!$A$${flats.first}:$A$${lastOf(flats)}`)}`]] },
    { at: 'B6', rows: prices.slice(1).map(pastSample) },
    { at: 'N6', rows: [['={compare}!$B$5&""', ...pastSample(prices[0]!)]] },
  ],
  styles: [
    ...openingStyles('Y'),
    { range: 'A5:L5', style: 'heading' },
    { range: 'A5', style: 'headingLeft' },
    { range: 'N5:Y5', style: 'heading' },
    { range: 'N5', style: 'headingLeft' },
    { range: `B6:L${4 + prices.length}`, style: 'sample' },
    { range: 'O6:Y6', style: 'sample' },
  ],
  formats: [
    ...pastFormats(['B', 'C', 'D', 'F', 'H', 'O', 'P', 'Q', 'S', 'U'], hongKongDollars),
    ...pastFormats(['E', 'R'], signedPercent),
    ...pastFormats(['G', 'I', 'K', 'L', 'T', 'V', 'X', 'Y'], day),
  ],
  conditionals: [openingRule('Y'), bands(6, 5 + flats.most, 'L')],
  status: 'A3',
  liveStatus: '={compare}!A3',
  frozenRows: 5,
  landscape: true,
});
