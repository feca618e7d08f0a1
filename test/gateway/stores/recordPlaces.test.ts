// Records in a real Redis: a change is made only while the gateways agree that nothing was lost.
import { Redis } from 'ioredis';
import { recordsInRedis, type Versioned } from '../../../src/gateway/stores/recordPlaces';
import { gatewaysKey } from '../../../src/gateway/stores/redisGateways';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';

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
  } finally {
    redis.disconnect();
    await place.close();
    await server.kill();
  }
});
