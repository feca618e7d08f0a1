// The first sheet of the trip planner: legs, budget against what was booked, cost by leg.
import { opening, openingStyles, rowsFrom } from './sheetParts';
import { tabs } from './styles';
import type { TemplateSheet } from './template';

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

export const tripSheet: TemplateSheet = {
  key: 'trip',
  name: 'Trip',
  tab: tabs.board,
  widths: [22, 25, 14, 8, 13, 13, 13, 13, 13, 13, 24],
  blocks: [
    opening('Trip planner', 'Legs with dates and a budget. Enter what you booked to see where you stand.'),
    {
      at: 'A5',
      rows: [
        ['Currency', 'EUR', null, '="Trip total ("&B5&")"', null, '=SUM(G12:G15)'],
        ['Adults', 2, null, 'Budget', null, '=SUM(E12:E15)'],
        ['Rooms', 1, null, 'Left of the budget', null, '=F6-F5'],
        ['Sort by', 'price_low_to_high', null, 'Per person', null, '=IF(B6=0,0,F5/B6)'],
        [
          'Filter set (optional)',
          '',
          null,
          'Per person and day',
          null,
          '=IF(OR(B6=0,SUM(D12:D15)=0),0,F5/B6/SUM(D12:D15))',
        ],
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
          'Cheapest found',
          'Planned',
          'Booked',
          'Against budget',
          'Per person and day',
          'Best option',
        ],
      ],
    },
    {
      at: `A${first}`,
      rows: rowsFrom(first, legs.length, (row, index) => {
        const [city = '', from = 0, nights = 0, budget = 0] = legs[index] ?? [];
        const own = `{options}!$A$6:$A$200,$A${row},{options}!$B$6:$B$200,$B${row}`;
        const cheapest = `MINIFS({options}!$G$6:$G$200,${own})`;
        return [
          city,
          { daysAhead: from },
          { daysAhead: from + nights },
          `=IF(OR(B${row}="",C${row}=""),0,C${row}-B${row})`,
          budget,
          `=IF(COUNTIFS(${own})=0,0,${cheapest})`,
          `=IF(H${row}="",F${row},H${row})`,
          null,
          `=G${row}-E${row}`,
          `=IF(OR($B$6=0,D${row}=0),0,G${row}/$B$6/D${row})`,
          `=IFERROR(INDEX({options}!$D$6:$D$200,MATCH(1,({options}!$A$6:$A$200=$A${row})*({options}!$B$6:$B$200=$B${row})*({options}!$G$6:$G$200=F${row}),0)),"")`,
        ];
      }),
    },
  ],
  styles: [
    ...openingStyles('K'),
    { range: 'A5:A9', style: 'label' },
    { range: 'B5:B9', style: 'input' },
    { range: 'D5:F9', style: 'result' },
    { range: `A${first - 1}:K${first - 1}`, style: 'heading' },
    { range: `A${first - 1}`, style: 'headingLeft' },
    { range: `A${first}:K${last}`, style: 'body' },
    { range: `A${first}:C${last}`, style: 'input' },
    { range: `E${first}:E${last}`, style: 'input' },
    { range: `H${first}:H${last}`, style: 'input' },
    { range: `K${first}:K${last}`, style: 'center' },
  ],
  formats: [
    { range: `B${first}:C${last}`, format: 'd mmm yyyy' },
    { range: `E${first}:H${last}`, format: money },
    { range: `I${first}:I${last}`, format: '+#,##0;-#,##0;0' },
    { range: `J${first}:J${last}`, format: money },
    { range: 'F5:F9', format: money },
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
      range: `H${first}:H${last}`,
      rule: { kind: 'decimal', from: 0, to: 10_000_000 },
      hint: 'What you booked. Leave it empty until then.',
    },
  ],
  conditionals: [
    {
      range: `I${first}:I${last}`,
      rule: { kind: 'above', value: 0 },
      style: { color: '#8a1f11', fill: '#f8d7d3' },
    },
    {
      range: `I${first}:I${last}`,
      rule: { kind: 'below', value: 0 },
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
        { name: 'Planned', values: `{trip}!G${first}:G${last}`, categories: `{trip}!A${first}:A${last}` },
        { name: 'Budget', values: `{trip}!E${first}:E${last}`, categories: `{trip}!A${first}:A${last}` },
      ],
      valueTitle: 'For all travellers',
      valueFormat: money,
    },
  ],
  status: 'A3',
  frozenRows: first - 1,
  printArea: `A1:K${last + 21}`,
  landscape: true,
};
