// Which columns of a result make a sensible chart: names along one axis, numbers of one unit along the other.
import { cellTexts, signInCells } from '../../languages/labels';
import { unmarked } from '../../spill/grid/numberFormat';

export const chartKinds = ['bar', 'column', 'line', 'scatter', 'range'] as const;
export type ResultChartKind = (typeof chartKinds)[number];

export interface ResultTable {
  readonly headings: readonly string[];
  /** Without the headings. */
  readonly rows: readonly (readonly unknown[])[];
  /** Of each column the number format of its first number; nothing where its numbers are in several units. */
  readonly formats: readonly (string | undefined)[];
}

export interface ChartColumns {
  /** Undefined: rows are numbered. */
  readonly category: number | undefined;
  readonly values: readonly number[];
}

const mostSeries = 3;

/** What charts of Excel leave out. */
const left = '#N/A';

/** A price may be in words where something is sold out. */
const isNumberColumn = ({ rows }: ResultTable, column: number): boolean => {
  const filled = rows
    .map((row) => row[column])
    .filter((value) => value !== '' && value !== null && value !== left);
  return 2 * filled.filter((value) => typeof value === 'number').length > filled.length;
};

/** `€` and `€ 0.00` are one unit. */
const unitIn = (format = ''): string => format.replace(/[#0.,\s]/g, '');

/** The formats of a result, by row. */
export const formatsOf = (
  rows: ResultTable['rows'],
  formats: readonly (readonly string[])[],
): ResultTable['formats'] =>
  (formats[0] ?? []).map((top, column) => {
    const [first = top, ...others] = formats.flatMap((row, index) =>
      typeof rows[index]?.[column] === 'number' ? [unmarked(row[column] ?? '')] : [],
    );
    return isDate(first) || others.every((other) => unitIn(other) === unitIn(first)) ? first : undefined;
  });

export const isDate = (format = ''): boolean => /[dy]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]/g, ''));

/** What a heading may be in English: words in it decide. The name of a field stands in `Lowest {field}`. */
function inEnglish(heading: string): string {
  const means = Object.entries(cellTexts()?.labels ?? {}).filter(([, own]) => {
    const [before = '', after] = own.split('{field}');
    return after === undefined
      ? heading === own || heading.endsWith(signInCells('label') + own)
      : heading.startsWith(before) && heading.endsWith(after);
  });
  return [heading, ...means.map(([english]) => english)].join(' ');
}

/** Numbers that only name something: they have no place on an axis. */
const isName = (heading = ''): boolean => /\b(id|code|number|latitude|longitude)\b/i.test(inEnglish(heading));

/** Excel draws text at 0: it shows as no bar, but as a point of a line. */
const hasText = ({ rows }: ResultTable, column: number): boolean =>
  rows.some((row) => typeof row[column] !== 'number' && row[column] !== left);

function numbersOf(table: ResultTable, kind: ResultChartKind): number[] {
  const isBar = kind === 'bar' || kind === 'column';
  return table.headings
    .map((_, column) => column)
    .filter(
      (column) =>
        isNumberColumn(table, column) &&
        (isBar || !hasText(table, column)) &&
        table.formats[column] !== undefined &&
        !isDate(table.formats[column]) &&
        !isName(table.headings[column]),
    );
}

/** The text column whose values differ most: the name of a product, not its brand. */
function categoryOf(table: ResultTable, kind: ResultChartKind): number | undefined {
  const columns = table.headings.map((_, column) => column);
  const dates = columns.filter((column) => isNumberColumn(table, column) && isDate(table.formats[column]));
  if (kind === 'line' && dates[0] !== undefined) return dates[0];
  const texts = columns.filter(
    (column) =>
      !isNumberColumn(table, column) &&
      table.rows.some((row) => typeof row[column] === 'string' && row[column] !== ''),
  );
  const distinct = (column: number) => new Set(table.rows.map((row) => row[column])).size;
  const isAddress = (column: number) => table.rows.some((row) => /^https?:/.test(String(row[column])));
  return texts
    .filter((column) => !isAddress(column))
    .reduce<number | undefined>(
      (best, column) => (best === undefined || distinct(column) > distinct(best) ? column : best),
      undefined,
    );
}

const find = (table: ResultTable, numbers: readonly number[], words: RegExp): number | undefined =>
  numbers.find((column) => words.test(inEnglish(table.headings[column] ?? '')));

/** High, low and value, in this order, as a stock chart takes them. */
function rangeColumns(table: ResultTable, numbers: readonly number[]): number[] | undefined {
  const high = find(table, numbers, /high|max/i);
  const low = find(table, numbers, /low|min/i);
  if (high === undefined || low === undefined) return undefined;
  const value = numbers.find(
    (column) =>
      column !== high && column !== low && unitIn(table.formats[column]) === unitIn(table.formats[high]),
  );
  return value === undefined ? undefined : [high, low, value];
}

/** Undefined where the result has nothing that such a chart could show. */
export function chartColumns(table: ResultTable, kind: ResultChartKind): ChartColumns | undefined {
  const numbers = numbersOf(table, kind);
  const [first] = numbers;
  if (first === undefined || table.rows.length === 0) return undefined;
  if (kind === 'scatter') {
    const second = numbers.find((column) => column !== first);
    return second === undefined ? undefined : { category: first, values: [second] };
  }
  const category = categoryOf(table, kind);
  if (kind === 'range') {
    const values = rangeColumns(table, numbers);
    return values && { category, values };
  }
  const unit = unitIn(table.formats[first]);
  return {
    category,
    values: numbers.filter((column) => unitIn(table.formats[column]) === unit).slice(0, mostSeries),
  };
}
