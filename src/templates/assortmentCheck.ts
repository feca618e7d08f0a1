// Assortment check: how a brand stands on the shelf of a Dutch retailer, by search word.
import {
  countOf,
  dataSheet,
  isFlag,
  isWritten,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overKnown,
  percentText,
  repeats,
  resultCells,
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
    `sample-${row}-${index}`,
  ]),
);

const column = (letter: string) => resultCells('shelf', letter);

function wordRow(row: number, index: number): TemplateCell[] {
  const [brands, prices, before, within] = ['C', 'D', 'E', 'F'].map(column) as [
    string,
    string,
    string,
    string,
  ];
  const own = isWritten(column('A'), `$A${row}`);
  // A word without results has a row too, which only says so. A product that the shop promotes a second time is one result.
  const result = [
    own,
    `(${['C', 'D', 'E', 'F', 'G'].map((letter) => `LEN(${column(letter)})`).join('+')}>0)`,
    `(${column('L')}=0)`,
  ];
  const branded = [...result, `(LEN(${brands})>0)`];
  const ofBrand = [...result, `(TRIM(${brands})=TRIM($B$5))`];
  const isPriced = [`ISNUMBER(${prices})`, `(${prices}>0)`];
  const priced = [...result, ...isPriced];
  const pricedOfBrand = [...ofBrand, ...isPriced];
  const told = [...result, isFlag(within)];
  const whole = (figure: string) => `=IF($J${row}="OK",${figure},"")`;
  // What some results do not say is no figure of all of them.
  const known = (of: readonly string[], figure: string, text = figure) =>
    whole(overKnown(countOf(...of), `$B${row}`, figure, text));
  const share = (of: readonly string[], has: readonly string[]) => {
    const part = `${countOf(...has)}/${countOf(...of)}`;
    return known(of, part, percentText(part));
  };
  const money = (of: readonly string[], name: 'MIN' | 'MEDIAN') =>
    `${name}(FILTER(${prices},IFERROR(${of.join('*')},0)))`;
  const price = (name: 'MIN' | 'MEDIAN') =>
    known(priced, money(priced, name), `FIXED(${money(priced, name)},2)`);
  // Those without a brand may be of it too.
  const ofOwn = overKnown(
    countOf(...pricedOfBrand),
    `(${countOf(...ofBrand)}+$B${row}-${countOf(...branded)})`,
    money(pricedOfBrand, 'MEDIAN'),
    `FIXED(${money(pricedOfBrand, 'MEDIAN')},2)`,
  );
  return [
    words[index] ?? '',
    whole(countOf(...result)),
    known(branded, countOf(...ofBrand)),
    share(branded, ofBrand),
    price('MIN'),
    price('MEDIAN'),
    whole(`IF(${countOf(...ofBrand)}=0,"",${ofOwn})`),
    share(priced, [...priced, `ISNUMBER(${before})`, `(${before}>${prices})`]),
    share(told, [...result, `(${within}=TRUE)`]),
    rowStatus(`$A${row}<>""`, [
      ['$B$5=""', 'Enter your brand'],
      ['$B$6=""', 'Enter how many results'],
      // Its results would be there twice, and be counted twice.
      [`SUM(1*${isWritten(`$A$${first}:$A$${last}`, `$A${row}`)})>1`, 'The word is there twice'],
      ...tableChecks({ own, failing: prices, sheet: 'shelf', named: 'Shelf' }),
      [`${countOf(...result)}=0`, 'Nothing found'],
      [`${countOf(...priced)}=0`, 'No offers found'],
    ]),
    `=$A${row}&IF(OR($J${row}="",ISNUMBER($D${row})),""," (incomplete)")`,
  ];
}

export const assortmentCheck: Template = {
  id: 'assortment-check',
  layout: 3,
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
      liveStatus: liveStatus(`$J$${first}:$J$${last}`, 'words', column('I')),
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
      headings: [
        'Keyword',
        'Product',
        'Brand',
        'Price',
        'List price',
        'Within 48 hours',
        'Rating',
        'Product ID',
      ],
      samples,
      widths: [20, 44, 18, 12, 12, 14, 10, 14],
      formats: [
        { column: 'D', format: '€ #,##0.00' },
        { column: 'E', format: '€ #,##0.00' },
        { column: 'G', format: '0.0' },
      ],
      more: {
        blocks: [{ at: 'L5', rows: [['Listed above'], [repeats('shelf', 'H', 'ADEFG')]] }],
        styles: [{ range: 'L5:L1000', style: 'helper' }],
      },
    }),
  ],
  names: [{ name: 'Search_words', refersTo: `{check}!A${first}:A${last}` }],
  live: [
    {
      sheet: 'shelf',
      at: 'A5',
      formula: `=NLRETAIL.SEARCH({check}!A${first}:A${last},{check}!B6,"columns=name,brand,price,list_price,delivered_within_48h,rating,id; stamp=yes")`,
      samples: `A5:J${5 + samples.length}`,
      operation: 'nlretail',
      requests: words.length,
      count: 20,
    },
  ],
};
