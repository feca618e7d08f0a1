// Who pays what: each traveller's share of the legs, by cost centre too; and charts of the trip.
import {
  bands,
  isRepeated,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  rowCount,
  rowStatus,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import type { TemplateCell, TemplateChart, TemplateSheet } from './template';
import {
  eachLeg,
  isLeg,
  isSomebodyUnknown,
  isTraveller,
  legs,
  travellerCells,
  onBoard,
  overLegs,
  person,
  travellers,
  weeks,
  whoIsOn,
} from './tripFigures';
import { wholeFormat } from './tripSheet';

const first = 7;
const last = first + travellers.most - 1;
const statuses = `{costs}!$H$${first}:$H$${last}`;
const isOk = `${onBoard('P')}="OK"`;
const onLegs = overLegs(eachLeg);
const complete = overLegs(`1*(${isOk})`);
const shares = overLegs(`IFERROR(IF(${isOk},${onBoard('J')}/${onBoard('E')},0),0)`);
const isBooking = `(${onBoard('M')}="booked")`;
const bookedShares = overLegs(`IFERROR(IF((${isOk})*${isBooking},${onBoard('J')}/${onBoard('E')},0),0)`);
/** A share over some of the legs says so. */
const sum = (all: string, has: string, value: string) =>
  `IF(${isSomebodyUnknown},"See who is on each leg",IF(${all}=${has},${value},${has}&" of "&${all}&" legs: "&FIXED(${value},0)))`;

const centre = person('B');
const centres = `TAKE({costs}!$J$${first}:$J$${last},SUM(1*(LEN({costs}!$J$${first}:$J$${last})>0)))`;
/** A sum over the travellers of each cost centre. */
const overPeople = (each: string) => `MMULT(1*(${centres}=TRANSPOSE(${centre})),${each})`;

const blocks: readonly { readonly at: string; readonly rows: readonly (readonly TemplateCell[])[] }[] = [
  {
    at: `A${first - 1}`,
    rows: [
      [
        'Traveller',
        'Cost centre',
        'Legs',
        'Nights',
        'Planned',
        'Booked',
        'Still open',
        statusHeading,
        null,
        'Cost centre',
        'Travellers',
        'Planned',
        'Rows',
        'City',
        'Check-in',
        `=TRANSPOSE(${person('A')})`,
      ],
      [
        `=IF(${isTraveller},IFERROR(TRIM(${travellerCells('A')}),""),"")`,
        `=IF(${isTraveller},IFERROR(IF(LEN(${travellerCells('B')})=0,"(none)",TRIM(${travellerCells('B')})),"(none)"),"")`,
        `=IF(${isTraveller},${onLegs},"")`,
        `=IF(${isTraveller},${overLegs(`IF(ISNUMBER(${onBoard('D')}),${onBoard('D')},0)`)},"")`,
        `=IF(LEN(${person('A')})>0,${sum(onLegs, complete, shares)},"")`,
        `=IF(LEN(${person('A')})>0,${sum(overLegs(`1*${isBooking}`), overLegs(`(${isOk})*${isBooking}`), bookedShares)},"")`,
        `=IF(ISNUMBER(${person('E')}),${person('E')}-${person('F')},"")`,
        rowStatus(isTraveller, [
          [`LEN(${person('A')})=0`, 'Enter a name'],
          [`ISNUMBER(FIND(",",${person('A')}))`, 'No comma in a name'],
          [
            `MMULT(1*(${person('A')}=TRANSPOSE(${person('A')})),SEQUENCE(${travellers.rows},1,1,0))>1`,
            'The name is there twice',
          ],
          [`NOT(ISNUMBER(${person('E')}))`, 'Some legs are incomplete: see Trip'],
        ]),
        null,
        `=IFERROR(FILTER(${centre},(LEN(${centre})>0)*NOT(${isRepeated(centre, travellers.rows)})),"")`,
        `=IFERROR(${overPeople(`SEQUENCE(${travellers.rows},1,1,0)`)},"")`,
        `=IFERROR(IF(LEN(${centres})>0,${sum(overPeople(onLegs), overPeople(complete), overPeople(shares))},""),"")`,
        rowCount(travellers),
        `=IF(${isLeg},${onBoard('A')},"")`,
        `=${onBoard('B')}`,
        whoIsOn,
      ],
    ],
  },
];

export const costSheet: TemplateSheet = {
  key: 'costs',
  name: 'Costs',
  tab: tabs.board,
  widths: [24, 16, 8, 8, 22, 13, 13, 34, 3, 18, 11, 22, 6, 18, 13, ...Array.from({ length: 40 }, () => 10)],
  blocks: [
    opening(
      'Cost for each traveller and cost centre',
      'The cost of a leg is shared equally by those who are on it. On the right: who is on which leg.',
    ),
    ...blocks,
  ],
  styles: [
    ...openingStyles('L'),
    { range: `A${first - 1}:H${first - 1}`, style: 'heading' },
    { range: `J${first - 1}:L${first - 1}`, style: 'heading' },
    { range: `N${first - 1}:BC${first - 1}`, style: 'label' },
    { range: `M${first - 1}:M${first}`, style: 'helper' },
    { range: `E${first}:G${last}`, style: 'right' },
    { range: `L${first}:L${last}`, style: 'right' },
    { range: `P${first}:BC${first + legs.most - 1}`, style: 'center' },
  ],
  formats: [
    { range: `E${first}:G${last}`, format: wholeFormat },
    { range: `L${first}:L${last}`, format: wholeFormat },
    { range: `O${first}:O${first + legs.most - 1}`, format: 'd mmm yyyy' },
    { range: `P${first}:BC${first + legs.most - 1}`, format: '"●";;' },
  ],
  conditionals: [openingRule('L'), statusRule('H', first, last), bands(first, last, 'H')],
  status: 'A3',
  liveStatus: liveStatus(statuses, 'travellers', '{options}!$O$6:$O$205', travellers),
  frozenRows: first - 1,
  // Who is on which leg takes a column for each traveller: with many of them, nothing on the page could be read.
  printArea: 'A:L',
  landscape: true,
};

/** The 15 dearest legs and travellers, for charts: a chart leaves out #N/A, and would draw text as 0. */
const most = 15;
const row = 6;
function dearest(names: string, values: string, others: readonly string[]): string[] {
  const kept = `ISNUMBER(${values})`;
  const sorted = (column: string) => `SORTBY(FILTER(${column},${kept}),FILTER(${values},${kept}),-1)`;
  const of = (column: string, otherwise: string) =>
    `=IFERROR(INDEX(${sorted(column)},SEQUENCE(${most}),1),${otherwise})`;
  return [of(names, '""'), ...[values, ...others].map((column) => of(column, 'NA()'))];
}
const legCosts = `IF(${isOk},${onBoard('J')},"")`;
const budgets = `IF(ISNUMBER(${onBoard('G')}),${onBoard('G')},NA())`;

const column = (letter: string) => `{charts}!${letter}${row}:${letter}${row + most - 1}`;
const charts: readonly TemplateChart[] = [
  {
    kind: 'column',
    title: 'Cost by leg',
    says: 'Column chart: planned cost and budget of the 15 dearest legs of the trip',
    from: 'A5',
    to: 'L24',
    series: [
      { name: 'Planned', values: column('P'), categories: column('O') },
      { name: 'Budget', values: column('Q'), categories: column('O') },
    ],
    valueTitle: 'For all travellers',
    valueFormat: wholeFormat,
  },
  {
    kind: 'bar',
    title: 'Cost by traveller',
    says: 'Bar chart: planned cost of the 15 travellers with the highest share',
    from: 'A26',
    to: 'F45',
    series: [{ name: 'Planned', values: column('T'), categories: column('S') }],
    valueTitle: 'For each traveller',
    valueFormat: wholeFormat,
  },
  {
    kind: 'column',
    title: 'Open legs by week',
    says: 'Column chart: what the open legs cost together if the trip begins in each of the weeks that were compared',
    from: 'G26',
    to: 'L45',
    series: [
      {
        name: 'Open legs',
        values: `{charts}!W${row}:W${row + weeks - 1}`,
        categories: `{charts}!V${row}:V${row + weeks - 1}`,
      },
    ],
    valueTitle: 'For all travellers',
    valueFormat: wholeFormat,
  },
];

export const tripCharts: TemplateSheet = {
  key: 'charts',
  name: 'Trip charts',
  tab: tabs.board,
  widths: Array.from({ length: 12 }, () => 12),
  blocks: [
    opening('Trip charts', 'The 15 dearest legs and travellers. What is incomplete is left out.'),
    {
      at: `O${row - 1}`,
      rows: [
        ['Leg', 'Planned', 'Budget', null, 'Traveller', 'Planned', null, 'Week', 'Open legs'],
        [
          ...dearest(onBoard('A'), legCosts, [budgets]),
          null,
          ...dearest(person('A'), person('E'), []),
          null,
          `=IFERROR(DAY(TRANSPOSE({weeks}!$C$11:$G$11))&"/"&MONTH(TRANSPOSE({weeks}!$C$11:$G$11)),"")`,
          `=IF(ISNUMBER(TRANSPOSE({weeks}!$C$12:$G$12)),TRANSPOSE({weeks}!$C$12:$G$12),NA())`,
        ],
      ],
    },
  ],
  styles: [...openingStyles('L'), { range: `O${row - 1}:W${row + most}`, style: 'helper' }],
  formats: [],
  conditionals: [openingRule('L')],
  charts,
  status: 'A3',
  liveStatus: '={trip}!A3',
  frozenRows: 0,
  printArea: 'A1:L46',
  landscape: true,
};
