// What a form suggests where a code or a name is needed, free: what brought results before, newest first, what the service itself names,
// and what the results that are already there show. Bounded, as the ledger is.
import type { Engine, LedgerEntry } from '../../../engine/engine';
import { makeDataRequest, type DataRequest } from '../../../engine/request/dataRequest';
import { fieldAt, type Values } from '../../../history/record';
import { operationOf, type OperationId } from '../../../operations';
import { guideOf } from '../../../operations/guides';
import { historyOf, tableField } from '../../../operations/histories';
import type { Picked } from '../../../operations/table/operation';
import type { Parameter } from '../../../operations/table/parameter';
import { hasFailed } from '../../text/outcome';

/** Codes that worked; suggestions in all; responses that are looked at. */
const mostUsed = 12;
const most = 1_000;
const mostResponses = 40;

export interface Suggestion {
  readonly value: string;
  /** What people call it. */
  readonly label?: string;
}

export type KnownCodes = Readonly<Record<string, readonly Suggestion[]>>;

const textIn = (record: Values, path: string | undefined): string => {
  const found = path === undefined ? undefined : fieldAt(record, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : '';
};

const workedFirst = (operation: OperationId, ledger: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  ledger
    .filter((entry) => entry.operation === operation && entry.results > 0 && !hasFailed(entry))
    .sort((a, b) => b.at - a.at);

/** The records that are already paid for: of this workbook's formulas, and of what was fetched last. Nothing is requested. */
export async function cachedRecords(
  operation: OperationId,
  ledger: readonly LedgerEntry[],
  used: readonly DataRequest[],
  engine: Pick<Engine, 'distinct' | 'remembered'>,
): Promise<readonly Values[]> {
  const fetched = workedFirst(operation, ledger).map(({ params }) => makeDataRequest(operation, params));
  const own = used.filter((request) => request.operation === operation);
  const requests = engine.distinct([...fetched, ...own]).slice(0, mostResponses);
  const known = await Promise.all(requests.map((request) => engine.remembered(request)));
  return known.flatMap((one) => (one?.response?.records ?? []) as readonly Values[]);
}

const picksOf = (operation: OperationId, name: string): readonly Picked[] =>
  [guideOf(operation).picks?.[name] ?? []].flat();

const isCode = (parameter: Parameter | undefined): boolean =>
  parameter?.kind === 'text' && parameter.code === true;

/** A form may suggest what it takes, now or later. */
export const isPickable = (operation: OperationId, name: string): boolean =>
  isCode(operationOf(operation).params[name]) || picksOf(operation, name).length > 0;

/** Adds what the records show, each value once, and names what is there without a name. */
function addPicked(
  found: Map<string, string>,
  records: readonly Values[],
  { value: path, label }: Picked,
): void {
  for (const record of records) {
    const value = textIn(record, path);
    const isNamed = (found.get(value) ?? '') !== '';
    if (value !== '' && !isNamed && (found.has(value) || found.size < most))
      found.set(value, textIn(record, label));
  }
}

const suggestions = (found: ReadonlyMap<string, string>): readonly Suggestion[] =>
  [...found].map(([value, label]) => ({ value, ...(label !== '' && { label }) }));

/** What a condition may compare a field with: its texts in the results; for the code of a product or another item, with its name. */
export function knownValues(
  operation: OperationId,
  path: string,
  records: readonly Values[],
): readonly Suggestion[] {
  const { identity, label } = historyOf(operation);
  const found = new Map<string, string>();
  if (path === identity) addPicked(found, records, { value: path, label });
  else if (tableField(operation, path)?.type === 'string') addPicked(found, records, { value: path });
  return suggestions(found);
}

/** For each parameter for which there is something to suggest. */
export function knownCodes(
  operation: OperationId,
  ledger: readonly LedgerEntry[],
  records: readonly Values[] = [],
): KnownCodes {
  const { params } = operationOf(operation);
  const worked = workedFirst(operation, ledger);
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, parameter]) => {
      const found = new Map<string, string>();
      if (parameter.kind === 'text' && isCode(parameter)) {
        const used = worked.map((entry) => entry.params[name]).filter((code) => typeof code === 'string');
        const named = parameter.default ?? parameter.example;
        const last = [...new Set(used)].filter((code) => code !== named).slice(0, mostUsed);
        for (const code of named === undefined ? last : [...last, named]) found.set(code, '');
      }
      for (const pick of picksOf(operation, name)) addPicked(found, records, pick);
      return found.size === 0 ? [] : [[name, suggestions(found)]];
    }),
  );
}

/** The request that finds more of what a parameter takes, made from what a formula asks for; undefined where none does. */
export function lookupOf(
  operation: OperationId,
  name: string,
  asked: { readonly params: DataRequest['params']; readonly raw: DataRequest['raw'] } | undefined,
): DataRequest | undefined {
  const by = picksOf(operation, name).find(({ lookup }) => lookup)?.lookup;
  if (by === undefined || asked?.params[by] === undefined) return undefined;
  const { [name]: _picked, ...params } = asked.params;
  return makeDataRequest(operation, params, asked.raw);
}
