// The first sheet of the trip planner: legs, budget against what was booked, cost by leg.
import {
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
  used,
} from './sheetParts';
import { tabs } from './styles';
import type { TemplateCell, TemplateSheet } from './template';

export const first = 12;
export const legs: readonly (readonly [city: string, from: number, nights: number, budget: number])[] = [
  ['Amsterdam', 45, 3, 620],
  ['Paris', 48, 4, 900],
  ['Barcelona', 52, 3, 560],
  ['Rome', 55, 3, 600],
];
export const last = first + legs.length - 1;
export const money = '#,##0';
const cities = [
  'Amsterdam',
  'Athens',
  'Barcelona',
  'Berlin',
  'Brussels',
  'Budapest',
  'Copenhagen',
  'Dublin',
  'Lisbon',
  'London',
  'Madrid',
  'Munich',
  'Paris',
  'Prague',
  'Rome',
  'Stockholm',
  'Venice',
  'Vienna',
  'Zurich',
];

/** Where each guest has a room: all property types but those that rent single beds. */
const privateTypes =
  'apartment,hotel,motel,resort,bed_and_breakfast,ryokan,farm_stay,resort_village,villa,campground,boat,guest_house,condo_hotel,vacation_home,lodge,homestay,country_house,luxury_tent,love_hotel,riad,chalet,economy_hotel,cruise,student_accommodation';

/** What a cell says. An empty one is refused and not left out: without a condition, a place would look cheaper. */
export const option = (cell: string): string => `IF({trip}!${cell}="","(empty)",{trip}!${cell})`;

const unless = (cell: string, value: string, otherwise: string): string =>
  `IF({trip}!${cell}="${value}","","; "&${otherwise})`;

/** What every search sends beside cities, dates and travellers. */
export const filters = [
  `IF({trip}!B9="","","@"&{trip}!B9&"; ")&"currency="&${option('B5')}`,
  unless('F5', 'any', `"min_review_score="&${option('F5')}`),
  unless(
    'F6',
    'any',
    '"star_ratings="&IFERROR(CHOOSE(VALUE({trip}!F6),"1,2,3,4,5","2,3,4,5","3,4,5","4,5","5"),"(unknown)")',
  ),
  unless('F7', 'no', `"property_types="&IF({trip}!F7="yes","${privateTypes}",${option('F7')})`),
  unless('F8', 'no', `"booking_policies="&IF({trip}!F8="yes","free_cancellation",${option('F8')})`),
  unless('F9', 'any', `"meal_plans="&${option('F9')}`),
].join('&');

const found = (letter: string): string => `{options}!$${letter}$6:$${letter}$200`;

/** Places that were found for a leg and keep to what was asked for, whether or not the service did. */
function fitting(row: number): string {
  const [score, stars, charges, room] = [found('E'), found('F'), found('I'), found('J')];
  return [
    ownRows(row),
    `ISNUMBER(${found('H')})*EXACT(${found('N')},$B$5)`,
    `((${charges}="")+EXACT(${found('O')},$B$5)>0)`,
    `IF($F$5="any",1,ISNUMBER(${score})*(${score}>=VALUE(RIGHT($F$5,1))))`,
    `IF($F$6="any",1,ISNUMBER(${stars})*(${stars}>=VALUE($F$6)))`,
    `IF($F$7="no",1,ISERROR(SEARCH("dorm",${room}))*(LEFT(${room},7)<>"Bed in "))`,
    `IF($F$8="no",1,${found('L')}=TRUE)`,
  ].join('*');
}

const ownRows = (row: number): string =>
  `EXACT(${found('A')},$A${row})*(${found('B')}=$B${row})*(${found('C')}=$C${row})`;

const statuses = `$M$${first}:$M$${last}`;
const column = (letter: string): string => `${letter}${first}:${letter}${last}`;
const budgeted = `COUNTIF(${column('E')},">0")`;

function legRow(row: number, index: number): TemplateCell[] {
  const [city = '', from = 0, nights = 0, budget = 0] = legs[index] ?? [];
  const total = `IFERROR(${found('H')}+IF(ISNUMBER(${found('I')}),${found('I')},0),0)`;
  const best = (letter: string) => `IF($N${row}="","",INDEX(${found(letter)},$N${row}))`;
  return [
    city,
    { daysAhead: from },
    { daysAhead: from + nights },
    `=IF(AND(ISNUMBER($B${row}),ISNUMBER($C${row})),IF($C${row}>$B${row},$C${row}-$B${row},""),"")`,
    budget,
    `=${best('H')}`,
    `=IF($N${row}="","",IF(ISNUMBER(${best('I')}),${best('I')},0))`,
    `=IF($D${row}="","",IF($I${row}="",IF($F${row}="","",$F${row}+$G${row}),IF(ISNUMBER($I${row}),$I${row},"")))`,
    null,
    `=IF(AND($M${row}="OK",COUNTIF($E${row},">0")=1),$H${row}-$E${row},"")`,
    `=IF($M${row}="OK",$H${row}/$B$6/$D${row},"")`,
    `=${best('D')}`,
    rowStatus(`COUNTA($A${row}:$C${row},$E${row},$I${row})>0`, [
      [`$A${row}=""`, 'Enter a city'],
      [`NOT(AND(ISNUMBER($B${row}),ISNUMBER($C${row})))`, 'Enter both dates as dates'],
      [`$C${row}<=$B${row}`, 'Check-out must be after check-in'],
      ['COUNTIF($B$6:$B$7,">0")<2', 'Enter adults and rooms'],
      ['$B$5=""', 'Enter a currency'],
      [`AND($E${row}<>"",NOT(ISNUMBER($E${row})))`, 'Enter the budget as a number'],
      [`AND($I${row}<>"",NOT(ISNUMBER($I${row})))`, 'Enter what you booked as a number'],
      // What was booked needs no search.
      ...tableChecks({
        own: ownRows(row),
        failing: found('H'),
        head: '{options}!$A$5',
        sheet: 'Options',
      }).map(([wrong, says]) => [`AND(NOT(ISNUMBER($H${row})),${wrong})`, says] as const),
      [`NOT(ISNUMBER($H${row}))`, 'Nothing found that fits'],
    ]),
    `=IFERROR(IF($D${row}="","",MATCH(MIN(FILTER(${total},IFERROR(${fitting(row)},0))),IF(IFERROR(${fitting(row)},0),${total},""),0)),"")`,
    `=$A${row}&IF(OR($M${row}="",$M${row}="OK"),""," (incomplete)")`,
  ];
}

/** Over some of the legs a sum says so, and nothing is worked out from it. */
const planned = `SUMIF(${statuses},"OK",${column('H')})`;
const budget = `SUM(${column('E')})`;
const each = `IF(AND(ISNUMBER(K5),ISNUMBER(B6)),IF(B6>0,K5/B6`;

export const tripSheet: TemplateSheet = {
  key: 'trip',
  name: 'Trip',
  tab: tabs.board,
  widths: [22, 24, 14, 8, 13, 20, 13, 13, 13, 13, 13, 28, 30, 6, 16],
  blocks: [
    opening(
      'Trip planner',
      'Legs with dates and a budget, and what a place must offer. Enter what you booked to see where you stand.',
    ),
    {
      at: 'A5',
      rows: [
        ['Currency', 'EUR', null, 'Score at least', null, 'good_7'],
        ['Adults', 2, null, 'Stars at least', null, 'any'],
        ['Rooms', 1, null, 'Private room', null, 'yes'],
        ['Sort by', 'price_low_to_high', null, 'Free cancellation', null, 'no'],
        ['Filter set (optional)', '', null, 'Meals', null, 'any'],
      ],
    },
    {
      at: 'H5',
      rows: [
        [
          '="Trip total with charges ("&B5&")"',
          null,
          null,
          overAll(statuses, planned, `${share(statuses)}&" legs: "&FIXED(${planned},0)`),
        ],
        [
          'Budget',
          null,
          null,
          `=IF(${budgeted}=${used(statuses)},${budget},${budgeted}&" of "&${used(statuses)}&" legs: "&FIXED(${budget},0))`,
        ],
        ['Left of the budget', null, null, '=IF(AND(ISNUMBER(K5),ISNUMBER(K6)),K6-K5,"")'],
        ['Per person', null, null, `=${each},""),"")`],
        ['Per person and day', null, null, `=${each}/SUM(${column('D')}),""),"")`],
      ],
    },
    {
      at: `A${first - 1}`,
      rows: [
        [
          'City',
          'Check-in',
          'Check-out',
          'Nights',
          'Budget',
          'Cheapest that fits',
          'Charges',
          'Planned',
          'Booked',
          'Against budget',
          'Per person and day',
          'Best option',
          statusHeading,
        ],
      ],
    },
    { at: `A${first}`, rows: rowsFrom(first, legs.length, legRow) },
  ],
  styles: [
    ...openingStyles('M'),
    { range: 'A5:A9', style: 'label' },
    { range: 'B5:B9', style: 'input' },
    { range: 'D5:D9', style: 'label' },
    { range: 'F5:F9', style: 'input' },
    { range: 'H5:K9', style: 'result' },
    { range: 'K5:K9', style: 'right' },
    { range: `A${first - 1}:M${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
    { range: `A${first}:M${last}`, style: 'body' },
    { range: `A${first}:C${last}`, style: 'input' },
    { range: `E${first}:E${last}`, style: 'input' },
    { range: `I${first}:I${last}`, style: 'input' },
    { range: `N${first}:O${last}`, style: 'helper' },
  ],
  formats: [
    { range: `B${first}:C${last}`, format: 'd mmm yyyy' },
    { range: `E${first}:I${last}`, format: money },
    { range: `J${first}:J${last}`, format: '+#,##0;-#,##0;0' },
    { range: `K${first}:K${last}`, format: money },
    { range: 'K5:K9', format: money },
  ],
  inputs: [
    {
      range: 'B5',
      rule: { kind: 'list', values: ['EUR', 'USD', 'GBP', 'CHF', 'HKD', 'RUB', 'AED'], others: 'allowed' },
      hint: 'The currency of all prices.',
    },
    { range: 'B6', rule: { kind: 'whole', from: 1, to: 30 }, hint: 'The number of adults.' },
    { range: 'B7', rule: { kind: 'whole', from: 1, to: 30 }, hint: 'The number of rooms.' },
    {
      range: 'B8',
      rule: {
        kind: 'list',
        values: [
          'price_low_to_high',
          'top_picks',
          'top_reviewed',
          'best_reviewed_and_lowest_price',
          'distance_from_center',
        ],
      },
      hint: 'Which options come first.',
    },
    {
      range: 'F5',
      rule: { kind: 'list', values: ['any', 'pleasant_6', 'good_7', 'very_good_8', 'wonderful_9'] },
      hint: 'The lowest review score of guests.',
    },
    {
      range: 'F6',
      rule: { kind: 'list', values: ['any', '2', '3', '4', '5'] },
      hint: 'The lowest number of stars.',
    },
    {
      range: 'F7',
      rule: { kind: 'list', values: ['yes', 'no'] },
      hint: 'yes leaves out beds in dormitories and capsules.',
    },
    {
      range: 'F8',
      rule: { kind: 'list', values: ['no', 'yes'] },
      hint: 'Whether it must be possible to cancel for free.',
    },
    {
      range: 'F9',
      rule: {
        kind: 'list',
        values: [
          'any',
          'breakfast_included',
          'breakfast_and_lunch',
          'breakfast_and_dinner',
          'all_meals_included',
          'all_inclusive',
          'kitchen_amenities',
        ],
      },
      hint: 'Meals that the price includes, or a kitchen.',
    },
    {
      range: `A${first}:A${last}`,
      rule: { kind: 'list', values: cities, others: 'allowed' },
      hint: 'A city. You can also enter one that is not on the list.',
    },
    { range: `B${first}:C${last}`, rule: { kind: 'date' }, hint: 'A date in the future.' },
    {
      range: `E${first}:E${last}`,
      rule: { kind: 'decimal', from: 0, to: 10_000_000 },
      hint: 'What this leg may cost for all travellers.',
    },
    {
      range: `I${first}:I${last}`,
      rule: { kind: 'decimal', from: 0, to: 10_000_000 },
      hint: 'What you booked. Leave it empty until then.',
    },
  ],
  conditionals: [
    openingRule('M'),
    statusRule('M', first, last),
    {
      range: column('J'),
      rule: { kind: 'formula', formula: `=AND(ISNUMBER($J${first}),$J${first}>0)` },
      style: { color: '#8a1f11', fill: '#f8d7d3' },
    },
    {
      range: column('J'),
      rule: { kind: 'formula', formula: `=AND(ISNUMBER($J${first}),$M${first}="OK",$J${first}<0)` },
      style: { color: '#14532d', fill: '#d5efe0' },
    },
  ],
  charts: [
    {
      kind: 'column',
      title: 'Cost by leg',
      says: 'Column chart: planned cost and budget of each leg of the trip',
      from: `A${last + 3}`,
      to: `F${last + 20}`,
      series: [
        { name: 'Planned', values: `{trip}!${column('H')}`, categories: `{trip}!${column('O')}` },
        { name: 'Budget', values: `{trip}!${column('E')}`, categories: `{trip}!${column('O')}` },
      ],
      valueTitle: 'For all travellers',
      valueFormat: money,
    },
  ],
  status: 'A3',
  liveStatus: liveStatus(statuses, 'legs', found('P')),
  frozenRows: first - 1,
  printArea: `A1:M${last + 21}`,
  landscape: true,
};
