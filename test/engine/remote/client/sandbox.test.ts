// The client against the sandbox over real HTTP: every status and every fault of the service document.
import { createClient, type ClientCall } from '../../../../src/engine/remote/client/client';
import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import type { SpillwayError } from '../../../../src/engine/request/errors';
import { browserClock } from '../../../../src/excel/stores/browserPorts';
import type { OperationId } from '../../../../src/operations';
import { listen, type RunningSandbox } from '../../../../sandbox/listen';
import { samples } from '../../../../sandbox/samples';
import { failureOf } from '../../support/failureOf';

let sandbox: RunningSandbox;
const client = createClient({ fetch: (url, init) => fetch(url, init), clock: browserClock });

beforeAll(async () => {
  sandbox = await listen();
});
afterAll(() => sandbox.close());
afterEach(() => post('/sandbox/reset', {}));

const post = async (path: string, body: unknown) => {
  if (path === '/sandbox/reset') await fetch(sandbox.url + '/sandbox/faults', { method: 'DELETE' });
  await fetch(sandbox.url + path, { method: 'POST', body: JSON.stringify(body) });
};
const fault = (rule: Record<string, unknown>) => post('/sandbox/faults', rule);

function call(
  operation: OperationId,
  params: Record<string, unknown>,
  change: Partial<ClientCall> = {},
): ClientCall {
  const request = makeDataRequest(operation, params, change.request?.raw);
  return {
    baseUrl: sandbox.url,
    key: samples.keys.large,
    request,
    count: request.count,
    wireNames: {},
    ...change,
  };
}
const ssd = () => call('ruretail', { query: 'ssd', count: 3 });
const failure = (sent: ClientCall): Promise<SpillwayError> => failureOf(client.send(sent));

describe('a good answer', () => {
  test('is an array of records, with its size', async () => {
    const answer = await client.send(ssd());
    expect(answer.records).toHaveLength(3);
    expect(answer.records[0]).toMatchObject({ '@type': 'RuretailProduct' });
    expect(answer.bytes).toBeGreaterThan(100);
  });

  test('the statistic is read with the same header', async () => {
    const { records, cached } = await client.statistic({ baseUrl: sandbox.url, key: samples.keys.tiny });
    const [record] = records;
    expect(cached).toBe(false);
    expect(record).toMatchObject({ ten_second_limit: 3, plan: 'tiny' });
  });

  test('records with other types than promised are kept as they came', async () => {
    await fault({ kind: 'wrong_records', times: 1 });
    expect((await client.send(ssd())).records).toHaveLength(3);
  });
});

describe('each documented status', () => {
  test.each([
    [401, 'bad_key', () => ({ ...ssd(), key: 'nobody-knows-it' })],
    [401, 'bad_key', () => ({ ...ssd(), key: samples.keys.expired })],
    [403, 'forbidden', () => ({ ...ssd(), key: samples.keys.mcpOnly })],
    [412, 'unavailable', () => call('ruretail', { query: samples.ruretail.noContainer, count: 1 })],
    [422, 'invalid', () => call('ruretail', { query: 'ssd', count: 1, city: samples.ruretail.unknownCity })],
  ] as const)('%i is %s', async (status, code, sent) => {
    expect(await failure(sent())).toMatchObject({ code, facts: { status, billed: 'no' } });
  });

  test.each([
    [400, 'bad_request', 'no'],
    [404, 'not_found', 'no'],
    [408, 'timed_out', 'maybe'],
    [500, 'service_failed', 'maybe'],
    [503, 'unexpected_status', 'maybe'],
    [418, 'unexpected_status', 'maybe'],
  ])('%i is %s', async (status, code, billed) => {
    await fault({ kind: `status:${status}`, times: 1 });
    const error = await failure(ssd());
    expect(error).toMatchObject({ code, facts: { status, billed } });
    expect(error.facts.detail).toMatch(/\w/);
  });

  test('429 tells when to come back', async () => {
    await fault({ kind: '429', ms: 7_000, times: 1 });
    expect(await failure(ssd())).toMatchObject({
      code: 'rate_limited',
      facts: { retryAfter: 7_000, billed: 'no' },
    });
  });

  test('422 items keep what the service sent', async () => {
    const { code, facts } = await failure(call('ruretail', { query: 'ssd', count: 1, odd: true }));
    expect(code).toBe('invalid');
    expect(facts.items?.[0]).toMatchObject({
      loc: ['body', 'odd'],
      msg: expect.any(String) as string,
      type: expect.any(String) as string,
    });
  });
});

describe('each way an answer can be spoilt', () => {
  test.each([
    ['truncate', 'truncated', 'maybe'],
    ['cut', 'truncated', 'maybe'],
    ['not_json', 'not_json', 'maybe'],
    ['not_array', 'not_records', 'maybe'],
    ['not_objects', 'not_records', 'maybe'],
    ['drop', 'network', 'maybe'],
  ])('%s is %s', async (kind, code, billed) => {
    await fault({ kind, times: 1 });
    expect(await failure(ssd())).toMatchObject({ code, facts: { billed } });
  });

  test('a service that is not there was never asked', async () => {
    const gone = await listen();
    await gone.close();
    expect(await failure({ ...ssd(), baseUrl: gone.url })).toMatchObject({
      code: 'network',
      facts: { billed: 'no' },
    });
  });

  test('a caller who gives up gets an end', async () => {
    await fault({ kind: 'latency', ms: 300, times: 1 });
    const gone = new AbortController();
    const end = failure({ ...ssd(), signal: gone.signal });
    gone.abort();
    expect(await end).toMatchObject({ code: 'cancelled' });
  });
});

describe('the key', () => {
  const everywhere = (error: SpillwayError) =>
    [
      error.message,
      error.stack,
      String(error),
      JSON.stringify(error),
      JSON.stringify(error.facts),
      JSON.stringify(error.cause),
    ].join('\n');

  test.each([200, 400, 401, 403, 404, 408, 412, 422, 429, 500, 503])(
    'is in no part of an error when a %i echoes it everywhere',
    async (status) => {
      await fault({ kind: 'echo_key', status, times: 1 });
      if (status === 200) {
        const { records } = await client.send(ssd());
        expect(JSON.stringify(records)).not.toContain(samples.keys.large);
        return;
      }
      const error = await failure(ssd());
      expect(everywhere(error)).not.toContain(samples.keys.large);
      if (status === 422) expect(error.facts.items).toHaveLength(2);
    },
  );

  test('is sent in access-token only', async () => {
    const seen: Headers[] = [];
    const urls: string[] = [];
    const spy = createClient({
      clock: browserClock,
      fetch: (url, init) => {
        seen.push(new Headers(init.headers));
        urls.push(url + (init.body as string));
        return fetch(url, init);
      },
    });
    await spy.send(ssd());
    expect(seen[0]?.get('access-token')).toBe(samples.keys.large);
    expect(seen[0]?.has('authorization')).toBe(false);
    expect(urls.join()).not.toContain(samples.keys.large);
  });

  test.each(['with space', 'línea', 'two\nlines', ''])('%j can be no key, and is not sent', async (key) => {
    expect(await failure({ ...ssd(), key })).toMatchObject({ code: 'bad_key', facts: { billed: 'no' } });
  });

  test('is not quoted from an error of fetch itself', async () => {
    const odd = createClient({
      clock: browserClock,
      fetch: () => Promise.reject(new TypeError('Headers: "my-secret-key" is an invalid value')),
    });
    const error = await odd.send({ ...ssd(), key: 'my-secret-key' }).catch((thrown: SpillwayError) => thrown);
    expect(everywhere(error as SpillwayError)).not.toContain('my-secret-key');
  });
});
