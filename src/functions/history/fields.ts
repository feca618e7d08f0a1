// The field that a history formula names, and its values as cells.
import { operationOf, type OperationId } from '../../operations';
import { nearest } from '../../operations/check/nearest';
import { historyOf } from '../../operations/histories';
import type { Json } from '../../history/series';
import type { Cell } from '../../spill/cell';
import { columnReader } from '../../spill/grid/columnReader';
import { InputFault } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { inQuotes } from '../../spill/shorten';

/** The place in the list, which is not a field of the record. */
export const rank = 'rank';

export interface HistoryField {
  readonly path: string;
  readonly heading: string;
  readonly cell: (value: Json | undefined) => Cell;
}

export function fieldOf(
  operation: OperationId,
  path: string,
  comparable: string,
  formats: boolean,
): HistoryField {
  if (path === rank)
    return { path, heading: 'Rank', cell: (value) => (typeof value === 'number' ? value : '') };
  const reader = columnReader(operation, { path }, 'labels', { formats, convert: true });
  const steps = path.split('.');
  const last = steps.at(-1)!;
  const { currency } = JSON.parse(comparable.replace(/@source$/, '')) as { currency?: string };
  const holder = { ...(currency !== undefined && { currency }) };
  const record = (value: Json): Record<string, unknown> =>
    steps.slice(0, -1).reduceRight<Record<string, unknown>>((inner, step) => ({ [step]: inner }), {
      ...holder,
      [last]: value,
    });
  return {
    path,
    heading: reader.heading,
    cell: (value) => (value === undefined || value === null ? '' : reader.read(record(value))),
  };
}

/** By its path, its first step or its label; the first field that is followed where none is named. */
export function pathNamed(operation: OperationId, given: string | undefined): string {
  const { followed } = historyOf(operation);
  if (given === undefined || given === '') return followed[0];
  const wanted = sameName(given);
  if (wanted === rank) return rank;
  const labelOf = (path: string) =>
    columnReader(operation, { path }, 'labels', { formats: false, convert: false }).heading;
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
    `${inQuotes(given)} is not followed over time. ${near === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${near}?`}`,
  );
}
