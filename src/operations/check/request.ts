// Checks a request before it can cost anything, and says each fault in a sentence with the nearest valid value.
import * as z from 'zod/mini';
import { operationOf, type OperationId } from '..';
import {
  closedList,
  mostDigits,
  type Parameter,
  type TextParameter,
  type ListParameter,
} from '../table/parameter';
import { nearest } from './nearest';
import type { Rule } from '../table/operation';
import { suggestions } from './suggestions';
import { canonicalChoice, canonicalIdentifier, tidyText } from './canonicalValue';
import { joinedInCells, labelled } from '../../languages/labels';
import { sayReview } from './say';

// The zod schema of each operation's request, built from the table. It normalizes as it checks (enum case, white
// space, repeated list entries), so that what means the same is the same.

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
function requestSchema(id: OperationId, partial = false): z.ZodMiniType<Record<string, unknown>> {
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

export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** What the person most likely meant. */
  readonly nearest?: string;
  /** The service is not known to refuse it: it is not paid for, but a response that was paid for is shown. */
  readonly unlessKnown?: true;
}

type Issue = z.core.$ZodIssue;

export type Checked =
  | { readonly ok: true; readonly params: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** How a request is checked: `checkRequest`, or its substitute while that code is not loaded. */
export type RequestCheck = (
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  /** Parameters that are passed through unchecked instead. */
  passed?: readonly string[] | true,
) => Checked;

const show = (value: unknown): string => {
  const text =
    typeof value === 'string'
      ? `"${value}"`
      : typeof value === 'boolean'
        ? String(value).toUpperCase()
        : (JSON.stringify(value) ?? String(value));
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

const meant = (name: string | undefined) =>
  name === undefined ? '' : ` ${sayReview('didYouMean', { name })}`;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

/** What a value of this parameter must be, for the end of a sentence. */
function expected(parameter: Parameter, element: boolean): string {
  const bounds = (limits: { readonly min?: number; readonly max?: number }) =>
    limits.min !== undefined && limits.max !== undefined
      ? sayReview('expRange', { min: String(limits.min), max: String(limits.max) })
      : limits.min !== undefined
        ? sayReview('expLeast', { min: String(limits.min) })
        : limits.max !== undefined
          ? sayReview('expMost', { max: String(limits.max) })
          : sayReview('expInteger');
  switch (parameter.kind) {
    case 'text':
      return sayReview('expText');
    case 'integer':
      return bounds(parameter);
    case 'flag':
      return sayReview('expFlag');
    case 'date':
      return sayReview('expDate');
    case 'choice':
      return sayReview('expListed');
    case 'list':
      if (!element)
        return parameter.maxItems === undefined
          ? sayReview('expList')
          : sayReview('expListMost', { max: String(parameter.maxItems) });
      return parameter.of === 'integer'
        ? bounds(parameter)
        : parameter.of === 'text' || parameter.of === 'identifier'
          ? sayReview('expTextOrNumber')
          : sayReview('expListed');
  }
}

const either = (values: readonly string[]): string =>
  values.length < 2
    ? values.join('')
    : sayReview('or', { first: joinedInCells('items', values.slice(0, -1)), last: values.at(-1)! });

/** The message for a value that is not in a closed list. */
function choiceFault(values: readonly string[], path: Fault['path'], value: unknown): Fault {
  const { values: near, note } = suggestions(values, value);
  const all = joinedInCells('items', values);
  const hint = note ?? (near.length > 0 ? sayReview('didYouMean', { name: either(near) }) : '');
  const valid = all.length <= 120 ? sayReview('valid', { values: all }) : '';
  return {
    path,
    message: joinedInCells('sentences', [
      sayReview('notAccepted', { name: String(path[0]), value: show(value) }),
      hint || valid,
    ]),
    ...(near[0] !== undefined && { nearest: near[0] }),
  };
}

function textFault(
  { code, digits, default: standard, example }: TextParameter,
  name: string,
  value: unknown,
) {
  if (typeof value === 'string')
    return sayReview('mustBe', { name, expected: sayReview('expText'), value: show(value) });
  if (typeof value !== 'number')
    return sayReview('mustBe', { name, expected: sayReview('expPlainText'), value: show(value) });
  if (Math.abs(value) >= mostDigits) return sayReview('digits', { name });
  const number = String(value);
  if (code) return sayReview('codeNumber', { name, example: standard ?? example ?? '', value: number });
  if (digits !== undefined) return sayReview('zip', { name, digits: String(digits), value: number });
  return sayReview('mustBe', { name, expected: sayReview('expTextOrWhole'), value: number });
}

function valueFault(parameter: Parameter, path: readonly (string | number)[], value: unknown): Fault {
  const name = String(path[0]);
  if (value === undefined)
    return { path, message: sayReview('missing', { name, expected: expected(parameter, false) }) };
  const values = closedList(parameter);
  const element = path.length > 1;
  if (values && (element || parameter.kind === 'choice')) return choiceFault(values, path, value);
  if (parameter.kind === 'text') return { path, message: textFault(parameter, name, value) };
  const zero = value === 0 && parameter.kind === 'integer' ? ` ${sayReview('zero')}` : '';
  const message = sayReview('mustBe', { name, expected: expected(parameter, element), value: show(value) });
  return { path, message: message + zero };
}

function tooLong({ high, low, days = Infinity }: Rule & { kind: 'order' }, from: unknown, to: unknown) {
  const length = (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000;
  if (days === Infinity || length <= days) return undefined;
  const message = sayReview('nights', {
    low,
    from: String(from),
    high,
    to: String(to),
    nights: length,
    most: days,
  });
  return { path: [high], message };
}

function ruleFault(rule: Rule, params: Readonly<Record<string, unknown>>): Fault | undefined {
  if (rule.kind === 'oneOf') {
    const given = rule.params.filter((name) => params[name] !== undefined);
    if (given.length === 0)
      return { path: [rule.params[0]!], message: sayReview('enter', { names: either(rule.params) }) };
    return given.length === 1
      ? undefined
      : { path: [given[1]!], message: sayReview('bothGiven', { one: given[0]!, other: given[1]! }) };
  }
  if (rule.kind === 'conflict') {
    const value = params[rule.param];
    const isChosen = Array.isArray(value) ? value.includes(rule.value) : value === rule.value;
    const other = params[rule.with];
    if (!isChosen || other === undefined || (Array.isArray(other) && other.length === 0)) return undefined;
    return {
      path: [rule.param],
      message: `${labelled(rule.says)} ${sayReview('removeOne', { one: rule.with, other: `${rule.param}=${rule.value}` })}`,
      unlessKnown: true,
    };
  }
  if (rule.kind === 'order') {
    const low = params[rule.low] as number | string | undefined;
    const high = params[rule.high] as number | string | undefined;
    if (low === undefined || high === undefined) return undefined;
    if (low < high || (low === high && !rule.strict)) return tooLong(rule, low, high);
    const values = { high: rule.high, to: String(high), low: rule.low, from: String(low) };
    return { path: [rule.high], message: sayReview(rule.strict ? 'mustFollow' : 'mustReach', values) };
  }
  return undefined;
}

/** More than anyone reads; suggestions take time, and a request may have thousands of faults. */
const mostFaults = 20;

/**
 * The request in its normal form, or the faults found in it. Null and undefined mean "not given". What is passed through
 * instead (`raw:`) is not checked and not required; `true`: anything missing may be given under a name the table does not
 * know, so only the given values are checked.
 */
export function checkRequest(
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  passed: readonly string[] | true = [],
): Checked {
  const { params, rules } = operationOf(id);
  // The count decides the price: it is required and checked, whatever is passed through.
  const isPassed = (name: string) => passed !== true && name !== 'count' && passed.includes(name);
  const mayLack = (name: string) => passed === true || passed.includes(name);
  const given = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== null && value !== undefined && !isPassed(name)),
  );
  const partial = passed === true || passed.length > 0;
  const result = requestSchema(id, partial).safeParse(given);
  const missing = partial
    ? Object.entries(params).filter(
        ([name, { required }]) => required && given[name] === undefined && !mayLack(name),
      )
    : [];
  if (!result.success || missing.length > 0) {
    const faults = missing.map(([name, parameter]) => valueFault(parameter, [name], undefined));
    const others = result.success ? [] : faultsOf(id, given, result.error.issues);
    return { ok: false, faults: [...faults, ...others].slice(0, mostFaults) };
  }
  const faults = rules
    .filter((rule) => rule.kind !== 'oneOf' || !(passed === true || rule.params.some(isPassed)))
    .map((rule) => ruleFault(rule, result.data))
    .filter((fault) => fault !== undefined);
  return faults.length ? { ok: false, faults } : { ok: true, params: result.data };
}

function faultsOf(
  id: OperationId,
  given: Readonly<Record<string, unknown>>,
  issues: readonly Issue[],
): Fault[] {
  const { params } = operationOf(id);
  const faults = new Map<string, Fault>();
  for (const issue of issues) {
    if (faults.size >= mostFaults) break;
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, mostFaults)) {
        const near = nearest(key, Object.keys(params));
        faults.set(key, {
          path: [key],
          message:
            sayReview('notParameter', { key: show(key), function: operationOf(id).function }) + meant(near),
          ...(near !== undefined && { nearest: near }),
        });
      }
      continue;
    }
    const parameter = Object.hasOwn(params, path[0] ?? '') ? params[path[0]!] : undefined;
    // One sentence for each value, however many checks it failed.
    if (parameter) faults.set(path.join('.'), valueFault(parameter, path, valueAt(given, path)));
  }
  return [...faults.values()];
}
