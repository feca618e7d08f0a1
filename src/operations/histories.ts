// What the history needs to know of each operation. Beside the table but loaded later than it.
import { operationOf, type OperationId, type Operations } from '.';
import { bizbureauHistory } from './bizbureau/bizbureau';
import { hkpropertyHistory } from './hkproperty/hkproperty';
import { jobsboardHistory } from './jobsboard/jobsboard';
import { nlretailHistory } from './nlretail/nlretail';
import { ruretailHistory } from './ruretail/ruretail';
import { staysHistory } from './stays/stays';
import type { Field, RecordShape } from './table/field';
import type { HistoryFacts, HistoryFactsOf } from './table/operation';

export const histories: { readonly [Id in OperationId]: HistoryFactsOf<Operations[Id]> } = {
  ruretail: ruretailHistory,
  hkproperty: hkpropertyHistory,
  bizbureau: bizbureauHistory,
  nlretail: nlretailHistory,
  jobsboard: jobsboardHistory,
  stays: staysHistory,
};

export const historyOf = (id: OperationId): HistoryFacts => histories[id];

export interface CurrencyPlace {
  /** The field that holds the code, where a record has one. */
  readonly path?: string;
  /** The code where the record has none. */
  readonly code?: string;
}

/** What the table says about the field at a path. */
export function tableField(operation: OperationId, path: string): Field | undefined {
  let shape: RecordShape | undefined = operationOf(operation).record;
  let field: Field | undefined;
  for (const step of path.split('.')) {
    field = shape && Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
    shape = field?.kind === 'record' ? field.of : undefined;
  }
  return field;
}

/** What people call the field at a path: an amount in a record by the name of that record. */
export function pathLabel(operation: OperationId, path: string): string {
  const holder = path.split('.').slice(0, -1).join('.');
  const own = tableField(operation, path);
  const outer = holder === '' ? undefined : tableField(operation, holder)?.label;
  if (outer === undefined) return own?.label ?? path;
  return own?.kind === 'money' ? outer : `${outer}: ${own?.label ?? path}`;
}

/** Where the currency of an amount is; undefined for a field that is no amount. */
export function currencyOf(operation: OperationId, path: string): CurrencyPlace | undefined {
  const field = tableField(operation, path);
  if (field?.kind !== 'money') return undefined;
  if ('code' in field.currency) return { code: field.currency.code };
  const { field: name, default: code } = field.currency;
  return { path: [...path.split('.').slice(0, -1), name].join('.'), ...(code !== undefined && { code }) };
}

/** Where a record says which of several offers an amount is of; undefined for a field that is of all of them. */
export function offerPathOf(operation: OperationId, path: string): string | undefined {
  const { offered } = historyOf(operation);
  return offered?.fields.includes(path) ? offered.by : undefined;
}

/** The time zone of the source's dates, in hours from universal time. */
export function zoneOf(operation: OperationId): number {
  const field = operationOf(operation).record.fields[historyOf(operation).dated?.at ?? ''];
  return (field?.kind === 'date' ? field.zone : undefined) ?? 0;
}

const known = new Map<OperationId, readonly string[]>();

/** Paths of everything that is kept as values over time: what is followed, and what says in which currency, of which date and offer. */
export function keptPaths(operation: OperationId): readonly string[] {
  const found = known.get(operation);
  if (found) return found;
  const { followed, dated, offered } = historyOf(operation);
  const currencies = followed.flatMap((path) => currencyOf(operation, path)?.path ?? []);
  const beside = [...(dated ? [dated.at] : []), ...(offered ? [offered.by] : [])];
  const all = [...new Set([...followed, ...currencies, ...beside])];
  known.set(operation, all);
  return all;
}
