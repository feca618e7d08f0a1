// What 10,000 watches cost a gateway: processor time in a minute in which none is due, the memory they take, and how late one begins
// that is due alone, and the last when all are due at once. The place that keeps them and the service answer at once, so that the
// delay is processor time; to it comes the second within which a gateway looks for what is due.
import { makeLog } from '../src/gateway/telemetry/log';
import { WatchRunner } from '../src/gateway/watch/runner';
import { makeWatch, type WatchRecord } from '../src/gateway/watch/watch';
import { WatchBook, type WatchPlace } from '../src/gateway/watch/watchBook';
import { against, type Measure } from './measure';

const watches = 10_000;
const hour = 3_600_000;
const begin = Date.UTC(2027, 4, 3);

const place = (records: readonly WatchRecord[]): WatchPlace => ({
  isAlone: true,
  load: () => Promise.resolve(records),
  put: () => Promise.resolve({ ok: true }),
  join: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  listen: () => undefined,
  beat: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

const bytesInUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

export async function watchMeasures(): Promise<Measure[]> {
  const before = bytesInUse();
  const records = Array.from({ length: watches }, (_, nth) =>
    makeWatch(
      {
        name: `Watch ${nth}`,
        requests: [{ operation: 'hkproperty', body: { unit: `unit ${nth}` }, cell: `Sheet1!A${nth}` }],
        schedule: {
          kind: 'hours',
          every: 6,
          from: begin + (nth === 0 ? hour / 2 : hour),
          zone: 'Europe/Berlin',
        },
        limits: { day: 10, month: 100 },
      },
      { id: `watch${nth}`, owner: { id: 'code:someone', name: 'Someone' }, now: begin },
    ),
  );
  const bytes = bytesInUse() - before;
  let now = begin;
  let sent = 0;
  /** Processor time until so many more have begun. */
  const untilSent = async (count: number, at: number): Promise<number> => {
    now = at;
    const wanted = sent + count;
    const cpu = process.cpuUsage();
    runner.scan();
    while (sent < wanted) await new Promise((resolve) => setTimeout(resolve, 1));
    return spent(cpu);
  };
  const book = new WatchBook({
    place: place(records),
    clock: () => now,
    elapsed: () => performance.now() + 1e6,
    gateway: 'g',
    lease: 1,
    settled: () => Promise.resolve('alone'),
  });
  await book.load();
  const runner = new WatchRunner({
    book,
    gateway: 'g',
    data: {
      post: () => {
        sent += 1;
        return Promise.resolve({ status: 200, headers: { 'spillway-credits': '1' }, body: '[]' });
      },
      cached: () => Promise.reject(new Error('Nothing is cached.')),
    },
    identify: () => Promise.resolve({ id: 'code:someone', name: 'Someone', key: 'k', admin: false }),
    clock: () => now,
    log: makeLog('silent'),
  });
  const cpu = process.cpuUsage();
  for (let second = 0; second < 60; second += 1) runner.scan();
  const idle = spent(cpu);
  const alone = await untilSent(1, begin + hour / 2);
  const all = await untilSent(watches - 1, begin + hour);
  await runner.drain();
  return [
    against(`${watches} watches, none due: processor ms in a minute, against 600 ms`, idle, 600, 1),
    against(`${watches} watches: bytes of memory each, against 4,000`, bytes / watches, 4_000, 1),
    against(`one of ${watches} watches due: processor ms until it has begun, against 100 ms`, alone, 100, 1),
    against(
      `${watches} watches due at once: processor ms until the last has begun, against 10 s`,
      all,
      10_000,
      1,
    ),
  ];
}
