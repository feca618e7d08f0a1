// What the price monitor calculates for each row of its list, beside the market: one formula for each column.
import { products as list, type Market } from './priceMarkets';
import {
  beside,
  figureCells,
  ifNumber,
  inUse,
  isUsed,
  listedCells,
  positive,
  rowStatus,
  statusHeading,
} from './sheetParts';
import type { TemplateCell } from './template';

/** What the market sheet calculates for each row of the list, in the order of the board. */
export const columns = [
  ['Product', 'J'],
  ['Own price', 'K'],
  ['Lowest', 'L'],
  ['Median', 'M'],
  ['Highest', 'N'],
  ['Price index', 'O'],
  ['Above lowest', 'P'],
  ['Margin', 'Q'],
  ['Offers', 'R'],
  ['Last week', 'S'],
  ['Change', 'T'],
  ['52-week low', 'U'],
  ['Low on', 'V'],
  ['52-week high', 'W'],
  ['High on', 'X'],
  ['Days since seen', 'Y'],
  ['Match', 'Z'],
  ['Decision', 'AA'],
  [statusHeading, 'AB'],
] as const;
export const of = (letter: string) => figureCells(list, 'market', letter);
const cut = (letter: string) => beside(list, 'market', letter);
export const productStatuses = of('AB');
const limit = '{board}!$B$8';

export function calculated({ settings }: Market): TemplateCell[] {
  const [low, median, high, offers, fetched] = ['B', 'C', 'D', 'E', 'F'].map((letter) =>
    beside(list, 'market', letter),
  ) as [string, string, string, string, string];
  const past = (letter: string) => beside(list, 'past', letter);
  const used = isUsed(list);
  const [name, own, cost] = [listedCells(list, 'A'), listedCells(list, 'B'), listedCells(list, 'C')];
  const isMatched = '{list}!$D$5<>"all"';
  /** A quotient of two columns where both have a number. */
  const ratio = (one: string, other: string, makes: string) =>
    `=IF(ISNUMBER(${cut(one)})*ISNUMBER(${cut(other)}),${makes},"")`;
  const waiting = `(LEFT(${cut('Z')},9)="undecided")+(${cut('Z')}="new candidate")+(${cut('Z')}="gone")>0`;
  const above = `IF(ISNUMBER(${cut('P')}),${cut('P')}>${limit},FALSE)`;
  return [
    `=IF(${used},IFERROR(${name}&"","Error in the list"),"")`,
    `=${positive(own)}`,
    `=${positive(low)}`,
    `=${positive(median)}`,
    `=${positive(high)}`,
    ratio('K', 'M', `${cut('K')}/${cut('M')}*100`),
    ratio('K', 'L', `${cut('K')}/${cut('L')}-1`),
    `=IFERROR(IF(ISNUMBER(${positive(own)})*ISNUMBER(${positive(cost)}),(${own}-${cost})/${own},""),"")`,
    `=IF(${used},${ifNumber(offers)},"")`,
    // An offer that was last seen before last week has no change since: the one observation would be compared with itself.
    ...['G', 'I'].map((letter) => `=IFERROR(IF(${past('P')}>${past('O')},${ifNumber(past(letter))},""),"")`),
    // Without an observation the cell is empty, which some engines take for a price of 0 on the first day of their calendar.
    ...['V', 'W', 'X', 'Y'].map((letter) => `=${positive(past(letter))}`),
    `=IFERROR(INT(TODAY())-INT(${positive(past('P'))}),"")`,
    `=IF(${used},IF(${isMatched},IFERROR(${past('A')}&"",""),"all offers"),"")`,
    `=IF(${cut('AB')}="","",IF(${above},"Above the lowest",IF(${waiting},"Decide in Match",IF(IF(ISNUMBER(${cut('Q')}),${cut('Q')}<0,FALSE),"Below cost",""))))`,
    rowStatus(used, [
      [`${name}=""`, 'Enter a product'],
      // Without them the service would choose, and the figures would be of something else.
      ...settings.map(([cell, says]) => [`{list}!${cell}=""`, says] as const),
      [`NOT(ISNUMBER(${limit}))`, 'Enter a limit on the board'],
      ['ISERROR({market}!$A$5)', 'Not fetched: see Market'],
      [`ISERROR(${low})`, 'Failed: see Market'],
      [`NOT(ISNUMBER(${fetched}))`, 'Not fetched: see Market'],
      [`IFERROR(LEFT(${low},9)="Undecided",FALSE)`, 'Undecided: open Match'],
      [`IFERROR(LEFT(${low},4)="Gone",FALSE)`, 'Gone: not among the offers'],
      [`NOT(ISNUMBER(${positive(low)}))`, 'No offers found'],
      [`NOT(ISNUMBER(${positive(own)}))`, 'Enter your own price'],
      [`NOT(ISNUMBER(${positive(cost)}))`, 'Enter what it costs you'],
    ]),
    // The order of the board: above the lowest first, by how much; then what is undecided, then what is incomplete.
    `=IF(${cut('AB')}="",0,IF(${above},3,IF(${waiting},2,IF(${cut('AB')}="OK",0,1)))+IF(ISNUMBER(${cut('P')}),${cut('P')}/1000,-1/1000))`,
  ];
}

/** The 15 with the highest and the 15 with the lowest index, for charts: a chart leaves out #N/A, and would draw text as 0. */
export const most = 15;
export function extremes(): TemplateCell[][] {
  const table = (order: number) => {
    const rows = `FILTER(${inUse(list, figureCells(list, 'market', 'J', 'O'))},ISNUMBER(${cut('O')}))`;
    const keys = `FILTER(${cut('O')},ISNUMBER(${cut('O')}))`;
    return (column: number, otherwise: string) =>
      `=IFERROR(INDEX(SORTBY(${rows},${keys},${order}),SEQUENCE(${most}),${column}),${otherwise})`;
  };
  const [top, bottom] = [table(-1), table(1)];
  return [
    ['Highest index', 'Index', 'Own price', 'Lowest', 'Lowest index', 'Index'],
    [top(1, '""'), top(6, 'NA()'), top(2, 'NA()'), top(3, 'NA()'), bottom(1, '""'), bottom(6, 'NA()')],
  ];
}
