// What a change of a named set means: for the form that uses it, and for the cells that do.
import { makeDataRequest, type DataRequest } from '../../../engine/request/dataRequest';
import type { CellUse } from '../../../excel/runtime';
import { sameSetName } from '../../../excel/workbook/filterSets';
import { operationOf, filterSetOperation } from '../../../operations';
import { canonicalValue, stableJson } from '../../../operations/check/canonicalValue';

type Params = Readonly<Record<string, unknown>>;

const same = (name: string, a: unknown, b: unknown): boolean => {
  const { params } = operationOf(filterSetOperation);
  const form = (value: unknown) => stableJson(canonicalValue(params[name], value));
  return form(a) === form(b);
};

/** A set holds what the options can say; the arguments of the function stay with the formula. */
export const settable = (params: Params): Params => {
  const { positional } = operationOf(filterSetOperation);
  return Object.fromEntries(Object.entries(params).filter(([name]) => !positional.includes(name)));
};

export interface Difference {
  /** Differs from the set: written after `@name`. */
  readonly changed: Params;
  /** In the set and not here: only a change of the set itself can say that. */
  readonly removed: readonly string[];
}

export function differenceFrom(set: Params, params: Params): Difference {
  const own = settable(params);
  return {
    changed: Object.fromEntries(Object.entries(own).filter(([name, value]) => !same(name, value, set[name]))),
    removed: Object.keys(set).filter((name) => own[name] === undefined),
  };
}

export const isEmpty = ({ changed, removed }: Difference): boolean =>
  Object.keys(changed).length === 0 && removed.length === 0;

export const usesOf = (uses: readonly CellUse[], name: string): readonly CellUse[] =>
  uses.filter(({ filterSets }) => filterSets.some((own) => sameSetName(own, name)));

/** What the cells will ask for once the set has changed; values that their formulas override do not change. */
export function requestsAfter(uses: readonly CellUse[], before: Params, after: Params): DataRequest[] {
  return uses
    .flatMap(({ requests }) => requests)
    .map((request) => {
      const params: Record<string, unknown> = { ...request.params };
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (params[name] !== undefined && !same(name, params[name], before[name])) continue;
        if (after[name] === undefined) delete params[name];
        else params[name] = after[name];
      }
      return makeDataRequest(request.operation, params, request.raw);
    });
}

/** `@old` in the texts of a formula becomes `@new`. */
export function renameInFormula(formula: string, old: string, next: string): string {
  return formula.replace(/"(?:[^"]|"")*"/g, (text) =>
    text.replace(
      /(^"|;)(\s*)@([^;"]+?)(\s*)(?=;|"$)/g,
      (whole, lead: string, gap: string, name: string, end: string) =>
        sameSetName(name, old) ? `${lead}${gap}@${next}${end}` : whole,
    ),
  );
}
