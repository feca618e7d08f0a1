// One formula as its requests: arguments in the order Excel delivers them, options last. A fault of one cell of a range
// stays with that cell; a fault of what all cells share fails the formula before anything is sent.
import { operationOf, type OperationId } from '../../operations';
import type { Operation } from '../../operations/table/operation';
import type { Parameter } from '../../operations/table/parameter';
import type { Check, Checked } from '../../operations/check/request';
import { cellsOf, isFault, oneCell, plain, type Plain } from './argument';
import type { CellFault } from '../cell';
import { InputFault } from './inputFault';
import { readOptions, type Params, type Sets } from './options';
import { messageLength, shorten } from '../shorten';
import { asText, readList, readScalar, type Scalar } from './value';
import type { View } from './view';

export type { Params, Sets } from './options';

export type Item =
  | {
      readonly state: 'request';
      readonly shown: string | number;
      readonly params: Params;
      readonly raw: Params;
    }
  | { readonly state: 'blank' }
  | { readonly state: 'fault'; readonly shown: string | number; readonly fault: CellFault };

export interface Formula {
  readonly operation: OperationId;
  readonly items: readonly Item[];
  /** The lookup was one cell or a literal, not a range. */
  readonly single: boolean;
  readonly view: View;
  readonly filterSets: readonly string[];
}

/** A range of at least so many rows is taken for a whole column: its empty end is not part of the answer. */
const wholeColumn = 1_000;
const longRange = 10_000;

/** Looks at the arguments as they were given, before they are read: refuses what is surely a slip. Throws InputFault. */
export type Review = (id: OperationId, args: readonly unknown[]) => void;

/** 0 from an empty cell, where 0 cannot be meant. A number is not believed to be left out: it would be paid for. */
const isEmptyCell = ({ kind }: Parameter, value: Scalar): boolean =>
  value === 0 && kind !== 'integer' && kind !== 'flag';

/** An argument that is the same for every item; undefined where it is omitted. */
function readArgument(id: OperationId, name: string, argument: unknown): unknown {
  const parameter = operationOf(id).params[name]!;
  const value = oneCell(name, argument);
  if (value === undefined || isEmptyCell(parameter, value)) return undefined;
  return parameter.kind === 'list' ? readList(name, parameter, [value]) : readScalar(name, parameter, value);
}

function readCommon(
  id: OperationId,
  args: readonly unknown[],
  byHand: ReadonlySet<string>,
): Record<string, unknown> {
  const { positional, lookup } = operationOf(id);
  const common: Record<string, unknown> = {};
  for (const [place, name] of positional.entries()) {
    if (name === lookup) continue;
    const value = readArgument(id, name, args[place]);
    if (value === undefined) continue;
    if (byHand.has(name)) throw givenTwice(name, name);
    common[name] = value;
  }
  return common;
}

const givenTwice = (name: string, option: string): InputFault =>
  new InputFault(
    name === option
      ? `${name} is given twice: as an argument and in the options. Keep one of them.`
      : `${name} and ${option} are both given. Keep one of them.`,
  );

/** The parameter a lookup's number stands for, where the table says so. */
const numberMeans = ({ params, lookup }: Operation): string | undefined => {
  const parameter = params[lookup]!;
  return parameter.kind === 'text' ? parameter.numberMeans : undefined;
};

const lookupCell = (cell: unknown): Plain => {
  const value = plain(cell);
  return value === 0 ? undefined : value;
};

/** What the lookup range holds, row by row. */
function lookupCells(operation: Operation, argument: unknown): { values: Plain[]; single: boolean } {
  const rows = cellsOf(argument);
  const used =
    rows.length >= wholeColumn
      ? rows.findLastIndex((row) => row.some((cell) => lookupCell(cell) !== undefined)) + 1
      : rows.length;
  const single = rows.length === 1 && rows[0]!.length <= 1;
  const cells = rows.slice(0, used).flatMap((row) => row.map(lookupCell));
  const values = operation.answers === 'many' && !single ? cells.filter((cell) => cell !== undefined) : cells;
  if (values.length > longRange) {
    throw new InputFault(
      `${operation.lookup} is a range of ${values.length} cells. Use at most ${longRange} at a time.`,
    );
  }
  return { values, single };
}

/** One item of the formula; a fault that is not the lookup's own fails the formula. */
function itemOf(id: OperationId, result: Checked, raw: Params, value: Scalar, single: boolean): Item {
  const operation = operationOf(id);
  const shown = typeof value === 'boolean' ? asText(value) : value;
  if (result.ok) return { state: 'request', shown, params: result.params, raw };
  const names: readonly unknown[] = [operation.lookup, numberMeans(operation)];
  const shared = result.faults.find(({ path }) => !names.includes(path[0]));
  const { message } = shared ?? result.faults[0]!;
  if (single || shared) throw new InputFault(message);
  return { state: 'fault', shown, fault: { fault: 'value', message: shorten(message, messageLength) } };
}

/** The arguments in the function's positional order plus options last, as Excel delivers them. Throws InputFault. */
export function readFormula(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  check: Check,
  review?: Review,
): Formula {
  review?.(id, args);
  const operation = operationOf(id);
  const { positional, lookup, defaultCount } = operation;
  const options = readOptions(id, args[positional.length], sets);
  const { values, single } = lookupCells(operation, args[positional.indexOf(lookup)]);

  const common: Record<string, unknown> = { ...options.params, ...readCommon(id, args, options.byHand) };
  if (defaultCount !== undefined) common['count'] ??= defaultCount;
  const other = numberMeans(operation);
  if (values.some((value) => value !== undefined)) {
    for (const name of other === undefined ? [lookup] : [lookup, other]) {
      if (options.byHand.has(name) || name in options.raw) throw givenTwice(lookup, name);
      delete common[name];
    }
  }

  const item = (input: Params, value: Scalar): Item =>
    itemOf(id, check(id, input, Object.keys(options.raw)), options.raw, value, single);
  const made = new Map<Scalar, Item>();
  const items = values.map((value): Item => {
    if (value === undefined) return { state: 'blank' };
    if (isFault(value)) return { state: 'fault', shown: '', fault: value };
    let known = made.get(value);
    if (!known) {
      const name = typeof value === 'number' && other !== undefined ? other : lookup;
      known = item({ ...common, [name]: value }, value);
      made.set(value, known);
    }
    return known;
  });
  // Where the argument is left empty, the options may carry the lookup themselves.
  const given: Params = { ...common, ...options.raw };
  const inOptions = given[lookup] ?? (other === undefined ? undefined : given[other]);
  const fromOptions = single && items[0]?.state === 'blank' && inOptions !== undefined;
  return {
    operation: id,
    items: fromOptions ? [item(common, asText(inOptions as Scalar))] : items,
    single,
    view: options.view,
    filterSets: options.filterSets,
  };
}
