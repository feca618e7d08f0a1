// The field that a history formula names, and its values as cells, each in its own currency.
import { joinedInCells, labelled, unlabelled } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import { nearest } from '../../operations/check/nearest';
import { currencyOf, historyOf } from '../../operations/histories';
import { joinRecord } from '../../history/record';
import type { Json } from '../../history/series';
import type { Cell, CellFault } from '../../spill/cell';
import { columnReader, resolveField } from '../../spill/grid/columnReader';
import { unitsText } from '../../spill/grid/figures';
import { shareFormat } from '../../spill/grid/numberFormat';
import { InputFault, inQuotes } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { sayFree } from '../free/operationNamed';
import { sayHistory } from './say';

/** The place in the list, which is not a field of the record. */
export const rank = 'rank';

/** A value, and the currency that it came in. */
export interface Amount {
  readonly value: Json | undefined;
  readonly currency?: string | undefined;
  /** Which of several offers it is of, such as which room. */
  readonly offer?: string | undefined;
}

export interface HistoryField {
  readonly path: string;
  readonly heading: string;
  readonly cell: (amount: Amount | undefined) => Cell;
}

export function historyField(
  operation: OperationId,
  path: string,
  formats: boolean,
  named = labelled,
): HistoryField {
  if (path === rank)
    return {
      path,
      heading: named('Rank'),
      cell: (amount) => (typeof amount?.value === 'number' ? amount.value : ''),
    };
  const reader = columnReader(operation, { path }, 'labels', { formats, convert: true });
  const place = currencyOf(operation, path)?.path;
  return {
    path,
    heading: resolveField(operationOf(operation).record, path.split('.'), named).label,
    cell: ({ value = null, currency } = { value: null }) =>
      value === null
        ? ''
        : reader.read(
            joinRecord({ [path]: value, ...(place !== undefined && { [place]: currency ?? null }) }, {}),
          ),
  };
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';

/** Said in place of a comparison of amounts in several currencies, or of several rooms; undefined where they can be compared. */
export function incomparable(
  operation: OperationId,
  amounts: readonly (Amount | undefined)[],
): CellFault | undefined {
  const numbers = amounts.filter((amount) => isNumber(amount?.value));
  const codes = [...new Set(numbers.map((amount) => amount?.currency ?? '?'))];
  const offers = new Set(numbers.flatMap((amount) => amount?.offer ?? []));
  if (codes.length < 2)
    return offers.size < 2 ? undefined : { fault: 'na', message: sayHistory('otherRooms') };
  const known = codes.find((code) => code !== '?');
  const todo = Object.hasOwn(operationOf(operation).params, 'currency')
    ? ` ${sayHistory('setCurrency', { code: known ?? '' })}`
    : '';
  return {
    fault: 'value',
    message: sayHistory('currencies', { currencies: unitsText(codes, 'unknownCurrency') }) + todo,
  };
}

/** To the digits that a cell has: 0.3 - 0.1 is 0.2. */
export const difference = (now: number, before: number): number => Number((now - before).toPrecision(12));

/** The difference and its share of the value before; both say so where the two cannot be compared. */
export function comparison(
  operation: OperationId,
  { cell }: HistoryField,
  now: Amount | undefined,
  before: Amount | undefined,
  formats: boolean,
): readonly [change: Cell, share: Cell] {
  if (!isNumber(now?.value) || !isNumber(before?.value)) return ['', ''];
  const fault = incomparable(operation, [now, before]);
  if (fault) return [fault, fault];
  const change = cell({ ...now, value: difference(now.value, before.value) });
  if (before.value === 0) return [change, ''];
  const basicValue = (now.value - before.value) / Math.abs(before.value);
  return [
    change,
    formats ? { type: 'Double', basicValue, numberFormat: shareFormat(basicValue) } : basicValue,
  ];
}

/** By its path, its first step or its label; the first field that is followed where none is named. */
export function pathNamed(operation: OperationId, given: string | undefined): string {
  const { followed } = historyOf(operation);
  if (given === undefined || given === '') return followed[0];
  const wanted = sameName(given);
  if (wanted === rank) return rank;
  // A formula names a field in the same way in every language.
  const labelOf = (path: string) =>
    resolveField(operationOf(operation).record, path.split('.'), unlabelled).label;
  const first = (path: string) => path.split('.')[0]!;
  const found =
    followed.find((path) => sameName(path) === wanted) ??
    followed.find((path) => sameName(first(path)) === wanted) ??
    followed.find((path) => sameName(labelOf(path)) === wanted) ??
    followed.find(
      (path) => sameName(operationOf(operation).record.fields[first(path)]?.label ?? '') === wanted,
    );
  if (found !== undefined) return found;
  const names = [...followed.map((path) => path.replace(/\.amount$/, '')), rank];
  const near = nearest(given, names);
  throw new InputFault(
    joinedInCells('sentences', [
      sayHistory('notFollowed', { text: inQuotes(given) }),
      near === undefined
        ? sayFree('oneOf', { names: joinedInCells('items', names) })
        : sayFree('didYouMean', { name: near }),
    ]),
  );
}
