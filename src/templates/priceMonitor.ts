// Price monitor: own products against the market. The board has one row for each product of the list.
import { count, dutch, first, last, russian, type Market } from './priceMarkets';
import {
  complete,
  countOf,
  dataSheet,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overAll,
  rowsFrom,
  rowStatus,
  share,
  statusHeading,
  statusRule,
  tableChecks,
} from './sheetParts';
import { tabs } from './styles';
import {
  currentLayout,
  type Conditional,
  type Template,
  type TemplateCell,
  type TemplateChart,
  type TemplateSheet,
} from './template';

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
    conditionals: [openingRule('D')],
    status: 'A3',
    liveStatus: '={board}!A3',
    frozenRows: 9,
    printArea: `A1:D${last}`,
  };
}

/** 12 products with up to 100 offers each. */
const column = (letter: string) => `{market}!$${letter}$6:$${letter}$1300`;
const positive = (cell: string) => `IFERROR(IF(AND(ISNUMBER(${cell}),${cell}>0),${cell},""),"")`;

function boardRow({ price, stock, settings }: Market, row: number): TemplateCell[] {
  const prices = column(price);
  const own = `EXACT(${column('A')},$A${row})`;
  const offered = [own, `ISNUMBER(${prices})`, `(${prices}>0)`] as const;
  const found = `FILTER(${prices},IFERROR(${offered.join('*')},0))`;
  const whole = `IF($J${row}=0,"",`;
  const cost = positive(`{list}!C${row}`);
  return [
    `=IF({list}!A${row}="","",{list}!A${row})`,
    `=IF($A${row}="","",${positive(`{list}!B${row}`)})`,
    `=${whole}MIN(${found}))`,
    `=${whole}MEDIAN(${found}))`,
    `=${whole}MAX(${found}))`,
    `=IF(OR($B${row}="",$D${row}=""),"",$B${row}/$D${row}*100)`,
    `=IF(OR($B${row}="",$C${row}=""),"",$B${row}/$C${row}-1)`,
    `=IF(OR($B${row}="",$J${row}=0),"",${countOf(...offered, `(${prices}<$B${row})`)}+1)`,
    `=IF(OR($B${row}="",${cost}=""),"",($B${row}-{list}!C${row})/$B${row})`,
    `=IF($A${row}="",0,${countOf(...offered)})`,
    `=${whole}${
      stock.adds
        ? countOf(own, `IF(ISNUMBER(${column(stock.column)}),${column(stock.column)},0)`)
        : countOf(own, `(${column(stock.column)}=TRUE)`)
    })`,
    rowStatus(`COUNTA({list}!A${row}:C${row})>0`, [
      [`$A${row}=""`, 'Enter a product'],
      // Without them the service would choose, and the figures would be of something else.
      ...settings.map(([cell, says]) => [`{list}!${cell}=""`, says] as const),
      ...tableChecks({ own, failing: prices, head: '{market}!$A$5', sheet: 'the market sheet' }),
      [`$J${row}=0`, 'No offers found'],
      [`$B${row}=""`, 'Enter your own price'],
      [`$I${row}=""`, 'Enter what it costs you'],
    ]),
    `=$A${row}&IF(OR($L${row}="",$L${row}="OK"),""," (incomplete)")`,
  ];
}

const all = (letter: string) => `${letter}${first}:${letter}${last}`;
const statuses = all('L');

const boardRules: readonly Conditional[] = [
  openingRule('L'),
  statusRule('L', first, last),
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$F${first}>105)` },
    style: { fill: '#f8d7d3', color: '#8a1f11' },
  },
  {
    range: all('F'),
    rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$L${first}="OK",$F${first}<95)` },
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
      series: [{ name: 'Price index', values: of('F'), categories: of('M') }],
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
        { name: 'Own price', values: of('B'), categories: of('M') },
        { name: 'Lowest', values: of('C'), categories: of('M') },
        { name: 'Median', values: of('D'), categories: of('M') },
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
    statusHeading,
  ]);
  /** A count or a mean over all products; over some of them it says so. */
  const figure = (value: string, text: string) =>
    overAll(statuses, value, `IFERROR(${text},"n/a")&" ("&${share(statuses)}&")"`);
  return {
    key: 'board',
    name: 'Price board',
    tab: tabs.board,
    widths: [28, 13, 13, 13, 13, 11, 11, 8, 10, 8, 11, 32, 14],
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
            overAll(statuses, complete(statuses), share(statuses)),
            null,
            figure(`AVERAGE(${all('F')})`, `FIXED(AVERAGE(${all('F')}),0)`),
            null,
            figure(`COUNTIF(${all('F')},">105")`, `COUNTIF(${all('F')},">105")`),
            null,
            figure(`COUNTIF(${all('H')},1)`, `COUNTIF(${all('H')},1)`),
            null,
            figure(`AVERAGE(${all('I')})`, `FIXED(AVERAGE(${all('I')})*100,0)&"%"`),
          ],
        ],
      },
      { at: `A${first - 1}`, rows: [headings] },
      { at: `A${first}`, rows: rowsFrom(first, count, (row) => boardRow(market, row)) },
    ],
    styles: [
      ...openingStyles('L'),
      { range: 'A5:K5', style: 'figureLabel' },
      { range: 'A6:K6', style: 'figure' },
      { range: `A${first - 1}:L${first - 1}`, style: 'heading' },
      { range: `A${first - 1}`, style: 'headingLeft' },
      { range: `A${first}:L${last}`, style: 'body' },
      { range: all('M'), style: 'helper' },
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
    liveStatus: liveStatus(statuses, 'products', column('I')),
    frozenRows: first - 1,
    printArea: `A1:L${last + 23}`,
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
    layout: currentLayout,
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
        board: 'board',
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
      { name: 'Price_board', refersTo: `{board}!A${first - 1}:L${last}` },
      { name: 'Products_to_watch', refersTo: `{list}!A${first}:C${last}` },
    ],
    live: [
      {
        sheet: 'market',
        at: 'A5',
        formula: market.formula,
        samples: `A5:J${5 + samples.length}`,
        operation: market.operation,
        requests: count,
        count: market.offers,
      },
    ],
  };
}

export const priceMonitors = [priceMonitor(russian), priceMonitor(dutch)];
