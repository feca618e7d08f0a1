// Trip planner: any number of legs and who is on them, the cheapest place that fits each leg, what is booked and what is still open,
// who pays what, and the week in which the trip would be cheapest.
import { dataSheet, lastOf, listSheet } from './sheetParts';
import type { LiveTable, Template, TemplateCell } from './template';
import { costSheet, tripCharts } from './tripCosts';
import { legs, legSearches, places, travellers, weeks, weekSearches } from './tripFigures';
import { wholeFormat, searchOptions, tripSheet } from './tripSheet';
import { weekSheet } from './tripWeeks';

interface Leg {
  readonly city: string;
  readonly from: number;
  readonly nights: number;
  readonly who: string;
  readonly adults: number;
  readonly budget: number;
  readonly booked?: number;
}
const sampleLegs: readonly Leg[] = [
  { city: 'Amsterdam', from: 45, nights: 3, who: 'all', adults: 4, budget: 1300 },
  { city: 'Paris', from: 48, nights: 4, who: 'Anna, Ben', adults: 2, budget: 900 },
  { city: 'Barcelona', from: 52, nights: 3, who: 'all', adults: 4, budget: 1100 },
  { city: 'Rome', from: 55, nights: 3, who: 'Cem, Dora', adults: 2, budget: 600 },
  { city: 'Vienna', from: 58, nights: 2, who: 'all', adults: 4, budget: 450, booked: 280 },
];
const open = sampleLegs.filter(({ booked }) => booked === undefined);
const sampleTravellers = [
  ['Anna', 'Sales'],
  ['Ben', 'Sales'],
  ['Cem', 'Research'],
  ['Dora', 'Research'],
] as const;

const amount = { kind: 'decimal', from: 0, to: 100_000_000 } as const;
const legRange = (from: string, to = from) => `${from}${legs.first}:${to}${lastOf(legs)}`;

const legSheet = listSheet(legs, {
  key: 'legs',
  name: 'Legs',
  title: 'Legs of the trip',
  says: 'Enter or paste your legs. Who: names with commas between them, or all. Rooms may stay empty.',
  most: `Up to ${legs.most} legs. Nothing needs to be filled down: all sheets follow this list.`,
  headings: ['City', 'Check-in', 'Check-out', 'Who', 'Rooms', 'Budget', 'Booked'],
  widths: [24, 14, 14, 36, 9, 12, 12],
  samples: sampleLegs.map(({ city, from, nights, who, budget, booked }) => [
    city,
    { daysAhead: from },
    { daysAhead: from + nights },
    who,
    null,
    budget,
    booked ?? null,
  ]),
  formats: [
    { range: legRange('B', 'C'), format: 'd mmm yyyy' },
    { range: legRange('F', 'G'), format: wholeFormat },
  ],
  inputs: [
    { range: legRange('B', 'C'), rule: { kind: 'date' }, hint: 'A date in the future.' },
    { range: legRange('E'), rule: { kind: 'whole', from: 1, to: 30 }, hint: 'Empty: as many as are needed.' },
    { range: legRange('F'), rule: amount, hint: 'What this leg may cost for all travellers.' },
    {
      range: legRange('G'),
      rule: amount,
      hint: 'What you booked it for, with all charges. A booked leg is not searched for.',
    },
  ],
  board: 'trip',
});

const peopleSheet = listSheet(travellers, {
  key: 'people',
  name: 'Travellers',
  title: 'Travellers',
  says: 'Enter or paste who travels, and the cost centre that pays. Each name once.',
  most: `Up to ${travellers.most} travellers, 30 on one leg.`,
  headings: ['Traveller', 'Cost centre'],
  widths: [28, 40],
  samples: sampleTravellers,
  formats: [],
  inputs: [],
  board: 'costs',
});

/** A search as its results repeat it. */
const stay = ({ city, from, nights, adults }: Leg, later = 0): TemplateCell[] => [
  city,
  { daysAhead: from + later },
  { daysAhead: from + later + nights },
  adults,
  adults / 2,
];
const stayHeadings = ['Destination', 'Check-in', 'Check-out', 'Adults', 'Rooms'];
const stayWidths = [16, 14, 14, 8, 8];
const dates = (...columns: string[]) => columns.map((column) => ({ column, format: 'd mmm yyyy' }));

/** The price of a place for a search, and what it charges on top. */
const asked = ({ nights, adults }: Leg, leg: number, week: number, place = 0): [number, number] => [
  (88 + leg * 9 + place * 22 + ((week * 21 + leg * 5) % 11)) * nights * (adults / 2),
  3 * adults * nights,
];
const sampleOf = (leg: Leg, index: number, place: number): TemplateCell[] => [
  ...stay(leg),
  `Sample hotel ${place + 1}`,
  8.1 + place / 5,
  3 + (place % 2),
  ...asked(leg, index, 0, place),
  'Sample room',
  'Breakfast included',
  place !== 1,
];
const blank = Array.from({ length: 14 }, () => null);
const optionSamples = sampleLegs.map((leg, index) =>
  leg.booked === undefined ? [...sampleOf(leg, index, 0), 25] : blank,
);
const placeSamples = open.flatMap((leg, index) => [0, 1, 2].map((place) => sampleOf(leg, index, place)));
const weekSamples = sampleLegs.flatMap((leg, index) =>
  Array.from({ length: weeks }, (_, week) =>
    leg.booked === undefined ? [...stay(leg, week * 7), ...asked(leg, index, week), 25] : blank.slice(0, 8),
  ),
);

const fields =
  'name review.score star_rating price excluded_charges room_name meal_plan has_free_cancellation'.split(' ');
const fieldHeadings = [
  'Name',
  'Review score',
  'Stars',
  'Stay total',
  'Excluded charges',
  'Room',
  'Meals',
  'Free cancellation',
];
const fieldWidths = [34, 10, 8, 13, 13, 30, 22, 13];
const amounts = [
  { column: 'G', format: '0.0' },
  ...['I', 'J'].map((column) => ({ column, format: wholeFormat })),
];

const optionSheet = dataSheet({
  key: 'options',
  name: 'Options',
  title: 'The cheapest place for each leg',
  says: `The cheapest with all charges, of the ${places} cheapest that fit. One row for each leg, in the order of the list.`,
  options: searchOptions([...fields, 'count()'], 'cheapest'),
  board: 'trip',
  headings: [...stayHeadings, ...fieldHeadings, 'Places'],
  samples: optionSamples,
  widths: [...stayWidths, ...fieldWidths, 8],
  formats: [...dates('B', 'C', 'T', 'U'), ...amounts],
  last: 5 + legs.most,
  more: {
    blocks: [{ at: 'R5', rows: legSearches }],
    styles: [{ range: `R5:X${5 + legs.most}`, style: 'helper' }],
  },
});

const placeSheet = dataSheet({
  key: 'places',
  name: 'Places',
  title: 'Places for each leg',
  says: `Up to ${places} places for each open leg that fit, to choose from. They come with the options and cost nothing more.`,
  options: searchOptions(fields, 'fields'),
  board: 'trip',
  headings: [...stayHeadings, ...fieldHeadings],
  samples: placeSamples,
  widths: [...stayWidths, ...fieldWidths],
  formats: [...dates('B', 'C'), ...amounts],
  last: 5 + legs.most * places,
});

const moveSheet = dataSheet({
  key: 'moves',
  name: 'Week options',
  title: 'The cheapest place in other weeks',
  says: 'One row for each leg in each week. Only fetched if Compare weeks on Weeks is yes.',
  options: searchOptions(['price', 'excluded_charges', 'count()'], 'cheapest'),
  board: 'weeks',
  headings: [...stayHeadings, 'Stay total', 'Excluded charges', 'Places'],
  samples: weekSamples,
  widths: [...stayWidths, 13, 13, 8],
  formats: [...dates('B', 'C', 'N', 'O'), ...['F', 'G'].map((column) => ({ column, format: wholeFormat }))],
  last: 5 + legs.most * weeks,
  more: {
    blocks: [{ at: 'L5', rows: weekSearches() }],
    styles: [{ range: `L5:U${5 + legs.most * weeks}`, style: 'helper' }],
  },
});

const live = (
  sheet: string,
  searches: string,
  columns: readonly string[],
  samples: string,
  requests: number,
): LiveTable => ({
  sheet,
  at: 'A5',
  formula: `=STAYS.SEARCH(${columns.map((column) => `{${searches}}!${column}6:${column}${5 + legs.most * (searches === 'moves' ? weeks : 1)}`).join(',')},${places},{${sheet}}!A4)`,
  samples,
  operation: 'stays',
  requests,
  count: places,
});
const legColumns = ['S', 'T', 'U', 'V', 'W'];

export const tripPlanner: Template = {
  id: 'trip-planner',
  layout: 3,
  title: 'Trip planner',
  sentence:
    'Any number of legs: the cheapest place that fits each, what is booked and open, who pays what, the cheapest week.',
  needs: `Up to ${legs.most} legs with dates, travellers, budgets and what a place must offer.`,
  sheets: [
    tripSheet,
    legSheet,
    peopleSheet,
    costSheet,
    weekSheet,
    tripCharts,
    optionSheet,
    placeSheet,
    moveSheet,
  ],
  names: [
    { name: 'Trip_legs', refersTo: `{legs}!${legRange('A', 'G')}` },
    { name: 'Trip_travellers', refersTo: `{people}!A${travellers.first}:B${lastOf(travellers)}` },
  ],
  live: [
    live('options', 'options', legColumns, `A5:P${5 + optionSamples.length}`, open.length),
    live('places', 'options', legColumns, `A5:O${5 + placeSamples.length}`, 0),
    live('moves', 'moves', ['M', 'N', 'O', 'P', 'Q'], `A5:J${5 + weekSamples.length}`, 0),
  ],
};
