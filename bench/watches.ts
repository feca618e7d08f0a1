// What 10,000 watches cost a gateway: processor time in a minute in which none is due, the memory they take, and how late the last
// of them begins when all are due at once. The place that keeps them and the service answer at once.
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
  listen: () => undefined,
  beat: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

const bytesInUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

export async function watchMeasures(): Promise<Measure[]> {
  const before = bytesInUse();
  const records = Array.from({ length: watches }, (_, nth) =>
    makeWatch(
      {
        name: `Watch ${nth}`,
        requests: [{ operation: 'hkproperty', body: { unit: `unit ${nth}` }, cell: `Sheet1!A${nth}` }],
        schedule: { kind: 'hours', every: 6, from: begin + hour, zone: 'Europe/Berlin' },
        limits: { day: 10, month: 100 },
      },
      { id: `watch${nth}`, owner: { id: 'code:someone', name: 'Someone' }, now: begin },
    ),
  );
  const bytes = bytesInUse() - before;
  let now = begin;
  let last = 0;
  let sent = 0;
  const book = new WatchBook({
    place: place(records),
    elapsed: () => performance.now() + 1e6,
    gateway: 'g',
    lease: 1,
  });
  await book.load();
  const runner = new WatchRunner({
    book,
    gateway: 'g',
    data: {
      post: () => {
        sent += 1;
        last = performance.now();
        return Promise.resolve({ status: 200, headers: { 'spillway-credits': '1' }, body: '[]' });
      },
      cached: () => Promise.reject(new Error('Nothing is cached.')),
    },
    identify: () => Promise.resolve({ id: 'code:someone', name: 'Someone', key: 'k', admin: false }),
    clock: () => now,
    log: makeLog('silent'),
  });
  const start = process.cpuUsage();
  for (let second = 0; second < 60; second += 1) runner.scan();
  const { user, system } = process.cpuUsage(start);
  const idle = (user + system) / 1_000;
  now = begin + hour;
  const due = performance.now();
  runner.scan();
  while (sent < watches) await new Promise((resolve) => setTimeout(resolve, 10));
  await runner.drain();
  return [
    against(`${watches} watches, none due: processor ms in a minute, against 600 ms`, idle, 600, 1),
    against(`${watches} watches: bytes of memory each, against 4,000`, bytes / watches, 4_000, 1),
    against(
      `${watches} watches due at once: ms until the last has begun, against 30 s`,
      last - due,
      30_000,
      1,
    ),
  ];
}
