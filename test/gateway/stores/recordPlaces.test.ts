// Records in a real Redis: a change is made only while the gateways agree that nothing was lost, and what others wrote there does no harm.
import { Redis } from 'ioredis';
import { recordsInRedis, type Versioned } from '../../../src/gateway/stores/recordPlaces';
import { gatewaysKey } from '../../../src/gateway/stores/redisGateways';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';

test('what cannot be read keeps nobody from the rest', async () => {
  const server = await RedisServer.start();
  const place = recordsInRedis<Versioned>({ url: server.url, prefix: 'test:', timeout: 5_000 }, 'things');
  const redis = new Redis(server.url);
  const [first, second] = [
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ];
  const heard: Versioned[] = [];
  try {
    place.listen({
      changed: (record) => heard.push(record),
      heard: () => undefined,
      connected: () => undefined,
    });
    await redis.hset('test:things', 'broken', '1 {"id":', 'other', '1 null');
    await eventually(() =>
      place.join([first]).then(
        () => true,
        () => false,
      ),
    );
    await eventually(() =>
      place.load().then(
        (all) => all.length === 1,
        () => false,
      ),
    );
    await redis.publish('test:things', 'nonsense');
    await place.join([second]);
    await eventually(() => heard.some(({ id }) => id === 'b'));
    expect(await place.load()).toEqual([first, second]);
  } finally {
    redis.disconnect();
    await place.close();
    await server.kill();
  }
});

test('a change is refused where data were lost since the gateways agreed', async () => {
  const server = await RedisServer.start();
  const place = recordsInRedis<Versioned>({ url: server.url, prefix: 'test:', timeout: 5_000 }, 'things');
  const redis = new Redis(server.url);
  const first = { id: 'a', version: 1 };
  try {
    await redis.hset(gatewaysKey('test:'), '~epoch', 'now');
    await eventually(() =>
      place.load().then(
        () => true,
        () => false,
      ),
    );
    expect(await place.put(first, 0, 'now')).toEqual({ ok: true });
    await expect(place.put({ id: 'a', version: 2 }, 1, 'before')).rejects.toThrow('Data were lost');
    await redis.flushall();
    await expect(place.put({ id: 'a', version: 2 }, 0, 'now')).rejects.toThrow('Data were lost');
    expect(await place.load()).toEqual([]);
    await place.join([first]);
    expect(await place.load()).toEqual([first]);
    // What somebody has changed meanwhile stays.
    await place.drop([{ id: 'a', version: 2 }]);
    expect(await place.load()).toEqual([first]);
    await place.drop([first, { id: 'b', version: 1 }]);
    expect(await place.load()).toEqual([]);
  } finally {
    redis.disconnect();
    await place.close();
    await server.kill();
  }
});
