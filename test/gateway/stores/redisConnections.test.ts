import { connectRedis, hear } from '../../../src/gateway/stores/redisConnections';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';

test('a gateway that may not listen at first hears the others as soon as it may', async () => {
  const server = await RedisServer.start();
  await server.command('ACL', 'SETUSER', 'default', 'resetchannels');
  const { redis, ears } = connectRedis(server.url, 5_000);
  let refused = 0;
  const subscribe = ears.subscribe.bind(ears) as (...channels: string[]) => Promise<unknown>;
  ears.subscribe = ((...channels: string[]) =>
    subscribe(...channels).catch((error: unknown) => {
      refused += 1;
      throw error;
    })) as typeof ears.subscribe;
  let isHearing = false;
  const heard: string[] = [];
  hear(
    ears,
    ['one', 'two'],
    (message) => heard.push(message),
    () => (isHearing = true),
  );
  await eventually(() => refused > 0);
  await server.command('ACL', 'SETUSER', 'default', 'allchannels');
  await eventually(() => isHearing);
  for (const channel of ['one', 'two']) await server.command('PUBLISH', channel, `on ${channel}`);
  await eventually(() => heard.length === 2);
  expect(heard).toEqual(['on one', 'on two']);
  redis.disconnect();
  ears.disconnect();
  await server.end();
});
