import { guardStore } from '../../../src/engine/ports/guardedStore';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { simulatedClock } from '../support/simulatedClock';

test('a write that comes through too late is followed by what memory holds since', async () => {
  const clock = simulatedClock();
  const inner = createMemoryStore();
  let release = () => undefined as void;
  let hangs = true;
  const store = guardStore(
    {
      ...inner,
      put: (area, rows) =>
        hangs
          ? new Promise((resolve) => (release = () => resolve(inner.put(area, rows))))
          : inner.put(area, rows),
    },
    clock,
    () => undefined,
  );
  const again = jest.fn(() => store.put('answers', [['a', 'new']]));
  store.onRestored(again);
  expect(await clock.until(store.put('answers', [['a', 'old']]))).toBe('failed');
  expect(await store.put('answers', [['a', 'new']])).toBe('failed');
  hangs = false;
  release();
  await clock.settle();
  expect(again).toHaveBeenCalledTimes(1);
  expect(await store.get('answers', 'a')).toBe('new');
});

/** A store that holds back what it reads until it is let go. */
function heldBack(clock = simulatedClock()) {
  const inner = createMemoryStore();
  const waiting: (() => void)[] = [];
  const notices: string[] = [];
  const store = guardStore(
    {
      ...inner,
      get: async (area, key) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return inner.get(area, key);
      },
    },
    clock,
    (text, isOver = false) => void notices.push(isOver ? `no longer ${text}` : text),
  );
  const letGo = () => waiting.splice(0).forEach((go) => go());
  return { clock, store, notices, letGo };
}

test('after many reads that were late, what the store lacks is put once', async () => {
  const { clock, store, letGo } = heldBack();
  const again = jest.fn(() => Promise.resolve());
  store.onRestored(again);
  const reads = Promise.all(Array.from({ length: 500 }, (_, nth) => store.get('answers', String(nth))));
  await clock.until(reads);
  letGo();
  await clock.settle();
  expect(again.mock.calls.length).toBeLessThanOrEqual(2);
  expect(again).toHaveBeenCalledWith(false);
});

test('a page that stood still does not take the store for a slow one', async () => {
  const due: (() => void)[] = [];
  const setTimer = (callback: () => void) => {
    due.push(callback);
    return () => undefined;
  };
  const { store, notices, letGo } = heldBack({ ...simulatedClock(), setTimer });
  const read = store.get('answers', 'a');
  // Half a minute later, the timer and what was read are due at the same moment; the timer comes first.
  due.splice(0).forEach((callback) => callback());
  letGo();
  expect(await read).toBeUndefined();
  expect(notices).toEqual([]);
  expect(store.isDown()).toBe(false);
});
