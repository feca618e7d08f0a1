// Supplier list: businesses by trade and place, with grades, and what was found for each search.
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
const searches = [
  ['roofing', 'Austin, TX'],
  ['plumber', 'Austin, TX'],
  ['electrician', 'Denver, CO'],
  ['dentist', 'Seattle, WA'],
] as const;
const last = first + searches.length - 1;
const grades = ['A+', 'A', 'B', 'A-', 'C'];

const samples = searches.flatMap(([trade, place], row) =>
  grades.map((grade, index): TemplateCell[] => [
    trade,
    place,
    `Sample business ${index + 1}`,
    grade,
    index % 2 === 0,
    '(555) 010-010' + String(index),
    `${index + 1} Sample Street`,
    place.split(',')[0] ?? '',
    `sample-${row}-${index}`,
  ]),
);

const column = (letter: string) => resultCells('list', letter);
const searched = (row: number) =>
  `${isWritten(column('A'), `$A${row}`)}*${isWritten(column('B'), `$B${row}`)}`;
/**
 * A search without results has a row too, which only says so: in the language of its reader, so the other columns tell. A business
 * that is promoted a second time is one.
 */
const business = `(${['D', 'E', 'F', 'G', 'H'].map((letter) => `LEN(${column(letter)})`).join('+')}>0)*(${column('M')}=0)`;
const graded = (...grades: readonly string[]) =>
  `(${grades.map((grade) => `(${column('D')}="${grade}")`).join('+')})`;
const [high, middle, low] = [
  ['A+', 'A'],
  ['A-', 'B+', 'B', 'B-'],
  ['C+', 'C', 'C-', 'D+', 'D', 'D-', 'F'],
] as const;

function searchRow(row: number, index: number): TemplateCell[] {
  const own = searched(row);
  const whole = (figure: string) => `=IF(OR($J${row}="",$J${row}="OK"),IF($A${row}="","",${figure}),"")`;
  const count = (...conditions: readonly string[]) => whole(countOf(own, business, ...conditions));
  const told = countOf(own, business, isFlag(column('E')));
  const isAccredited = countOf(own, business, `(${column('E')}=TRUE)`);
  const accredited = (figure: string, text = figure) =>
    whole(`IF(C${row}=0,"",${overKnown(told, `C${row}`, figure, text)})`);
  return [
    ...(searches[index] ?? []),
    count(),
    accredited(isAccredited),
    count(graded(...high)),
    count(graded(...middle)),
    count(graded(...low)),
    // What is no grade, such as NR, is no low one.
    count(`(1-${graded(...high, ...middle, ...low)})`),
    accredited(`${isAccredited}/${told}`, percentText(`${isAccredited}/${told}`)),
    rowStatus(`OR($A${row}<>"",$B${row}<>"")`, [
      [`$A${row}=""`, 'Enter a trade'],
      // Without a city, the service searches the whole country.
      [`$B${row}=""`, 'Enter a city'],
      ['$B$5=""', 'Enter how many results'],
      // Its businesses would be there twice, and be counted twice.
      [
        `SUM(${isWritten(`$A$${first}:$A$${last}`, `$A${row}`)}*${isWritten(`$B$${first}:$B$${last}`, `$B${row}`)})>1`,
        'The search is there twice',
      ],
      ...tableChecks({ own, failing: column('C'), sheet: 'list', named: 'Contacts' }),
      [`${countOf(own, business, `(${column('C')}<>"")`)}=0`, 'Nothing found'],
    ]),
    `=$A${row}&IF($B${row}="","",", "&$B${row})&IF(OR($J${row}="",$J${row}="OK"),""," (incomplete)")`,
  ];
}

const grading = [
  ['A or A+', 'E'],
  ['A- to B-', 'F'],
  ['C+ or lower', 'G'],
  ['Not graded', 'H'],
] as const;

export const supplierList: Template = {
  id: 'supplier-list',
  layout: 3,
  title: 'Supplier list',
  sentence: 'Businesses by trade and city, with grades and a contact list.',
  needs: 'Trades and cities.',
  sheets: [
    {
      key: 'search',
      name: 'Supplier search',
      tab: tabs.board,
      widths: [24, 22, 10, 12, 12, 12, 12, 12, 12, 26, 24],
      blocks: [
        opening('Supplier list', 'What to look for and where. The contact list is on the next sheet.'),
        {
          at: 'A5',
          rows: [
            ['Results for each search', 15],
            ['Accredited only', 'no'],
          ],
        },
        {
          at: `A${first - 1}`,
          rows: [
            [
              'Trade',
              'City',
              '="Found (at most "&B5&")"',
              'Accredited',
              ...grading.map(([title]) => title),
              'Share accredited',
              statusHeading,
            ],
          ],
        },
        { at: `A${first}`, rows: rowsFrom(first, searches.length, searchRow) },
      ],
      styles: [
        ...openingStyles('J'),
        { range: 'A5:A6', style: 'label' },
        { range: 'B5:B6', style: 'input' },
        { range: `A${first - 1}:J${first - 1}`, style: 'heading' },
        { range: `A${first - 1}`, style: 'headingLeft' },
        { range: `A${first}:J${last}`, style: 'body' },
        { range: `A${first}:B${last}`, style: 'input' },
        { range: `K${first}:K${last}`, style: 'helper' },
      ],
      formats: [{ range: `I${first}:I${last}`, format: '0%' }],
      inputs: [
        { range: 'B5', rule: { kind: 'whole', from: 1, to: 150 }, hint: 'Billed for each 15 results.' },
        {
          range: 'B6',
          rule: { kind: 'list', values: ['no', 'yes'] },
          hint: 'Whether to list only accredited businesses.',
        },
      ],
      charts: [
        {
          kind: 'stacked',
          title: 'Businesses found, by grade',
          says: 'Stacked column chart: businesses found for each search, by grade',
          from: `A${last + 3}`,
          to: `I${last + 19}`,
          series: grading.map(([name, letter]) => ({
            name,
            values: `{search}!${letter}${first}:${letter}${last}`,
            categories: `{search}!K${first}:K${last}`,
          })),
          valueTitle: 'Businesses',
          valueFormat: '0',
        },
      ],
      conditionals: [openingRule('J'), statusRule('J', first, last)],
      status: 'A3',
      liveStatus: liveStatus(`$J$${first}:$J$${last}`, 'searches', column('J')),
      frozenRows: first - 1,
      printArea: `A1:J${last + 20}`,
      landscape: true,
    },
    dataSheet({
      key: 'list',
      name: 'Contacts',
      title: 'Contact list',
      says: 'The businesses that were found, by trade and city.',
      options:
        '="accredited_only="&IF({search}!B6="","(empty)",{search}!B6)&"; columns=name,bbb_rating,is_accredited,phone,address,city,id; stamp=yes"',
      board: 'search',
      headings: [
        'Keyword',
        'Location',
        'Business',
        'Grade',
        'Accredited',
        'Phone',
        'Address',
        'City',
        'Business ID',
      ],
      samples,
      widths: [18, 18, 34, 8, 12, 18, 30, 18, 14],
      formats: [],
      more: {
        blocks: [{ at: 'M5', rows: [['Listed above'], [repeats('list', 'I', 'ABDE')]] }],
        styles: [{ range: 'M5:M1000', style: 'helper' }],
      },
    }),
  ],
  names: [{ name: 'Supplier_searches', refersTo: `{search}!A${first}:B${last}` }],
  live: [
    {
      sheet: 'list',
      at: 'A5',
      formula: `=BIZBUREAU.SEARCH({search}!A${first}:A${last},{search}!B5,{search}!B${first}:B${last},{list}!A4)`,
      samples: `A5:K${5 + samples.length}`,
      operation: 'bizbureau',
      requests: searches.length,
      count: 15,
    },
  ],
};
