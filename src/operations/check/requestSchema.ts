// The zod schema of each operation's request, built from the table. It normalizes as it checks (enum case, white
// space, repeated list entries), so that what means the same is the same.
import * as z from 'zod/mini';
import { operationOf, type OperationId } from '..';
import { canonicalChoice, canonicalIdentifier, tidyText } from './canonicalValue';
import { mostDigits, type ListParameter, type Parameter, type TextParameter } from '../table/parameter';

// The product runs under a CSP without eval; zod would otherwise probe for it and be reported.
z.config({ jitless: true });

type Schema = z.ZodMiniType;

const prepare = (change: (value: unknown) => unknown, schema: Schema): Schema =>
  z.pipe(z.transform(change), schema);

/** A number is accepted as digits only if it kept all of them. */
const isDigits = (value: unknown, digits: number | undefined): boolean =>
  Number.isInteger(value) &&
  Number(value) >= 0 &&
  Number(value) < mostDigits &&
  (digits === undefined || String(value).length === digits);

const text = ({ minLength = 0, code, digits }: Partial<TextParameter>): Schema =>
  prepare(
    (value) => (!code && isDigits(value, digits) ? String(value) : value),
    z.string().check(z.trim(), z.minLength(minLength)),
  );

const integer = ({ min, max }: { readonly min?: number; readonly max?: number }): Schema =>
  z.int().check(z.minimum(min ?? Number.MIN_SAFE_INTEGER), z.maximum(max ?? Number.MAX_SAFE_INTEGER));

const choice = (values: readonly string[]): Schema =>
  prepare((value) => canonicalChoice(values, value), z.enum(values as [string, ...string[]]));

/** A whole number stays or becomes a number; anything else is text (assumptions.ts, identifiers). */
const identifier = (): Schema =>
  prepare(canonicalIdentifier, z.union([z.int(), z.string().check(z.minLength(1))]));

const isoDate = (): Schema =>
  prepare(
    (value) => (typeof value === 'string' ? tidyText(value) : value),
    z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/),
      z.refine((value) => {
        const day = new Date(`${value}T00:00:00Z`);
        return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
      }),
    ),
  );

function list(parameter: ListParameter): Schema {
  const { of } = parameter;
  const element =
    of === 'text'
      ? text({ minLength: 1 })
      : of === 'integer'
        ? integer(parameter)
        : of === 'identifier'
          ? identifier()
          : choice(of);
  const items = prepare((value) => (Array.isArray(value) ? (value as unknown[]) : [value]), z.array(element));
  const unique = parameter.sequence
    ? items
    : z.pipe(
        items,
        z.transform((values) => [...new Set(values as unknown[])]),
      );
  return z.pipe(
    unique,
    z.array(z.unknown()).check(z.maxLength(parameter.maxItems ?? Number.MAX_SAFE_INTEGER)),
  );
}

function schemaOf(parameter: Parameter): Schema {
  switch (parameter.kind) {
    case 'text':
      return text(parameter);
    case 'integer':
      return integer(parameter);
    case 'flag':
      return z.boolean();
    case 'date':
      return isoDate();
    case 'choice':
      return choice(parameter.values);
    case 'list':
      return list(parameter);
  }
}

const made = new Map<string, z.ZodMiniType<Record<string, unknown>>>();

/** The schema of an operation; made on first use and kept. `partial`: nothing but a count has to be given. */
export function requestSchema(id: OperationId, partial = false): z.ZodMiniType<Record<string, unknown>> {
  const name = `${id} ${partial}`;
  let schema = made.get(name);
  if (!schema) {
    const shape = Object.entries(operationOf(id).params).map(([name, parameter]): [string, Schema] => [
      name,
      parameter.required && (!partial || name === 'count')
        ? schemaOf(parameter)
        : z.optional(schemaOf(parameter)),
    ]);
    schema = z.strictObject(Object.fromEntries(shape));
    made.set(name, schema);
  }
  return schema;
}
