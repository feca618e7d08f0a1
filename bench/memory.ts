// Memory after 10,000 results of 100 kB, against the cache size the user set.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeDataRequest } from '../src/engine/request/dataRequest';
import { createEngine } from '../src/engine/createEngine';
import { createRemoteEngine } from '../src/engine/remote/remoteEngine';
import { createMemoryStore } from '../src/engine/ports/memoryStore';
import { defaultSettings } from '../src/engine/request/settings';
import { leastCache } from '../src/engine/local/localEngine';
import type { Store } from '../src/engine/ports/store';
import { simulatedClock } from '../test/engine/support/simulatedClock';
import { against, type Measure } from './measure';

/** A disk: stores everything, keeps nothing in memory. */
const disk: Store = {
  ...createMemoryStore(),
  put: () => Promise.resolve(),
  get: () => Promise.resolve(undefined),
};

/** A record of about 1 kB. */
const record = (nth: number, salt: number) => ({
  '@type': 'RuretailProduct',
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, field) => [`field_${field}`, `value ${salt}-${nth}-${field} of it`]),
  ),
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function memoryMeasures(): Promise<Measure[]> {
  const clock = simulatedClock();
  const engine = createEngine({
    clock,
    store: disk,
    random: () => 0.5,
    settings: () => ({
      ...defaultSettings,
      baseUrl: 'https://service.test',
      askAbove: Infinity,
      concurrency: 32,
    }),
    key: () => Promise.resolve('bench-key'),
    remote: () => Promise.resolve({ createRemoteEngine }),
    fetch: (url) => {
      if (url.endsWith('statistic')) return Promise.resolve(new Response('[]'));
      fetched += 1;
      return Promise.resolve(
        new Response(JSON.stringify(Array.from({ length: 100 }, (_, nth) => record(nth, fetched)))),
      );
    },
  });
  let fetched = 0;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let batch = 0; batch < 100; batch += 1) {
    const asks = Array.from({ length: 100 }, (_, nth) =>
      engine.ask(makeDataRequest('ruretail', { query: `${batch} ${nth}`, count: 100 })),
    );
    await clock.until(Promise.all(asks));
  }
  collect();
  const { bytes } = engine.state().cache;
  const heap = process.memoryUsage().heapUsed - before;
  await clock.until(engine.close());
  const bound = leastCache / 1e6;
  return [
    against('10,000 results of 100 kB: MB cached, against the cache size', bytes / 1e6, bound, 1),
    against('10,000 results of 100 kB: MB of heap, against the cache size', heap / 1e6, bound, 2),
  ];
}
