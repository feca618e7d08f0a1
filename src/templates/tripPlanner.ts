// Trip planner: legs with dates, the best options for each leg, the cheapest night by city and date, budget against actual.
import { dataSheet, opening, openingStyles, rowsFrom } from './sheetParts';
import { tabs } from './styles';
import { first, last, legs, money, tripSheet } from './tripSheet';
import type { Template, TemplateCell, TemplateSheet } from './template';

const dates = 6;
/** What both tables send beside the inputs. */
const options = 'IF({trip}!B9="","","@"&{trip}!B9&"; ")&"currency="&{trip}!B5';

const nightsSheet: TemplateSheet = {
  key: 'nights',
  name: 'Cheapest night',
  tab: tabs.input,
  widths: [18, 13, 13, 13, 13, 13, 13],
  blocks: [
    opening(
      'Cheapest night by city and date',
      'The lowest price per night for a stay of three nights. Green is cheap.',
    ),
    {
      at: 'A4',
      rows: [
        [`=${options}&"; columns=min(price_per_night)"`],
        ['Check-out', ...rowsFrom(0, dates, (_, index) => [`=${'BCDEFG'[index] ?? 'B'}6+3`]).flat()],
        [
          'Check-in',
          ...rowsFrom(0, dates, (_, index): TemplateCell[] => [{ daysAhead: 45 + index * 7 }]).flat(),
        ],
        ...legs.map(([city], row): TemplateCell[] => [
          `={trip}!A${first + row}`,
          ...Array.from(
            { length: dates },
            (_, column) => 92 + row * 17 + ((column * 29 + city.length * 7) % 48),
          ),
        ]),
      ],
    },
  ],
  styles: [
    ...openingStyles('G'),
    { range: 'A4', style: 'option' },
    { range: 'A5:G5', style: 'note' },
    { range: 'A6:G6', style: 'heading' },
    { range: 'A6', style: 'headingLeft' },
    { range: 'A7:G10', style: 'body' },
    { range: 'A7:A10', style: 'label' },
    { range: 'B7:G10', style: 'sample' },
  ],
  formats: [
    { range: 'B5:G6', format: 'd mmm yyyy' },
    { range: 'B7:G10', format: money },
  ],
  conditionals: [
    { range: 'B7:G10', rule: { kind: 'heat', low: '#63be7b', middle: '#ffeb84', high: '#f8696b' } },
  ],
  inputs: [{ range: 'B6:G6', rule: { kind: 'date' }, hint: 'A check-in date in the future.' }],
  status: 'A3',
  frozenRows: 6,
  printArea: 'A1:G12',
  landscape: true,
};

const optionSamples = legs.flatMap(([city, from, nights], leg) =>
  [0, 1, 2].map((index): TemplateCell[] => {
    const night = 96 + leg * 14 + index * 22;
    return [
      city,
      { daysAhead: from },
      { daysAhead: from + nights },
      `Sample hotel ${index + 1}`,
      8.1 + index / 5,
      night,
      night * nights,
      'Sample room',
      'Sample district',
    ];
  }),
);

export const tripPlanner: Template = {
  id: 'trip-planner',
  title: 'Trip planner',
  sentence:
    'Legs with dates, the best places for each, the cheapest night by city and date, budget against actual.',
  needs: 'Cities, dates, travellers and a budget for each leg.',
  source: 'STAYS.SEARCH',
  sheets: [
    tripSheet,
    nightsSheet,
    dataSheet({
      key: 'options',
      name: 'Options',
      title: 'Options for each leg',
      says: 'The first three places for each leg, in the order you chose.',
      options: `=${options}&"; sort="&{trip}!B8&"; columns=name,review.score,price_per_night,price,room_name,district"`,
      headings: [
        'Destination',
        'Check-in',
        'Check-out',
        'Name',
        'Review score',
        'Per night',
        'Stay total',
        'Room',
        'District',
      ],
      samples: optionSamples,
      widths: [16, 14, 14, 34, 10, 13, 13, 30, 24],
      formats: [
        { column: 'B', format: 'd mmm yyyy' },
        { column: 'C', format: 'd mmm yyyy' },
        { column: 'E', format: '0.0' },
        { column: 'F', format: money },
        { column: 'G', format: money },
      ],
    }),
  ],
  names: [{ name: 'Trip_legs', refersTo: `{trip}!A${first}:C${last}` }],
  live: [
    {
      sheet: 'options',
      at: 'A5',
      formula: `=STAYS.SEARCH({trip}!A${first}:A${last},{trip}!B${first}:B${last},{trip}!C${first}:C${last},{trip}!B6,{trip}!B7,3,{options}!A4)`,
      samples: `A5:I${5 + optionSamples.length}`,
      operation: 'stays',
      requests: legs.length,
      count: 3,
    },
    {
      sheet: 'nights',
      at: 'B7',
      formula:
        '=STAYS.SEARCH({nights}!A7:A10,{nights}!B6:G6,{nights}!B5:G5,{trip}!B6,{trip}!B7,25,{nights}!A4)',
      samples: 'B7:G10',
      operation: 'stays',
      requests: legs.length * dates,
      count: 25,
    },
  ],
};
