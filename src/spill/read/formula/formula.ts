// One formula as its requests: arguments in the order Excel delivers them, options last. A fault of one cell of a range
// stays with that cell; a fault of what all cells share fails the formula before anything is sent.
import { operationOf, type OperationId } from '../../../operations';
import type { Operation } from '../../../operations/table/operation';
import type { Check } from '../../../operations/check/request';
import { isFault, plain } from '../values/argument';
import { hasFigures, isStar } from '../options/columns';
import { InputFault } from '../../inputFault';
import { contentOf, numberMeans, readArgument, readItems, type Item, type Review } from './items';
import { readOptions, type Options, type Params, type Sets } from '../options/options';
import { cellAt, commonShape, givenAs, varies, type Given, type Shape } from '../values/shapes';
import type { View } from '../options/view';
import { say } from '../../say';

export type { Params, Sets } from '../options/options';
export type { Item, Review } from './items';

export interface Formula {
  readonly operation: OperationId;
  readonly items: readonly Item[];
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
  new InputFault(name === option ? say('twice', { name }) : say('bothGiven', { one: name, other: option }));

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
  check: Check,
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
