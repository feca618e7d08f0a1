// What the valuation comparison calculates for each flat of its list, beside the valuations: why it is a comparable or not, and how
// much it counts. Subject and flats are told apart by their unit, so the list can be sorted.
import {
  asWritten,
  ifNumber,
  inUse,
  isRepeated,
  isUsed,
  lastOf,
  positive,
  rowCount,
  rowStatus,
  type List,
} from './sheetParts';
import type { TemplateCell } from './template';

/** Unit, floor, age, adjustment, and whether a person wants it in or out. */
export const flats: List = { sheet: 'flats', first: 7, most: 100, lastColumn: 'E', rows: '{data}!$AC$6' };
const given = (letter: string): string =>
  inUse(flats, asWritten(`{flats}!$${letter}$${flats.first}:$${letter}$${lastOf(flats)}`));
/** A column beside the valuations, with one row for each flat. */
const column = (letter: string, last = letter): string =>
  `{data}!$${letter}$6:$${last}$${5 + flats.most + 100}`;
export const each = (letter: string): string => inUse(flats, asWritten(column(letter)));
/** A field of the subject, which stands beside the flats. */
export const subject = (letter: string): string => `{data}!$${letter}$6`;

/** With the subject, whose status stands below those of the flats. */
export const flatStatuses = '{data}!$AL$6:$AL$210';
export const subjectStatus = '{data}!$AL$210';
const isSubject = `${subjectStatus}="OK"`;

const area = subject('Q');
const [floor, age] = ['{compare}!$B$6', '{compare}!$B$7'];
/** How far a comparable may be away; `any` stands for no limit. */
const limits = { area: '{compare}!$F$6', floor: '{compare}!$F$7', age: '{compare}!$F$8' } as const;
const isLimit = (cell: string) => `OR(ISNUMBER(${cell}),${cell}="any")`;
const isFar = (limit: string, has: string, distance: string) =>
  `IF(ISNUMBER(${limit}),IF(${has},${distance}>${limit},TRUE),FALSE)`;

/** Prices of different seasons say nothing about each other. Where a date is missing, nobody knows. */
const mostDaysApart = 92;
const isOtherDate = `IF(ISNUMBER(${each('J')})*ISNUMBER(${subject('X')}),ABS(${each('J')}-${subject('X')})>${mostDaysApart},FALSE)`;

/** What says no estate may be of any: two of them are not of the same one. */
const isOtherEstate = `((${each('AE')}<>${subject('P')})+(LEN(${each('AE')})=0)>0)`;

const misfit = 'Price and area do not fit';
/** A price per square metre, or of another kind of area, would be compared with prices per square foot. */
const isOdd = (price: string, of: string, perFoot: string) => `ABS(${price}/(${of}*${perFoot})-1)>0.05`;
const isPriced = (letter: string) => `IF(ISNUMBER(${subject(letter)}),${subject(letter)}>0,FALSE)`;
export const valuation = `IF(${isPriced('T')},${subject('T')},"n/a")`;

const isChosen = `${each('AM')}="Comparable"`;
/** Steps apart: ten percent of area, ten floors, ten years, another estate. What one of the two does not say is one step. */
const apart = (own: string, other: string) =>
  `IF(ISNUMBER(${own}),IF(ISNUMBER(${other}),ABS(${other}-${own})/10,1),0)`;
const distance = `ABS(${each('AF')}/${area}-1)*10+${apart(floor, each('AI'))}+${apart(age, each('AJ'))}+${isOtherEstate}`;

/** Of the comparables that no person and no rule left out. */
export const quartile = (which: number): string => `QUARTILE(${column('AN')},${which})`;
const spread = `(${quartile(3)}-${quartile(1)})*1.5`;

export const figureHeadings = [
  ...['Flats', 'Unit', 'Estate', 'Area', 'Valuation', 'Per sq ft', 'Floor', 'Age', 'Adjustment', 'Status'],
  ...['Choice', 'Compared', 'Check', 'Likeness', 'Adjusted', 'Weight'],
];

export const figures: TemplateCell[] = [
  rowCount(flats),
  // A space behind a unit, or a number that is entered as text, makes no other flat of it.
  `=IF(${isUsed(flats)},IFERROR(TRIM(${given('A')}),"Error in the list"),"")`,
  `=IFERROR(IF(ISNUMBER(${each('L')}),${each('B')},""),"")`,
  ...['C', 'F', 'G'].map((letter) => `=IFERROR(${positive(each(letter))},"")`),
  `=${ifNumber(given('B'))}`,
  `=${ifNumber(given('C'))}`,
  `=IF(LEN(${given('D')})=0,IF(${isUsed(flats)},0,""),${ifNumber(given('D'))})`,
  rowStatus(isUsed(flats), [
    [`LEN(${given('A')})=0`, 'Enter a unit'],
    ['ISERROR({data}!$A$5)', 'Not fetched: see Valuations'],
    [`ISERROR(${each('F')})`, 'No result: see Valuations'],
    [`NOT(ISNUMBER(${each('L')}))`, 'Not fetched: see Valuations'],
    [`NOT(ISNUMBER(${each('AG')}))`, 'No valuation'],
    [`ISNUMBER(${each('AF')})*ISNUMBER(${each('AH')})=0`, 'No area or price per sq ft'],
    [isOdd(each('AG'), each('AF'), each('AH')), misfit],
    [`(LEN(${given('B')})>0)*NOT(ISNUMBER(${given('B')}))`, 'Enter the floor as a number'],
    [`(LEN(${given('C')})>0)*NOT(ISNUMBER(${given('C')}))`, 'Enter the age as a number'],
    [`NOT(ISNUMBER(${each('AK')}))`, 'Enter the adjustment as a number'],
    [`ABS(${each('AK')})>0.5`, 'Enter an adjustment up to 50%'],
    [`(LEN(${given('E')})>0)*(${given('E')}<>"yes")*(${given('E')}<>"no")`, 'Use: enter yes or no'],
  ]),
  `=IF(${each('AL')}="OK",IFERROR(IF(${each('AD')}=TRIM({compare}!$B$5),"Is the subject",IF(${isRepeated(each('AD'), flats.rows)},"Listed above",IF(NOT(${isSubject}),"No subject",IF(${given('E')}="no","Left out",IF(${given('E')}="yes","Comparable",${[
    [isOtherDate, 'Valued at another time'],
    [`({compare}!$F$5<>"any")*${isOtherEstate}`, 'Other estate'],
    [isFar(limits.area, 'TRUE', `ABS(${each('AF')}/${area}-1)`), 'Other size'],
    [isFar(limits.floor, `ISNUMBER(${each('AI')})`, `ABS(${each('AI')}-${floor})`), 'Other floor'],
    [isFar(limits.age, `ISNUMBER(${each('AJ')})`, `ABS(${each('AJ')}-${age})`), 'Other age'],
  ].reduceRight(
    (rest, [wrong, says]) => `IF(${wrong},"${says}",${rest})`,
    '"Comparable"',
  )}))))),"No subject"),"")`,
  `=IF(${isChosen},${each('AH')},"")`,
  `=IFERROR(IF(${isChosen},IF((${each('AN')}<${quartile(1)}-${spread})+(${each('AN')}>${quartile(3)}+${spread})>0,"Outlier","Comparable"),${each('AM')}),${each('AM')})`,
  `=IFERROR(IF(${each('AO')}="Comparable",1/(1+${distance}),0),0)`,
  `=IFERROR(IF(${isChosen},${each('AN')}*(1+${each('AK')}),""),"")`,
  `=IFERROR(IF(${isChosen},${each('AP')}/SUM(${each('AP')}),""),"")`,
];

/** What is wrong with the subject, or with what the flats are chosen by. */
export const subjectCheck = rowStatus('TRUE', [
  ['LEN({compare}!$B$5)=0', 'Enter the unit of the subject'],
  ['ISERROR({data}!$O$5)', 'Not fetched: see Valuations'],
  [`ISERROR(${subject('T')})`, 'No result: see Valuations'],
  [`NOT(ISNUMBER(${subject('Z')}))`, 'Not fetched: see Valuations'],
  [`NOT(AND(${['T', 'Q', 'U'].map(isPriced).join(',')}))`, 'No valuation'],
  [isOdd(subject('T'), area, subject('U')), misfit],
  [`NOT(AND(${Object.values(limits).map(isLimit).join(',')}))`, 'Enter each limit as a number, or any'],
  ['AND({compare}!$F$5<>"any",{compare}!$F$5<>"same")', 'Enter any or same for the estate'],
  [
    `OR(AND(LEN(${floor})>0,NOT(ISNUMBER(${floor}))),AND(ISNUMBER(${limits.floor}),NOT(ISNUMBER(${floor}))))`,
    'Enter the floor of the subject',
  ],
  [
    `OR(AND(LEN(${age})>0,NOT(ISNUMBER(${age}))),AND(ISNUMBER(${limits.age}),NOT(ISNUMBER(${age}))))`,
    'Enter the age of the subject',
  ],
]);

/** The figures of the whole comparison. */
const weights = `SUM(${column('AP')})`;
export const comparables = `COUNTIF(${column('AO')},"Comparable")`;
/** A weight of 0 leaves out outliers; text counts as 0. */
export const adjusted = `SUMPRODUCT(${each('AP')},IF(ISNUMBER(${each('AQ')}),${each('AQ')},0))/${weights}`;
const kept = (letter: string) => `FILTER(${each(letter)},${each('AO')}="Comparable")`;
export const keptQuartile = (which: number): string => `QUARTILE(${kept('AQ')},${which})`;
export const slope = `SLOPE(${kept('AH')},${kept('AF')})`;
export const intercept = `INTERCEPT(${kept('AH')},${kept('AF')})`;

/**
 * The flats of each estate: how many, and the median of what they cost when the subject was valued. Sorted once, so that the middle is
 * found by counting.
 */
export function estateColumns(): TemplateCell[][] {
  const has = `ISNUMBER(${each('AH')})*(${each('AL')}<>"${misfit}")*(${each('AM')}<>"Listed above")*(${each('AM')}<>"Valued at another time")*(LEN(${each('AE')})>0)`;
  const of = (letter: string) => `FILTER(${each(letter)},${has})`;
  const listed = (letter: string) => `TAKE({estates}!$${letter}$7:$${letter}$106,{estates}!$H$7)`;
  const [names, counts] = [listed('A'), listed('B')];
  const all = `ROWS(${of('AE')})`;
  const once = `FILTER(${of('AE')},NOT(${isRepeated(of('AE'), all)}))`;
  /** The flats of an estate stand together, the cheapest first, after those of the estates before it. */
  const sorted = `SORTBY(${of('AH')},${of('AE')},1,${of('AH')},1)`;
  const before = `MMULT(1*(SEQUENCE({estates}!$H$7)>TRANSPOSE(SEQUENCE({estates}!$H$7))),${counts})`;
  const at = (place: string) => `INDEX(${sorted},${before}+1+${place},1)`;
  return [
    [
      `=IFERROR(SORTBY(${once},${once},1),"")`,
      `=IFERROR(MMULT(1*(${names}=TRANSPOSE(${of('AE')})),SEQUENCE(${all},1,1,0)),"")`,
      `=IFERROR((${at(`INT((${counts}-1)/2)`)}+${at(`INT(${counts}/2)`)})/2,"")`,
      `=IFERROR(${at('0')},"")`,
      `=IFERROR(${at(`${counts}-1`)},"")`,
      `=IFERROR(${listed('C')}/${subject('U')}-1,"")`,
      `=IFERROR(IF(${names}=${subject('P')},"Subject",""),"")`,
      '=SUM(1*(LEN($A$7:$A$106)>0))',
    ],
  ];
}

/** How many of the most alike are named in a chart. */
const most = 15;
const dots = 30;
export const pointRows = 1 + flats.most + dots;

/** Areas, then a column for the subject, for each of the most alike, for the others and for the line; the first row names them. */
export function points(): TemplateCell[][] {
  const ranked = (letter: string) => `SORTBY(${kept(letter)},${kept('AP')},-1)`;
  const row = `SEQUENCE(${pointRows})`;
  const isDot = `${row}>${1 + flats.most}`;
  const low = `MIN(${area},${kept('AF')})`;
  const along = `(${low}+(MAX(${area},${kept('AF')})-${low})*(${row}-${2 + flats.most})/${dots - 1})`;
  const ranking = (letter: string) => `INDEX(${ranked(letter)},${row}-1,1)`;
  const x = `=IFERROR(IF(${row}=1,${area},IF(${isDot},${along},${ranking('AF')})),NA())`;
  const only = (when: string, value: string) => `=IFERROR(IF(${when},${value},NA()),NA())`;
  return [
    [
      'Area',
      `="Subject "&{compare}!$B$5`,
      ...Array.from({ length: most }, (_, index) => `=IFERROR(INDEX(${ranked('AD')},${index + 1},1)&"","")`),
      'Others',
      'Regression line',
    ],
    [
      x,
      only(`${row}=1`, subject('U')),
      ...Array.from({ length: most }, (_, index) => only(`${row}=${index + 2}`, ranking('AH'))),
      only(`(${row}>${most + 1})*NOT(${isDot})`, ranking('AH')),
      only(`(${isDot})*(${comparables}>2)`, `${intercept}+${slope}*${along}`),
    ],
  ];
}
