// What is kept of deleted watches: long enough that no copy of one can run again, and no longer.
import type { WatchForm } from '../../../src/protocol/watches';
import { deleted, makeWatch, type Watch, type WatchRecord } from '../../../src/gateway/watch/watch';
import { WatchBook } from '../../../src/gateway/watch/watchBook';
import { day } from './support';

const begin = Date.UTC(2027, 4, 3);
const form: WatchForm = {
  name: 'A watch',
  requests: [{ operation: 'hkproperty', body: { unit: 'A' } }],
  schedule: { kind: 'hours', every: 6, from: begin, zone: 'UTC' },
  limits: { day: 10, month: 100 },
};
const watchOf = (id: string, owner = 'ann'): Watch =>
  makeWatch(form, { id, owner: { id: owner, name: owner }, now: begin });

async function opened(kept: readonly WatchRecord[]) {
  let now = begin;
  const records = new Map(kept.map((record) => [record.id, record]));
  const book = new WatchBook({
    place: {
      isAlone: true,
      load: () => Promise.resolve([...records.values()]),
      put: (record) => Promise.resolve(records.set(record.id, record)).then(() => ({ ok: true })),
      join: () => Promise.resolve(),
      drop: (gone) => Promise.resolve(gone.forEach(({ id }) => records.delete(id))),
      listen: () => undefined,
      beat: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    clock: () => now,
    elapsed: () => now,
    gateway: 'here',
    lease: 15_000,
    settled: () => Promise.resolve('alone'),
  });
  await book.load();
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    await book.beat();
    return [[...book.records.keys()], [...records.keys()]];
  };
  return { book, pass };
}

test('a deleted watch is forgotten when a copy of it would end and not run', async () => {
  const { book, pass } = await opened([watchOf('a'), watchOf('b')]);
  await book.update('a', (watch) => deleted(watch, begin));
  expect(await pass(90 * day - 1)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  // Whoever tells of it meanwhile does not bring it back.
  expect(await book.add(watchOf('a'))).toEqual({ watch: undefined, changed: false });
  expect(await pass(1)).toEqual([['b'], ['b']]);
});

test('whoever creates and deletes without end is refused, and others are not', async () => {
  const ofAnn = Array.from({ length: 10_000 }, (_, nth) => deleted(watchOf(`${nth}`), begin));
  const { book, pass } = await opened([...ofAnn, watchOf('kept')]);
  expect(book.hasRoom(watchOf('new'))).toBe(false);
  expect([book.hasRoom(watchOf('kept')), book.hasRoom(watchOf('new', 'ben'))]).toEqual([true, true]);
  await pass(90 * day);
  expect(book.hasRoom(watchOf('new'))).toBe(true);
});
