// The conditions of a formula as rows of field, condition and value. What one row cannot hold stays text that can be edited.
import type { OperationId } from '../../../operations';
import { quoteValue, readCondition, type Condition } from '../../../spill/where/condition';
import { t, type PlainKey } from '../../../languages/t';

export const rowSigns = {
  '=': 'formulas.is',
  '<>': 'formulas.isNot',
  '>': 'formulas.isMoreThan',
  '>=': 'formulas.isAtLeast',
  '<': 'formulas.isLessThan',
  '<=': 'formulas.isAtMost',
  has: 'formulas.contains',
  'not has': 'formulas.doesNotContain',
  in: 'formulas.isOneOf',
  'not in': 'formulas.isNoneOf',
  'is empty': 'formulas.isEmpty',
  'is not empty': 'formulas.isNotEmpty',
} as const satisfies Record<string, PlainKey>;

export type RowSign = keyof typeof rowSigns;

export interface ConditionRow {
  readonly field: string;
  readonly sign: RowSign;
  readonly value: string;
}

const isSign = (text: string): text is RowSign => Object.hasOwn(rowSigns, text);

export const takesValue = (sign: RowSign): boolean => !sign.endsWith('empty');

/** Undefined where the text is more than one comparison, or not yet one. */
export function rowOf(id: OperationId, text: string): ConditionRow | undefined {
  let condition: Condition;
  try {
    condition = readCondition(id, text);
  } catch {
    // Half a condition, as typed into a row.
    const [, field, sign, value = ''] =
      /^([\p{L}\p{N}_.]+)\s*(<>|<=|>=|[<>=]|(?:not )?(?:has|in))\s*(.*)$/su.exec(text) ?? [];
    return field !== undefined && sign !== undefined && isSign(sign) ? { field, sign, value } : undefined;
  }
  const negated = condition.kind === 'not';
  const test = condition.kind === 'not' ? condition.part : condition;
  if (test.kind !== 'test' || test.exact) return undefined;
  const { path: field, sign, values } = test;
  const [plain, opposite] = sign === 'empty' ? ['is empty', 'is not empty'] : [sign, `not ${sign}`];
  const own = negated ? opposite : plain;
  // A list stays as it is typed.
  const typed = sign === 'in' ? /\sin\s(.*)$/is.exec(text)?.[1] : undefined;
  const value = typed ?? (sign === 'in' ? values.map(quoteValue).join(', ') : (values[0] ?? ''));
  return isSign(own) ? { field, sign: own, value } : undefined;
}

/** What comparisons are called whose value is still to be entered. */
export const openConditions = (id: OperationId, where: readonly string[]): string[] =>
  where.flatMap((text, at) =>
    /(?:[<>=]|\s(?:has|in))\s*$/.test(text) && rowOf(id, text)?.value.trim() === ''
      ? [t('build.condition', { number: at + 1 })]
      : [],
  );

export function textOfRow({ field, sign, value }: ConditionRow): string {
  if (!takesValue(sign)) return `${field} ${sign}`;
  if (value.trim() === '') return `${field} ${sign} `;
  // A list is typed with its commas; anything else is one value, which may end in a space while it is typed.
  const written = /in$/.test(sign) ? value : quoteValue(value);
  return /^[<>=]/.test(sign) && written === value
    ? `${field}${sign}${written}`
    : `${field} ${sign} ${written}`;
}
