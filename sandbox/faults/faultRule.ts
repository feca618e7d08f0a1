// The faults that can be injected, and how: rules on the control route, or a request header.
import { isOperationId, type OperationId } from '../../src/operations';
import { Problem } from '../contract/problem';

/**
 * - `latency`: waits `ms`, then responds; longer than the request's own timeout gives 408.
 * - `408`, `500`, `429`, `status:n`: that status with a sentence.
 * - `drop`: the connection closes without a response. `cut`: it closes in the middle of the body.
 * - `truncate`: the body ends early, the connection is fine. `not_json`: a page of HTML.
 * - `wrong_records`: fields of other types than promised. `not_objects`, `not_array`: no array of records.
 * - `echo_key`: the key in every place a response could echo it; `status` chooses the response, 422 unless given.
 */
const kinds = [
  'latency',
  '408',
  '500',
  '429',
  'drop',
  'cut',
  'truncate',
  'not_json',
  'wrong_records',
  'not_objects',
  'not_array',
  'echo_key',
] as const;

export type FaultKind = (typeof kinds)[number] | `status:${number}`;

export interface FaultRule {
  readonly kind: FaultKind;
  /** Defaults to every data operation; the statistic must be named. */
  readonly operation?: OperationId | 'token';
  readonly key?: string;
  /** How often; defaults to until it is removed. */
  readonly times?: number;
  readonly ms?: number;
  readonly status?: number;
  /** Whether the request is billed; see `isBilled` for the default. */
  readonly billed?: boolean;
}

/** Completed work is billed, even if the response is lost or malformed; an error status is free. */
export const isBilled = ({ kind, billed, status }: FaultRule): boolean =>
  billed ??
  (kind === 'echo_key' ? status === 200 : !/^(408|500|429|status:.*)$/.test(kind) || kind === 'status:200');

const isKind = (kind: unknown): kind is FaultKind =>
  typeof kind === 'string' &&
  ((kinds as readonly string[]).includes(kind) || /^status:[2-5]\d\d$/.test(kind));

const wrong = (says: string) => new Problem(400, says);

export function faultRule(given: unknown): FaultRule {
  if (typeof given !== 'object' || given === null) throw wrong('A fault rule must be an object.');
  const { kind, operation, key, times, ms, status, billed, ...rest } = given as Record<string, unknown>;
  if (!isKind(kind)) throw wrong(`kind must be one of ${kinds.join(', ')} or status:n.`);
  const [extra] = Object.keys(rest);
  if (extra !== undefined) throw wrong(`A fault rule has no field ${extra}.`);
  if (
    operation !== undefined &&
    operation !== 'token' &&
    !(typeof operation === 'string' && isOperationId(operation))
  )
    throw wrong('operation must be one of the data operations, or token.');
  if (key !== undefined && typeof key !== 'string') throw wrong('key must be text.');
  for (const [name, value] of Object.entries({ times, ms, status }))
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 0))
      throw wrong(`${name} must be a whole number.`);
  if (billed !== undefined && typeof billed !== 'boolean') throw wrong('billed must be true or false.');
  return {
    kind,
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { key }),
    ...(times !== undefined && { times: Number(times) }),
    ...(ms !== undefined && { ms: Number(ms) }),
    ...(status !== undefined && { status: Number(status) }),
    ...(billed !== undefined && { billed }),
  };
}

/** `408`, `latency; ms=500`, `500; billed=true`, or a rule as JSON. */
export function faultOfHeader(header: string): FaultRule {
  const text = header.trim();
  if (text.startsWith('{')) {
    try {
      return faultRule(JSON.parse(text));
    } catch (error) {
      throw error instanceof Problem ? error : wrong('The sandbox-fault header is not valid JSON.');
    }
  }
  const [kind, ...settings] = text.split(';').map((part) => part.trim());
  const fields = settings.map((setting): [string, unknown] => {
    const [name = '', value = 'true'] = setting.split('=').map((part) => part.trim());
    return [name, value === 'true' ? true : value === 'false' ? false : Number(value)];
  });
  return faultRule({ kind, ...Object.fromEntries(fields) });
}
