// What the price monitor calculates for each row of its list, beside the market: one formula for each column.
import { products as list, type Market } from './priceMarkets';
import {
  beside,
  figureCells,
  ifNumber,
  inUse,
  isRepeated,
  isUsed,
  listedCells,
  positive,
  rowStatus,
  statusHeading,
} from './sheetParts';
import type { TemplateCell } from './template';

/** What the market sheet calculates for each row of the list, in the order of the board, and where. */
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
  ['Trend', 'Y'],
  ['Days since seen', 'Z'],
  ['Match', 'AA'],
  ['Decision', 'AB'],
  [statusHeading, 'AC'],
] as const;
/** The column after them. */
const order = 'AD';
type Figure = (typeof columns)[number][0];
const letters = Object.fromEntries(columns) as Readonly<Record<Figure, string>>;
export const lastFigure = letters[statusHeading];
export const of = (figure: Figure) => figureCells(list, 'market', letters[figure]);
const cut = (figure: Figure) => beside(list, 'market', letters[figure]);
export const productStatuses = of(statusHeading);
export const productOrder = figureCells(list, 'market', order);
/** Some engines take an empty text for 0 once it is part of an array. */
const has = (figure: Figure) => `ISNUMBER(${cut(figure)})*(${inUse(list, `LEN(${of(figure)})`)}>0)`;
const limit = '{board}!$B$8';

/** The history is that of matched offers, whatever they are: beside figures of other offers it would look like a change of these. */
export const isPastAlike = `({list}!$D$5="matched")*(LEN({list}!$B$7)=0)`;
/** Its prices are in the currency of the city, which is that of the board only where the board has offers from there. */
const isPastPrice = `${isPastAlike}*(COUNT(${of('Lowest')})>0)`;

export function calculated({ settings }: Market): TemplateCell[] {
  const [low, median, high, offers, fetched] = ['B', 'C', 'D', 'E', 'F'].map((letter) =>
    beside(list, 'market', letter),
  ) as [string, string, string, string, string];
  const past = (letter: string) => beside(list, 'past', letter);
  const used = isUsed(list);
  const [name, own, cost] = [listedCells(list, 'A'), listedCells(list, 'B'), listedCells(list, 'C')];
  const isMatched = '{list}!$D$5<>"all"';
  const isOnce = `${cut(statusHeading)}<>"Listed above"`;
  /** A quotient of two columns where both have a number. */
  const ratio = (one: Figure, other: Figure, makes: string) => `=IF(${has(one)}*${has(other)},${makes},"")`;
  // Of several accepted offers some may be gone, too.
  const waiting = `(LEFT(${cut('Match')},9)="undecided")+(${cut('Match')}="new candidate")+ISNUMBER(FIND("gone",${cut('Match')}))>0`;
  const above = `IF(ISNUMBER(${cut('Above lowest')}),${cut('Above lowest')}>${limit},FALSE)`;
  return [
    `=IF(${used},IFERROR(${name}&"","Error in the list"),"")`,
    `=${positive(`IF(${isOnce},${own},"")`)}`,
    `=${positive(low)}`,
    `=${positive(median)}`,
    `=${positive(high)}`,
    ratio('Own price', 'Median', `${cut('Own price')}/${cut('Median')}*100`),
    ratio('Own price', 'Lowest', `${cut('Own price')}/${cut('Lowest')}-1`),
    `=IFERROR(IF(${has('Own price')}*ISNUMBER(${positive(cost)}),(${own}-${cost})/${own},""),"")`,
    `=IF(${used},${ifNumber(offers)},"")`,
    // Last week is a price of the week that ended seven days ago, and of no other: an older one may have changed since. An offer that
    // was not seen after it has no change: the one observation would be compared with itself. Nor has one without a lowest price now:
    // the change would be that of a price which is not shown. What cannot be compared with now, such as a price in another currency,
    // is no last week.
    ...[
      ['G', `ISNUMBER(${past('I')})`],
      ['I', `ISNUMBER(${positive(low)})`],
    ].map(
      ([letter = '', when]) =>
        `=IFERROR(IF(${isPastPrice}*(${past('P')}>${past('O')})*(${past('O')}>=TODAY()-14)*${when},${ifNumber(past(letter))},""),"")`,
    ),
    // What was last seen before the 52 weeks is none of their prices. Without an observation the cell is empty, which some engines take
    // for a price of 0 on the first day of their calendar.
    ...['V', 'W', 'X', 'Y'].map((letter) => {
      const on = past(letter < 'X' ? 'W' : 'Y');
      return `=IFERROR(IF(${isPastPrice}*(${on}>=TODAY()-364),${positive(past(letter))},""),"")`;
    }),
    `=IF(${isPastAlike}*ISTEXT(${past('AD')}),${past('AD')},"")`,
    `=IFERROR(IF(${isPastAlike},INT(TODAY())-INT(${positive(past('P'))}),""),"")`,
    `=IF((${used})*(${isOnce}),IF(${isMatched},IFERROR(${past('A')}&"",""),"all offers"),"")`,
    `=IF(${cut(statusHeading)}="","",IF(${above},"Above the lowest",IF(${waiting},"Decide in Match",IF(IF(ISNUMBER(${cut('Margin')}),${cut('Margin')}<0,FALSE),"Below cost",""))))`,
    rowStatus(used, [
      [`${name}=""`, 'Enter a product'],
      // Its own price would be there twice, and be counted twice.
      [isRepeated(`TRIM(${name})`, list.rows), 'Listed above'],
      // Without them the service would choose, and the figures would be of something else.
      ...settings.map(([cell, says]) => [`{list}!${cell}=""`, says] as const),
      [`NOT(ISNUMBER(${limit}))`, 'Enter a limit on the board'],
      ['ISERROR({market}!$A$5)', 'Not fetched: see Market'],
      [`ISERROR(${low})`, 'No result: see Market'],
      [`NOT(ISNUMBER(${fetched}))`, 'Not fetched: see Market'],
      [`IFERROR(LEFT(${low},9)="Undecided",FALSE)`, 'Undecided: open Match'],
      [`IFERROR(LEFT(${low},4)="Gone",FALSE)`, 'Gone: not among the offers'],
      [`NOT(ISNUMBER(${positive(low)}))`, 'No offers found'],
      [`NOT(ISNUMBER(${positive(own)}))`, 'Enter your own price'],
      [`NOT(ISNUMBER(${positive(cost)}))`, 'Enter what it costs you'],
    ]),
    // The order of the board: above the lowest first, by how much; then what is undecided, then what is incomplete.
    `=IF(${cut(statusHeading)}="",0,IF(${above},3,IF(${waiting},2,IF(${cut(statusHeading)}="OK",0,1)))+IF(ISNUMBER(${cut('Above lowest')}),${cut('Above lowest')}/1000,-1/1000))`,
  ];
}

/** The 15 with the highest and the 15 with the lowest index, for charts: a chart leaves out #N/A, and would draw text as 0. */
export const most = 15;
export function extremes(): TemplateCell[][] {
  const table = (order: number) => {
    const rows = `FILTER(${inUse(list, figureCells(list, 'market', letters.Product, letters['Price index']))},${has('Price index')})`;
    const keys = `FILTER(${cut('Price index')},${has('Price index')})`;
    return (column: number, otherwise: string) =>
      `=IFERROR(INDEX(SORTBY(${rows},${keys},${order}),SEQUENCE(${most}),${column}),${otherwise})`;
  };
  const [top, bottom] = [table(-1), table(1)];
  return [
    ['Highest index', 'Index', 'Own price', 'Lowest', 'Lowest index', 'Index'],
    [top(1, '""'), top(6, 'NA()'), top(2, 'NA()'), top(3, 'NA()'), bottom(1, '""'), bottom(6, 'NA()')],
  ];
}
