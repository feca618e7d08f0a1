// What the form holds: every parameter as typed, so that half a number or an impossible date is never lost.
// A positional argument may hold a reference or any expression, written as in a cell: `=A2:A9`.
import { operationOf, type OperationId } from '../../../operations';
import type { Parameter } from '../../../operations/table/parameter';
import { defaultView, type View } from '../../../spill/read/options/view';
import { checkRequest } from '../../../operations/check/request';
import { joined, named, t } from '../../../languages/t';

export type DraftValue = string | readonly string[];

export interface Draft {
  readonly operation: OperationId;
  readonly values: Readonly<Record<string, DraftValue>>;
  readonly view: View;
  /** The name of a saved filter set; empty means none. */
  readonly set: string;
  /** `raw:name=value` options, by name, with the types they have in JSON. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** An options argument that the form cannot parse (a range, a nested formula), as it is in the cell. */
  readonly optionsText: string;
  /** The text around the call in the cell's formula, such as `=MIN(` and `)`. */
  readonly before: string;
  readonly after: string;
}

export const emptyDraft = (operation: OperationId): Draft => ({
  operation,
  values: {},
  view: defaultView,
  set: '',
  raw: {},
  optionsText: '',
  before: '=',
  after: '',
});

export const isExpression = (value: DraftValue | undefined): value is string =>
  typeof value === 'string' && value.trimStart().startsWith('=') && value.trim().length > 1;

/** A value that is passed through, as a person reads it. */
export const rawText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const textValue = (value: DraftValue | undefined): string => (typeof value === 'string' ? value : '');
export const listOf = (value: DraftValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string' ? [] : value;

export function setValue(draft: Draft, name: string, value: DraftValue): Draft {
  const empty = value === '' || value.length === 0;
  const { [name]: _old, ...others } = draft.values;
  return { ...draft, values: empty ? others : { ...others, [name]: value } };
}

export function toggleItem(draft: Draft, name: string, item: string): Draft {
  const parameter = operationOf(draft.operation).params[name];
  if (parameter?.kind === 'flag') return setValue(draft, name, draft.values[name] === 'yes' ? '' : 'yes');
  const items = listOf(draft.values[name]);
  return setValue(draft, name, items.includes(item) ? items.filter((own) => own !== item) : [...items, item]);
}

export const filledIn = (draft: Draft, names: readonly string[]): number =>
  names.filter((name) => draft.values[name] !== undefined).length;

/** The typed text as a value of the request; invalid text stays text, and validation says why. */
function parameterValue(parameter: Parameter, value: DraftValue): unknown {
  const number = (text: string) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : text);
  switch (parameter.kind) {
    case 'integer':
      return number(textValue(value));
    case 'flag':
      return value === 'yes' ? true : value === 'no' ? false : value;
    case 'list':
      return listOf(value).map((item) =>
        parameter.of === 'integer' || parameter.of === 'identifier' ? number(item) : item,
      );
    default:
      return textValue(value).trim();
  }
}

interface DraftParams {
  readonly params: Readonly<Record<string, unknown>>;
  /** Arguments given as expressions, without the equals sign. */
  readonly references: Readonly<Record<string, string>>;
}

export function paramsOf(draft: Draft): DraftParams {
  const table = operationOf(draft.operation).params;
  const params: Record<string, unknown> = {};
  const references: Record<string, string> = {};
  for (const [name, value] of Object.entries(draft.values)) {
    const parameter = table[name];
    if (!parameter) continue;
    if (isExpression(value)) references[name] = value.trim().slice(1).trim();
    else params[name] = parameterValue(parameter, value);
  }
  return { params, references };
}

/** The reverse: a request's values as the form shows them. */
export function valuesOf(
  operation: OperationId,
  params: Readonly<Record<string, unknown>>,
): Record<string, DraftValue> {
  const table = operationOf(operation).params;
  const values: Record<string, DraftValue> = {};
  for (const [name, value] of Object.entries(params)) {
    const parameter = table[name];
    if (!parameter || value === undefined || value === null) continue;
    if (parameter.kind === 'list') values[name] = (Array.isArray(value) ? value : [value]).map(String);
    else if (parameter.kind === 'flag') values[name] = value === true ? 'yes' : 'no';
    else values[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return values;
}

/** Two children of five are two entries (`repeats`); brands are listed once. */
export function withEntries(items: readonly string[], text: string, repeats: boolean): readonly string[] {
  const entries = text
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && (repeats || !items.includes(entry)));
  return [...items, ...(repeats ? entries : new Set(entries))];
}

export interface FormFaults {
  /** By parameter: the message beside the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Required parameters that are still empty: shown only after the user has left the field. */
  readonly missing: readonly string[];
}

/** Live validation: what is wrong with which field, in words that use the field's label. */
export function formFaults(draft: Draft, setParams: Readonly<Record<string, unknown>> = {}): FormFaults {
  const { params, references } = paramsOf(draft);
  const operation = operationOf(draft.operation);
  const given = { ...setParams, ...params };
  const counted =
    'count' in operation.params && given.count === undefined && operation.defaultCount !== undefined
      ? { ...given, count: operation.defaultCount }
      : given;
  // What was entered may contradict itself before everything has been entered.
  const faults = [
    checkRequest(draft.operation, counted),
    checkRequest(draft.operation, counted, true),
  ].flatMap((checked) => (checked.ok ? [] : checked.faults));
  const fields: Record<string, string> = {};
  const missing: string[] = [];
  for (const { path, message } of faults) {
    const name = String(path[0]);
    if (references[name] !== undefined || otherIsGiven(draft, name, references)) continue;
    if (counted[name] === undefined) missing.push(name);
    else fields[name] ??= inLabels(message, draft);
  }
  for (const rule of operation.rules) {
    if (rule.kind !== 'oneOf') continue;
    const both = rule.params.filter((name) => counted[name] !== undefined || references[name] !== undefined);
    const labels = both.map((name) => named(operation.params[name]?.label ?? name));
    if (both.length > 1)
      fields[both.at(-1)!] = t('formulas.enterOnlyOneOf', { labels: joined('items', labels) });
  }
  for (const [name, value] of Object.entries(references)) {
    if (!operation.positional.includes(name)) {
      fields[name] = t('formulas.thisFieldCantTake', { value });
    }
  }
  return { fields, missing };
}

/** Why there is no price yet; undefined if there is one. `conditions`: those that have no value yet. */
export function openPoints(
  { fields, missing }: FormFaults,
  operation: OperationId,
  conditions: readonly string[] = [],
): string | undefined {
  const { params } = operationOf(operation);
  const labels = (names: readonly string[]) => names.map((name) => named(params[name]?.label ?? name));
  const open = [...labels(missing), ...conditions];
  if (open.length > 0) return t('formulas.toSeeThePrice', { named: joined('items', open) });
  const wrong = labels(Object.keys(fields));
  return wrong.length > 0 ? t('formulas.toSeeThePrice2', { named: joined('items', wrong) }) : undefined;
}

/** A rule of the kind "one of these" is met by a reference too. */
function otherIsGiven(draft: Draft, name: string, references: Readonly<Record<string, string>>): boolean {
  return operationOf(draft.operation).rules.some(
    (rule) =>
      rule.kind === 'oneOf' &&
      rule.params.includes(name) &&
      rule.params.some((other) => references[other] !== undefined),
  );
}

function inLabels(message: string, { operation }: Draft): string {
  const { params } = operationOf(operation);
  return message.replace(/\b[a-z]+(?:_[a-z]+)*\b/g, (word, at: number) => {
    const label = Object.hasOwn(params, word) ? params[word]?.label : undefined;
    // A value in a text from right to left stands after a mark of its own.
    const isName = at === 0 || message[at - 1] === '\u2068' || word.includes('_') || word === 'checkin';
    return label !== undefined && isName ? named(label) : word;
  });
}
