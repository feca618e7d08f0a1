// Assortment check: how a brand stands on the shelf of a Dutch retailer, by search word.
import {
  countOf,
  dataSheet,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  rowsFrom,
  rowStatus,
  statusHeading,
  statusRule,
  tableChecks,
} from './sheetParts';
import { tabs } from './styles';
import type { Template, TemplateCell } from './template';

const first = 9;
const words = ['koffiemachine', 'airfryer', 'waterkoker', 'tandenborstel', 'scheerapparaat', 'stofzuiger'];
const last = first + words.length - 1;
const brands = ['Philips', 'Sample brand A', 'Sample brand B', 'Philips', 'Sample brand C'];

const samples = words.flatMap((word, row) =>
  brands.map((brand, index): TemplateCell[] => [
    word,
    `Sample product ${index + 1}`,
    brand,
    49.99 + row * 30 + index * 12,
    index % 2 === 0 ? 59.99 + row * 30 + index * 12 : '',
    index !== 2,
    4 + index / 10,
  ]),
);

const column = (letter: string) => `{shelf}!$${letter}$6:$${letter}$1000`;

function wordRow(row: number, index: number): TemplateCell[] {
  const prices = column('D');
  const own = `EXACT(${column('A')},$A${row})`;
  const product = [own, `ISNUMBER(${prices})`, `(${prices}>0)`] as const;
  const branded = [...product, `(${column('C')}=$B$5)`] as const;
  const priced = (conditions: readonly string[]) => `FILTER(${prices},IFERROR(${conditions.join('*')},0))`;
  const whole = (figure: string) => `=IF($J${row}="OK",${figure},"")`;
  return [
    words[index] ?? '',
    whole(countOf(...product)),
    whole(countOf(...branded)),
    whole(`$C${row}/$B${row}`),
    whole(`MIN(${priced(product)})`),
    whole(`MEDIAN(${priced(product)})`),
    whole(`IF($C${row}=0,"",MEDIAN(${priced(branded)}))`),
    whole(`${countOf(...product, `ISNUMBER(${column('E')})`, `(${column('E')}>${prices})`)}/$B${row}`),
    whole(`${countOf(...product, `(${column('F')}=TRUE)`)}/$B${row}`),
    rowStatus(`$A${row}<>""`, [
      ['$B$5=""', 'Enter your brand'],
      ['$B$6=""', 'Enter how many results'],
      // Its results would be there twice, and be counted twice.
      [`SUM(1*EXACT($A$${first}:$A$${last},$A${row}))>1`, 'The word is there twice'],
      // A word without results has a row too, which only says so.
      ...tableChecks({ own, failing: prices, head: '{shelf}!$A$5', sheet: 'Shelf' }),
      [`${countOf(...product)}=0`, 'Nothing found'],
    ]),
    `=$A${row}&IF(OR($J${row}="",$J${row}="OK"),""," (incomplete)")`,
  ];
}

export const assortmentCheck: Template = {
  id: 'assortment-check',
  layout: 2,
  title: 'Assortment check',
  sentence:
    'How your brand stands in a Dutch shop: share of the results, price level, discounts and delivery.',
  needs: 'Search words and your brand.',
  sheets: [
    {
      key: 'check',
      name: 'Assortment',
      tab: tabs.board,
      widths: [24, 10, 12, 12, 13, 13, 14, 14, 12, 26, 20],
      blocks: [
        opening('Assortment check', 'Your brand in the results of a Dutch shop, by search word.'),
        {
          at: 'A5',
          rows: [
            ['Own brand', 'Philips'],
            ['Results for each word', 20],
          ],
        },
        {
          at: `A${first - 1}`,
          rows: [
            [
              'Search word',
              'Results',
              'Own brand',
              'Share',
              'Lowest price',
              'Median price',
              'Own median',
              'Discounted',
              'Within 48 h',
              statusHeading,
            ],
          ],
        },
        { at: `A${first}`, rows: rowsFrom(first, words.length, wordRow) },
      ],
      styles: [
        ...openingStyles('J'),
        { range: 'A5:A6', style: 'label' },
        { range: 'B5:B6', style: 'input' },
        { range: `A${first - 1}:J${first - 1}`, style: 'heading' },
        { range: `A${first - 1}`, style: 'headingLeft' },
        { range: `A${first}:J${last}`, style: 'body' },
        { range: `A${first}:A${last}`, style: 'input' },
        { range: `K${first}:K${last}`, style: 'helper' },
      ],
      formats: [
        { range: `D${first}:D${last}`, format: '0%' },
        { range: `E${first}:G${last}`, format: '€ #,##0.00' },
        { range: `H${first}:I${last}`, format: '0%' },
      ],
      inputs: [
        { range: 'B6', rule: { kind: 'whole', from: 1, to: 100 }, hint: 'Billed for each 20 results.' },
      ],
      conditionals: [
        openingRule('J'),
        statusRule('J', first, last),
        { range: `D${first}:D${last}`, rule: { kind: 'heat', full: 0.5, color: '#63be7b' } },
      ],
      charts: [
        {
          kind: 'column',
          title: 'Share of own brand in the results',
          says: 'Column chart: share of the own brand in the results of each search word',
          from: `A${last + 3}`,
          to: `F${last + 20}`,
          series: [
            { name: 'Share', values: `{check}!D${first}:D${last}`, categories: `{check}!K${first}:K${last}` },
          ],
          valueTitle: 'Share of the results',
          valueFormat: '0%',
        },
      ],
      status: 'A3',
      liveStatus: liveStatus(`$J$${first}:$J$${last}`, 'words', column('H')),
      frozenRows: first - 1,
      printArea: `A1:J${last + 21}`,
      landscape: true,
    },
    dataSheet({
      key: 'shelf',
      name: 'Shelf',
      title: 'Results of the shop',
      says: 'What the shop shows for each search word.',
      board: 'check',
      headings: ['Keyword', 'Product', 'Brand', 'Price', 'List price', 'Within 48 hours', 'Rating'],
      samples,
      widths: [20, 44, 18, 12, 12, 14, 10],
      formats: [
        { column: 'D', format: '€ #,##0.00' },
        { column: 'E', format: '€ #,##0.00' },
        { column: 'G', format: '0.0' },
      ],
    }),
  ],
  names: [{ name: 'Search_words', refersTo: `{check}!A${first}:A${last}` }],
  live: [
    {
      sheet: 'shelf',
      at: 'A5',
      formula: `=NLRETAIL.SEARCH({check}!A${first}:A${last},{check}!B6,"columns=name,brand,price,list_price,delivered_within_48h,rating; stamp=yes")`,
      samples: `A5:I${5 + samples.length}`,
      operation: 'nlretail',
      requests: words.length,
      count: 20,
    },
  ],
};
