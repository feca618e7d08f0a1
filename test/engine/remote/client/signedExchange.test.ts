import { createClient, type ClientCall } from '../../../../src/engine/remote/client/client';
import { accessWith } from '../../../../src/engine/request/credential';
import { readTeamMember } from '../../../../src/engine/remote/client/teamMember';
import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import { SpillwayError } from '../../../../src/engine/request/errors';
import { engineUnderTest, flat } from '../../support/engineUnderTest';
import { simulatedClock } from '../../support/simulatedClock';

const request = makeDataRequest('hkproperty', { unit: 'A' });
const signInOver = () =>
  Response.json({ detail: 'Sign in again.' }, { status: 401, headers: { 'www-authenticate': 'Spillway' } });
const records = () => Response.json([{ id: 1 }]);
const accepted = () => new Response('', { status: 202, headers: { location: '/jobs/a' } });

function scripted(...answers: (() => Response)[]) {
  const clock = simulatedClock();
  const sent: { method: string; token: string | null }[] = [];
  const fetch = (_url: string, init: RequestInit) => {
    sent.push({ method: init.method ?? '', token: new Headers(init.headers).get('access-token') });
    return Promise.resolve((answers[sent.length - 1] ?? answers.at(-1)!)());
  };
  const renew = jest.fn((_refused: string) => Promise.resolve<string | undefined>('token-two'));
  const call: ClientCall = { baseUrl: '', key: 'token-one', renew, request, count: undefined, wireNames: {} };
  return { clock, sent, renew, call, network: { clock, fetch }, client: createClient({ clock, fetch }) };
}

test('a sign-in that ran out is renewed, and the request is sent once more with it', async () => {
  const { clock, client, call, sent, renew } = scripted(signInOver, records);
  expect(await clock.until(client.send(call))).toMatchObject({ records: [{ id: 1 }] });
  expect(renew).toHaveBeenCalledWith('token-one');
  expect(sent).toEqual([
    { method: 'POST', token: 'token-one' },
    { method: 'POST', token: 'token-two' },
  ]);
});

test('it is sent once more, not twice, and the gateway’s words are kept', async () => {
  const { clock, client, call, sent, renew } = scripted(signInOver);
  const end = clock.until(client.send(call)).catch((error: unknown) => error);
  expect(await end).toMatchObject({
    code: 'bad_key',
    facts: { signIn: true, detail: 'Sign in again.', billed: 'no' },
  });
  expect(sent).toHaveLength(2);
  expect(renew).toHaveBeenCalledTimes(1);
});

test.each<[string, () => Response]>([
  ['a 401 that is not the gateway’s own', () => Response.json({ detail: 'No.' }, { status: 401 })],
  ['a 403', () => Response.json({ detail: 'No.' }, { status: 403 })],
  ['a 500', () => new Response('', { status: 500, headers: { 'www-authenticate': 'Spillway' } })],
  ['a 504', () => new Response('', { status: 504 })],
  ['a broken answer', () => new Response('[{"id"', { status: 200 })],
])('%s may have been forwarded: nothing is sent again', async (_what, answer) => {
  const { clock, client, call, sent, renew } = scripted(answer);
  await expect(clock.until(client.send(call))).rejects.toBeDefined();
  expect(sent).toHaveLength(1);
  expect(renew).not.toHaveBeenCalled();
});

test('no other token, or the same again: the refusal stands', async () => {
  for (const next of [undefined, 'token-one']) {
    const { clock, client, call, sent, renew } = scripted(signInOver);
    renew.mockResolvedValue(next);
    await expect(clock.until(client.send(call))).rejects.toMatchObject({ code: 'bad_key' });
    expect(sent).toHaveLength(1);
  }
});

test('a renewal that fails leaves the refusal', async () => {
  const { clock, client, call, renew } = scripted(signInOver);
  renew.mockRejectedValue(new Error('no window'));
  await expect(clock.until(client.send(call))).rejects.toMatchObject({ code: 'bad_key' });
});

test('a long call outlives its token: polling goes on with the new one, and nothing is posted again', async () => {
  const { clock, client, call, sent } = scripted(accepted, signInOver, accepted, accepted, records);
  await clock.until(client.send(call));
  expect(sent).toEqual([
    { method: 'POST', token: 'token-one' },
    { method: 'GET', token: 'token-one' },
    ...Array.from({ length: 3 }, () => ({ method: 'GET', token: 'token-two' })),
  ]);
});

test('a token goes to no other address', async () => {
  const source = { id: 'x', get: () => Promise.resolve('token'), renew: () => Promise.resolve(undefined) };
  await expect(accessWith(source, 'https://elsewhere.test')).rejects.toMatchObject({
    code: 'no_key',
    facts: { signIn: true },
  });
  expect(await accessWith(source, '')).toMatchObject({ key: 'token' });
  expect(await accessWith(' key ', 'https://service.test')).toEqual({
    key: 'key',
    baseUrl: 'https://service.test',
  });
  expect(await accessWith('  ', '')).toBeUndefined();
});

test('who one is and what is left of the day', async () => {
  const me = {
    name: 'Ann',
    admin: false,
    today: { spent: 12, limit: 50, secondsLeft: 60 },
    team: { spent: 99 },
  };
  const { clock, network, call, sent } = scripted(signInOver, () => Response.json(me));
  expect(await clock.until(readTeamMember(network, call))).toEqual({
    name: 'Ann',
    more: [],
    admin: false,
    today: { spent: 12, limit: 50, secondsLeft: 60 },
    team: { spent: 99, limit: undefined, secondsLeft: 0 },
  });
  expect(sent.map(({ token }) => token)).toEqual(['token-one', 'token-two']);
  const odd = scripted(() => Response.json({ name: 'x' }));
  await expect(odd.clock.until(readTeamMember(odd.network, odd.call))).rejects.toMatchObject({
    code: 'not_records',
  });
});

describe('the engine with a sign-in', () => {
  const bench = (get: () => Promise<string>, id = () => '1') =>
    engineUnderTest(
      { baseUrl: '' },
      { key: () => Promise.resolve({ id: id(), get, renew: () => Promise.resolve(undefined) }) },
    );

  test('starts, and answers from the cache, without asking for a token', async () => {
    const get = jest.fn(() => Promise.resolve('token'));
    const { engine, clock } = bench(get);
    await clock.until(engine.keyChanged());
    await expect(clock.until(engine.ask(flat('A'), { offline: true }))).rejects.toMatchObject({
      code: 'not_cached',
    });
    expect(get).not.toHaveBeenCalled();
  });

  test('a token that cannot be had is a sentence in the cell, which is told after the next sign-in', async () => {
    let id = 1;
    let token: Promise<string> = Promise.reject(
      new SpillwayError('no_key', { signIn: true, detail: 'Why.' }),
    );
    const { engine, clock, service, events } = bench(
      () => token,
      () => String(id),
    );
    await expect(clock.until(engine.ask(flat('A'), { cell: 'S!A1' }))).rejects.toMatchObject({
      code: 'no_key',
      facts: { detail: 'Why.' },
    });
    expect(service.sent).toHaveLength(0);
    token = Promise.resolve('token');
    await clock.until(engine.keyChanged());
    expect(events.filter(({ type }) => type === 'renewed')).toEqual([]);
    id = 2;
    await clock.until(engine.keyChanged());
    await clock.advance(1_000);
    expect(events.filter(({ type }) => type === 'renewed')).toMatchObject([{ cells: ['S!A1'] }]);
    expect(await clock.until(engine.ask(flat('A')))).toMatchObject({ from: 'service' });
  });
});
