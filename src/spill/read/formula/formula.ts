// One formula as its requests: arguments in the order Excel delivers them, options last. A fault of one cell of a range
// stays with that cell; a fault of what all cells share fails the formula before anything is sent.
import { operationOf, type OperationId, type Params } from '../../../operations';
import type { Operation } from '../../../operations/table/operation';
import type { RequestCheck, Fault } from '../../../operations/check/request';
import {
  isFault,
  plain,
  type Plain,
  cellAt,
  commonShape,
  givenAs,
  varies,
  type Given,
  type Shape,
} from '../values/argument';
import { hasFigures, isStar } from '../options/columns';
import { InputFault, messageLength, shorten } from '../../inputFault';
import { readOptions, type Options, type Sets } from '../options/options';
import type { View } from '../options/view';
import { sayInput } from '../../say';
import type { CellFault } from '../../cell';
import { readDay } from '../values/excelDate';
import { asText, readList, readScalar, type Scalar } from '../values/value';

// The items of a formula: one for each cell of the shape its arguments make together, in reading order. What is wrong with a
// cell of a range stays with its own items; what is wrong with a value that all of them share fails the formula.

interface Asked {
  /** What it is called in a sentence. */
  readonly shown: string | number;
  /** What the arguments that vary hold for it, in the order of the function. */
  readonly leads: readonly (string | number)[];
}

export type FormulaItem =
  | (Asked & { readonly state: 'request'; readonly params: Params; readonly raw: Params })
  | { readonly state: 'blank' }
  | (Asked & { readonly state: 'fault'; readonly fault: CellFault });

/** Looks at the arguments as they were given, before they are read: refuses what is clearly a mistake. */
export interface Review {
  /** What all items share. Throws InputFault. */
  readonly whole: (id: OperationId, args: readonly unknown[]) => void;
  /** What is wrong with one cell of a range. */
  readonly cell: (id: OperationId, name: string, text: string) => string | undefined;
}

/** More than anyone would request at once. */
const mostItems = 10_000;
const mostCells = 2_000_000;

/** A date of so few days is an empty cell to which nights were added. */
const mostNights = 366;

/** The parameter a lookup's number stands for, where the table says so. */
const numberMeans = ({ params, lookup }: Operation): string | undefined => {
  const parameter = params[lookup]!;
  return parameter.kind === 'text' ? parameter.numberMeans : undefined;
};

/** 0 from an empty cell, if 0 is not a valid value. Other numbers are taken as given. */
function contentOf({ params, lookup }: Operation, name: string, cell: unknown): Plain {
  const value = plain(cell);
  const { kind } = params[name]!;
  return value === 0 && (name === lookup || (kind !== 'integer' && kind !== 'flag')) ? undefined : value;
}

/** What an argument sends; undefined where it is omitted. */
function readArgument({ params }: Operation, name: string, value: Scalar): unknown {
  const parameter = params[name]!;
  return parameter.kind === 'list' ? readList(name, parameter, [value]) : readScalar(name, parameter, value);
}

const asFault = (message: string, fault: CellFault['fault'] = 'value'): CellFault => ({
  fault,
  message: shorten(message, messageLength),
});

/** A fault that a cell of a range has part in belongs to its item alone. */
function isOwn({ rules }: Operation, { path: [name] }: Fault, varying: ReadonlySet<string>, input: Params) {
  if (varying.has(String(name))) return true;
  return rules.some((rule) => {
    if (rule.kind !== 'order') return false;
    const pair = [rule.low, rule.high];
    return (
      pair.includes(String(name)) &&
      pair.some((each) => varying.has(each)) &&
      pair.every((each) => input[each] !== undefined)
    );
  });
}

interface Reading {
  readonly id: OperationId;
  /** What all items send, apart from the arguments that vary and the lookup. */
  readonly common: Params;
  readonly options: Options;
  readonly check: RequestCheck;
  readonly review: Review | undefined;
  /** The arguments that hold more than one cell, in the order of the function. */
  readonly varying: readonly Given[];
  /** The lookup where it is one value; undefined where it is empty. */
  readonly lookup: Plain;
}

type Values = ReadonlyMap<string, Plain>;

function requestItem(reading: Reading, values: Values): FormulaItem {
  const { id, common, options, check, review } = reading;
  const operation = operationOf(id);
  const other = numberMeans(operation);
  const names = new Set(reading.varying.map(({ name }) => name));
  if (other !== undefined && names.has(operation.lookup)) names.add(other);
  const leads = reading.varying.map(({ name }) => leadOf(values.get(name)));
  const shown = shownAs(operation, values, inOptions(operation, reading));
  const input: Record<string, unknown> = { ...common };
  const single = names.size === 0;
  try {
    for (const [name, value] of values) {
      if (value === undefined) continue;
      if (isFault(value)) return { state: 'fault', shown, leads, fault: value };
      const slip = typeof value === 'string' && names.has(name) ? review?.cell(id, name, value) : undefined;
      if (slip !== undefined) throw new InputFault(slip);
      if (name !== operation.lookup) input[name] = readArgument(operation, name, value);
      else input[typeof value === 'number' && other !== undefined ? other : name] = value;
    }
  } catch (fault) {
    if (single || !(fault instanceof InputFault)) throw fault;
    return { state: 'fault', shown, leads, fault: asFault(fault.message, fault.fault) };
  }
  const result = check(id, input, Object.keys(options.raw));
  if (result.ok) return { state: 'request', shown, leads, params: result.params, raw: options.raw };
  const shared = result.faults.find((fault) => !isOwn(operation, fault, names, input));
  const { message, unlessKnown } = shared ?? result.faults[0]!;
  if (single || shared) throw new InputFault(message, 'value', unlessKnown);
  return { state: 'fault', shown, leads, fault: asFault(message) };
}

const leadOf = (value: Plain): string | number =>
  value === undefined || isFault(value) ? '' : typeof value === 'boolean' ? asText(value) : value;

/** What an item is called in a sentence: the lookup, and whatever else differs between the items. */
function shownAs({ lookup, params }: Operation, values: Values, standard: unknown): string | number {
  const first = leadOf(values.get(lookup) ?? (standard as Scalar | undefined));
  const others = [...values].flatMap(([name, value]) => {
    const lead = leadOf(value);
    const day = params[name]!.kind === 'date' ? readDay(lead) : undefined;
    return name === lookup ? [] : [day ?? lead];
  });
  return others.length === 0 ? first : [first, ...others].filter((each) => each !== '').join(', ');
}

/** Whether nothing was given where there had to be something: the rest of a leg does not count. */
function isBlankGroup(operation: Operation, group: readonly string[], values: Values): boolean {
  const { params, lookup, defaultCount } = operation;
  const needed = group.filter(
    (name) =>
      name === lookup || (params[name]!.required && !(name === 'count' && defaultCount !== undefined)),
  );
  return (needed.length > 0 ? needed : group).every((name) => {
    const value = values.get(name);
    return (
      value === undefined ||
      (params[name]!.kind === 'date' && typeof value === 'number' && value >= 0 && value <= mostNights)
    );
  });
}

/** The arguments that vary in the same direction, of which a blank leg leaves all empty. */
function groupsOf(varying: readonly Given[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { name, rows, columns } of varying) {
    const way = `${rows > 1} ${columns > 1}`;
    groups.set(way, [...(groups.get(way) ?? []), name]);
  }
  return [...groups.values()];
}

const keyOf = (values: Values): string => JSON.stringify([...values.values()].map((value) => value ?? null));

const inOptions = (operation: Operation, { common, options }: Reading): unknown => {
  const given: Params = { ...common, ...options.raw };
  const other = numberMeans(operation);
  return given[operation.lookup] ?? (other === undefined ? undefined : given[other]);
};

/** `keepBlank`: every cell has its place in the result; otherwise blank ones are skipped. */
function readItems(reading: Reading, { rows, columns }: Shape, keepBlank: boolean): FormulaItem[] {
  const { id, varying } = reading;
  const operation = operationOf(id);
  const tooMany = () =>
    new InputFault(
      sayInput('tooManyCells', {
        names: varying.map(({ name }) => name).reduce((first, last) => sayInput('and', { first, last })),
        cells: String(rows * columns),
        most: String(mostItems),
      }),
    );
  if (rows * columns > mostCells) throw tooMany();
  const groups = groupsOf(varying);
  const shared = varying.some(({ name }) => name === operation.lookup)
    ? []
    : [[operation.lookup, reading.lookup] as const];
  // An empty lookup that stands for all items leaves nothing to ask for, unless the options carry it.
  const nothing =
    shared.length > 0 && reading.lookup === undefined && inOptions(operation, reading) === undefined;
  const made = new Map<string, FormulaItem>();
  const items: FormulaItem[] = [];
  for (let place = 0; place < rows * columns && items.length <= mostItems; place++) {
    const values = new Map<string, Plain>(shared);
    for (const given of varying) {
      const cell = cellAt(given, Math.floor(place / columns), place % columns);
      values.set(given.name, contentOf(operation, given.name, cell));
    }
    if (nothing || groups.some((group) => isBlankGroup(operation, group, values))) {
      if (keepBlank) items.push({ state: 'blank' });
      continue;
    }
    const key = keyOf(values);
    const item = made.get(key) ?? requestItem(reading, values);
    made.set(key, item);
    items.push(item);
  }
  if (items.length > mostItems) throw tooMany();
  return items;
}

export type { Sets } from '../options/options';

export interface Formula {
  readonly operation: OperationId;
  readonly items: readonly FormulaItem[];
  /** No argument is a range. */
  readonly single: boolean;
  /** The arguments that are ranges, in the order of the function. */
  readonly varying: readonly string[];
  /** Where each item is one cell: the rows and columns they make, in reading order. */
  readonly matrix: Shape | undefined;
  readonly view: View;
  readonly filterSets: readonly string[];
  /** A date is given as a number, which a workbook may count from 1904. */
  readonly serialDates: boolean;
}

const givenTwice = (name: string, option: string): InputFault =>
  new InputFault(
    name === option ? sayInput('twice', { name }) : sayInput('bothGiven', { one: name, other: option }),
  );

/** Whether the argument has a value for any item. */
const isGiven = (operation: Operation, { name, cells }: Given): boolean =>
  cells.some((row) => row.some((cell) => contentOf(operation, name, cell) !== undefined));

/** What every item sends: the options, and the arguments that are one value. */
function readCommon(operation: Operation, all: readonly Given[], { params, raw, byHand }: Options): Params {
  const { lookup, defaultCount } = operation;
  const common: Record<string, unknown> = { ...params };
  for (const given of all) {
    const { name } = given;
    if (!isGiven(operation, given)) continue;
    if (name === lookup) {
      const other = numberMeans(operation);
      for (const option of other === undefined ? [lookup] : [lookup, other]) {
        if (byHand.has(option) || option in raw) throw givenTwice(lookup, option);
        delete common[option];
      }
      continue;
    }
    if (byHand.has(name)) throw givenTwice(name, name);
    if (varies(given)) continue;
    const value = contentOf(operation, name, cellAt(given, 0, 0));
    if (isFault(value)) throw new InputFault(value.message, value.fault);
    if (value !== undefined) common[name] = readArgument(operation, name, value);
  }
  if (defaultCount !== undefined) common['count'] ??= defaultCount;
  return common;
}

/** One value for each item: a lookup's column, or a figure. */
const isOneValue = ({ columns: [column, ...more], stamp }: View, { results }: Operation): boolean =>
  column !== undefined &&
  more.length === 0 &&
  !stamp &&
  !isStar(column) &&
  (results === 'one' || column.figure !== undefined);

/** The arguments in the function's positional order plus options last, as Excel delivers them. Throws InputFault. */
export function readFormula(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  check: RequestCheck,
  review?: Review,
): Formula {
  review?.whole(id, args);
  const operation = operationOf(id);
  const { positional, results } = operation;
  const options = readOptions(id, args[positional.length], sets);
  const { view, filterSets } = options;
  const all = positional.map((name, place) => givenAs(name, args[place]));
  const shape = commonShape(all);
  const varying = all.filter(varies);
  const single = varying.length === 0;
  const lookup = all[positional.indexOf(operation.lookup)]!;
  const reading = {
    id,
    common: readCommon(operation, all, options),
    options,
    check,
    review,
    varying,
    lookup: varies(lookup) ? undefined : contentOf(operation, lookup.name, cellAt(lookup, 0, 0)),
  };
  return {
    operation: id,
    items: readItems(reading, shape, single || results === 'one' || hasFigures(view.columns)),
    single,
    varying: varying.map(({ name }) => name),
    matrix: shape.columns > 1 && isOneValue(view, operation) ? shape : undefined,
    view,
    filterSets,
    serialDates: all.some(
      ({ name, cells }) =>
        operation.params[name]!.kind === 'date' &&
        cells.some((row) => row.some((cell) => typeof plain(cell) === 'number')),
    ),
  };
}
