// Price monitor: own products against the offers that were matched with them, for a list that grows and shrinks. Every figure is
// calculated once for each row of the list, beside the market; the board shows these rows.
import { boardSheet, priceCharts } from './priceBoard';
import { calculated, columns, extremes } from './priceFigures';
import { dutch, products as list, russian, type Market } from './priceMarkets';
import { changeHeadings, dataSheet, lastOf, listSheet, rowCount, signedPercent } from './sheetParts';
import type { Template, TemplateCell, TemplateSheet } from './template';

const last = lastOf(list);

const productSheet = (market: Market): TemplateSheet =>
  listSheet(list, {
    key: 'list',
    name: 'Products',
    title: 'Products to watch',
    says: 'Enter or paste your products, your own price and what each costs you.',
    most: `Up to ${list.most} products. Nothing needs to be filled down: the board follows this list.`,
    headings: ['Product', 'Own price', 'Cost'],
    widths: [38, 16, 16, 18],
    samples: market.products,
    settings: {
      rows: market.options,
      lastColumn: 'D',
      styles: [
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
      ],
    },
    formats: [{ range: `B${list.first}:C${last}`, format: market.money }],
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
    board: 'board',
  });

/** Decisions and the history of what was accepted: free, because nothing is sent for it. */
function pastSheet({ products, pastMoney, place }: Market): TemplateSheet {
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
      null,
      '▅▅▅▅▆▆▆▇▇▇▇▇██▇▅▄▃▂▁▁▂▂▃▃▃',
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
    headings: [
      'Match',
      'Product',
      'Since',
      'Price',
      '',
      ...changeHeadings,
      '',
      ...changeHeadings,
      '',
      'Trend',
    ],
    samples,
    widths: [22, 40, 13, 12, 3, ...changeHeadings.map(() => 12), 3, ...changeHeadings.map(() => 12), 3, 30],
    titleColumns: 'A:B',
    last: 5 + list.most,
    formats: [
      ...['C', 'K', 'M', 'O', 'P', 'W', 'Y', 'AA', 'AB'].map((column) => ({ column, format: 'd mmm yyyy' })),
      ...['D', 'F', 'G', 'H', 'J', 'L', 'R', 'S', 'T', 'V', 'X'].flatMap((column) =>
        pastMoney === undefined ? [] : [{ column, format: pastMoney }],
      ),
      ...['I', 'U'].map((column) => ({ column, format: signedPercent })),
    ],
  });
}

/** What a sample market asks, from a little below to a little above one's own price. */
const lowestOf = (own: number, index: number): number => Math.round(own * (0.9 + (index % 5) * 0.03));

function priceMonitor(market: Market): Template {
  const { money, products, source } = market;
  const end = 5 + products.length;
  const history = (name: 'CHANGE' | 'TREND', age: string) =>
    `=HISTORY.${name}("${source}",{list}!A${list.first}:A${last},"price","${age}",{past}!A4)`;
  const free = { sheet: 'past', operation: market.operation, requests: 0 } as const;
  return {
    id: market.id,
    layout: 3,
    title: 'Price monitor',
    variant: market.variant,
    sentence: 'Your prices against offers of the same products: index, gap, margin, last week and 52 weeks.',
    needs: `A list of up to ${list.most.toLocaleString('en')} products with your price and cost.`,
    sheets: [
      boardSheet(market),
      productSheet(market),
      priceCharts(money),
      dataSheet({
        key: 'market',
        name: 'Market',
        title: 'The market',
        says: 'One row for each product on the list: what the offers that count for it ask.',
        options: `="columns=min(price) as Lowest,median(price) as Median,max(price) as Highest,count() as Offers; stamp=yes; where=price>0"${market.sent}&IF({list}!$B$7="","","; where="&{list}!$B$7)&IF({list}!$D$5="all","","; matched="&IF({list}!$D$5="matched","yes",IF({list}!$D$5="","(empty)",{list}!$D$5)))`,
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
            { at: 'AF5', rows: extremes() },
          ],
          styles: [{ range: `I5:AK${5 + list.most}`, style: 'helper' }],
        },
      }),
      pastSheet(market),
    ],
    names: [
      { name: 'Price_board', refersTo: `{board}!A9:T${last}` },
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
      { ...free, at: 'F5', formula: history('CHANGE', '7d'), samples: `F5:P${end}` },
      { ...free, at: 'R5', formula: history('CHANGE', '364d'), samples: `R5:AB${end}` },
      { ...free, at: 'AD5', formula: history('TREND', '364d'), samples: `AD5:AD${end}` },
    ],
    matching: { operation: market.operation, names: `{list}!A${list.first}:A${last}` },
  };
}

export const priceMonitors = [priceMonitor(russian), priceMonitor(dutch)];
