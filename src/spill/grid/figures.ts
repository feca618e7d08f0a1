// One figure of all results of an item: the lowest price, the median, how many there are. Loaded later than the grid: most
// formulas ask for none. Amounts in several currencies are never put together.
import { labelled } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import { historyOf, keptPaths } from '../../operations/histories';
import { isUnrated, type Field } from '../../operations/table/field';
import type { Cell, CellFault } from '../cell';
import type { Column, Figure } from '../read/options/columns';
import { resolveField, resolveShown, columnReader, readPath, noSuchColumn } from './columnReader';
import { showDate, showOf, type Showing, type Tally } from './fieldReader';
import { moneyFormat, percentFormatOf, wholePercentFormat } from './numberFormat';
import { tooLong } from '../../operations/check/numberText';
import { isObject, textOf, type JsonObject } from './readable';
import { messageLength, shorten } from '../inputFault';
import { sayInput } from '../say';

export interface FigureReader {
  readonly heading: string;
  /** `none`: what to say where there are no records. */
  readonly of: (records: readonly JsonObject[], none?: string) => Cell;
  /** Fields with values that are no numbers, and how many: a figure of the others would look like one of all. */
  readonly leftOut?: (
    records: readonly JsonObject[],
  ) => readonly { readonly path: string; readonly count: number }[];
  /** What to say in its place once all records have been read: no record has such a field. */
  readonly missing: () => CellFault | undefined;
}

export const figureNames: Readonly<Record<Figure, string>> = {
  min: 'Lowest {field}',
  max: 'Highest {field}',
  median: 'Median {field}',
  avg: 'Average {field}',
  first: 'First {field}',
  count: 'Results',
};

/** As a formula spells it. */
const spelled = ({ figure, path, by }: Column): string =>
  `${figure}(${path}${by ? ` by ${by.join('+')}` : ''})`;

/** `Lowest price`; a word in capitals keeps them, and so does the first word of a heading. */
export function figureHeading(id: OperationId, column: Column): string {
  const { figure, path, by } = column;
  if (figure === undefined || figure === 'count') return labelled(figureNames.count);
  const { label } = resolveField(operationOf(id).record, path.split('.'));
  if (by) return label;
  const name = labelled(figureNames[figure]);
  const isInside = !name.startsWith('{') && /^\p{Lu}\p{Ll}/u.test(label);
  return name.replace('{field}', () => (isInside ? label.charAt(0).toLowerCase() + label.slice(1) : label));
}

interface Amount {
  readonly value: number;
  readonly currency: string;
}

const middle = (sorted: readonly number[]): number => {
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)]!;
  return half % 1 === 0 ? (sorted[half - 1]! + upper) / 2 : upper;
};

/** What is lost while many are added is added to the first result. */
function average(values: readonly number[]): number {
  const about = values.reduce((sum, value) => sum + value / values.length, 0);
  return about + values.reduce((sum, value) => sum + (value - about), 0) / values.length;
}

/** To the 15 digits a cell has: 0.1 + 0.2 is 0.3. */
const rounded = (value: number): number => Number(value.toPrecision(15));

const computed: Readonly<Record<Exclude<Figure, 'first' | 'count'>, (values: number[]) => number>> = {
  min: (values) => values.reduce((low, value) => Math.min(low, value)),
  max: (values) => values.reduce((high, value) => Math.max(high, value)),
  avg: (values) => rounded(average(values)),
  median: (values) => rounded(middle(values.sort((one, other) => one - other))),
};

/** The field that says in which unit a number is; undefined where it has none, or always the same. */
export const unitField = (field: Field | undefined): string | undefined =>
  field && 'unit' in field ? field.unit : undefined;

/** The currency of an amount, or the unit of an area, by what holds it; `?` where nobody says. */
export function unitOf(field: Field | undefined, holder: unknown): string {
  const unit = unitField(field);
  if (unit !== undefined) {
    const said = isObject(holder) ? holder[unit] : undefined;
    // m², M² and m2 are one unit.
    return typeof said === 'string' && said.trim() !== ''
      ? said.trim().toLowerCase().replace(/2$/, '²')
      : '?';
  }
  if (field?.kind !== 'money') return '';
  const source = field.currency;
  if ('code' in source) return source.code;
  const given = isObject(holder) ? holder[source.field] : undefined;
  return (
    (typeof given === 'string' && given.trim() !== '' ? given.trim().toUpperCase() : source.default) ?? '?'
  );
}

function shown(field: Field | undefined, { value, currency }: Amount, formats: boolean): Cell {
  if (field?.kind === 'date') return showDate(value, formats);
  const percent = rounded(value * 100);
  const format =
    field?.kind === 'money'
      ? moneyFormat(currency)[value % 1 === 0 ? 'whole' : 'broken']
      : field?.kind === 'percent'
        ? percent % 1 === 0
          ? wholePercentFormat
          : percentFormatOf(percent)
        : undefined;
  return formats && format !== undefined
    ? { type: 'Double', basicValue: value, numberFormat: format }
    : value;
}

/** Text, not an error: it is a result that was paid for, and Excel's own MIN and SUM pass over it. */
const noFigure = (records: readonly JsonObject[], none = sayInput('noResults')): string =>
  records.length === 0 ? none : sayInput('noValues');

const fault = (message: string): CellFault => ({ fault: 'value', message: shorten(message, messageLength) });

/** Of amounts that cannot be put together, in which units they are; `?` where nobody says. */
export const unitsText = (units: readonly string[], unknown: 'unknownCurrency' | 'unknownUnit'): string =>
  units
    .slice(0, 4)
    .map((one) => (one === '?' ? sayInput(unknown) : one))
    .reduce((first, last) => sayInput('and', { first, last }));

function severalCurrencies(id: OperationId, column: Column, units: readonly string[]): CellFault {
  const todo = Object.hasOwn(operationOf(id).params, 'currency')
    ? sayInput('setCurrency', { code: units.find((code) => code !== '?') ?? '' })
    : sayInput('showCurrency');
  const currencies = unitsText(units, 'unknownCurrency');
  return fault(`${sayInput('severalCurrencies', { figure: spelled(column), currencies })} ${todo}`);
}

/** Of the fields that a figure is made of, the first that says its unit beside it is what differs. */
function severalUnits(
  id: OperationId,
  column: Column,
  fields: readonly (Field | undefined)[],
  units: readonly string[],
): CellFault {
  const unit = fields.map(unitField).find((name) => name !== undefined);
  if (unit === undefined) return severalCurrencies(id, column, units);
  return fault(
    sayInput('severalUnits', {
      figure: spelled(column),
      units: unitsText(units, 'unknownUnit'),
      condition: `where=${unit}=${units.find((one) => one !== '?') ?? ''}`,
    }),
  );
}

interface AmountReader {
  readonly path: string;
  readonly field: Field | undefined;
  /** The amounts of a record in a field; `other` for what is no number. */
  readonly amounts: (record: JsonObject) => (Amount | 'other')[];
}

/** Charges in euros of which nobody says the amount are not none. */
const saysSomething = (holder: unknown): boolean =>
  isObject(holder) &&
  Object.entries(holder).some(([name, value]) => name !== '@type' && textOf(value).trim() !== '');

function amountReader(
  id: OperationId,
  path: string,
  tally: Tally,
  convert: Showing['convert'],
  isSummed = false,
): AmountReader {
  const { steps, field, read } = resolveShown(operationOf(id).record, path.split('.'));
  const isDate = field?.kind === 'date' && convert;
  const show = field && showOf(field, { formats: isDate, convert }, tally);
  const numberOf = (value: unknown, holder: JsonObject): number | undefined => {
    const cell = show ? show(value, holder) : value;
    if (isObject(cell)) return 'basicValue' in cell ? (cell.basicValue as number) : undefined;
    // A number of which nobody knows the unit is no date.
    return !isDate && typeof cell === 'number' && Math.abs(cell) < tooLong ? cell : undefined;
  };
  const amounts = (record: JsonObject): (Amount | 'other')[] => {
    const holder = readPath(record, steps.slice(0, -1), 0);
    const found = read(holder);
    if (found === undefined || found === null || found === '')
      return isSummed && holder !== record && saysSomething(holder) ? ['other'] : [];
    tally.found = true;
    return (Array.isArray(found) ? (found as unknown[]) : [found]).flatMap((value) => {
      const number = numberOf(value, isObject(holder) ? holder : {});
      if (isUnrated(field, number)) return [];
      return number === undefined ? 'other' : { value: number, currency: unitOf(field, holder) };
    });
  };
  return { path, field, amounts };
}

type Computed = keyof typeof computed;

/** The figure of all amounts; none where they are in several units. */
function compute(figure: Computed, found: readonly (Amount | 'other')[]) {
  const amounts = found.filter((amount) => amount !== 'other');
  const units = [...new Set(amounts.map(({ currency }) => currency))];
  const [currency] = units;
  if (currency === undefined || units.length > 1) return { units };
  return { units, amount: { value: computed[figure](amounts.map(({ value }) => value)), currency } };
}

/** The same for whoever has no cell to show it in. */
export const figureOfAll = (
  id: OperationId,
  figure: Computed,
  path: string,
  records: readonly JsonObject[],
): { readonly units: readonly string[]; readonly amount?: Amount } =>
  compute(
    figure,
    records.flatMap(amountReader(id, path, { odd: 0, converted: 0, found: false }, true).amounts),
  );

const leftOutBy =
  (readers: readonly AmountReader[]): NonNullable<FigureReader['leftOut']> =>
  (records) =>
    readers.flatMap(({ path, amounts }) => {
      const count = records.flatMap(amounts).filter((amount) => amount === 'other').length;
      return count === 0 ? [] : [{ path, count }];
    });

/** Shops list a product that they promote a second time: it is one result all the same. Two rooms of one hotel are two. */
export function distinctResults(id: OperationId, records: readonly JsonObject[]): readonly JsonObject[] {
  const { identity } = historyOf(id);
  const paths = keptPaths(id).map((path) => path.split('.'));
  const names = records.map((record) => textOf(record[identity]).trim());
  const [met, several, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const name of names) (name !== '' && met.has(name) ? several : met).add(name);
  return records.filter((record, place) => {
    const name = names[place]!;
    if (!several.has(name)) return true;
    const key = JSON.stringify([name, paths.map((steps) => readPath(record, steps, 0))]);
    const isKnown = seen.has(key);
    seen.add(key);
    return !isKnown;
  });
}

/** The record with the lowest sum. One without the first field has no sum; a field that is missing beside it counts as 0. */
function lowestBy(
  id: OperationId,
  column: Column,
  readers: readonly AmountReader[],
): (records: readonly JsonObject[]) => { record?: JsonObject | undefined; fault?: CellFault } {
  return (records) => {
    const units = new Set<string>();
    let lowest = Infinity;
    let found: JsonObject | undefined;
    for (const record of records) {
      const parts = readers.map(({ amounts }) => amounts(record)[0]);
      if (parts[0] === undefined || parts.includes('other')) continue;
      const amounts = parts.filter((part): part is Amount => typeof part === 'object');
      for (const { currency } of amounts) units.add(currency || '?');
      const sum = amounts.reduce((total, { value }) => total + value, 0);
      if (sum < lowest) [lowest, found] = [sum, record];
    }
    const fields = readers.map(({ field }) => field);
    return units.size > 1 ? { fault: severalUnits(id, column, fields, [...units]) } : { record: found };
  };
}

export function figureReader(
  id: OperationId,
  column: Column,
  headers: 'labels' | 'fields' | 'none',
  showing: Showing,
): FigureReader {
  const { figure = 'first', path } = column;
  const heading = column.heading ?? (headers === 'fields' ? spelled(column) : figureHeading(id, column));
  if (figure === 'count') return { heading, of: (records) => records.length, missing: () => undefined };

  const plain = columnReader(id, column, headers, showing);
  const missing = () => (plain.unknown && !plain.tally.found ? noSuchColumn(path) : undefined);
  if (figure === 'first') {
    const readers = column.by?.map((by) =>
      amountReader(id, by, { odd: 0, converted: 0, found: false }, true, true),
    );
    const pick = readers && lowestBy(id, column, readers);
    const of: FigureReader['of'] = (records, none) => {
      const { record, fault: mixed } = pick ? pick(records) : { record: records[0] };
      return mixed ?? (record ? plain.read(record) : noFigure(records, none));
    };
    return { heading, of, missing, ...(readers && { leftOut: leftOutBy(readers) }) };
  }

  const reader = amountReader(id, path, plain.tally, showing.convert);
  const { field, amounts } = reader;
  const of: FigureReader['of'] = (records, none) => {
    const found = records.flatMap(amounts);
    if (found.length === 0) return noFigure(records, none);
    const { amount, units } = compute(figure, found);
    if (amount) return shown(field, amount, showing.formats);
    return units.length > 1
      ? severalUnits(id, column, [field], units)
      : fault(sayInput('noNumber', { figure: spelled(column), first: `first(${path})` }));
  };
  return { heading, of, leftOut: leftOutBy([reader]), missing };
}
