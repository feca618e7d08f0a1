// What the service counts and what the gateway has just sent, joined.
import type { TokenRecord } from '../../src/operations/tokenStatistic';
import { KeyRateWindows } from '../../src/gateway/spending/rateWindows';
import { MemoryStore } from '../../src/gateway/stores/memoryStore';
import { FakeUpstream } from './support/fakeUpstream';

test('calls of the last seconds stay counted, although the service has not counted them yet', async () => {
  const clock = () => 1_000_000;
  const statistic = new FakeUpstream().statistic as unknown as TokenRecord;
  const store = new MemoryStore({ maxBytes: 1_000_000, clock });
  const windows = new KeyRateWindows(store, clock);
  const learn = (used: number) =>
    windows.learn('key', { ...statistic, ten_second_usage: used, minutely_usage: used }, true);
  await learn(0);
  for (let sent = 0; sent < 3; sent += 1) await store.reserve(windows.checks('key'));
  await learn(0);
  const used = async () => (await windows.rooms('key')).find(({ id }) => id === 'minutely')?.used;
  expect(await used()).toBe(3);
  await learn(7);
  expect(await used()).toBe(7);
});
