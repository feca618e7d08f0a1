// Trip planner: legs with dates, the best options for each leg, the cheapest night by city and date, budget against actual.
import {
  dataSheet,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  rowsFrom,
  rowStatus,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import { filters, first, last, legs, money, option, tripSheet } from './tripSheet';
import type { Template, TemplateCell, TemplateSheet } from './template';

const dates = Array.from({ length: 6 }, (_, week) => 45 + week * 7);
const stayLength = 3;
/** Legs that are one of the stays on the sheet with night prices: one request answers both. */
const shared = legs.filter(([, from, nights]) => nights === stayLength && dates.includes(from)).length;
const letters = ['B', 'C', 'D', 'E', 'F', 'G'] as const;
const price = (letter: string) => `{prices}!$${letter}$6:$${letter}$100`;
const top = 7;
const bottom = top + legs.length - 1;

const nightsSheet: TemplateSheet = {
  key: 'nights',
  name: 'Cheapest night',
  tab: tabs.input,
  widths: [18, 13, 13, 13, 13, 13, 13, 26],
  blocks: [
    opening(
      'Cheapest night by city and date',
      'The lowest price per night of a stay of three nights, before charges that you pay there. Green is the cheapest date for a city.',
    ),
    {
      at: 'A5',
      rows: [
        ['Check-out', ...letters.map((letter) => `=IF(ISNUMBER(${letter}6),${letter}6+${stayLength},"")`)],
        ['Check-in', ...dates.map((daysAhead): TemplateCell => ({ daysAhead })), statusHeading],
        ...rowsFrom(top, legs.length, (row, index): TemplateCell[] => [
          `=IF({trip}!A${first + index}="","",{trip}!A${first + index})`,
          ...letters.map((letter) => {
            const own = `EXACT(${price('A')},$A${row})*(${price('B')}=${letter}$6)*(${price('C')}=${letter}$5)`;
            const fits = `${own}*ISNUMBER(${price('D')})*EXACT(${price('E')},{trip}!$B$5)`;
            return `=IF(OR($A${row}="",${letter}$6=""),"",IFERROR(INDEX(${price('D')},MATCH(1,IFERROR(${fits},0),0)),"n/a"))`;
          }),
          rowStatus(`$A${row}<>""`, [
            ['ISERROR({prices}!$A$5)', 'Not fetched: see Night prices'],
            [`COUNT($B${row}:$G${row})<COUNTA($B$6:$G$6)`, 'Dates without a price'],
          ]),
        ]),
      ],
    },
  ],
  styles: [
    ...openingStyles('H'),
    { range: 'A5:G5', style: 'note' },
    { range: 'A6:H6', style: 'heading' },
    { range: 'A6', style: 'headingLeft' },
    { range: `A${top}:H${bottom}`, style: 'body' },
    { range: `A${top}:A${bottom}`, style: 'label' },
    { range: `B${top}:G${bottom}`, style: 'right' },
  ],
  formats: [
    { range: 'B5:G6', format: 'd mmm yyyy' },
    { range: `B${top}:G${bottom}`, format: money },
  ],
  conditionals: [
    openingRule('H'),
    statusRule('H', top, bottom),
    // Only where all dates can be compared.
    ...(
      [
        ['MIN', '#bfe6cb'],
        ['MAX', '#fbd9cf'],
      ] as const
    ).map(([extreme, fill]) => ({
      range: `B${top}:G${bottom}`,
      rule: {
        kind: 'formula' as const,
        formula: `=AND(ISNUMBER(B${top}),COUNT($B${top}:$G${top})=${dates.length},B${top}=${extreme}($B${top}:$G${top}))`,
      },
      style: { fill },
    })),
  ],
  inputs: [{ range: 'B6:G6', rule: { kind: 'date' }, hint: 'A check-in date in the future.' }],
  status: 'A3',
  liveStatus: liveStatus(`$H$${top}:$H$${bottom}`, 'cities', price('G')),
  frozenRows: 6,
  printArea: `A1:H${bottom + 2}`,
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
      3 + (index % 2),
      night,
      night * nights,
      6 * nights,
      'Sample room',
      'Breakfast included',
      index !== 1,
      'Sample district',
      'EUR',
      'EUR',
    ];
  }),
);

const nightSamples = legs.flatMap(([city], row) =>
  letters.map((_, column): TemplateCell[] => [
    city,
    { daysAhead: 45 + column * 7 },
    { daysAhead: 48 + column * 7 },
    92 + row * 17 + ((column * 29 + city.length * 7) % 48),
    'EUR',
    25,
  ]),
);

const stay = [
  { column: 'B', format: 'd mmm yyyy' },
  { column: 'C', format: 'd mmm yyyy' },
] as const;

export const tripPlanner: Template = {
  id: 'trip-planner',
  layout: 2,
  title: 'Trip planner',
  sentence:
    'Legs with dates, the best places for each, the cheapest night by city and date, budget against actual.',
  needs: 'Cities, dates, travellers, a budget for each leg and what a place must offer.',
  source: 'STAYS.SEARCH',
  sheets: [
    tripSheet,
    nightsSheet,
    dataSheet({
      key: 'options',
      name: 'Options',
      title: 'Options for each leg',
      says: 'The first 25 places for each leg, in the order you chose. The Trip sheet shows the cheapest that fits, with charges.',
      options: `=${filters}&"; sort="&${option('B8')}&"; columns=name,review.score,star_rating,price_per_night,price,excluded_charges,room_name,meal_plan,has_free_cancellation,district,price.currency as Currency,excluded_charges.currency as Currency of charges; stamp=yes"`,
      board: 'trip',
      headings: [
        'Destination',
        'Check-in',
        'Check-out',
        'Name',
        'Review score',
        'Stars',
        'Per night',
        'Stay total',
        'Excluded charges',
        'Room',
        'Meals',
        'Free cancellation',
        'District',
        'Currency',
        'Currency of charges',
      ],
      samples: optionSamples,
      widths: [16, 14, 14, 34, 10, 8, 13, 13, 13, 30, 22, 13, 24, 10, 12],
      formats: [
        ...stay,
        { column: 'E', format: '0.0' },
        ...['G', 'H', 'I'].map((column) => ({ column, format: money })),
      ],
    }),
    dataSheet({
      key: 'prices',
      name: 'Night prices',
      title: 'Night prices',
      says: 'The lowest price per night among 25 places, for each city and date.',
      options: `=${filters}&"; sort=price_low_to_high; columns=min(price_per_night) as Lowest per night,first(price_per_night.currency) as Currency,count() as Places; stamp=yes"`,
      board: 'nights',
      headings: ['Destination', 'Check-in', 'Check-out', 'Lowest per night', 'Currency', 'Places'],
      samples: nightSamples,
      widths: [18, 14, 14, 14, 12, 10],
      formats: [...stay, { column: 'D', format: money }],
    }),
  ],
  names: [{ name: 'Trip_legs', refersTo: `{trip}!A${first}:C${last}` }],
  live: [
    {
      sheet: 'options',
      at: 'A5',
      formula: `=STAYS.SEARCH({trip}!A${first}:A${last},{trip}!B${first}:B${last},{trip}!C${first}:C${last},{trip}!B6,{trip}!B7,25,{options}!A4)`,
      samples: `A5:Q${5 + optionSamples.length}`,
      operation: 'stays',
      requests: legs.length,
      count: 25,
    },
    {
      sheet: 'prices',
      at: 'A5',
      formula: `=STAYS.SEARCH({nights}!A${top}:A${bottom},{nights}!B6:G6,{nights}!B5:G5,{trip}!B6,{trip}!B7,25,{prices}!A4)`,
      samples: `A5:H${5 + nightSamples.length}`,
      operation: 'stays',
      requests: legs.length * dates.length - shared,
      count: 25,
    },
  ],
};
