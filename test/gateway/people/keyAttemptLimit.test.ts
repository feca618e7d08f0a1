import { KeyAttemptLimit } from '../../../src/gateway/people/keyAttemptLimit';
import { FakeUpstream, answer, records } from '../support/fakeUpstream';

const call = { method: 'POST', path: '/x', key: 'a-key', body: '{}', deadline: 1_000 } as const;
let now = 0;
const guard = () =>
  new KeyAttemptLimit(
    () => now,
    () => undefined,
  );

test.each<[number, unknown]>([
  ...[400, 403, 404, 412, 422, 429, 500].map((status): [number, unknown] => [status, { detail: 'because' }]),
  [200, '<html>Sign in</html>'],
  [200, { detail: 'busy' }],
  [204, ''],
  [302, ''],
])('a %i with %j does not show that a key is right', async (status, body) => {
  const limit = guard();
  const upstream = new FakeUpstream();
  upstream.reply = () => answer(status, body);
  await limit.watch(upstream).call(call);
  expect(limit.isAccepted('a-key')).toBe(false);
  // Nor that it is wrong, if the service has given it records before.
  upstream.reply = () => answer(200, records(1));
  await limit.watch(upstream).call(call);
  upstream.reply = () => answer(status, body);
  await limit.watch(upstream).call(call);
  expect(limit.isAccepted('a-key')).toBe(true);
});

test('of one network so many keys are tried in a minute, whatever the service says of them but records', async () => {
  const limit = guard();
  const upstream = new FakeUpstream();
  upstream.reply = () => answer(404, { detail: 'gone' });
  const seconds = async (key: string) => {
    const wait = limit.wait(key, 'a network');
    if (wait === 0) await limit.watch(upstream).call({ ...call, key });
    return wait;
  };
  for (let tried = 0; tried < 300; tried += 1) expect(await seconds(`made-up-${tried}`)).toBe(0);
  expect(await seconds('one-more')).toBe(60);
  expect(limit.wait('one-more', 'another network')).toBe(0);
  now += 60_000;
  expect(await seconds('one-more')).toBe(0);
});
