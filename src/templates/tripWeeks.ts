// The week in which the trip would be cheapest: each open leg in five weeks, fetched only when somebody says so.
import { cost } from '../operations';
import {
  bands,
  liveStatus,
  opening,
  openingRule,
  openingStyles,
  statusHeading,
  statusRule,
} from './sheetParts';
import { tabs } from './styles';
import type { TemplateCell, TemplateSheet } from './template';
import { inWeeks, isAsked, isBooked, isLeg, legs, onBoard, places, startOf } from './tripFigures';
import { wholeFormat } from './tripSheet';

const first = 13;
const last = first + legs.most - 1;
const letters = ['C', 'D', 'E', 'F', 'G'] as const;
const open = `SUM(1*(${isAsked}))`;
/** Legs that are not booked, also those that cannot be asked for yet. */
const wanted = `SUM((${isLeg})*NOT(${isBooked}))`;
const ahead = 'COUNTIF($C$11:$G$11,">="&TODAY())';
const requests = `${open}*${ahead}`;
const isWeek = (week: number) => `${inWeeks('S')}=${week}`;

const column = (letter: string) => `${letter}$${first}:${letter}$${last}`;
const total = (letter: string): TemplateCell =>
  `=IF(COUNT(${column(letter)})=0,"",IF(COUNT(${column(letter)})=${wanted},SUM(${column(letter)}),COUNT(${column(letter)})&" of "&${wanted}&" legs"))`;
/** Weeks can be compared if each that is not past has all its legs. */
const isWhole = `AND(${ahead}>1,COUNT($C$12:$G$12)=${ahead})`;

export const weekSheet: TemplateSheet = {
  key: 'weeks',
  name: 'Weeks',
  tab: tabs.input,
  widths: [24, 16, 15, 15, 15, 15, 15, 30],
  blocks: [
    opening(
      'The cheapest week',
      'What the open legs cost, with all charges, if the whole trip begins a week or more later. Green is the cheapest week.',
    ),
    {
      at: 'A5',
      rows: [
        [
          'Compare weeks',
          'no',
          `="yes costs up to "&${requests}&" requests, "&${cost('stays', places)}*${requests}&" credits. Weeks that you have are free."`,
        ],
        ['First start', { daysAhead: 45 }, 'The trip begins on this day, or 1 to 4 weeks later.'],
        [
          'Cheapest week',
          `=IF(${isWhole},INDEX($C$11:$G$11,1,MATCH(MIN($C$12:$G$12),$C$12:$G$12,0)),"")`,
          `=IF(${isWhole},"costs "&FIXED(MIN($C$12:$G$12),0)&" and saves "&FIXED(MAX($C$12:$G$12)-MIN($C$12:$G$12),0)&" against the dearest","Known once every leg has a price in every week.")`,
        ],
        [null],
        ['Planned start', `=IFERROR(IF(${open}=0,"",MIN(IF(${isAsked},${onBoard('B')},""))),"")`],
      ],
    },
    {
      at: 'A11',
      rows: [
        [
          'Leg',
          'Nights',
          ...letters.map(
            (_, index) => `=IF(ISNUMBER($B$6),${startOf(String(index + 1)).replaceAll('{weeks}!', '')},"")`,
          ),
          statusHeading,
        ],
        ['All open legs', null, ...letters.map(total)],
        [
          `=IF(${isLeg},${onBoard('A')},"")`,
          `=${onBoard('D')}`,
          ...letters.map((_, index) => `=FILTER(${inWeeks('U')},${isWeek(index + 1)})`),
          `=IF((${isLeg})*NOT(${isBooked}),IF(${isAsked},IF(${ahead}=0,"Enter a first start",IF(${counted()}<${ahead},"Weeks without a price","OK")),"Incomplete: see Trip"),"")`,
        ],
      ],
    },
  ],
  styles: [
    ...openingStyles('H'),
    { range: 'A5:A7', style: 'label' },
    { range: 'B5:B6', style: 'input' },
    { range: 'B7', style: 'result' },
    { range: 'C5:C7', style: 'note' },
    { range: 'A9:B9', style: 'note' },
    { range: 'A11:H11', style: 'heading' },
    { range: 'A11', style: 'headingLeft' },
    { range: 'A12:H12', style: 'result' },
    { range: `C12:G${last}`, style: 'right' },
  ],
  formats: [
    { range: 'B6:B9', format: 'd mmm yyyy' },
    { range: 'C11:G11', format: 'd mmm yyyy' },
    { range: `C12:G${last}`, format: wholeFormat },
  ],
  inputs: [
    {
      range: 'B5',
      rule: { kind: 'list', values: ['no', 'yes'] },
      hint: 'yes fetches each open leg in each week: the price stands beside it.',
    },
    { range: 'B6', rule: { kind: 'date' }, hint: 'The first day on which the trip could begin.' },
  ],
  conditionals: [
    openingRule('H'),
    statusRule('H', first, last),
    {
      range: 'C12:G12',
      rule: { kind: 'formula', formula: `=AND(ISNUMBER(C$12),$B$7<>"",C$12=MIN($C$12:$G$12))` },
      style: { fill: '#bfe6cb' },
    },
    {
      range: `C${first}:G${last}`,
      rule: {
        kind: 'formula',
        formula: `=AND(ISNUMBER(C${first}),$H${first}="OK",C${first}=MIN($C${first}:$G${first}))`,
      },
      style: { fill: '#bfe6cb' },
    },
    bands(first, last, 'H'),
  ],
  status: 'A3',
  liveStatus: `=IF($B$5="no","Live data of other weeks are fetched when you enter yes in B5.",${liveStatus(`$H$${first}:$H$${last}`, 'open legs', '{moves}!$I$6:$I$605').slice(1)})`,
  frozenRows: 12,
  landscape: true,
};

/** In how many weeks each leg has a price. */
function counted(): string {
  return letters
    .map((letter) => `TAKE(1*ISNUMBER($${letter}$${first}:$${letter}$${last}),${legs.rows})`)
    .join('+');
}
