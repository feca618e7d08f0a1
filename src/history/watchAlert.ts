// Which fields of an operation can have a condition of a watch, and which figures of a list. The forms of conditions and alerts are in
// src/protocol/watches.ts; what fires when is the gateway's part (src/gateway/watch/alerts.ts); alertText.ts has the sentences.
import { operationOf, type OperationId } from '../operations';
import { historyOf, tableField } from '../operations/histories';
import type { ConditionKind, OwnCondition, OwnProduct, WatchCondition } from '../protocol/watches';

/** What can be followed of a whole list: a figure of its amounts, or how many results it has. */
const figureNames = ['min', 'median', 'max'] as const;
export type FigureName = (typeof figureNames)[number];
const count = 'count()';

export type Figure = { readonly name: FigureName; readonly path: string } | { readonly name: 'count' };

/** `min(price)` or `count()`; undefined for a field of an item. */
export function figureOf(text: string): Figure | undefined {
  if (text === count) return { name: 'count' };
  const [, name, path = ''] = /^(min|median|max)\((.+)\)$/.exec(text) ?? [];
  return name === undefined ? undefined : { name: name as FigureName, path };
}

const figuresOf = (operation: OperationId): readonly string[] =>
  operationOf(operation).results === 'one'
    ? []
    : [
        ...historyOf(operation)
          .followed.filter((path) => tableField(operation, path)?.kind === 'money')
          .flatMap((path) => figureNames.map((name) => `${name}(${path})`)),
        count,
      ];

/** The followed fields that can have a condition, and the figures of a list. */
export function conditionFields(operation: OperationId, kind: ConditionKind): readonly string[] {
  if (kind === 'new' || kind === 'gone' || kind === 'candidate') return [];
  const figures = kind === 'back' || kind === 'cheaper' ? [] : figuresOf(operation);
  const fields = historyOf(operation).followed.filter((path) => {
    const found = tableField(operation, path);
    if (!found || !('type' in found)) return false;
    if (kind === 'cheaper') return found.kind === 'money';
    const isNumber = found.type === 'number' || found.type === 'integer';
    return kind === 'back'
      ? found.section === 'availability' && (isNumber || found.type === 'boolean')
      : isNumber;
  });
  return [...fields, ...figures];
}

/** Whether a condition says anything about the responses of an operation. */
export const concerns = (condition: WatchCondition | OwnCondition, operation: OperationId): boolean =>
  'field' in condition
    ? conditionFields(operation, condition.kind).includes(condition.field)
    : operationOf(operation).results === 'many';

/** Whether there is anything to compare with: of a list only the offers that were accepted are one's own product. */
export const isComparable = ({ kind }: OwnCondition, { operation, price, accepted }: OwnProduct): boolean =>
  kind === 'candidate'
    ? accepted !== undefined
    : price !== undefined && (operationOf(operation).results === 'one' || (accepted?.length ?? 0) > 0);
