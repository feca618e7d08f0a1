// The columns of one grid: those asked for, and in place of `*` every field of the table and whatever else occurs.
import { operationOf } from '../../operations';
import { isStar, type Column } from '../read/columns';
import type { Formula } from '../read/formula';
import { isObject, type JsonObject } from './readable';

export interface WantedColumn extends Column {
  /** Stands for `*`: nobody named it, so it may be missing from every record. */
  readonly implied?: true;
}

/** More than any record has; a flood of made-up names would push the grid past every limit. */
const mostExtras = 100;

export const asksForAll = ({ view }: Formula): boolean => view.columns.some(isStar);

/** Names that occur in records and not in the table, in the order they are met. */
export function extraFields(formula: Formula, answers: readonly (readonly JsonObject[])[]): string[] {
  const { fields } = operationOf(formula.operation).record;
  const extras = new Set<string>();
  const seen: string[] = [];
  for (const records of answers) {
    for (const record of records) {
      if (!isObject(record)) continue;
      let place = 0;
      // Records of one answer mostly have the same names in the same order: comparing with the last is all it takes.
      for (const name in record) {
        if (seen[place] !== name) {
          seen[place] = name;
          if (!Object.hasOwn(fields, name) && name !== '@type' && extras.size < mostExtras) extras.add(name);
        }
        place++;
      }
    }
  }
  return [...extras];
}

export function wantedColumns({ operation, view }: Formula, extras: readonly string[]): WantedColumn[] {
  const { record, columns } = operationOf(operation);
  if (view.columns.length === 0) return columns.map((path) => ({ path }));
  const named = new Set(view.columns.map(({ path }) => path));
  const all = [...Object.keys(record.fields), ...extras].filter((path) => !named.has(path));
  return view.columns.flatMap((column): WantedColumn[] =>
    isStar(column) ? all.map((path) => ({ path, exact: true, implied: true })) : [column],
  );
}
