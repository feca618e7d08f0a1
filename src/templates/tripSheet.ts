// The board of the trip planner: what a place must offer, and for each leg what it costs, what is booked and what is still open.
import {
  bands,
  ifNumber,
  lastOf,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  overAll,
  positive,
  rowStatus,
  share,
  statusHeading,
  statusRule,
  used,
} from './sheetParts';
import { tabs } from './styles';
import type { InputRule, TemplateCell, TemplateSheet } from './template';
import { board, firstLeg as first, helper, isBooked, isLeg, leg, legs, onBoard, onLeg } from './tripFigures';

export const wholeFormat = '#,##0';
const last = first + lastOf(legs) - legs.first;
const all = (letter: string): string => `${letter}${first}:${letter}${last}`;
const statuses = board('P');

/** Where each guest has a room: all property types but those that rent single beds. */
const privateTypes =
  'apartment,hotel,motel,resort,bed_and_breakfast,ryokan,farm_stay,resort_village,villa,campground,boat,guest_house,condo_hotel,vacation_home,lodge,homestay,country_house,luxury_tent,love_hotel,riad,chalet,economy_hotel,cruise,student_accommodation';

/** Excel takes at most 255 characters of text in a formula, so a longer list is joined from parts. */
const listText = (list: string): string =>
  list
    .match(/.{1,200}(?:,|$)/g)!
    .map((part) => `"${part}"`)
    .join('&');

/** What a cell says. An empty one is refused and not left out: without a condition, a place would look cheaper. */
const option = (cell: string): string => `IF({trip}!${cell}="","(empty)",{trip}!${cell})`;
const unless = (cell: string, value: string, otherwise: string): string =>
  `IF({trip}!${cell}="${value}","","; "&${otherwise})`;

/** What every search sends beside cities, dates and travellers, and what its results must keep to, whether or not the service did. */
const filters = `=${[
  `IF({trip}!B7="","","@"&{trip}!B7&"; ")&"currency="&${option('B5')}`,
  unless(
    'F5',
    'any',
    `"min_review_score="&${option('F5')}&"; where=review.score>="&IFERROR(VALUE(RIGHT({trip}!F5,1)),"(unknown)")`,
  ),
  unless(
    'F6',
    'any',
    '"star_ratings="&IFERROR(CHOOSE(VALUE({trip}!F6),"1,2,3,4,5","2,3,4,5","3,4,5","4,5","5"),"(unknown)")&"; where=star_rating>="&{trip}!F6',
  ),
  unless(
    'F7',
    'no',
    `IF({trip}!F7="yes","property_types="&${listText(privateTypes)}&"; where=not room_name has dorm and not room_name has 'bed in '","property_types="&${option('F7')})`,
  ),
  unless(
    'F8',
    'no',
    `IF({trip}!F8="yes","booking_policies=free_cancellation; where=has_free_cancellation=yes","booking_policies="&${option('F8')})`,
  ),
  unless('F9', 'any', `"meal_plans="&${option('F9')}`),
].join(
  '&',
)}&"; where=price.currency="&${option('B5')}&" and price>0 and (excluded_charges is empty or excluded_charges.currency="&${option('B5')}&"); sort=price_low_to_high; stamp=yes; columns="`;

/** The columns of a search: fields, or those of the place that is cheapest with all charges. */
export const searchOptions = (fields: readonly string[], kind: 'fields' | 'cheapest'): string =>
  `${filters}&${listText(fields.map((field) => (kind === 'fields' || field === 'count()' ? field : `first(${field} by price+excluded_charges)`)).join(','))}`;

const headings = [
  'City',
  'Check-in',
  'Check-out',
  'Nights',
  'Travellers',
  'Rooms',
  'Budget',
  'Cheapest that fits',
  'Charges on top',
  'Planned',
  'Against budget',
  'Per person',
  'Booking',
  'Cheapest place',
  'What it offers',
  statusHeading,
];

/** Whether the service found a place that fits a leg. */
const isFound = `ISNUMBER(${helper('I')})`;

function figures(): TemplateCell[] {
  const isOk = `${onBoard('P')}="OK"`;
  const whenFound = (text: string) => `=IFERROR(IF(${isFound},${text},""),"")`;
  const part = (letter: string, text: string) =>
    `IF(LEN(${helper(letter)})=0,"",${text.replace('@', helper(letter))})`;
  // Nobody rated it where it is 0.
  const rated = (letter: string, text: string) =>
    `IF(LEN(${positive(helper(letter))})=0,"",${text.replace('@', helper(letter))})`;
  return [
    `=IF(${isLeg},IFERROR(${leg('A')},"Error in the list"),"")`,
    `=${ifNumber(leg('B'))}`,
    `=${ifNumber(leg('C'))}`,
    `=IF(ISNUMBER(${onBoard('B')})*ISNUMBER(${onBoard('C')}),IF(INT(${onBoard('C')})>INT(${onBoard('B')}),INT(${onBoard('C')})-INT(${onBoard('B')}),""),"")`,
    `=IF(${isLeg},${onLeg},"")`,
    `=IFERROR(IF(${isLeg},IF(ISNUMBER(${leg('E')}),${leg('E')},IF(LEN(${leg('E')})=0,ROUNDUP(${onBoard('E')}/$B$6,0),"")),""),"")`,
    `=${ifNumber(leg('F'))}`,
    whenFound(helper('I')),
    whenFound(`IF(ISNUMBER(${helper('J')}),${helper('J')},0)`),
    `=IF(${isBooked},${leg('G')},IF(ISNUMBER(${onBoard('H')}),${onBoard('H')}+${onBoard('I')},""))`,
    `=IF(${isOk},IF(ISNUMBER(${onBoard('G')}),${onBoard('J')}-${onBoard('G')},""),"")`,
    `=IFERROR(IF(${isOk},${onBoard('J')}/${onBoard('E')},""),"")`,
    `=IF(${isLeg},IF(${isBooked},"booked","open"),"")`,
    whenFound(helper('F')),
    whenFound(
      `${rated('G', '"score "&FIXED(@,1)&", "')}&${rated('H', '@&" stars, "')}&${helper('K')}&${part('L', '", "&@')}&IF(${helper('M')}=TRUE,", free cancellation","")`,
    ),
    rowStatus(isLeg, [
      // What is wrong before anything is asked for has a sentence of its own.
      [`LEN(${helper('X')})>0`, '@'],
      [isBooked, 'OK'],
      ['ISERROR({options}!$A$5)', 'Not fetched: see Options'],
      [`ISERROR(${helper('I')})`, 'No result: see Options'],
      [`NOT(ISNUMBER(${helper('O')}))`, 'Not fetched: see Options'],
      [`NOT(${isFound})`, 'Nothing fits: see Options'],
    ]).replace('"@"', helper('X')),
  ];
}

/** Over some of the legs a sum says so, and nothing is worked out from it. */
const planned = `SUMIF(${statuses},"OK",${board('J')})`;
const budget = `SUM(${board('G')})`;
const budgeted = `COUNT(${board('G')})`;
const booked = (letter: string) => `SUMIFS(${board(letter)},${statuses},"OK",${board('M')},"booked")`;
const count = (state: string) => `COUNTIF(${board('M')},"${state}")`;
const openOk = `COUNTIFS(${statuses},"OK",${board('M')},"open")`;
const open = `SUMIFS(${board('J')},${statuses},"OK",${board('M')},"open")`;
const bookedOk = `COUNTIFS(${statuses},"OK",${board('M')},"booked")`;

const totals: TemplateCell[][] = [
  [
    '="Trip total with charges ("&B5&")"',
    overAll(statuses, planned, `${share(statuses)}&" legs: "&FIXED(${planned},0)`),
  ],
  [
    'Budget',
    `=IF(${used(statuses)}=0,"",IF(${budgeted}=${used(statuses)},${budget},${budgeted}&" of "&${used(statuses)}&" legs: "&FIXED(${budget},0)))`,
  ],
  ['Left of the budget', '=IF(AND(ISNUMBER(K5),ISNUMBER(K6)),K6-K5,"")'],
  [
    `="Booked ("&${count('booked')}&" of "&${used(statuses)}&" legs)"`,
    `=IF(${bookedOk}=${count('booked')},${booked('J')},${bookedOk}&" of "&${count('booked')}&" legs: "&FIXED(${booked('J')},0))`,
  ],
  [
    `="Still open ("&${count('open')}&" of "&${used(statuses)}&" legs)"`,
    `=IF(${openOk}=${count('open')},${open},${openOk}&" of "&${count('open')}&" legs: "&FIXED(${open},0))`,
  ],
].map(([label = '', value = '']) => [label, null, null, value]);

const choice = (range: string, values: readonly string[], hint: string): InputRule => ({
  range,
  rule: { kind: 'list', values },
  hint,
});

export const tripSheet: TemplateSheet = {
  key: 'trip',
  name: 'Trip',
  tab: tabs.board,
  widths: [22, 14, 14, 10, 11, 20, 12, 14, 12, 13, 13, 12, 10, 30, 44, 32],
  blocks: [
    opening(
      'Trip planner',
      'What each leg costs for all travellers, with all charges. Enter legs and bookings on Legs, people on Travellers.',
    ),
    {
      at: 'A5',
      rows: [
        ['Currency', 'EUR', null, 'Score at least', null, 'good_7'],
        ['People for each room', 2, null, 'Stars at least', null, 'any'],
        ['Filter set (optional)', '', null, 'Private room', null, 'yes'],
        [null, null, null, 'Free cancellation', null, 'no'],
        [null, null, null, 'Meals', null, 'any'],
      ],
    },
    { at: 'H5', rows: totals },
    { at: `A${first - 1}`, rows: [headings] },
    { at: `A${first}`, rows: [figures()] },
  ],
  styles: [
    ...openingStyles('P'),
    { range: 'A5:A7', style: 'label' },
    { range: 'B5:B7', style: 'input' },
    { range: 'D5:D9', style: 'label' },
    { range: 'F5:F9', style: 'input' },
    { range: 'H5:K9', style: 'result' },
    { range: 'K5:K9', style: 'right' },
    { range: `A${first - 1}:P${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
    { range: all('M'), style: 'center' },
  ],
  formats: [
    { range: `B${first}:C${last}`, format: 'd mmm yyyy' },
    { range: `G${first}:J${last}`, format: wholeFormat },
    { range: all('K'), format: '+#,##0;-#,##0;0' },
    { range: all('L'), format: wholeFormat },
    { range: 'K5:K9', format: wholeFormat },
  ],
  inputs: [
    {
      range: 'B5',
      rule: { kind: 'list', values: ['EUR', 'USD', 'GBP', 'CHF', 'HKD', 'RUB', 'AED'], others: 'allowed' },
      hint: 'The currency of all prices, budgets and bookings.',
    },
    {
      range: 'B6',
      rule: { kind: 'whole', from: 1, to: 30 },
      hint: 'How many share a room, where a leg has no number of rooms.',
    },
    choice(
      'F5',
      ['any', 'pleasant_6', 'good_7', 'very_good_8', 'wonderful_9'],
      'The lowest review score of guests.',
    ),
    choice('F6', ['any', '2', '3', '4', '5'], 'The lowest number of stars.'),
    choice('F7', ['yes', 'no'], 'yes leaves out beds in dormitories and capsules.'),
    choice('F8', ['no', 'yes'], 'Whether it must be possible to cancel for free.'),
    choice(
      'F9',
      [
        'any',
        'breakfast_included',
        'breakfast_and_lunch',
        'breakfast_and_dinner',
        'all_meals_included',
        'all_inclusive',
        'kitchen_amenities',
      ],
      'Meals that the price includes, or a kitchen.',
    ),
  ],
  conditionals: [
    openingRule('P'),
    statusRule('P', first, last),
    {
      range: all('K'),
      rule: { kind: 'formula', formula: `=AND(ISNUMBER($K${first}),$K${first}>0)` },
      style: { color: '#8a1f11', fill: '#f8d7d3' },
    },
    {
      range: all('K'),
      rule: { kind: 'formula', formula: `=AND(ISNUMBER($K${first}),$P${first}="OK",$K${first}<0)` },
      style: { color: '#14532d', fill: '#d5efe0' },
    },
    {
      range: all('M'),
      rule: { kind: 'formula', formula: `=$M${first}="open"` },
      style: { color: '#7a4b00', bold: true },
    },
    bands(first, last, 'P'),
  ],
  status: 'A3',
  liveStatus: liveStatus(statuses, 'legs', '{options}!$O$6:$O$205', legs),
  frozenRows: first - 1,
  titleColumns: 'A:A',
  landscape: true,
};
