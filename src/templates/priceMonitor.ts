// Price monitor: own products against the market. The board has one row for each product of the list.
import { count, dutch, first, last, russian, type Market } from './priceMarkets';
import { dataSheet, opening, openingStyles, rowsFrom } from './sheetParts';
import { tabs } from './styles';
import type { Conditional, Template, TemplateCell, TemplateChart, TemplateSheet } from './template';

/** What a sample offer costs, as a share of the product's own price. */
const spread = [0.94, 0.98, 1, 1.03, 1.09];

/** The Russian market is one of cities, and its offers come in an order. */
const russianInputs = [
  { range: 'A6', style: 'label' },
  { range: 'B6', style: 'input' },
  { range: 'C5', style: 'label' },
  { range: 'D5', style: 'input' },
] as const;

function listSheet(market: Market): TemplateSheet {
  const { money, options, products } = market;
  return {
    key: 'list',
    name: 'Products',
    tab: tabs.input,
    widths: [30, 16, 16, 34],
    blocks: [
      opening('Products to watch', 'Enter what to search for, your own price and what it costs you.'),
      { at: 'A5', rows: options },
      { at: 'A8', rows: [['Up to 12 products. The board follows this list.']] },
      { at: 'A9', rows: [['Product', 'Own price', 'Cost']] },
      { at: `A${first}`, rows: products },
    ],
    styles: [
      ...openingStyles('D'),
      { range: 'A5', style: 'label' },
      { range: 'B5', style: 'input' },
      ...(market === russian ? russianInputs : ([{ range: 'A6', style: 'note' }] as const)),
      { range: 'A8', style: 'note' },
      { range: 'A9:C9', style: 'heading' },
      { range: 'A9', style: 'headingLeft' },
      { range: `A${first}:C${last}`, style: 'input' },
    ],
    formats: [{ range: `B${first}:C${last}`, format: money }],
    inputs: [
      {
        range: 'B5',
        rule: { kind: 'whole', from: 1, to: 100 },
        hint: 'How many offers to fetch for each product.',
      },
      ...(market === russian
        ? ([
            {
              range: 'D5',
              rule: {
                kind: 'list',
                values: ['relevance', 'price_asc', 'price_desc', 'discount', 'rating', 'opinions', 'reviews'],
              },
              hint: 'The order in which the retailer lists its offers.',
            },
          ] as const)
        : []),
      {
        range: `B${first}:C${last}`,
        rule: { kind: 'decimal', from: 0, to: 100_000_000 },
        hint: 'A price in the currency of the market.',
      },
    ],
    status: 'A3',
    frozenRows: 9,
    printArea: `A1:D${last}`,
  };
}

function boardRow({ price, stock }: Market, row: number): TemplateCell[] {
  const column = (letter: string) => `{market}!$${letter}$6:$${letter}$1000`;
  const [item, prices] = [column('A'), column(price)];
  const whole = `IF($J${row}=0,"",`;
  return [
    `=IF({list}!A${row}="","",{list}!A${row})`,
    `=IF(OR($A${row}="",{list}!B${row}=""),"",{list}!B${row})`,
    `=${whole}MINIFS(${prices},${item},$A${row}))`,
    `=${whole}MEDIAN(FILTER(${prices},${item}=$A${row})))`,
    `=${whole}MAXIFS(${prices},${item},$A${row}))`,
    `=IF(OR($B${row}="",$D${row}=""),"",$B${row}/$D${row}*100)`,
    `=IF(OR($B${row}="",$C${row}=""),"",$B${row}/$C${row}-1)`,
    `=IF(OR($B${row}="",$J${row}=0),"",COUNTIFS(${item},$A${row},${prices},"<"&$B${row})+1)`,
    `=IF(OR($B${row}="",{list}!C${row}=""),"",($B${row}-{list}!C${row})/$B${row})`,
    `=IF($A${row}="",0,COUNTIFS(${item},$A${row},${prices},">0"))`,
    `=${whole}${
      stock.adds
        ? `SUMIFS(${column(stock.column)},${item},$A${row})`
        : `COUNTIFS(${item},$A${row},${column(stock.column)},TRUE)`
    })`,
  ];
}

const all = (letter: string) => `${letter}${first}:${letter}${last}`;

const boardRules: readonly Conditional[] = [
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$F${first}>105)` },
    style: { fill: '#f8d7d3', color: '#8a1f11' },
  },
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$F${first}<95)` },
    style: { fill: '#d5efe0', color: '#14532d' },
  },
  {
    range: all('I'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($I${first}),$I${first}<0.1)` },
    style: { color: '#8a1f11', bold: true },
  },
];

function boardCharts(money: string): TemplateChart[] {
  const of = (letter: string) => `{board}!${all(letter)}`;
  return [
    {
      kind: 'bar',
      title: 'Price index (100 = market median)',
      says: 'Bar chart: price index of each product, where 100 is the median of the market',
      from: `A${last + 3}`,
      to: `D${last + 22}`,
      series: [{ name: 'Price index', values: of('F'), categories: of('A') }],
      valueTitle: 'Index',
      valueFormat: '0',
    },
    {
      kind: 'column',
      title: 'Own price against the market',
      says: 'Column chart: own price, lowest and median market price of each product',
      from: `E${last + 3}`,
      to: `K${last + 22}`,
      series: [
        { name: 'Own price', values: of('B'), categories: of('A') },
        { name: 'Lowest', values: of('C'), categories: of('A') },
        { name: 'Median', values: of('D'), categories: of('A') },
      ],
      valueTitle: 'Price',
      valueFormat: money,
    },
  ];
}

function boardSheet(market: Market): TemplateSheet {
  const { money, stock } = market;
  const headings = ['Product', 'Own price', 'Lowest', 'Median', 'Highest', 'Price index'].concat([
    'Gap to lowest',
    'Rank',
    'Margin',
    'Offers',
    stock.title,
  ]);
  return {
    key: 'board',
    name: 'Price board',
    tab: tabs.board,
    widths: [28, 13, 13, 13, 13, 11, 11, 8, 10, 8, 11],
    blocks: [
      opening(
        'Price monitor',
        `Own prices against the market (${market.variant}). Index 100 is the median of the market.`,
      ),
      {
        at: 'A5',
        rows: [
          [
            'Products',
            null,
            'Average index',
            null,
            'Above the market',
            null,
            'Cheapest of all',
            null,
            'Average margin',
          ],
          [
            `=COUNTIF(${all('J')},">0")`,
            null,
            `=IFERROR(AVERAGE(${all('F')}),0)`,
            null,
            `=COUNTIF(${all('F')},">105")`,
            null,
            `=COUNTIF(${all('H')},1)`,
            null,
            `=IFERROR(AVERAGE(${all('I')}),0)`,
          ],
        ],
      },
      { at: `A${first - 1}`, rows: [headings] },
      { at: `A${first}`, rows: rowsFrom(first, count, (row) => boardRow(market, row)) },
    ],
    styles: [
      ...openingStyles('K'),
      { range: 'A5:K5', style: 'figureLabel' },
      { range: 'A6:K6', style: 'figure' },
      { range: `A${first - 1}:K${first - 1}`, style: 'heading' },
      { range: `A${first - 1}`, style: 'headingLeft' },
      { range: `A${first}:K${last}`, style: 'body' },
    ],
    formats: [
      { range: `B${first}:E${last}`, format: money },
      { range: all('F'), format: '0' },
      { range: all('G'), format: '+0%;-0%;0%' },
      { range: all('H'), format: '0' },
      { range: all('I'), format: '0%' },
      { range: `J${first}:K${last}`, format: '0;-0;' },
      { range: 'C6', format: '0' },
      { range: 'I6', format: '0%' },
    ],
    conditionals: boardRules,
    charts: boardCharts(money),
    status: 'A3',
    frozenRows: first - 1,
    printArea: `A1:K${last + 23}`,
    landscape: true,
  };
}

function priceMonitor(market: Market): Template {
  const { money, headings, products, offer } = market;
  const samples = products.flatMap(([product, own]) =>
    spread.map((share, index) => offer(product, own * share * (1 + (product.length % 5) / 50), index)),
  );
  return {
    id: market.id,
    title: 'Price monitor',
    variant: market.variant,
    sentence: 'Your prices against the market: index, gap to the lowest, rank, margin and stock.',
    needs: 'A list of products with your price and cost.',
    source: market.source,
    sheets: [
      boardSheet(market),
      listSheet(market),
      dataSheet({
        key: 'market',
        name: 'Market',
        title: 'Market offers',
        says: 'What the market asks for each product on the list.',
        options: market.sent,
        headings,
        samples,
        widths: [24, 50, 16, 13, 13, 14, 10, 14],
        formats: [
          { column: 'D', format: money },
          { column: 'E', format: money },
          ...(market === russian ? [{ column: 'F', format: '0%' }] : []),
          { column: 'G', format: '0.0' },
        ],
      }),
    ],
    names: [
      { name: 'Price_board', refersTo: `{board}!A${first - 1}:K${last}` },
      { name: 'Products_to_watch', refersTo: `{list}!A${first}:C${last}` },
    ],
    live: [
      {
        sheet: 'market',
        at: 'A5',
        formula: market.formula,
        samples: `A5:H${5 + samples.length}`,
        operation: market.operation,
        requests: count,
        count: market.offers,
      },
    ],
  };
}

export const priceMonitors = [priceMonitor(russian), priceMonitor(dutch)];
