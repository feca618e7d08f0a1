// The fields TOKEN.USAGE can be asked for: those of the token record, those of its user, and what is left in each window.
import type { Field } from '../../operations/table/field';
import { tokenStatistic, windows, type TokenRecord } from '../../operations/tokenStatistic';

export interface UsageField {
  readonly name: string;
  readonly label: string;
  readonly date: boolean;
  read(token: TokenRecord): unknown;
}

type Row = Readonly<Record<string, unknown>>;

const fieldOf = (name: string, field: Field, read: (token: TokenRecord) => unknown): UsageField => ({
  name,
  label: field.label,
  date: field.kind === 'date',
  read,
});

export const left = (limit: unknown, used: unknown): number | undefined =>
  typeof limit === 'number' && typeof used === 'number' ? Math.max(0, limit - used) : undefined;

const { user, ...plain } = tokenStatistic.record.fields;

export const usageFields: readonly UsageField[] = [
  ...Object.entries(plain).map(([name, field]) => fieldOf(name, field, (token) => (token as Row)[name])),
  ...windows.map(({ id, label }) => ({
    name: `${id}_left`,
    label: `${label}: left`,
    date: false,
    read: (token: TokenRecord) => left(token[`${id}_limit`], token[`${id}_usage`]),
  })),
  ...Object.entries(user.of.fields).map(([name, field]) =>
    fieldOf(`user.${name}`, field, (token) => (token.user as Row | null | undefined)?.[name]),
  ),
];
