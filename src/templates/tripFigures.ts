// What the trip planner calculates: who is on which leg, and what each leg asks the service for. Each search has one row with the
// cheapest place of those that came back, in the order of the legs.
import { asWritten, inUse, isUsed, lastOf, rowCount, type List } from './sheetParts';
import type { TemplateCell } from './template';

/** City, check-in, check-out, who, rooms, budget and booked of each leg. */
export const legs: List = { sheet: 'legs', first: 7, most: 100, lastColumn: 'G', rows: '{options}!$R$6' };
/** Name and cost centre. */
export const travellers: List = {
  sheet: 'people',
  first: 7,
  most: 40,
  lastColumn: 'B',
  rows: '{costs}!$M$7',
};
/** The weeks that are compared, and how many places each search fetches. */
export const weeks = 5;
export const places = 25;
export const firstLeg = 12;

const cut = (list: List, range: string): string => inUse(list, asWritten(range));
const rowsOf = (list: List, sheet: string, letter: string, first: number): string =>
  `{${sheet}}!$${letter}$${first}:$${letter}$${first + list.most + 99}`;

/** A column of the list, of the board and of the helpers, with one row for each leg. */
const given = (list: List, letter: string): string =>
  cut(list, `{${list.sheet}}!$${letter}$${list.first}:$${letter}$${lastOf(list)}`);
export const leg = (letter: string): string => given(legs, letter);
export const travellerCells = (letter: string): string => given(travellers, letter);
export const board = (letter: string): string => rowsOf(legs, 'trip', letter, firstLeg);
export const onBoard = (letter: string): string => cut(legs, board(letter));
export const helper = (letter: string): string => cut(legs, rowsOf(legs, 'options', letter, 6));
export const person = (letter: string): string => cut(travellers, rowsOf(travellers, 'costs', letter, 7));
export const isLeg = isUsed(legs);
export const isTraveller = isUsed(travellers);

/** 1 where a traveller, by column, is on a leg, by row. */
const isOn = `TAKE({costs}!$P$7:$BC$${6 + legs.most + 100},${legs.rows},${travellers.rows})`;
const ones = (count: string): string => `SEQUENCE(${count},1,1,0)`;
export const onLeg = `MMULT(${isOn},${ones(travellers.rows)})`;
/** A sum over the legs of each traveller. */
export const overLegs = (each: string): string => `MMULT(TRANSPOSE(${isOn}),${each})`;
export const eachLeg = ones(legs.rows);

/** Names in lower case with a comma between them and no space around it. */
const names = `SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(LOWER(TRIM(${leg('D')})),";",","),", ",",")," ,",",")`;
const isAll = `(LEN(${leg('D')})=0)+(LOWER(TRIM(${leg('D')}))="all")>0`;
const people = `TRANSPOSE(LOWER(${person('A')}))`;
export const whoIsOn = `=IFERROR(1*(LEN(${people})>0)*(${isLeg})*(((${isAll})+ISNUMBER(FIND(","&${people}&",",","&${names}&",")))>0),0)`;
/** How many names are written for a leg. */
const written = `LEN(${names})-LEN(SUBSTITUTE(${names},",",""))+1`;

/** More or fewer travellers are found than names are written. */
const isOther = (sign: '<' | '>'): string => `IF(${isAll},FALSE,${onBoard('E')}${sign}${written})`;
/** Nobody's share is known while it is not known who is on a leg, whatever else is wrong with the leg. */
export const isSomebodyUnknown = `SUM(IFERROR((${isLeg})*(${isOther('<')}+${isOther('>')}),0))>0`;

/** What keeps a leg from being planned, before anything is asked for. */
const faults: readonly (readonly [wrong: string, says: string])[] = [
  [`LEN(${onBoard('A')})=0`, 'Enter a city'],
  [`ISNUMBER(${onBoard('B')})*ISNUMBER(${onBoard('C')})=0`, 'Enter both dates as dates'],
  [`LEN(${onBoard('D')})=0`, 'Check-out must be after check-in'],
  ['COUNTIF({costs}!$H$7:$H$206,"Enter a name")>0', 'Enter all names on Travellers'],
  [isOther('<'), 'Who: not among the travellers'],
  [isOther('>'), 'Who: two travellers have this name'],
  [`${onBoard('E')}<1`, 'Nobody is on this leg'],
  ['NOT(ISNUMBER({trip}!$B$6))', 'Enter people for each room'],
  [`IF(ISNUMBER(${onBoard('F')}),${onBoard('F')}<1,TRUE)`, 'Enter rooms as a number'],
  [`${onBoard('F')}>${onBoard('E')}`, 'More rooms than travellers'],
  [`${onBoard('E')}>30`, 'More than 30 travellers'],
  ['LEN({trip}!$B$5)=0', 'Enter a currency'],
  [`(LEN(${leg('F')})>0)*NOT(ISNUMBER(${leg('F')}))`, 'Enter the budget as a number'],
  [`(LEN(${leg('G')})>0)*NOT(ISNUMBER(${leg('G')}))`, 'Enter what you booked as a number'],
  [`IF(ISNUMBER(${leg('G')}),${leg('G')}<0,FALSE)`, 'Enter what you booked as a number'],
  [`IF(ISNUMBER(${leg('G')}),FALSE,${onBoard('B')}<TODAY())`, 'Check-in is in the past'],
];
const fault = `=IF(${isLeg},IFERROR(${faults.reduceRight((rest, [wrong, says]) => `IF(${wrong},"${says}",${rest})`, '""')},"Correct this row on Legs"),"")`;

export const isBooked = `ISNUMBER(${leg('G')})`;
/** Legs that need an offer and can have one. */
export const isAsked = `(${isLeg})*(LEN(${helper('X')})=0)*NOT(${isBooked})`;

const searchHeadings = ['Searches', 'Destination', 'Check-in', 'Check-out', 'Adults', 'Rooms'];

/** Beside the options: what each leg asks for, and what keeps it from asking. */
export const legSearches: TemplateCell[][] = [
  [...searchHeadings, 'What is missing'],
  [
    rowCount(legs),
    ...['A', 'B', 'C', 'E', 'F'].map((letter) => `=IF(${isAsked},${onBoard(letter)},"")`),
    fault,
  ],
];

/** A column of the sheet with other weeks, with one row for each leg in each week. */
export const inWeeks = (letter: string): string =>
  `TAKE(${asWritten(`{moves}!$${letter}$6:$${letter}$${5 + weeks * (legs.most + 20)}`)},{moves}!$L$6)`;
/** What belongs to the leg of each row. */
const ofLeg = (values: string): string => `INDEX(${values},${inWeeks('R')},1)`;
/** The day on which the trip would begin. */
export const startOf = (week: string): string => `({weeks}!$B$6+7*(${week}-1))`;

/** Beside them: each open leg in each week. Nothing is asked for until somebody says so. */
export function weekSearches(): TemplateCell[][] {
  const start = startOf(inWeeks('S'));
  const moved = (letter: string) => `${ofLeg(onBoard(letter))}+${start}-{weeks}!$B$9`;
  const asked = [ofLeg(onBoard('A')), moved('B'), moved('C'), ofLeg(onBoard('E')), ofLeg(onBoard('F'))];
  return [
    [...searchHeadings, 'Leg', 'Week', 'Possible', 'Cost'],
    [
      `=${weeks}*${legs.rows}`,
      ...asked.map((value) => `=IFERROR(IF(({weeks}!$B$5="yes")*(${inWeeks('T')}=1),${value},""),"")`),
      `=INT((SEQUENCE({moves}!$L$6)-1)/${weeks})+1`,
      `=MOD(SEQUENCE({moves}!$L$6)-1,${weeks})+1`,
      `=IFERROR(1*${ofLeg(isAsked)}*(${start}>=TODAY())*ISNUMBER({weeks}!$B$6)*ISNUMBER({weeks}!$B$9),0)`,
      // What a leg costs in a week; otherwise why there is no figure.
      `=IF(${ofLeg(isBooked)},"booked",IF(${inWeeks('T')}<>1,"",IF(ISERROR(${inWeeks('F')}),"failed",IF(NOT(ISNUMBER(${inWeeks('I')})),"not fetched",IF(ISNUMBER(${inWeeks('F')}),${inWeeks('F')}+IF(ISNUMBER(${inWeeks('G')}),${inWeeks('G')},0),"nothing fits")))))`,
    ],
  ];
}
