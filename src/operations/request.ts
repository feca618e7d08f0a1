// Checks a request before it can cost anything, and says each fault in a sentence with the nearest valid value.
import { operationOf, type OperationId } from '.';
import { nearest } from './nearest';
import type { Rule } from './operation';
import type { Parameter } from './parameter';
import { requestSchema } from './requestSchema';

export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** What the person most likely meant. */
  readonly nearest?: string;
}

export type Checked =
  | { readonly ok: true; readonly params: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** How a request is checked: `checkRequest`, or what stands for it where its code has not come yet. */
export type Check = (id: OperationId, input: Readonly<Record<string, unknown>>) => Checked;

const show = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

const meant = (name: string | undefined) => (name === undefined ? '' : ` Did you mean ${name}?`);

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

/** What a value of this parameter must be, for the end of a sentence. */
function expected(parameter: Parameter, element: boolean): string {
  const bounds = (limits: { readonly min?: number; readonly max?: number }) =>
    limits.min !== undefined && limits.max !== undefined
      ? `a whole number from ${limits.min} to ${limits.max}`
      : limits.min !== undefined
        ? `a whole number of at least ${limits.min}`
        : limits.max !== undefined
          ? `a whole number of at most ${limits.max}`
          : 'a whole number';
  switch (parameter.kind) {
    case 'text':
      return 'a text that is not empty';
    case 'integer':
      return bounds(parameter);
    case 'flag':
      return 'yes or no';
    case 'date':
      return 'a date such as 2027-05-03';
    case 'choice':
      return 'one of its listed values';
    case 'list':
      if (!element) return `a list of at most ${parameter.maxItems ?? 'any number of'} values`;
      return parameter.of === 'integer'
        ? bounds(parameter)
        : parameter.of === 'text' || parameter.of === 'identifier'
          ? 'a text or number that is not empty'
          : 'one of its listed values';
  }
}

function closedList(parameter: Parameter): readonly string[] | undefined {
  if (parameter.kind === 'choice') return parameter.values;
  return parameter.kind === 'list' && typeof parameter.of !== 'string' ? parameter.of : undefined;
}

function valueFault(parameter: Parameter, path: readonly (string | number)[], value: unknown): Fault {
  const [name] = path;
  if (value === undefined)
    return { path, message: `${name} is missing: it must be ${expected(parameter, false)}.` };
  const values = closedList(parameter);
  const element = path.length > 1;
  if (values && (element || parameter.kind === 'choice')) {
    const near = typeof value === 'string' ? nearest(value, values) : undefined;
    const all = values.join(', ');
    const some = all.length <= 120 ? ` Valid: ${all}.` : '';
    return {
      path,
      message: `${name} has no value ${show(value)}.${near ? meant(near) : some}`,
      ...(near !== undefined && { nearest: near }),
    };
  }
  return { path, message: `${name} must be ${expected(parameter, element)}, not ${show(value)}.` };
}

function ruleFault(rule: Rule, params: Readonly<Record<string, unknown>>): Fault | undefined {
  if (rule.kind === 'oneOf') {
    if (rule.params.some((name) => params[name] !== undefined)) return undefined;
    return { path: [rule.params[0]!], message: `Give ${rule.params.join(' or ')}.` };
  }
  if (rule.kind === 'order') {
    const low = params[rule.low] as number | string | undefined;
    const high = params[rule.high] as number | string | undefined;
    if (low === undefined || high === undefined || low < high || (low === high && !rule.strict))
      return undefined;
    const relation = rule.strict ? 'after' : 'at least';
    return { path: [rule.high], message: `${rule.high} (${high}) must be ${relation} ${rule.low} (${low}).` };
  }
  return undefined;
}

/** More than anyone reads; looking for what was meant takes time, and a request may hold thousands of faults. */
const mostFaults = 20;

/**
 * The request in its normal form, or the faults found in it. Null and undefined mean "not given". `partial`: what is
 * missing may be given under a name the table does not know, so only what is there is checked.
 */
export function checkRequest(
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  partial = false,
): Checked {
  const { params, rules } = operationOf(id);
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
  const result = requestSchema(id, partial).safeParse(given);
  if (result.success) {
    const faults = rules
      .filter(({ kind }) => !partial || kind !== 'oneOf')
      .map((rule) => ruleFault(rule, result.data))
      .filter((fault) => fault !== undefined);
    return faults.length ? { ok: false, faults } : { ok: true, params: result.data };
  }
  const faults = new Map<string, Fault>();
  for (const issue of result.error.issues) {
    if (faults.size >= mostFaults) break;
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, mostFaults)) {
        const near = nearest(key, Object.keys(params));
        faults.set(key, {
          path: [key],
          message: `${show(key)} is not a parameter of ${operationOf(id).function}.${meant(near)}`,
          ...(near !== undefined && { nearest: near }),
        });
      }
      continue;
    }
    const parameter = Object.hasOwn(params, path[0] ?? '') ? params[path[0]!] : undefined;
    // One sentence for each value, however many checks it failed.
    if (parameter) faults.set(path.join('.'), valueFault(parameter, path, valueAt(given, path)));
  }
  return { ok: false, faults: [...faults.values()].slice(0, mostFaults) };
}
