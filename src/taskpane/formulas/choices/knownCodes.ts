// Codes the service publishes no list of (cities, languages). The ledger is the memory: a code that brought results is
// suggested again, newest first; it follows the user and is bounded, as the ledger is.
import type { LedgerEntry } from '../../../engine/engine';
import { operationOf, type OperationId } from '../../../operations';
import { hasFailed } from '../../text/outcome';

const most = 12;

export type KnownCodes = Readonly<Record<string, readonly string[]>>;

/** For each parameter of the source that takes such a code: what worked, then what the service itself names. */
export function knownCodes(operation: OperationId, ledger: readonly LedgerEntry[]): KnownCodes {
  const { params } = operationOf(operation);
  const worked = ledger
    .filter((entry) => entry.operation === operation && entry.results > 0 && !hasFailed(entry))
    .sort((a, b) => b.at - a.at);
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, parameter]) => {
      if (parameter.kind !== 'text' || !parameter.code) return [];
      const used = worked.map((entry) => entry.params[name]).filter((code) => typeof code === 'string');
      const named = parameter.default ?? parameter.example;
      const all = [...new Set(used)].filter((code) => code !== named).slice(0, most);
      return [[name, named === undefined ? all : [...all, named]]];
    }),
  );
}
