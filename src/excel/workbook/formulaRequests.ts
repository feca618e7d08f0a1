// How a formula becomes requests, for the cell that calls it and for the pane that shows its price.
import { makeDataRequest, type DataRequest } from '../../engine/request/dataRequest';
import { type OperationId, operationOf } from '../../operations';
import type { RequestCheck } from '../../operations/check/request';
import { type WireNames, wireNameOf } from '../../operations/wireNames';
import {
  readFormula,
  type Formula,
  type Review,
  type Sets,
  type FormulaItem,
} from '../../spill/read/formula/formula';

// A parameter whose wire name the user has mapped to another is another parameter to the service: it is passed through under
// that name, so that a response fetched under the old name does not serve the new one.

export function remapped(formula: Formula, wireNames: WireNames): Formula {
  const table = operationOf(formula.operation).params;
  const renamed = new Map<string, string>();
  for (const [name, parameter] of Object.entries(table)) {
    const wire = wireNameOf(name, parameter, wireNames);
    if (wire !== wireNameOf(name, parameter)) renamed.set(name, wire);
  }
  if (renamed.size === 0) return formula;
  const itemOf = (item: FormulaItem): FormulaItem => {
    if (item.state !== 'request') return item;
    const params: Record<string, unknown> = {};
    const raw: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(item.params)) {
      const wire = renamed.get(name);
      if (wire === undefined) params[name] = value;
      else raw[wire] = value;
    }
    return { ...item, params, raw: { ...raw, ...item.raw } };
  };
  return { ...formula, items: formula.items.map(itemOf) };
}

export interface Checks {
  readonly check: RequestCheck;
  /** Absent where probable mistakes are not looked for. */
  readonly review?: Review;
}

export interface FormulaRequests {
  readonly formula: Formula;
  /** Each request once, however many items ask for it. */
  readonly requests: readonly DataRequest[];
  /** For each item its request; -1 for blank and faulty items. */
  readonly places: readonly number[];
}

/** Throws InputFault. */
export function formulaRequests(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  { check, review }: Checks,
  wireNames: WireNames = {},
): FormulaRequests {
  const formula = remapped(readFormula(id, args, sets, check, review), wireNames);
  const requests: DataRequest[] = [];
  const known = new Map<string, number>();
  const places = formula.items.map((item) => {
    if (item.state !== 'request') return -1;
    const request = makeDataRequest(id, item.params, item.raw);
    // The engine lets a larger count serve a smaller one; which records an item shows is its own.
    const slot = `${request.count} ${request.key}`;
    const place = known.get(slot) ?? requests.push(request) - 1;
    known.set(slot, place);
    return place;
  });
  return { formula, requests, places };
}
