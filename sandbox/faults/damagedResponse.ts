// Responses with injected faults: error statuses, truncated or non-JSON bodies, records of wrong types, echoes of the key.
import type { FaultRule } from './faultRule';

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const sentences: Readonly<Record<number, string>> = {
  408: 'The execution time exceeded the timeout of the request. Use a larger timeout (maximum 1500) or a simpler query.',
  429: 'Rate limit exceeded.',
  500: 'Internal error or data source unavailable. Retry after a short delay.',
};

/** A response with one of these statuses has no body. */
const bodiless = [204, 205, 304];

/** Undefined if the fault does not change the response. The server handles the connection faults, `drop` and `cut`. */
export function damagedResponse(
  rule: FaultRule,
  records: readonly object[],
  key: string,
): Response | undefined {
  const text = JSON.stringify(records);
  switch (rule.kind) {
    case 'latency':
    case 'drop':
    case 'cut':
      return undefined;
    case 'truncate':
      return json(200, text.length > 4 ? text.slice(0, Math.floor(text.length * 0.6)) : '[{"@type": "Ru');
    case 'not_json':
      return new Response('<!doctype html><title>Bad gateway</title><h1>502 Bad Gateway</h1>', {
        headers: { 'content-type': 'text/html' },
      });
    case 'wrong_records':
      return json(200, records.map(wrongRecord));
    case 'not_objects':
      return json(200, ['one', 2, null, ['three']]);
    case 'not_array':
      return json(200, { items: records });
    case 'echo_key':
      return echo(rule.status ?? 422, records, key);
    default: {
      const status = Number(rule.kind.replace('status:', ''));
      if (bodiless.includes(status)) return new Response(null, { status });
      const detail = sentences[status] ?? `Sandbox fault: status ${status}.`;
      const retryAfter = String(Math.ceil((rule.ms ?? 1000) / 1000));
      return json(status, { detail }, status === 429 ? { 'retry-after': retryAfter } : {});
    }
  }
}

/** Numbers become text, text becomes numbers, lists become text, records become lists. */
const wrongRecord = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      if (name === '@type' || value === null) return [name, value];
      if (typeof value === 'number') return [name, `about ${value}`];
      if (typeof value === 'string') return [name, value.length];
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no'];
      return [name, Array.isArray(value) ? JSON.stringify(value) : [value]];
    }),
  );

function echo(status: number, records: readonly object[], key: string): Response {
  const headers = { 'x-echo': key, 'access-token': key, 'retry-after': status === 429 ? key : '1' };
  if (status === 200) {
    const echoed = records.map((record) => ({
      ...record,
      name: key,
      url: `https://echo.example/?key=${key}`,
      [key]: key,
    }));
    return json(200, echoed, headers);
  }
  if (status !== 422)
    return json(status, { detail: `The key ${key} was refused. ${key}`, [key]: key }, headers);
  const item = {
    type: `value_error.${key}`,
    loc: ['body', key, 0],
    msg: `Value error, ${key} is not allowed`,
    input: { key, list: [key] },
    ctx: { error: key, [key]: { key } },
  };
  return json(422, { detail: [item, { ...item, loc: ['header', 'access-token'], input: key }] }, headers);
}
