// Price monitor: own products against the offers that were matched with them. The list has any length. Every figure is calculated once
// for each row of the list, beside the market; the board shows these rows, what needs a decision first.
import { dutch, products as list, russian, type Market } from './priceMarkets';
import {
  bands,
  beside,
  complete,
  dataSheet,
  figures,
  ifNumber,
  inUse,
  isUsed,
  lastOf,
  listed,
  listLook,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overAll,
  positive,
  rowCount,
  rowStatus,
  share,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import type { Template, TemplateCell, TemplateChart, TemplateSheet } from './template';

const last = lastOf(list);

function listSheet(market: Market): TemplateSheet {
  const { money, options, products } = market;
  const { tables, rule } = listLook(list, products.length);
  return {
    key: 'list',
    name: 'Products',
    tab: tabs.input,
    widths: [38, 16, 16, 18],
    blocks: [
      opening('Products to watch', 'Enter or paste your products, your own price and what each costs you.'),
      { at: 'A5', rows: options },
      {
        at: 'A8',
        rows: [
          [`Up to ${list.most} products. Nothing needs to be filled down: the board follows this list.`],
        ],
      },
      { at: 'A9', rows: [['Product', 'Own price', 'Cost']] },
      { at: `A${list.first}`, rows: products },
    ],
    styles: [
      ...openingStyles('D'),
      { range: 'A5:A7', style: 'label' },
      { range: 'C5', style: 'label' },
      { range: 'B5', style: 'input' },
      { range: 'D5', style: 'input' },
      { range: 'B7', style: 'input' },
      ...(market === russian
        ? ([
            { range: 'B6', style: 'input' },
            { range: 'C6', style: 'label' },
            { range: 'D6', style: 'input' },
          ] as const)
        : ([{ range: 'A6', style: 'note' }] as const)),
      { range: 'A8', style: 'note' },
      { range: 'A9:C9', style: 'heading' },
      { range: 'A9', style: 'headingLeft' },
      { range: `A${list.first}:C${list.first + products.length - 1}`, style: 'input' },
    ],
    formats: [{ range: `B${list.first}:C${last}`, format: money }],
    tables,
    inputs: [
      {
        range: 'B5',
        rule: { kind: 'whole', from: 1, to: 100 },
        hint: 'How many offers to fetch for each product.',
      },
      {
        range: 'D5',
        rule: { kind: 'list', values: ['matched', 'all'] },
        hint: 'matched: only offers that you accepted in Match. all: every offer of the search, also of other products.',
      },
      ...(market === russian
        ? ([
            {
              range: 'D6',
              rule: {
                kind: 'list',
                values: ['relevance', 'price_asc', 'price_desc', 'discount', 'rating', 'opinions', 'reviews'],
              },
              hint: 'The order in which the retailer lists its offers.',
            },
          ] as const)
        : []),
      {
        range: `B${list.first}:C${last}`,
        rule: { kind: 'decimal', from: 0, to: 100_000_000 },
        hint: 'A price in the currency of the market.',
      },
    ],
    conditionals: [openingRule('D'), rule],
    status: 'A3',
    liveStatus: '={board}!A3',
    frozenRows: 9,
  };
}

/** What the market sheet calculates for each row of the list, in the order of the board. */
const columns = [
  ['Product', 'J'],
  ['Own price', 'K'],
  ['Lowest', 'L'],
  ['Median', 'M'],
  ['Highest', 'N'],
  ['Price index', 'O'],
  ['Above lowest', 'P'],
  ['Margin', 'Q'],
  ['Offers', 'R'],
  ['Last week', 'S'],
  ['Change', 'T'],
  ['52-week low', 'U'],
  ['Low on', 'V'],
  ['52-week high', 'W'],
  ['High on', 'X'],
  ['Days since seen', 'Y'],
  ['Match', 'Z'],
  ['Decision', 'AA'],
  [statusHeading, 'AB'],
] as const;
const of = (letter: string) => figures(list, 'market', letter);
const cut = (letter: string) => beside(list, 'market', letter);
const statuses = of('AB');
const limit = '{board}!$B$8';

function calculated({ settings }: Market): TemplateCell[] {
  const [low, median, high, offers, fetched] = ['B', 'C', 'D', 'E', 'F'].map((letter) =>
    beside(list, 'market', letter),
  ) as [string, string, string, string, string];
  const past = (letter: string) => beside(list, 'past', letter);
  const used = isUsed(list);
  const [name, own, cost] = [listed(list, 'A'), listed(list, 'B'), listed(list, 'C')];
  const isMatched = '{list}!$D$5<>"all"';
  /** A quotient of two columns where both have a number. */
  const ratio = (one: string, other: string, makes: string) =>
    `=IF(ISNUMBER(${cut(one)})*ISNUMBER(${cut(other)}),${makes},"")`;
  const waiting = `(LEFT(${cut('Z')},9)="undecided")+(${cut('Z')}="new candidate")+(${cut('Z')}="gone")>0`;
  const above = `IF(ISNUMBER(${cut('P')}),${cut('P')}>${limit},FALSE)`;
  return [
    `=IF(${used},IFERROR(${name}&"","Error in the list"),"")`,
    `=${positive(own)}`,
    `=${positive(low)}`,
    `=${positive(median)}`,
    `=${positive(high)}`,
    ratio('K', 'M', `${cut('K')}/${cut('M')}*100`),
    ratio('K', 'L', `${cut('K')}/${cut('L')}-1`),
    `=IFERROR(IF(ISNUMBER(${positive(own)})*ISNUMBER(${positive(cost)}),(${own}-${cost})/${own},""),"")`,
    `=IF(${used},${ifNumber(offers)},"")`,
    `=${ifNumber(past('G'))}`,
    `=${ifNumber(past('I'))}`,
    `=${ifNumber(past('V'))}`,
    `=${ifNumber(past('W'))}`,
    `=${ifNumber(past('X'))}`,
    `=${ifNumber(past('Y'))}`,
    `=IF(ISNUMBER(${past('P')}),INT(TODAY())-INT(${past('P')}),"")`,
    `=IF(${used},IF(${isMatched},IFERROR(${past('A')}&"",""),"all offers"),"")`,
    `=IF(${cut('AB')}="","",IF(${above},"Above the lowest",IF(${waiting},"Decide in Match",IF(IF(ISNUMBER(${cut('Q')}),${cut('Q')}<0,FALSE),"Below cost",""))))`,
    rowStatus(used, [
      [`${name}=""`, 'Enter a product'],
      // Without them the service would choose, and the figures would be of something else.
      ...settings.map(([cell, says]) => [`{list}!${cell}=""`, says] as const),
      [`NOT(ISNUMBER(${limit}))`, 'Enter a limit on the board'],
      ['ISERROR({market}!$A$5)', 'Not fetched: see Market'],
      [`ISERROR(${low})`, 'Failed: see Market'],
      [`NOT(ISNUMBER(${fetched}))`, 'Not fetched: see Market'],
      [`IFERROR(LEFT(${low},9)="Undecided",FALSE)`, 'Undecided: open Match'],
      [`IFERROR(LEFT(${low},4)="Gone",FALSE)`, 'Gone: not among the offers'],
      [`NOT(ISNUMBER(${positive(low)}))`, 'No offers found'],
      [`NOT(ISNUMBER(${positive(own)}))`, 'Enter your own price'],
      [`NOT(ISNUMBER(${positive(cost)}))`, 'Enter what it costs you'],
    ]),
    // The order of the board: above the lowest first, by how much; then what is undecided, then what is incomplete.
    `=IF(${cut('AB')}="",0,IF(${above},3,IF(${waiting},2,IF(${cut('AB')}="OK",0,1)))+IF(ISNUMBER(${cut('P')}),${cut('P')}/1000,-1/1000))`,
  ];
}

/** The 15 with the highest and the 15 with the lowest index, for charts: a chart leaves out #N/A, and would draw text as 0. */
const most = 15;
function extremes(): TemplateCell[][] {
  const table = (order: number) => {
    const rows = `FILTER(${inUse(list, figures(list, 'market', 'J', 'O'))},ISNUMBER(${cut('O')}))`;
    const keys = `FILTER(${cut('O')},ISNUMBER(${cut('O')}))`;
    return (column: number, otherwise: string) =>
      `=IFERROR(INDEX(SORTBY(${rows},${keys},${order}),SEQUENCE(${most}),${column}),${otherwise})`;
  };
  const [top, bottom] = [table(-1), table(1)];
  return [
    ['Highest index', 'Index', 'Own price', 'Lowest', 'Lowest index', 'Index'],
    [top(1, '""'), top(6, 'NA()'), top(2, 'NA()'), top(3, 'NA()'), bottom(1, '""'), bottom(6, 'NA()')],
  ];
}

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
      'AE',
      'AF',
    ),
    index(
      'Lowest price index (100 = market median)',
      'Bar chart: the 15 products with the lowest price index, where 100 is the median of the market',
      'G5',
      'L26',
      'AI',
      'AJ',
    ),
    {
      kind: 'column',
      title: 'Own price against the lowest, where the index is highest',
      says: 'Column chart: own price and lowest market price of the 15 products with the highest price index',
      from: 'A28',
      to: 'L49',
      series: [
        { name: 'Own price', values: column('AG'), categories: column('AE') },
        { name: 'Lowest', values: column('AH'), categories: column('AE') },
      ],
      valueTitle: 'Price',
      valueFormat: money,
    },
  ];
}

const chartSheet = (money: string): TemplateSheet => ({
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
  ['decide', `${of('AA')}<>""`],
  ['above the lowest', `${of('AA')}="Above the lowest"`],
  ['incomplete', `${of('AB')}<>"OK"`],
];

function boardSheet(market: Market): TemplateSheet {
  const { money } = market;
  const first = 10;
  const all = (letter: string) => `${letter}${first}:${letter}${last}`;
  /** A count or a mean over all products; over some of them it says so. */
  const figure = (value: string, text: string) =>
    overAll(statuses, value, `IFERROR(${text},"n/a")&" ("&${share(statuses)}&")"`);
  const counted = (value: string) => figure(value, value);
  const wanted = `(${statuses}<>"")*${shown.reduce((rest, [choice, when]) => `IF($E$8="${choice}",1*(${when}),${rest})`, '1')}`;
  const undecided = `COUNTIF(${of('Z')},"undecided*")+COUNTIF(${of('Z')},"new candidate")`;
  return {
    key: 'board',
    name: 'Price board',
    tab: tabs.board,
    widths: [36, 12, 12, 12, 16, 10, 10, 10, 9, 12, 10, 12, 12, 12, 12, 10, 22, 18, 28],
    blocks: [
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
            overAll(statuses, complete(statuses), share(statuses)),
            figure(`AVERAGE(${of('O')})`, `FIXED(AVERAGE(${of('O')}),0)`),
            null,
            counted(`COUNTIF(${of('P')},">"&$B$8)`),
            null,
            counted(`COUNTIF(${of('P')},"<=0")`),
            null,
            figure(`AVERAGE(${of('Q')})`, `FIXED(AVERAGE(${of('Q')})*100,0)&"%"`),
            null,
            `=IF({list}!$D$5="all","not matched",${undecided}&IF(${undecided}=0,"",": open Match"))`,
          ],
        ],
      },
      { at: 'A8', rows: [['Above the lowest by more than', 0.05, null, 'Show', 'all']] },
      { at: `A${first - 1}`, rows: [columns.map(([heading]) => heading)] },
      {
        at: `A${first}`,
        rows: [
          [
            `=IFERROR(SORTBY(FILTER(${figures(list, 'market', 'J', 'AB')},${wanted}),FILTER(${of('AC')},${wanted}),-1),"")`,
          ],
        ],
      },
    ],
    styles: [
      ...openingStyles('S'),
      { range: 'A5:K5', style: 'figureLabel' },
      { range: 'A6:K6', style: 'figure' },
      { range: 'A8', style: 'label' },
      { range: 'B8', style: 'input' },
      { range: 'D8', style: 'label' },
      { range: 'E8', style: 'input' },
      { range: `A${first - 1}:S${first - 1}`, style: 'heading' },
      { range: `A${first - 1}`, style: 'headingLeft' },
    ],
    formats: [
      { range: `B${first}:E${last}`, format: money },
      { range: all('F'), format: '0' },
      { range: all('G'), format: '+0%;-0%;0%' },
      { range: all('H'), format: '0%' },
      { range: all('J'), format: money },
      { range: all('K'), format: '+0%;-0%;0%' },
      ...['L', 'N'].map((letter) => ({ range: all(letter), format: money })),
      ...['M', 'O'].map((letter) => ({ range: all(letter), format: 'd mmm yyyy' })),
      { range: 'B6', format: '0' },
      { range: 'H6', format: '0%' },
      { range: 'B8', format: '0%' },
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
    conditionals: [
      openingRule('S'),
      statusRule('S', first, last),
      {
        range: all('F'),
        rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$F${first}>105)` },
        style: { fill: '#f8d7d3', color: '#8a1f11' },
      },
      {
        range: all('F'),
        rule: { kind: 'formula', formula: `=AND(ISNUMBER($F${first}),$S${first}="OK",$F${first}<95)` },
        style: { fill: '#d5efe0', color: '#14532d' },
      },
      {
        range: all('H'),
        rule: { kind: 'formula', formula: `=AND(ISNUMBER($H${first}),$H${first}<0.1)` },
        style: { color: '#8a1f11', bold: true },
      },
      bands(first, last, 'S'),
    ],
    status: 'A3',
    liveStatus: liveStatus(statuses, 'products', of('F'), list),
    frozenRows: first - 1,
    landscape: true,
  };
}

/** Decisions and the history of what was accepted: free, because nothing is sent for it. */
function pastSheet({ products, money, place }: Market): TemplateSheet {
  const change = ['Now', 'Before', 'Change', 'Change %', 'Low', 'Low on', 'High', 'High on'].concat([
    'Observations',
    'Before on',
    'Now on',
  ]);
  const row = (low: number, before: number, days: number): TemplateCell[] => [
    low,
    before,
    low - before,
    low / before - 1,
    Math.round(low * 0.94),
    { daysAhead: -days },
    Math.round(low * 1.12),
    { daysAhead: -2 * days },
    9,
    { daysAhead: -7 },
    { daysAhead: 0 },
  ];
  const samples = products.map(([name, own], index): TemplateCell[] => {
    const low = lowestOf(own, index);
    return [
      'matched',
      `${name} (sample)`,
      { daysAhead: -30 },
      low,
      null,
      ...row(low, low + (index % 3) * Math.round(own / 50), 7),
      null,
      ...row(low, Math.round(low * 1.03), 90),
    ];
  });
  return dataSheet({
    key: 'past',
    name: 'Price history',
    title: 'Matches and price history',
    says: 'Decisions, last week and 52 weeks for each product on the list. Free: read from what you have paid for.',
    options: `="matched=yes"${place}`,
    board: 'board',
    isFree: true,
    headings: ['Match', 'Product', 'Since', 'Price', '', ...change, '', ...change],
    samples,
    widths: [22, 40, 13, 12, 3, ...change.map(() => 12), 3, ...change.map(() => 12)],
    last: 5 + list.most,
    formats: [
      ...['C', 'K', 'M', 'O', 'P', 'W', 'Y', 'AA', 'AB'].map((column) => ({ column, format: 'd mmm yyyy' })),
      ...['D', 'F', 'G', 'H', 'J', 'L', 'R', 'S', 'T', 'V', 'X'].map((column) => ({ column, format: money })),
      ...['I', 'U'].map((column) => ({ column, format: '+0%;-0%;0%' })),
    ],
  });
}

/** What a sample market asks, from a little below to a little above one's own price. */
const lowestOf = (own: number, index: number): number => Math.round(own * (0.9 + (index % 5) * 0.03));

function priceMonitor(market: Market): Template {
  const { money, products, source } = market;
  const end = 5 + products.length;
  const history = (age: string) =>
    `=HISTORY.CHANGE("${source}",{list}!A${list.first}:A${last},"price","${age}",{past}!A4)`;
  const free = { sheet: 'past', operation: market.operation, requests: 0 } as const;
  return {
    id: market.id,
    layout: 3,
    title: 'Price monitor',
    variant: market.variant,
    sentence: 'Your prices against offers of the same products: index, gap, margin, last week and 52 weeks.',
    needs: `A list of up to ${list.most} products with your price and cost.`,
    source,
    sheets: [
      boardSheet(market),
      listSheet(market),
      chartSheet(money),
      dataSheet({
        key: 'market',
        name: 'Market',
        title: 'The market',
        says: 'One row for each product on the list: what the offers that count for it ask.',
        options: `="columns=min(price) as Lowest,median(price) as Median,max(price) as Highest,count() as Offers; stamp=yes"${market.sent}&IF({list}!$B$7="","","; where="&{list}!$B$7)&IF({list}!$D$5="all","","; matched="&IF({list}!$D$5="matched","yes",IF({list}!$D$5="","(empty)",{list}!$D$5)))`,
        board: 'board',
        headings: ['Product', 'Lowest', 'Median', 'Highest', 'Offers'],
        samples: products.map(([name, own], index) => {
          const low = lowestOf(own, index);
          return [name, low, Math.round(low * 1.05), Math.round(low * 1.2), 5 + (index % 4)];
        }),
        widths: [38, 13, 13, 13, 9],
        formats: ['B', 'C', 'D'].map((column) => ({ column, format: money })),
        last: 5 + list.most,
        more: {
          blocks: [
            { at: 'I5', rows: [['Rows', ...columns.map(([heading]) => heading), 'Order']] },
            { at: 'I6', rows: [[rowCount(list), ...calculated(market)]] },
            { at: 'AE5', rows: extremes() },
          ],
          styles: [{ range: `I5:AJ${5 + list.most}`, style: 'helper' }],
        },
      }),
      pastSheet(market),
    ],
    names: [
      { name: 'Price_board', refersTo: `{board}!A9:S${last}` },
      { name: 'Products_to_watch', refersTo: `{list}!A${list.first}:C${last}` },
    ],
    live: [
      {
        sheet: 'market',
        at: 'A5',
        formula: market.formula,
        samples: `A5:G${end}`,
        operation: market.operation,
        requests: products.length,
        count: market.offers,
      },
      {
        ...free,
        at: 'A6',
        formula: `=MATCH.STATUS({list}!A${list.first}:A${last},"${source}")`,
        samples: `A6:D${end}`,
      },
      { ...free, at: 'F5', formula: history('7d'), samples: `F5:P${end}` },
      { ...free, at: 'R5', formula: history('364d'), samples: `R5:AB${end}` },
    ],
    matching: { operation: market.operation, names: `{list}!A${list.first}:A${last}` },
  };
}

export const priceMonitors = [priceMonitor(russian), priceMonitor(dutch)];
