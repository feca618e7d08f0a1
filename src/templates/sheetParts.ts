// Pieces that every template has: a title with a status line, shaded inputs, a table with headings. And what keeps a board
// from misleading: each row says whether it has its figures, and no total looks whole when one of them is missing.
import type { Block, Conditional, TemplateCell, TemplateSheet } from './template';
import { sampleStatus, type StyleName } from './styles';

const letter = (column: number): string => String.fromCharCode(64 + column);

/** Rows from `first` on, each made for its row number. */
export const rowsFrom = (
  first: number,
  count: number,
  make: (row: number, index: number) => readonly TemplateCell[],
): TemplateCell[][] => Array.from({ length: count }, (_, index) => [...make(first + index, index)]);

/** A1: title, A2: what it is, A3: samples or live. */
export const opening = (title: string, says: string): Block => ({
  at: 'A1',
  rows: [[title], [says], [sampleStatus]],
});

export const openingStyles = (lastColumn: string): TemplateSheet['styles'] => [
  { range: 'A1', style: 'title' },
  { range: 'A2', style: 'note' },
  { range: `A3:${lastColumn}3`, style: 'status' },
];

const missing = { fill: '#f8d7d3', color: '#8a1f11' } as const;

/** The status line is red as long as something is missing. */
export const openingRule = (lastColumn: string): Conditional => ({
  range: `A3:${lastColumn}3`,
  rule: { kind: 'formula', formula: '=LEFT($A$3,10)="Incomplete"' },
  style: missing,
});

export const statusHeading = 'Status';

/** The column in which each row says `OK`, what is wrong with it, or nothing if it is not used. */
export const statusRule = (column: string, first: number, last: number): Conditional => ({
  range: `${column}${first}:${column}${last}`,
  rule: { kind: 'formula', formula: `=AND($${column}${first}<>"",$${column}${first}<>"OK")` },
  style: missing,
});

/** `OK`, or the first thing that is wrong. */
export const rowStatus = (
  used: string,
  checks: readonly (readonly [wrong: string, says: string])[],
): string =>
  `=IF(NOT(${used}),"",IFERROR(${checks.reduceRight(
    (rest, [wrong, says]) => `IF(${wrong},"${says}",${rest})`,
    '"OK"',
  )},"Failed"))`;

/** The figures of a table that belong to a row of the board, as conditions on arrays. Wildcards are plain characters. */
export interface RowsOf {
  /** 1 for each row of the table that belongs to it. */
  readonly own: string;
  /** A column that holds an error where the request failed. */
  readonly failing: string;
  /** The first cell of the table, which holds the error of the whole formula. */
  readonly head: string;
  /** What the sheet of the table is called in a sentence. */
  readonly sheet: string;
}

/** Excel adds no TRUE or FALSE, only numbers. */
export const countOf = (...conditions: readonly string[]): string =>
  `SUM(IFERROR(1*${conditions.join('*')},0))`;

/** What can keep a row from having figures. */
export const tableChecks = ({
  own,
  failing,
  head,
  sheet,
}: RowsOf): readonly (readonly [string, string])[] => [
  [`ISERROR(${head})`, `Not fetched: see ${sheet}`],
  [`${countOf(own, `ISERROR(${failing})`)}>0`, `Failed: see ${sheet}`],
  [`${countOf(own)}=0`, `Not fetched: see ${sheet}`],
];

/** Rows that have their figures, and rows that should. */
export const complete = (statuses: string): string => `COUNTIF(${statuses},"OK")`;
export const used = (statuses: string): string => `COUNTIF(${statuses},"?*")`;
export const share = (statuses: string): string => `${complete(statuses)}&" of "&${used(statuses)}`;

/** A figure over all rows: a number if all of them are there; otherwise text that says how many are. */
export const overAll = (statuses: string, value: string, partly: string): string =>
  `=IF(${used(statuses)}=0,"",IF(${complete(statuses)}=${used(statuses)},${value},${partly}))`;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `16 November 2026, 09:05`, whatever the language of Excel: the codes of TEXT differ for dates. */
const dateText = (serial: string): string =>
  [
    `DAY(${serial})&" "`,
    `CHOOSE(MONTH(${serial}),${months.map((month) => `"${month}"`).join(',')})&" "`,
    `YEAR(${serial})&", "`,
    `TEXT(HOUR(${serial}),"00")&":"`,
    `TEXT(MINUTE(${serial}),"00")`,
  ].join('&');

/** The status line of a filled sheet: what is missing, and the age of the oldest figure that it shows. */
export const liveStatus = (statuses: string, rows: string, fetchedAt: string): string => {
  const oldest = `MIN(${fetchedAt})`;
  const age = `IF(${oldest}=0,"No live figures.","Live data, oldest figure of "&${dateText(oldest)}&".")`;
  const whole = `${complete(statuses)}=${used(statuses)}`;
  return `=IF(${whole},"","Incomplete: "&${share(statuses)}&" ${rows} have all their figures. ")&IFERROR(${age},"No live figures.")`;
};

/** Data tables end with these: `stamp=yes`. */
const stampHeadings = ['Fetched at', 'From'] as const;
const sampleStamps: readonly TemplateCell[] = [{ daysAhead: 0 }, 'Sample'];
export const stampFormat = 'd mmm yyyy hh:mm';
export const stampWidths = [17, 12] as const;

export const stampedHeadings = (headings: readonly string[]): string[] => [...headings, ...stampHeadings];
export const stampedSample = (sample: readonly TemplateCell[]): TemplateCell[] => [
  ...sample,
  ...sampleStamps,
];

/** A sheet that only holds a table that live data replace: headings in row 5, samples below. */
export function dataSheet(given: {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** What the formula sends beside the inputs, as text or as a formula; in A4. */
  readonly options?: string;
  /** Without those of the stamp. */
  readonly headings: readonly string[];
  readonly samples: readonly (readonly TemplateCell[])[];
  readonly widths: readonly number[];
  readonly formats: readonly { readonly column: string; readonly format: string }[];
  /** The board whose status line it shares. */
  readonly board: string;
  readonly more?: {
    readonly blocks: readonly Block[];
    readonly styles: readonly { readonly range: string; readonly style: StyleName }[];
  };
}): TemplateSheet {
  const headings = stampedHeadings(given.headings);
  const last = letter(headings.length);
  const end = 5 + given.samples.length;
  const formats = [...given.formats, { column: letter(headings.length - 1), format: stampFormat }];
  return {
    key: given.key,
    name: given.name,
    tab: '#8a979c',
    widths: [...given.widths, ...stampWidths],
    blocks: [
      opening(given.title, given.says),
      ...(given.options === undefined ? [] : [{ at: 'A4', rows: [[given.options]] }]),
      { at: 'A5', rows: [headings, ...given.samples.map(stampedSample)] },
      ...(given.more?.blocks ?? []),
    ],
    styles: [
      ...openingStyles(last),
      { range: 'A4', style: 'option' },
      { range: `A5:${last}5`, style: 'heading' },
      { range: 'A5', style: 'headingLeft' },
      { range: `A6:${last}${end}`, style: 'sample' },
      ...(given.more?.styles ?? []),
    ],
    formats: formats.map(({ column, format }) => ({ range: `${column}6:${column}1300`, format })),
    conditionals: [openingRule(last)],
    status: 'A3',
    liveStatus: `={${given.board}}!A3`,
    frozenRows: 5,
    landscape: true,
  };
}
