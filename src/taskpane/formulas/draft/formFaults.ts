// Live validation: what is wrong with which field, in words that use the field's label.
import { operationOf, type OperationId } from '../../../operations';
import { checkRequest } from '../../../operations/check/request';
import { joined, named, t } from '../../../languages/t';
import { paramsOf, type Draft } from './draft';

export interface FormFaults {
  /** By parameter: the message beside the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Required parameters that are still empty: shown only after the user has left the field. */
  readonly missing: readonly string[];
}

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

/** Why there is no price yet; undefined if there is one. */
export function openPoints({ fields, missing }: FormFaults, operation: OperationId): string | undefined {
  const { params } = operationOf(operation);
  const labels = (names: readonly string[]) =>
    joined(
      'items',
      names.map((name) => named(params[name]?.label ?? name)),
    );
  if (missing.length > 0) return t('formulas.toSeeThePrice', { named: labels(missing) });
  const wrong = Object.keys(fields);
  return wrong.length > 0 ? t('formulas.toSeeThePrice2', { named: labels(wrong) }) : undefined;
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
