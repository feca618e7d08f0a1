// A parameter whose wire name the user has mapped to another is another parameter to the service: it is passed through under
// that name, so that a response fetched under the old name does not serve the new one.
import { operationOf } from '../../../operations';
import { wireNameOf, type WireNames } from '../../../operations/wireNames';
import type { Formula, Item } from './formula';

export function remapped(formula: Formula, wireNames: WireNames): Formula {
  const table = operationOf(formula.operation).params;
  const renamed = new Map<string, string>();
  for (const [name, parameter] of Object.entries(table)) {
    const wire = wireNameOf(name, parameter, wireNames);
    if (wire !== wireNameOf(name, parameter)) renamed.set(name, wire);
  }
  if (renamed.size === 0) return formula;
  const itemOf = (item: Item): Item => {
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
