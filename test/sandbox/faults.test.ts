// What can be made to go wrong: by rule, by header, billed or not; and that the key shows where an echo is asked for.
import { type Reply } from './sandboxClient';
import { sandboxUnderTest } from './sandboxUnderTest';

const slept: number[] = [];
const { client } = sandboxUnderTest({ sleep: (ms) => Promise.resolve(void slept.push(ms)) });
beforeEach(() => void (slept.length = 0));

const unit = { unit: 'TKS-01-12-B' };
const faulty = (fault: string): Promise<Reply> => client.post('hkproperty', unit, { 'sandbox-fault': fault });
const credits = async () => ((await client.control('GET', '/counters')).body as { credits: number }).credits;
const rules = (list: unknown) => client.control('POST', '/faults', list);

test.each([
  ['408', 408],
  ['500', 500],
  ['429', 429],
  ['status:503', 503],
  ['status:403', 403],
])('%s answers with that status, a sentence, and no bill', async (fault, status) => {
  const reply = await faulty(fault);
  expect(reply.status).toBe(status);
  expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) as string });
  expect(await credits()).toBe(0);
  const [row] = (await client.statistic()).body as { ten_second_usage: number; points: number }[];
  expect(row).toMatchObject({ ten_second_usage: 0, points: 1_000_000 });
});

test('an error can be billed all the same', async () => {
  expect((await faulty('500; billed=true')).status).toBe(500);
  expect((await faulty('{"kind": "408", "billed": true}')).status).toBe(408);
  expect(await credits()).toBe(2);
});

test('429 says when to come back', async () => {
  expect((await faulty('429; ms=7000')).headers.get('retry-after')).toBe('7');
});

test('a dropped connection gives no answer, is in the journal, and is paid unless told otherwise', async () => {
  await expect(faulty('drop')).rejects.toThrow('fetch failed');
  await expect(faulty('drop; billed=false')).rejects.toThrow('fetch failed');
  expect(await credits()).toBe(1);
  const journal = (await client.control('GET', '/journal')).body as { status: number; fault: string }[];
  expect(journal.map(({ status, fault }) => [status, fault])).toEqual([
    [0, 'drop'],
    [0, 'drop'],
  ]);
});

test('a cut connection ends in the middle of the body', async () => {
  await expect(faulty('cut')).rejects.toThrow('terminated');
});

test.each([
  ['truncate', (reply: Reply) => expect(reply.body).toBeUndefined()],
  ['not_json', (reply: Reply) => expect(reply.text).toMatch(/^<!doctype html>/)],
  ['not_array', (reply: Reply) => expect(reply.body).toEqual({ items: [expect.anything()] })],
  ['not_objects', (reply: Reply) => expect(reply.body).toEqual(['one', 2, null, ['three']])],
  [
    'wrong_records',
    (reply: Reply) =>
      expect(reply.body).toMatchObject([
        {
          '@type': 'HkpropertyValuation',
          price: expect.stringMatching(/^about \d+$/) as string,
          estate_name: 12,
          school_net: [expect.anything()],
        },
      ]),
  ],
])('%s spoils an answer that is paid', async (fault, check) => {
  const reply = await faulty(fault);
  expect(reply.status).toBe(200);
  check(reply);
  expect(await credits()).toBe(1);
});

test('latency waits and answers; beyond the request’s own timeout it is a 408', async () => {
  expect((await faulty('latency; ms=1500')).status).toBe(200);
  expect(slept).toEqual([1500]);
  const late = await client.post(
    'hkproperty',
    { ...unit, timeout: 20 },
    { 'sandbox-fault': 'latency; ms=20001' },
  );
  expect(late.status).toBe(408);
  expect(slept).toEqual([1500, 20_000]);
  expect(await credits()).toBe(1);
});

test('all requests can be slow', async () => {
  await client.control('POST', '/reset', { latencyMs: 250 });
  await client.post('hkproperty', unit);
  expect(slept).toEqual([250]);
  await client.control('POST', '/reset', { latencyMs: 0 });
});

describe('rules', () => {
  test('hold for an operation, a key and a number of times', async () => {
    await rules([
      { kind: '500', operation: 'hkproperty', times: 2 },
      { kind: '408', key: 'sandbox-two' },
    ]);
    expect((await client.post('jobsboard', { company: '1500000' })).status).toBe(200);
    const seen = [];
    for (let n = 0; n < 3; n++) seen.push((await client.post('hkproperty', unit)).status);
    expect(seen).toEqual([500, 500, 200]);
    expect((await client.with('sandbox-two').post('hkproperty', unit)).status).toBe(408);
    expect((await client.control('GET', '/faults')).body).toEqual([{ kind: '408' }]);
    await client.control('DELETE', '/faults');
    expect((await client.with('sandbox-two').post('hkproperty', unit)).status).toBe(200);
  });

  test('touch the statistic only when they name it', async () => {
    await rules({ kind: '500' });
    expect((await client.statistic()).status).toBe(200);
    await rules({ rules: [{ kind: 'status:503', operation: 'token', times: 1 }] });
    expect((await client.statistic()).status).toBe(503);
    expect((await client.statistic()).status).toBe(200);
  });

  test.each([
    [{ kind: 'nonsense' }],
    [{ kind: '500', operation: 'nobody' }],
    [{ kind: '500', times: -1 }],
    [{ kind: '500', colour: 'red' }],
    ['text'],
  ])('are refused when they make no sense: %j', async (rule) => {
    const reply = await rules([rule]);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ detail: expect.any(String) as string });
  });
});

describe('echo_key', () => {
  const key = 'sandbox-large';
  test('puts the key into every place of a 422', async () => {
    const reply = await faulty('echo_key');
    expect(reply.status).toBe(422);
    const { detail } = reply.body as {
      detail: { loc: string[]; msg: string; type: string; input: unknown; ctx: unknown }[];
    };
    for (const place of ['loc', 'msg', 'type', 'input', 'ctx'] as const)
      expect(JSON.stringify(detail[0]?.[place])).toContain(key);
    expect(reply.headers.get('x-echo')).toBe(key);
  });

  test.each([400, 401, 403, 404, 408, 412, 429, 500])('puts it into the sentence of a %i', async (status) => {
    const reply = await faulty(`echo_key; status=${status}`);
    expect(reply.status).toBe(status);
    expect((reply.body as { detail: string }).detail).toContain(key);
  });

  test('puts it into the records of a success', async () => {
    const reply = await faulty('echo_key; status=200');
    expect(reply.body).toMatchObject([{ name: key }]);
  });

  test('never reaches the journal', async () => {
    await faulty('echo_key');
    await client.post('hkproperty', { unit: key, [key]: key });
    expect((await client.control('GET', '/journal')).text).not.toContain(key);
  });
});
