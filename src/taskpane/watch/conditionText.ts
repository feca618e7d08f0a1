// Conditions of a watch as they are typed and as they are said. Without React.
import { fieldLabel, concerns, conditionFields, figureOf } from '../../history/watchAlert';
import type { ConditionKind, OwnCondition, WatchCondition } from '../../protocol/watches';
import { number as figures, t, type PlainKey } from '../../languages/t';
import { operationOf, type OperationId } from '../../operations';
import { currencyOf } from '../../operations/histories';
import { InputFault } from '../../spill/inputFault';

export interface ConditionDraft {
  readonly id: number;
  readonly kind: ConditionKind;
  readonly field: string;
  /** The limit, or the percentage. */
  readonly value: string;
  readonly direction: 'up' | 'down' | 'either';
  readonly already: boolean;
  readonly least: string;
  readonly margin: string;
  readonly days: string;
  /** Of one's own prices. */
  readonly currency: string;
}

type Condition = WatchCondition | OwnCondition;

/** Compared with one's own products. */
export const isOwn = <Kinded extends { readonly kind: ConditionKind }>(
  one: Kinded,
): one is Extract<Kinded, { readonly kind: OwnCondition['kind'] }> =>
  one.kind === 'cheaper' || one.kind === 'candidate';

const kindLabels: Readonly<Record<ConditionKind, PlainKey>> = {
  below: 'watch.isBelow',
  above: 'watch.isAbove',
  changed: 'watch.changes',
  back: 'watch.isBack',
  new: 'watch.isNew',
  gone: 'watch.isGone',
  cheaper: 'watch.isCheaper',
  candidate: 'watch.isACandidate',
};

export const directionLabels = { either: 'watch.upOrDown', up: 'watch.up', down: 'watch.down' } as const;

/** The conditions that can be met by what these operations return. */
export const kindChoices = (
  operations: readonly OperationId[],
): readonly (readonly [ConditionKind, string])[] =>
  (Object.keys(kindLabels) as ConditionKind[])
    .filter((kind) =>
      kind === 'new' || kind === 'gone' || kind === 'candidate'
        ? operations.some((operation) => operationOf(operation).results === 'many')
        : fieldChoices(operations, kind).length > 0,
    )
    .map((kind) => [kind, t(kindLabels[kind])]);

export function fieldChoices(
  operations: readonly OperationId[],
  kind: ConditionKind,
): readonly (readonly [string, string])[] {
  const found = new Map<string, string>();
  for (const operation of operations)
    for (const path of conditionFields(operation, kind))
      if (!found.has(path)) found.set(path, fieldLabel(operation, path));
  return [...found];
}

export function emptyCondition(id: number, operations: readonly OperationId[]): ConditionDraft {
  const kind = kindChoices(operations)[0]?.[0] ?? 'below';
  const rest = { value: '', direction: 'either', already: false, least: '', margin: '', days: '' } as const;
  return { id, kind, field: fieldChoices(operations, kind)[0]?.[0] ?? '', ...rest, currency: '' };
}

/** In which a field is given, where the source says so for all of its records. */
export const usualCurrency = (operations: readonly OperationId[], field: string): string =>
  operations.map((operation) => currencyOf(operation, field)?.code).find((code) => code !== undefined) ?? '';

const text = (value: number | undefined): string => (value === undefined ? '' : String(value));

export function draftOfCondition(condition: Condition, id: number): ConditionDraft {
  const { kind } = condition;
  return {
    id,
    kind,
    field: 'field' in condition ? condition.field : '',
    value: kind === 'changed' ? text(condition.percent) : 'value' in condition ? text(condition.value) : '',
    direction: ('direction' in condition ? condition.direction : undefined) ?? 'either',
    already: ('already' in condition && condition.already) ?? false,
    least: 'least' in condition ? text(condition.least) : '',
    margin: 'margin' in condition ? text(condition.margin) : '',
    days: 'againAfter' in condition ? text(condition.againAfter) : '',
    currency: ('currency' in condition ? condition.currency : undefined) ?? '',
  };
}

/** Digits with a point: what separators mean differs from country to country. */
function number(given: string, name: PlainKey): number {
  const trimmed = given.trim();
  if (/^-?\d{1,12}(?:\.\d{1,6})?$/.test(trimmed)) return Number(trimmed);
  throw new InputFault(t('watch.mustBeANumber', { name: t(name) }));
}

const optional = <Name extends string>(name: Name, given: string, label: PlainKey) =>
  (given.trim() === '' ? {} : { [name]: number(given, label) }) as Partial<Record<Name, number>>;

function currencyCode(given: string): string {
  const code = given.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return code;
  throw new InputFault(t('watch.theCurrencyOfYour'));
}

export function conditionOf(draft: ConditionDraft): Condition {
  const { kind, field, value, direction, already } = draft;
  const first = already ? { already } : {};
  const least = optional('least', draft.least, 'watch.ignoreChangesBelow');
  const again = optional('againAfter', draft.days, 'watch.orAgainAfterDays');
  const margin = optional('margin', draft.margin, 'watch.againOnceBackBy');
  if (kind === 'gone') return { kind };
  if (kind === 'candidate') return { kind, ...first };
  if (kind === 'new') return { kind, ...first, ...again };
  if (kind === 'back') return { kind, field, ...first, ...again };
  if (kind === 'changed')
    return { kind, field, percent: number(value, 'watch.percent'), direction, ...least };
  const limit = { field, ...first, ...least, ...margin, ...again };
  if (kind === 'cheaper') return { kind, ...limit, currency: currencyCode(draft.currency) };
  return { kind, value: number(value, 'watch.limit'), ...limit };
}

const fieldOf = (operations: readonly OperationId[], condition: Condition): string => {
  const path = 'field' in condition ? condition.field : '';
  const operation = operations.find((id) => concerns(condition, id));
  return operation ? fieldLabel(operation, path) : path;
};

const ofLists = { new: 'watch.newItems', gone: 'watch.goneItems', candidate: 'watch.newCandidates' } as const;

/** In a few words, for the list of watches. */
export function conditionText(condition: Condition, operations: readonly OperationId[]): string {
  const { kind } = condition;
  if (kind === 'new' || kind === 'gone' || kind === 'candidate') return t(ofLists[kind]);
  const field = fieldOf(operations, condition);
  if (kind === 'back') return t('watch.inStockAgain', { field });
  if (kind === 'cheaper') return t('watch.belowOwn', { field, currency: condition.currency ?? '' });
  if (kind === 'changed') {
    const percent = figures(condition.percent / 100, { style: 'percent', maximumFractionDigits: 4 });
    return t('watch.changesBy', { field, direction: condition.direction ?? 'either', percent });
  }
  const operation = operations.find((id) => concerns(condition, id));
  const figure = figureOf(condition.field);
  const path = figure ? ('path' in figure ? figure.path : '') : condition.field;
  const code = condition.currency ?? (operation && currencyOf(operation, path)?.code);
  const value = figures(condition.value, { maximumFractionDigits: 6 });
  const limit = code === undefined ? value : `${value} ${code}`;
  return t(kind === 'below' ? 'watch.fallsBelow' : 'watch.risesAbove', { field, limit });
}
