// Which records of a response meet the conditions of a formula. Works on what was fetched, so it is free. Each condition is compiled
// once: a response may have thousands of records.
import { labelled } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import { finder, foldText } from '../../operations/check/foldText';
import { westernDigits } from '../../operations/check/canonicalValue';
import { isUnrated, type Field } from '../../operations/table/field';
import type { CellFault } from '../cell';
import { ownField, resolveShown, readPath, noSuchColumn } from '../grid/columnReader';
import { fraction, showOf, type Tally } from '../grid/fieldReader';
import { unitField, unitOf, unitsText } from '../grid/figures';
import { numberOfText } from '../../operations/check/numberText';
import { cellOf, isObject, type JsonObject } from '../grid/readable';
import { InputFault, inQuotes } from '../inputFault';
import { readDay, serialOfIso } from '../read/values/excelDate';
import { yesOrNo } from '../read/values/localWords';
import { comparisonsIn, writeComparison, type FieldTest, type Condition, type Sign } from './condition';
import { sayWhere } from './say';

type Test = (record: JsonObject) => boolean;
type Scalar = string | number | boolean;

const fault = (test: FieldTest, says: string): InputFault =>
  new InputFault(`where: ${inQuotes(writeComparison(test))}. ${says}`);

/** Kinds whose numbers may be above a thousand, so that a point or comma before three digits may separate thousands. */
const thousands = new Set<string | undefined>(['money', 'count', 'area', 'number', undefined]);

/** A number as typed or as Excel joins it to text, with the decimal sign of its country. */
function numberIn(test: FieldTest, value: string, field: Field | undefined): number | undefined {
  const text = westernDigits(value).replaceAll(/[\s\u00a0\u202f]/g, '');
  const [, digits, percent] = /^([+-]?\d[\d.,]*(?:e[+-]?\d+)?)(%?)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (thousands.has(field?.kind) && /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(digits))
    throw fault(
      test,
      sayWhere('numberUnclear', { value: inQuotes(value), number: digits.replaceAll(/[.,]/g, '') }),
    );
  const number = /^[^,]*,[^,.]*$/.test(digits) ? Number(digits.replace(',', '.')) : Number(digits);
  if (Number.isNaN(number)) return undefined;
  if (percent === '%') return fraction(number);
  // 1 may be all of it, or one percent.
  if (field?.kind === 'percent' && Math.abs(number) >= 1)
    throw fault(test, sayWhere('percentage', { field: labelled(field.label), number: String(number) }));
  return number;
}

/** A day, or a moment as cells hold it, with the time as a fraction. A number that no date has, such as a year, is refused. */
function dayIn(value: string): number | undefined {
  const number = value.trim() === '' ? NaN : Number(value.replace(',', '.'));
  const day = readDay(Number.isNaN(number) ? value : number);
  const serial = day === undefined ? undefined : serialOfIso(day);
  return Math.floor(number) === serial ? number : serial;
}

const order: Readonly<Record<'<' | '<=' | '>' | '>=', (a: Scalar, b: Scalar) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const isOrder = (sign: Sign): sign is keyof typeof order => Object.hasOwn(order, sign);

/** To the 15 digits a cell has: 0.1 + 0.2 is 0.3. */
const sameNumber = (a: number, b: number): boolean =>
  a === b || Number(a.toPrecision(15)) === Number(b.toPrecision(15));

/** What one value of a record is compared as. */
type Match = (cell: Scalar) => boolean;

function numeric(test: FieldTest, field: Field | undefined, wanted: readonly number[]): Match {
  const { sign } = test;
  const [limit = NaN] = wanted;
  // A whole day stands for all of it.
  const isDay = field?.kind === 'date' && wanted.every(Number.isInteger);
  return (cell) => {
    const number =
      typeof cell === 'number' ? cell : typeof cell === 'string' ? numberOfText(cell, true) : undefined;
    if (number === undefined) return false;
    // What nobody has rated is not among the lowest ratings, unless 0 itself is asked for.
    if (isOrder(sign) && limit !== 0 && isUnrated(field, number)) return false;
    const compared = isDay ? Math.floor(number) : number;
    return isOrder(sign) ? order[sign](compared, limit) : wanted.some((each) => sameNumber(compared, each));
  };
}

const textOfCell = (cell: Scalar): string =>
  typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell);

const mostKnown = 1_000;

function textual({ sign, values }: FieldTest): Match {
  const wanted = values.map(foldText);
  const [limit = ''] = wanted;
  const compare = isOrder(sign)
    ? (text: string) => order[sign](foldText(text), limit)
    : (text: string) => wanted.includes(foldText(text));
  // Many records have the same brand.
  const known = new Map<string, boolean>();
  return (cell) => {
    const text = textOfCell(cell);
    let met = known.get(text);
    if (met === undefined) {
      met = compare(text);
      if (known.size < mostKnown) known.set(text, met);
    }
    return met;
  };
}

/** How the values of a field are compared, by what the field holds; what cannot be compared is refused. */
function matchOf(test: FieldTest, field: Field | undefined): Match {
  const { sign, values } = test;
  if (sign === 'has') {
    const has = finder(values[0]!);
    return (cell) => has(textOfCell(cell));
  }
  const isDate = field?.kind === 'date';
  const read = (value: string) => (isDate ? dayIn(value) : numberIn(test, value, field));
  if (
    field &&
    (isDate || field.type === 'number' || field.type === 'integer') &&
    field.kind !== 'identifier'
  ) {
    const wanted = values.map((value) => {
      const number = read(value);
      if (number === undefined)
        throw fault(test, sayWhere(isDate ? 'date' : 'number', { field: labelled(field.label) }));
      return number;
    });
    return numeric(test, field, wanted);
  }
  if (field?.type === 'boolean') {
    const flags = values.map((value) => yesOrNo(westernDigits(value)));
    if (isOrder(sign) || flags.includes(undefined))
      throw fault(test, sayWhere('yesNo', { field: labelled(field.label), path: test.path }));
    return (cell) => flags.includes(typeof cell === 'boolean' ? cell : yesOrNo(String(cell)));
  }
  const asText = textual(test);
  if (field?.type === 'string' && field.kind !== 'identifier') {
    // As text, 12 km comes before 2.
    if (isOrder(sign) && values.some((value) => numberIn(test, value, field) !== undefined))
      throw fault(test, sayWhere('textOrder', { field: labelled(field.label) }));
    if (isOrder(sign) && 'isGrade' in field)
      throw fault(test, sayWhere('gradeOrder', { field: labelled(field.label), path: test.path }));
    return asText;
  }
  // An identifier, a list, or a field that only the service knows: numbers are compared as numbers.
  const numbers = values.map((value) => (field ? numberOfText(value, false) : read(value)));
  if (numbers.some((each) => each === undefined)) return asText;
  const asNumber = numeric(test, undefined, numbers as number[]);
  return (cell) => asNumber(cell) || (typeof cell === 'string' && !isOrder(sign) && asText(cell));
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every(isBlank));

interface Compiled {
  readonly test: Test;
  /** Said where no record has a field that the table does not know. */
  readonly missing: () => CellFault | undefined;
  /** Said where amounts in several currencies were compared with one number. */
  readonly mixed: () => CellFault | undefined;
}

function target(id: OperationId, { path, exact }: FieldTest) {
  const { record } = operationOf(id);
  return resolveShown(record, exact && !Object.hasOwn(record.fields, path) ? [path] : path.split('.'));
}

/** What is said where one number was compared with amounts that are not alike. */
function mixture(unit: string | undefined, units: readonly string[]): string {
  const isMoney = unit === 'currency';
  const all = unitsText(units, isMoney ? 'unknownCurrency' : 'unknownUnit');
  const code = units.find((one) => one !== '?') ?? '';
  return isMoney
    ? sayWhere('currencies', { currencies: all, code })
    : sayWhere('units', { units: all, condition: `${unit ?? ''}=${code}` });
}

function compileTest(id: OperationId, comparison: FieldTest, isNamed: IsNamed): Compiled {
  const { sign, path } = comparison;
  const { steps, field, read } = target(id, comparison);
  const tally: Tally = { odd: 0, converted: 0, found: false };
  const holding = steps.slice(0, -1);
  const element = field?.kind === 'list' ? undefined : field;
  const isDate = element?.kind === 'date';
  const shown = field && showOf(field, { formats: isDate, convert: true }, tally);
  const show: typeof shown = field?.kind === 'list' ? (value, holder) => shown!([value], holder) : shown;
  const match: Match = sign === 'empty' ? () => true : matchOf(comparison, element);
  const unit = unitField(field) ?? (field?.kind === 'money' ? 'currency' : undefined);
  const isAmount = unit !== undefined && sign !== 'has' && sign !== 'empty' && !isNamed(unit);
  const currencies = new Set<string>();
  let found = field !== undefined;
  let looked = false;
  const plainType =
    !element || element.kind === 'percent' || element.kind === 'date' || element.type === 'record'
      ? undefined
      : element.type === 'integer'
        ? 'number'
        : element.type;
  const meets = (value: unknown, holder: JsonObject): boolean => {
    if (isBlank(value)) return false;
    // Numbers and plain text of the promised type need no conversion.
    const cell = typeof value === plainType ? (value as Scalar) : show ? show(value, holder) : cellOf(value);
    if (typeof cell === 'object') return 'basicValue' in cell && match(cell.basicValue);
    if (isAmount && typeof cell === 'number') currencies.add(unitOf(field, holder));
    // A number of which nobody knows the unit is no date.
    return (!isDate || sign === 'has') && match(cell);
  };
  const depth = steps.length;
  const ofFirst = ownField(steps[0] ?? '');
  const test: Test = (record) => {
    const holder: unknown =
      depth === 1 ? record : depth === 2 ? ofFirst(record) : readPath(record, holding, 0);
    const value = read(holder);
    if (!found) {
      looked = true;
      found = value !== undefined;
    }
    if (sign === 'empty') return isBlank(value) || isUnrated(element, value);
    const around = isObject(holder) ? holder : record;
    return Array.isArray(value) ? value.some((each) => meets(each, around)) : meets(value, around);
  };
  return {
    test: sign === '<>' ? (record) => !test(record) : test,
    missing: () => (found || !looked ? undefined : noSuchColumn(path)),
    mixed: () =>
      currencies.size < 2
        ? undefined
        : {
            fault: 'value',
            message: `where: ${inQuotes(writeComparison(comparison))}. ${mixture(unit, [...currencies])}`,
          },
  };
}

type IsNamed = (unit: string) => boolean;

/** `isNamed`: a condition that holds as well is on the currency or the unit itself, and says which amounts are meant. */
function join(
  condition: Condition,
  compile: (test: FieldTest, isNamed: IsNamed) => Test,
  isNamed: IsNamed,
): Test {
  if (condition.kind === 'test') return compile(condition, isNamed);
  if (condition.kind === 'not') {
    const part = join(condition.part, compile, isNamed);
    return (record) => !part(record);
  }
  if (condition.kind === 'or') {
    const parts = condition.parts.map((part) => join(part, compile, isNamed));
    return (record) => parts.some((part) => part(record));
  }
  const names = new Set(comparisonsIn(condition).map(({ path }) => path.split('.').at(-1)));
  const parts = condition.parts.map((part) =>
    join(part, compile, (unit) => names.has(unit) || isNamed(unit)),
  );
  return (record) => parts.every((part) => part(record));
}

/** Refuses a comparison that no record could meet, such as a number that is none. Throws InputFault. */
export function checkCondition(id: OperationId, condition: Condition): void {
  for (const test of comparisonsIn(condition)) compileTest(id, test, () => true);
}

export interface SelectedRecords {
  /** What is not a record meets no condition. */
  readonly records: readonly JsonObject[];
  readonly fault: CellFault | undefined;
}

/** Compiles once, then selects from any number of responses. */
export function selector(
  id: OperationId,
  condition: Condition,
): (records: readonly unknown[]) => SelectedRecords {
  return (records) => {
    const compiled: Compiled[] = [];
    const compile = (comparison: FieldTest, isNamed: IsNamed): Test => {
      const one = compileTest(id, comparison, isNamed);
      compiled.push(one);
      return one.test;
    };
    const test = join(condition, compile, () => false);
    const kept: JsonObject[] = [];
    for (const record of records) if (isObject(record) && test(record)) kept.push(record);
    const faults = compiled.map((one) => one.missing() ?? one.mixed());
    return { records: kept, fault: faults.find((each) => each !== undefined) };
  };
}
