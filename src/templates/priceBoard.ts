// The board of the price monitor: what needs a decision first, and charts of both ends of the list.
import { columns, isPastAlike, lastFigure, most, of, productOrder, productStatuses } from './priceFigures';
import { products as list, type Market } from './priceMarkets';
import {
  bands,
  complete,
  figureCells,
  lastOf,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overAll,
  overKnown,
  share,
  signedPercent,
  statusRule,
  used,
} from './sheetParts';
import { tabs } from './styles';
import type { Block, Conditional, TemplateChart, TemplateSheet } from './template';

const last = lastOf(list);

function charts(money: string): TemplateChart[] {
  const column = (letter: string) => `{market}!${letter}6:${letter}${5 + most}`;
  const index = (title: string, says: string, from: string, to: string, names: string, values: string) =>
    ({
      kind: 'bar',
      title,
      says,
      from,
      to,
      series: [{ name: 'Price index', values: column(values), categories: column(names) }],
      valueTitle: 'Index',
      valueFormat: '0',
    }) as const;
  return [
    index(
      'Highest price index (100 = market median)',
      'Bar chart: the 15 products with the highest price index, where 100 is the median of the market',
      'A5',
      'F26',
      'AF',
      'AG',
    ),
    index(
      'Lowest price index (100 = market median)',
      'Bar chart: the 15 products with the lowest price index, where 100 is the median of the market',
      'G5',
      'L26',
      'AJ',
      'AK',
    ),
    {
      kind: 'column',
      title: 'Own price against the lowest, where the index is highest',
      says: 'Column chart: own price and lowest market price of the 15 products with the highest price index',
      from: 'A28',
      to: 'L49',
      series: [
        { name: 'Own price', values: column('AH'), categories: column('AF') },
        { name: 'Lowest', values: column('AI'), categories: column('AF') },
      ],
      valueTitle: 'Price',
      valueFormat: money,
    },
  ];
}

export const priceCharts = (money: string): TemplateSheet => ({
  key: 'charts',
  name: 'Price charts',
  tab: tabs.board,
  widths: Array.from({ length: 12 }, () => 12),
  blocks: [opening('Price charts', 'The 15 products at either end of the list.')],
  styles: [...openingStyles('L')],
  formats: [],
  conditionals: [openingRule('L')],
  charts: charts(money),
  status: 'A3',
  liveStatus: '={board}!A3',
  frozenRows: 0,
  printArea: 'A1:L50',
  landscape: true,
});

const shown: readonly (readonly [choice: string, when: string])[] = [
  ['decide', `${of('Decision')}<>""`],
  ['above the lowest', `${of('Decision')}="Above the lowest"`],
  ['incomplete', `${productStatuses}<>"OK"`],
];

const first = 10;
/** Why the columns below it are empty. */
const otherPast =
  'No last week, 52 weeks and trend: they are of all matched offers. Compare with matched, without a condition.';
const all = (letter: string) => `${letter}${first}:${letter}${last}`;

const boardRules: readonly Conditional[] = [
  openingRule('T'),
  statusRule('T', first, last),
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$F${first}>105)` },
    style: { fill: '#f8d7d3', color: '#8a1f11' },
  },
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$T${first}="OK",$F${first}<95)` },
    style: { fill: '#d5efe0', color: '#14532d' },
  },
  {
    range: all('H'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($H${first}),$H${first}<0.1)` },
    style: { color: '#8a1f11', bold: true },
  },
  bands(first, last, 'T'),
];

function boardBlocks(market: Market): Block[] {
  /** A count or a mean over all products; over those that are complete it says how many they are. */
  const figure = (value: string, text: string) =>
    overAll(productStatuses, value, `IFERROR(${text},"n/a")&" ("&${share(productStatuses)}&")"`);
  const counted = (value: string) => figure(value, value);
  // Some engines take no average of a column with texts in it.
  const mean = (figure: 'Price index' | 'Margin') =>
    `AVERAGE(FILTER(${of(figure)},(${productStatuses}="OK")*ISNUMBER(${of(figure)})))`;
  const above = (limit: string) => `COUNTIFS(${productStatuses},"OK",${of('Above lowest')},${limit})`;
  const wanted = `(${productStatuses}<>"")*${shown.reduce((rest, [choice, when]) => `IF($E$8="${choice}",1*(${when}),${rest})`, '1')}`;
  const undecided = `COUNTIF(${of('Match')},"undecided*")+COUNTIF(${of('Match')},"new candidate")`;
  return [
    opening(
      'Price monitor',
      `Own prices against the market (${market.variant}). Index 100 is the median of the offers.`,
    ),
    {
      at: 'A5',
      rows: [
        [
          'Products',
          'Average index',
          null,
          'Above the lowest',
          null,
          'Cheapest of all',
          null,
          'Average margin',
          null,
          'Undecided matches',
        ],
        [
          overAll(productStatuses, complete(productStatuses), share(productStatuses)),
          figure(mean('Price index'), `FIXED(${mean('Price index')},0)`),
          null,
          counted(above('">"&$B$8')),
          null,
          counted(above('"<=0"')),
          null,
          figure(mean('Margin'), `FIXED(${mean('Margin')}*100,1)&"%"`),
          null,
          `=IF({list}!$D$5="all","not matched",${overKnown(`COUNTIF(${of('Match')},"?*")`, used(productStatuses), undecided)}&IF(${undecided}=0,"",": open Match"))`,
        ],
      ],
    },
    { at: 'A8', rows: [['Above the lowest by more than', 0.05, null, 'Show', 'all']] },
    { at: 'J8', rows: [[`=IF(${isPastAlike},"","${otherPast}")`]] },
    { at: `A${first - 1}`, rows: [columns.map(([heading]) => heading)] },
    {
      at: `A${first}`,
      rows: [
        [
          `=IFERROR(SORTBY(FILTER(${figureCells(list, 'market', 'J', lastFigure)},${wanted}),FILTER(${productOrder},${wanted}),-1),"")`,
        ],
      ],
    },
  ];
}

export function boardSheet(market: Market): TemplateSheet {
  const { money } = market;
  return {
    key: 'board',
    name: 'Price board',
    tab: tabs.board,
    widths: [42, 22, 12, 12, 16, 10, 10, 10, 9, 12, 10, 12, 12, 12, 12, 34, 12, 22, 18, 28],
    blocks: boardBlocks(market),
    styles: [
      ...openingStyles('T'),
      { range: 'A5:K5', style: 'figureLabel' },
      { range: 'A6:K6', style: 'figure' },
      { range: 'A8', style: 'label' },
      { range: 'B8', style: 'input' },
      { range: 'D8', style: 'label' },
      { range: 'E8', style: 'input' },
      { range: 'J8', style: 'note' },
      { range: `A${first - 1}:T${first - 1}`, style: 'heading' },
      { range: `A${first - 1}`, style: 'headingLeft' },
      { range: all('P'), style: 'trend' },
    ],
    formats: [
      { range: `B${first}:E${last}`, format: money },
      { range: all('F'), format: '0' },
      { range: all('G'), format: signedPercent },
      { range: all('H'), format: '0.0%' },
      { range: all('J'), format: money },
      { range: all('K'), format: signedPercent },
      ...['L', 'N'].map((letter) => ({ range: all(letter), format: money })),
      ...['M', 'O'].map((letter) => ({ range: all(letter), format: 'd mmm yyyy' })),
      { range: 'B6', format: '0' },
      { range: 'H6', format: '0.0%' },
      { range: 'B8', format: '0.0%' },
    ],
    inputs: [
      {
        range: 'B8',
        rule: { kind: 'decimal', from: 0, to: 10 },
        hint: 'From here on a price needs a decision, such as 5%.',
      },
      {
        range: 'E8',
        rule: { kind: 'list', values: ['all', ...shown.map(([choice]) => choice)] },
        hint: 'Which products the board shows. Its figures above are of all of them.',
      },
    ],
    conditionals: boardRules,
    status: 'A3',
    liveStatus: liveStatus(productStatuses, 'products', figureCells(list, 'market', 'F'), list),
    frozenRows: first - 1,
    titleColumns: 'A:A',
    landscape: true,
  };
}
