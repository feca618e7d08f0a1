// Pieces that every template has: a title with a status line, shaded inputs, a table with headings. And what keeps a board
// from misleading: each row says whether it has its figures, and no total looks whole when one of them is missing.
import type { Block, Conditional, InputRule, TemplateCell, TemplateSheet } from './template';
import { sampleStatus, tabs, type StyleName } from './styles';

/** Of a sheet with up to 52 columns. */
const letter = (column: number): string =>
  column > 26 ? `A${letter(column - 26)}` : String.fromCharCode(64 + column);

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

/** How the status line begins as long as something is missing; the same words in all formulas of a language. */
const incomplete = 'Incomplete: ';

/** The status line is red as long as something is missing. */
export const openingRule = (lastColumn: string): Conditional => ({
  range: `A3:${lastColumn}3`,
  rule: { kind: 'formula', formula: `=ISNUMBER(FIND("${incomplete}",$A$3))` },
  style: missing,
});

export const statusHeading = 'Status';

/** The column in which each row says `OK`, what is wrong with it, or nothing if it is not used. */
export const statusRule = (column: string, first: number, last: number): Conditional => ({
  range: `${column}${first}:${column}${last}`,
  rule: { kind: 'formula', formula: `=AND($${column}${first}<>"",$${column}${first}<>"OK")` },
  style: missing,
});

/** `OK`, or the first thing that is wrong; for one row, or for all rows of a list at once. */
export const rowStatus = (
  used: string,
  checks: readonly (readonly [wrong: string, says: string])[],
): string =>
  `=IF(${used},IFERROR(${checks.reduceRight(
    (rest, [wrong, says]) => `IF(${wrong},"${says}",${rest})`,
    '"OK"',
  )},"Failed"),"")`;

/** Rows that may be inserted into a list before what is calculated for them no longer fits its ranges. */
const spare = 100;

/**
 * A list that a person pastes into. It begins as an Excel table over its samples; formulas read as many rows as it may get, so that
 * what is paid for and what is shown are always the same rows.
 */
export interface List {
  readonly sheet: string;
  readonly first: number;
  readonly most: number;
  /** The columns a person fills in: from A to this one. */
  readonly lastColumn: string;
  /** The cell that counts the rows that are in use. */
  readonly rows: string;
}

export const lastOf = ({ first, most }: List): number => first + most - 1;

/** A column of the list, with all the rows that are read. */
const columnOf = (list: List, letter: string): string =>
  `{${list.sheet}}!$${letter}$${list.first}:$${letter}$${lastOf(list)}`;

/** A range with one row for each row of the list, cut to those in use: empty rows need not be calculated. */
export const inUse = (list: List, range: string): string => `TAKE(${range},${list.rows})`;

/** Cells as they are: in some engines an empty one would be 0 once it is part of an array. */
export const asWritten = (range: string): string => `IF(LEN(${range})=0,"",${range})`;

export const listedCells = (list: List, letter: string): string => inUse(list, columnOf(list, letter));

/** Columns from row 6 on with one row for each row of the list, and room for rows that are inserted. */
export const figureCells = (list: List, sheet: string, letter: string, last = letter): string =>
  `{${sheet}}!$${letter}$6:$${last}$${5 + list.most + spare}`;

export const beside = (list: List, sheet: string, letter: string): string =>
  inUse(list, figureCells(list, sheet, letter));

/** Whether a row of the sheet is used; a cell with an error is. */
const isFilled = (list: List): string =>
  `${Array.from({ length: list.lastColumn.charCodeAt(0) - 64 }, (_, index) => `IFERROR(1*(LEN(${columnOf(list, letter(index + 1))})>0),1)`).join('+')}>0`;

export const isUsed = (list: List): string => inUse(list, isFilled(list));

/** How many rows are in use, up to the last of them. */
export const rowCount = (list: List): string => {
  const rows = `ROW(${columnOf(list, 'A')})`;
  return `=MAX(IF(${isFilled(list)},${rows}-MIN(${rows})+1,1))`;
};

/** Rows below those that are read. */
const beyond = (list: List): string => {
  const { sheet, most, lastColumn } = list;
  const below = lastOf(list) + 1;
  return `OR(COUNTA({${sheet}}!$A$${below}:$${lastColumn}$${below + most})>0,ROWS(${columnOf(list, 'A')})>${most + spare})`;
};

/** Wildcards are plain characters. */
const literally = (values: string): string =>
  ['~', '*', '?'].reduce((text, sign) => `SUBSTITUTE(${text},"${sign}","~${sign}")`, values);

/** Of a column of so many values: which of them stand further up too. */
export const isRepeated = (values: string, count: string): string =>
  `IFERROR(MATCH(${literally(values)},${values},0),${count})<SEQUENCE(${count})`;

/** Beside stacked results: which of them stand further up too, with the same values in these columns. Without an ID nobody knows. */
export function repeats(sheet: string, id: string, others: string): string {
  const cells = (letter: string) => resultCells(sheet, letter);
  const keys = [...others].map(cells).join('&"|"&');
  return `=IFERROR(IF(LEN(${cells(id)})>0,1*(${isRepeated(`${keys}&"|"&${cells(id)}`, `ROWS(${cells(id)})`)}),0),0)`;
}

/** A positive number, or nothing; for all rows at once. */
export const positive = (values: string): string => `IF(ISNUMBER(${values}),IF(${values}>0,${values},""),"")`;
export const ifNumber = (values: string): string => `IF(ISNUMBER(${values}),${values},"")`;

/** The sheet of a list: headings above its table, samples in it, the look of rows that are used. */
export function listSheet(
  list: List,
  given: {
    readonly key: string;
    readonly name: string;
    readonly title: string;
    readonly says: string;
    readonly most: string;
    readonly headings: readonly string[];
    readonly widths: readonly number[];
    readonly samples: readonly (readonly TemplateCell[])[];
    readonly formats: TemplateSheet['formats'];
    readonly inputs: readonly InputRule[];
    readonly board: string;
    /** Inputs above the list. */
    readonly settings?: {
      readonly rows: Block['rows'];
      readonly lastColumn: string;
      readonly styles: TemplateSheet['styles'];
    };
  },
): TemplateSheet {
  const { settings, samples } = given;
  const end = list.lastColumn;
  const heads = `A${list.first - 1}:${end}`;
  const most = settings ? `A${list.first - 2}` : 'A4';
  const last = settings?.lastColumn ?? end;
  return {
    key: given.key,
    name: given.name,
    tab: tabs.input,
    widths: given.widths,
    blocks: [
      opening(given.title, given.says),
      ...(settings ? [{ at: 'A5', rows: settings.rows }] : []),
      { at: most, rows: [[given.most]] },
      { at: `A${list.first - 1}`, rows: [given.headings, ...samples] },
    ],
    styles: [
      ...openingStyles(last),
      ...(settings?.styles ?? []),
      { range: most, style: 'note' },
      { range: `${heads}${list.first - 1}`, style: 'heading' },
      { range: `A${list.first - 1}`, style: 'headingLeft' },
      { range: `A${list.first}:${end}${list.first + samples.length - 1}`, style: 'input' },
    ],
    formats: given.formats,
    tables: [`${heads}${list.first + samples.length - 1}`],
    inputs: given.inputs,
    conditionals: [
      openingRule(last),
      {
        range: `A${list.first}:${end}${lastOf(list)}`,
        rule: { kind: 'formula', formula: `=COUNTA($A${list.first}:$${end}${list.first})>0` },
        style: { fill: '#fff4cc' },
      },
    ],
    status: 'A3',
    liveStatus: `={${given.board}}!A3`,
    frozenRows: list.first - 1,
  };
}

/** Every second row of a result of any length is shaded. */
export const bands = (first: number, last: number, lastColumn: string): Conditional => ({
  range: `A${first}:${lastColumn}${last}`,
  rule: { kind: 'formula', formula: `=AND($A${first}<>"",MOD(ROW(),2)=${first % 2})` },
  style: { fill: '#f1f6f5' },
});

/** Rows of stacked results that are read. */
const lastResult = 1_000;
export const resultCells = (sheet: string, letter: string): string =>
  `{${sheet}}!$${letter}$6:$${letter}$${lastResult}`;

/** The results that belong to a row of the board, as conditions on arrays. */
export interface RowsOf {
  /** 1 for each row of the table that belongs to it. */
  readonly own: string;
  /** A column that holds an error where the request failed. */
  readonly failing: string;
  readonly sheet: string;
  /** What the sheet is called in a sentence. */
  readonly named: string;
}

/** Excel adds no TRUE or FALSE, only numbers. */
export const countOf = (...conditions: readonly string[]): string =>
  `SUM(IFERROR(1*${conditions.join('*')},0))`;

/** What can keep a row from having figures. */
export const tableChecks = ({
  own,
  failing,
  sheet,
  named,
}: RowsOf): readonly (readonly [string, string])[] => [
  // The first cell of the table holds the error of the whole formula.
  [`ISERROR({${sheet}}!$A$5)`, `Not fetched: see ${named}`],
  [`LEN({${sheet}}!$A$${lastResult + 1})>0`, `Too many results: see ${named}`],
  [`${countOf(own, `ISERROR(${failing})`)}>0`, `No result: see ${named}`],
  [`${countOf(own)}=0`, `Not fetched: see ${named}`],
];

/** Rows that have their figures, and rows that should. */
export const complete = (statuses: string): string => `COUNTIF(${statuses},"OK")`;
export const used = (statuses: string): string => `COUNTIF(${statuses},"?*")`;
export const share = (statuses: string): string => `${complete(statuses)}&" of "&${used(statuses)}`;

/** A figure over all rows: a number if all of them are there; otherwise text that says how many are. */
export const overAll = (statuses: string, value: string, partly: string): string =>
  `=IF(${used(statuses)}=0,"",IF(${complete(statuses)}=${used(statuses)},${value},${partly}))`;

/** What is searched for: spaces around it make no difference, capitals do. */
export const isWritten = (cells: string, other: string): string => `EXACT(TRIM(${cells}),TRIM(${other}))`;

/** Whether cells say yes or no; LibreOffice's ISLOGICAL takes one cell alone. */
export const isFlag = (cells: string): string => `(LEN(${cells})>0)*((${cells}=TRUE)+(${cells}=FALSE)>0)`;

/** A figure over results that may not all tell it: a number if they do; otherwise text that says how many do. */
export const overKnown = (known: string, all: string, figure: string, text = figure): string =>
  `IF(${known}=${all},${figure},IF(${known}=0,"",${text}&" ("&${known}&" of "&${all}&")"))`;
export const percentText = (share: string): string => `FIXED(${share}*100,0)&"%"`;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `16 November 2026, 09:05`, whatever the language of Excel: the codes of TEXT differ for dates. */
export const dateText = (serial: string, to: 'day' | 'minute' = 'minute'): string =>
  [
    `DAY(${serial})`,
    // With the spaces around them: some languages write 16/11/2026.
    `CHOOSE(MONTH(${serial}),${months.map((month) => `" ${month} "`).join(',')})`,
    `YEAR(${serial})`,
    ...(to === 'day' ? [] : [`", "&TEXT(HOUR(${serial}),"00")&":"`, `TEXT(MINUTE(${serial}),"00")`]),
  ].join('&');

/** The status line of a filled sheet: what is missing, and the age of the oldest figure that it shows. */
export const liveStatus = (statuses: string, rows: string, fetchedAt: string, list?: List): string => {
  const oldest = `MIN(${fetchedAt})`;
  const age = `IF(${oldest}=0,"No live figures.","Live data, oldest figure of "&${dateText(oldest)}&".")`;
  const whole = `${complete(statuses)}=${used(statuses)}`;
  const more =
    list &&
    `IF(${beyond(list)},"${incomplete}"&"the list has more than ${list.most} rows. Those below are neither fetched nor shown. ","")&`;
  return `=${more ?? ''}IF(${whole},"","${incomplete}"&${share(statuses)}&" ${rows} have all their figures. ")&IFERROR(${age},"No live figures.")`;
};

/** What HISTORY.CHANGE returns. */
export const changeHeadings = [
  ...['Now', 'Before', 'Change', 'Change %', 'Low', 'Low on', 'High', 'High on', 'Observations'],
  ...['Before on', 'Now on'],
];

/** A change of less than one percent must not look like none. */
export const signedPercent = '+0.0%;-0.0%;0.0%';

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
  /** No stamps: it shows what is known, and fetches nothing. */
  readonly isFree?: boolean;
  /** The last row with a format. */
  readonly last?: number;
  readonly titleColumns?: string;
  readonly more?: {
    readonly blocks: readonly Block[];
    readonly styles: readonly { readonly range: string; readonly style: StyleName }[];
  };
}): TemplateSheet {
  const stamped = given.isFree !== true;
  const headings = stamped ? stampedHeadings(given.headings) : [...given.headings];
  const last = letter(headings.length);
  const end = 5 + given.samples.length;
  const formats = [
    ...given.formats,
    ...(stamped ? [{ column: letter(headings.length - 1), format: stampFormat }] : []),
  ];
  return {
    key: given.key,
    name: given.name,
    tab: '#8a979c',
    widths: [...given.widths, ...(stamped ? stampWidths : [])],
    blocks: [
      opening(given.title, given.says),
      ...(given.options === undefined ? [] : [{ at: 'A4', rows: [[given.options]] }]),
      { at: 'A5', rows: [headings, ...given.samples.map((row) => (stamped ? stampedSample(row) : row))] },
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
    formats: formats.map(({ column, format }) => ({
      range: `${column}6:${column}${given.last ?? 1300}`,
      format,
    })),
    conditionals: [openingRule(last)],
    status: 'A3',
    liveStatus: `={${given.board}}!A3`,
    frozenRows: 5,
    // Without the long text of the options, the stamps (the status line tells the age) and what only formulas read, which would
    // make everything else too small to read.
    printArea: `A:${letter(given.headings.length)}`,
    ...(given.titleColumns !== undefined && { titleColumns: given.titleColumns }),
    landscape: true,
  };
}
