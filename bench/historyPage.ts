// The history in a page, over IndexedDB: a refresh that is kept against one that is not, and a series out of a million
// observations against one read of as many bytes. pages.ts reads the results.
import { createEngine } from '../src/engine/createEngine';
import { createRemoteEngine } from '../src/engine/remote/remoteEngine';
import { makeDataRequest } from '../src/engine/request/dataRequest';
import { defaultSettings } from '../src/engine/request/settings';
import { createHistory } from '../src/excel/history/history';
import { browserClock } from '../src/excel/stores/browserPorts';
import { createIndexedDbRows } from '../src/excel/stores/indexedDbRows';
import { createIndexedDbStore } from '../src/excel/stores/indexedDbStore';
import { silentBroadcast } from '../src/excel/user/changeBroadcast';
import { observe } from '../src/history/observation';
import { createRowHistory } from '../src/history/rowHistory';
import { createMemoryRows } from '../src/history/rows';
import { pairOf, type Pair } from './measure';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

const product = (number: number, step: number) => ({
  '@type': 'RuretailProduct',
  id: `p${number}`,
  name: `Phone ${number} with 256 GB of memory`,
  price: 50_000 + number * 100 + (step % 2 === 0 ? step : step - 1),
  is_available: true,
  rating: 4.5,
  opinion_count: 120 + Math.floor(step / 7),
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Ten requests of twenty products at once; the service takes some milliseconds, a real one seconds. */
async function refreshing(delay: number, rounds: number): Promise<Pair> {
  let step = 0;
  const fetch = async (url: string) => {
    if (url.endsWith('statistic')) return new Response('[]');
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    step += 1;
    return new Response(JSON.stringify(Array.from({ length: 20 }, (_, number) => product(number, step))));
  };
  let writing: Promise<unknown>[] = [];
  const engineOf = (name: string, isKept: boolean) => {
    const history = createHistory({
      rows: () => createIndexedDbRows(`history ${name}`),
      clock: browserClock,
      locks: undefined,
      limit: () => 100_000_000,
      notice: () => undefined,
      gateway: () => Promise.reject(new Error('There is none.')),
      broadcast: silentBroadcast,
      settle: 200,
    });
    const append: typeof history.append = (response) => {
      const done = history.append(response);
      writing.push(done);
      return done;
    };
    return createEngine({
      clock: browserClock,
      store: createIndexedDbStore(`engine ${name}`),
      fetch,
      random: Math.random,
      settings: () => ({ ...defaultSettings, baseUrl: 'https://service.test', askAbove: 1_000_000 }),
      key: () => Promise.resolve('bench-key'),
      remote: () => Promise.resolve({ createRemoteEngine }),
      ...(isKept && { archive: { append } }),
    });
  };
  const engines = [engineOf(`kept ${delay}`, true), engineOf(`plain ${delay}`, false)] as const;
  const requests = Array.from({ length: 10 }, (_, number) =>
    makeDataRequest('ruretail', { query: `phone ${number}`, count: 20 }),
  );
  const times: readonly [number[], number[]] = [[], []];
  for (let round = -5; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const took = await timed(() => engines[side].refresh(requests));
      await Promise.all(writing);
      writing = [];
      // The notes of what was still to be kept are deleted after that.
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (round >= 0) times[side].push(took);
    }
  for (const engine of engines) await engine.close();
  return pairOf(times[0], times[1]);
}

const [items, points] = [1_000, 1_000];

/** The rows of one item, under the names of a thousand. */
async function fill(rows: ReturnType<typeof createIndexedDbRows>): Promise<number> {
  const made = new Map<string, string>();
  const history = createRowHistory(createMemoryRows(made));
  const { operation, key, params } = makeDataRequest('ruretail', { query: 'phone', count: 20 });
  for (let at = 0; at < points; at += 1)
    await history.append([
      observe({
        operation,
        request: key,
        params,
        asked: 20,
        at: start + at * day,
        records: [product(0, at)],
      }),
    ]);
  const own = [...made].filter(([name]) => name.includes('|p0|'));
  for (let from = 0; from < items; from += 50)
    await rows.change(() =>
      Promise.resolve(
        new Map(
          Array.from({ length: 50 }, (_, number) => from + number).flatMap((number) =>
            own.map(([name, text]) => [name.replace('|p0|', `|p${number}|`), text] as const),
          ),
        ),
      ),
    );
  return own
    .filter(([name]) => name.startsWith('t|') || name.startsWith('f|ruretail|p0|%7B%7D|price|'))
    .reduce((sum, [name, text]) => sum + name.length + text.length, 0);
}

async function reading(): Promise<Pair> {
  const rows = createIndexedDbRows('million');
  const bytes = await fill(rows);
  const text = 'x'.repeat(bytes);
  await rows.change(() =>
    Promise.resolve(new Map(Array.from({ length: items }, (_, number) => [`z|${number}`, text] as const))),
  );
  const history = createRowHistory(rows);
  const values: number[] = [];
  const baselines: number[] = [];
  // A page's clock has steps of a tenth of a millisecond, so ten are timed together.
  const tenOf = async (round: number, read: (number: number) => Promise<unknown>) => {
    for (let nth = 0; nth < 10; nth += 1) await read((((round + 5) * 10 + nth) * 7) % items);
  };
  for (let round = -5; round < 60; round += 1) {
    const took = await timed(() =>
      tenOf(round, async (number) => {
        const { times } = await history.series(
          { operation: 'ruretail', id: `p${number}`, comparable: '{}' },
          'price',
        );
        if (times.length !== points) throw new Error(`${times.length} points`);
      }),
    );
    const bare = await timed(() =>
      tenOf(round, async (number) => {
        const [found] = await rows.read((view) => view.get([`z|${number}`]));
        if (found?.length !== bytes) throw new Error('Not what was written.');
      }),
    );
    if (round < 0) continue;
    values.push(took);
    baselines.push(bare);
  }
  return pairOf(values, baselines);
}

async function measure(): Promise<void> {
  const historyPairs = {
    instant: await refreshing(0, 60),
    refresh: await refreshing(20, 40),
    series: await reading(),
  };
  Object.assign(window, { historyPairs });
}

measure().catch((error: unknown) => Object.assign(window, { historyPairs: String(error) }));
