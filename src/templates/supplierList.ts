// Supplier list: businesses by trade and place, with grades, and what was found for each search.
import { dataSheet, opening, openingStyles, rowsFrom } from './sheetParts';
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

const samples = searches.flatMap(([trade, place]) =>
  grades.map((grade, index): TemplateCell[] => [
    trade,
    place,
    `Sample business ${index + 1}`,
    grade,
    index % 2 === 0,
    '(555) 010-010' + String(index),
    `${index + 1} Sample Street`,
    place.split(',')[0] ?? '',
  ]),
);

const own = (row: number) => `{list}!$A$6:$A$1000,$A${row},{list}!$B$6:$B$1000,$B${row}`;

export const supplierList: Template = {
  id: 'supplier-list',
  title: 'Supplier list',
  sentence: 'Businesses by trade and city, with grades and a contact list.',
  needs: 'Trades and cities.',
  source: 'BIZBUREAU.SEARCH',
  sheets: [
    {
      key: 'search',
      name: 'Supplier search',
      tab: tabs.board,
      widths: [24, 22, 10, 12, 14, 14],
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
          rows: [['Trade', 'City', 'Found', 'Accredited', 'Grade A or A+', 'Share accredited']],
        },
        {
          at: `A${first}`,
          rows: rowsFrom(first, searches.length, (row, index) => [
            ...(searches[index] ?? []),
            // A search without results has a row too, which only says so.
            `=D${row}+COUNTIFS(${own(row)},{list}!$E$6:$E$1000,FALSE)`,
            `=COUNTIFS(${own(row)},{list}!$E$6:$E$1000,TRUE)`,
            `=COUNTIFS(${own(row)},{list}!$D$6:$D$1000,"A")+COUNTIFS(${own(row)},{list}!$D$6:$D$1000,"A+")`,
            `=IF(C${row}=0,0,D${row}/C${row})`,
          ]),
        },
      ],
      styles: [
        ...openingStyles('F'),
        { range: 'A5:A6', style: 'label' },
        { range: 'B5:B6', style: 'input' },
        { range: `A${first - 1}:F${first - 1}`, style: 'heading' },
        { range: `A${first - 1}`, style: 'headingLeft' },
        { range: `A${first}:F${last}`, style: 'body' },
        { range: `A${first}:B${last}`, style: 'input' },
      ],
      formats: [{ range: `F${first}:F${last}`, format: '0%' }],
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
          kind: 'column',
          title: 'Businesses found and accredited',
          says: 'Column chart: businesses found and accredited for each search',
          from: `A${last + 3}`,
          to: `F${last + 19}`,
          series: [
            {
              name: 'Found',
              values: `{search}!C${first}:C${last}`,
              categories: `{search}!A${first}:A${last}`,
            },
            {
              name: 'Accredited',
              values: `{search}!D${first}:D${last}`,
              categories: `{search}!A${first}:A${last}`,
            },
          ],
          valueTitle: 'Businesses',
          valueFormat: '0',
        },
      ],
      status: 'A3',
      frozenRows: first - 1,
      printArea: `A1:F${last + 20}`,
    },
    dataSheet({
      key: 'list',
      name: 'Contacts',
      title: 'Contact list',
      says: 'The businesses that were found, by trade and city.',
      options: '="accredited_only="&{search}!B6&"; columns=name,bbb_rating,is_accredited,phone,address,city"',
      headings: ['Keyword', 'Location', 'Business', 'Grade', 'Accredited', 'Phone', 'Address', 'City'],
      samples,
      widths: [18, 18, 34, 8, 12, 18, 30, 18],
      formats: [],
    }),
  ],
  names: [{ name: 'Supplier_searches', refersTo: `{search}!A${first}:B${last}` }],
  live: [
    {
      sheet: 'list',
      at: 'A5',
      formula: `=BIZBUREAU.SEARCH({search}!A${first}:A${last},{search}!B5,{search}!B${first}:B${last},{list}!A4)`,
      samples: `A5:H${5 + samples.length}`,
      operation: 'bizbureau',
      requests: searches.length,
      count: 15,
    },
  ],
};
