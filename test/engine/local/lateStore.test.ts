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
  const again = jest.fn(() => void store.put('answers', [['a', 'new']]));
  store.onRestored(again);
  expect(await clock.until(store.put('answers', [['a', 'old']]))).toBe('failed');
  expect(await store.put('answers', [['a', 'new']])).toBe('failed');
  hangs = false;
  release();
  await clock.settle();
  expect(again).toHaveBeenCalledTimes(1);
  expect(await store.get('answers', 'a')).toBe('new');
});
