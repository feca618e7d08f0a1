import { defaultSettings } from '../../../src/engine/request/settings';
import type { ChangeBroadcast, Topic } from '../../../src/excel/user/changeBroadcast';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { createSettingsStore as create, readSettings } from '../../../src/excel/user/settingsStore';
import { memoryStrings, type StringStore } from '../../../src/excel/stores/stringStore';
import { simulatedClock } from '../../engine/support/simulatedClock';

const createSettingsStore = (
  store: StringStore,
  broadcast: ChangeBroadcast,
  copy = memoryStrings(),
  clock = simulatedClock(),
) => create({ store, broadcast, copy, clock });

function broadcastBoard(): () => ChangeBroadcast {
  const members: Map<Topic, Set<() => void>>[] = [];
  return () => {
    const mine = new Map<Topic, Set<() => void>>();
    members.push(mine);
    return {
      post: (topic) => {
        for (const other of members) if (other !== mine) other.get(topic)?.forEach((listener) => listener());
      },
      subscribe: (topic, listener) => {
        mine.set(topic, (mine.get(topic) ?? new Set()).add(listener));
        return () => mine.get(topic)?.delete(listener);
      },
    };
  };
}

describe('settings', () => {
  test('are the defaults until changed, survive a restart, and can be reset', async () => {
    const strings = memoryStrings();
    const store = await createSettingsStore(strings, silentBroadcast);
    expect(store.current()).toEqual(defaultSettings);
    const told = jest.fn();
    store.subscribe(told);
    await store.update({ askAbove: 7, ages: { stays: 3_600_000 }, dailyCap: 100 });
    expect(told).toHaveBeenCalledTimes(1);
    const again = await createSettingsStore(strings, silentBroadcast);
    expect(again.current()).toMatchObject({ askAbove: 7, ages: { stays: 3_600_000 }, dailyCap: 100 });
    await again.update({ dailyCap: undefined });
    expect((await createSettingsStore(strings, silentBroadcast)).current().dailyCap).toBeUndefined();
    await again.reset();
    expect((await createSettingsStore(strings, silentBroadcast)).current()).toEqual(defaultSettings);
  });

  test('a cap set here is not undone by a reading that began before it', async () => {
    const strings = memoryStrings();
    const board = broadcastBoard();
    let bring: (text: string | undefined) => void = () => undefined;
    let slow = false;
    const late = {
      ...strings,
      get: (key: string) =>
        slow
          ? new Promise<string | undefined>((resolve) => {
              bring = resolve;
            })
          : strings.get(key),
    };
    const mine = await createSettingsStore(late, board());
    slow = true;
    board().post('settings');
    await mine.update({ dailyCap: 5 });
    bring(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(mine.current().dailyCap).toBe(5);
  });

  test('a change reaches the other windows', async () => {
    const strings = memoryStrings();
    const board = broadcastBoard();
    const [one, two] = await Promise.all([
      createSettingsStore(strings, board()),
      createSettingsStore(strings, board()),
    ]);
    const told = jest.fn();
    two.subscribe(told);
    await one.update({ concurrency: 3 });
    await new Promise(setImmediate);
    expect(two.current().concurrency).toBe(3);
    expect(told).toHaveBeenCalled();
  });

  test('damaged fields fall back one by one', () => {
    const stored = {
      baseUrl: 'javascript:alert(1)',
      ages: 'old',
      askAbove: -1,
      dailyCap: 'none',
      roundCounts: 'yes',
      reuseCounts: false,
      cacheBytes: 9_000_000,
      concurrency: 1.5,
      wireNames: { 'stays.sort': 'order_by' },
      unknown: 1,
    };
    expect(readSettings(JSON.stringify(stored))).toEqual({
      ...defaultSettings,
      reuseCounts: false,
      cacheBytes: 9_000_000,
      wireNames: { 'stays.sort': 'order_by' },
    });
  });

  test.each(['', 'rubbish', 'null', '[]', '7', undefined])('%p is read as the defaults', (text) => {
    expect(readSettings(text)).toEqual(defaultSettings);
  });

  test.each(['https://user:secret@host.test', 'ftp://host.test', 'host.test'])(
    '%s is no base address',
    (baseUrl) => {
      expect(readSettings(JSON.stringify({ baseUrl })).baseUrl).toBe('');
    },
  );

  test('while nothing can be read everything is held; the limits apply as soon as they are read', async () => {
    const strings = memoryStrings();
    await (await createSettingsStore(strings, silentBroadcast)).update({ dailyCap: 20, askAbove: 30 });
    let isBlocked = true;
    const flaky = {
      ...strings,
      get: (key: string) => (isBlocked ? Promise.reject(new Error('blocked')) : strings.get(key)),
    };
    const clock = simulatedClock();
    const store = await createSettingsStore(flaky, silentBroadcast, memoryStrings(), clock);
    expect(store.current()).toEqual({ ...defaultSettings, askAbove: 0 });
    isBlocked = false;
    await clock.advance(60_000);
    expect(store.current()).toMatchObject({ dailyCap: 20, askAbove: 30 });
  });

  test('a cap that was lowered just before the browser was killed holds after the restart', async () => {
    const copy = memoryStrings();
    const strings = memoryStrings();
    const store = await createSettingsStore(strings, silentBroadcast, copy);
    await store.update({ dailyCap: 200 });
    const written = (await strings.get('settings'))!;
    await store.update({ dailyCap: 20 });
    // The browser had not written its own store yet.
    await strings.set('settings', written);
    const again = await createSettingsStore(strings, silentBroadcast, copy);
    expect(again.current().dailyCap).toBe(20);
    await again.reset();
    expect((await createSettingsStore(strings, silentBroadcast, copy)).current()).toEqual(defaultSettings);
  });
});
