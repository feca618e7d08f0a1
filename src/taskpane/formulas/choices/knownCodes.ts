// What a form suggests where a code or a name is needed, free: what brought results before, newest first, what the service itself names,
// and what the results that are already there show. Bounded, as the ledger is.
import type { Engine, LedgerEntry } from '../../../engine/engine';
import { makeDataRequest, type DataRequest } from '../../../engine/request/dataRequest';
import { distinctRequests } from '../../../engine/request/distinctRequests';
import { fieldAt, type Values } from '../../../history/record';
import { operationOf, type OperationId } from '../../../operations';
import { guideOf } from '../../../operations/guides';
import { hasFailed } from '../../text/outcome';

/** Codes that worked; suggestions in all; responses that are looked at. */
const mostUsed = 12;
const most = 200;
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
  engine: Pick<Engine, 'remembered'>,
): Promise<readonly Values[]> {
  const fetched = workedFirst(operation, ledger).map(({ params }) => makeDataRequest(operation, params));
  const own = used.filter((request) => request.operation === operation);
  const requests = distinctRequests([...fetched, ...own]).slice(0, mostResponses);
  const known = await Promise.all(requests.map((request) => engine.remembered(request)));
  return known.flatMap((one) => (one?.response?.records ?? []) as readonly Values[]);
}

/** For each parameter for which there is something to suggest. */
export function knownCodes(
  operation: OperationId,
  ledger: readonly LedgerEntry[],
  records: readonly Values[] = [],
): KnownCodes {
  const { params } = operationOf(operation);
  const { picks = {} } = guideOf(operation);
  const worked = workedFirst(operation, ledger);
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, parameter]) => {
      const isCode = parameter.kind === 'text' && parameter.code === true;
      const pick = picks[name];
      if (!isCode && !pick) return [];
      const found = new Map<string, string>();
      if (isCode) {
        const used = worked.map((entry) => entry.params[name]).filter((code) => typeof code === 'string');
        const named = parameter.default ?? parameter.example;
        const last = [...new Set(used)].filter((code) => code !== named).slice(0, mostUsed);
        for (const code of named === undefined ? last : [...last, named]) found.set(code, '');
      }
      for (const record of pick ? records : []) {
        const value = textIn(record, pick?.value);
        const isKnown = (found.get(value) ?? '') !== '';
        if (value !== '' && !isKnown && (found.has(value) || found.size < most))
          found.set(value, textIn(record, pick?.label));
      }
      const all = [...found].map(([value, label]) => ({ value, ...(label !== '' && { label }) }));
      return all.length === 0 ? [] : [[name, all]];
    }),
  );
}

/** The request that finds more of what a parameter takes, made from what a formula asks for; undefined where none does. */
export function lookupOf(
  operation: OperationId,
  name: string,
  asked: { readonly params: DataRequest['params']; readonly raw: DataRequest['raw'] } | undefined,
): DataRequest | undefined {
  const by = guideOf(operation).picks?.[name]?.lookup;
  if (by === undefined || asked?.params[by] === undefined) return undefined;
  const { [name]: _picked, ...params } = asked.params;
  return makeDataRequest(operation, params, asked.raw);
}
