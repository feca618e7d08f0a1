import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { defaultSettings } from '../../../src/engine/request/settings';
import type { ChangeBroadcast, Topic } from '../../../src/excel/user/changeBroadcast';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { createSettingsStore as create, readSettings } from '../../../src/excel/user/settingsStore';
import { memoryStrings, type StringStore } from '../../../src/excel/stores/stringStore';
import { simulatedClock } from '../../engine/support/simulatedClock';

const createSettingsStore = (
  store: StringStore,
  broadcast: ChangeBroadcast,
  copy: Pick<Store, 'entries' | 'put'> = createMemoryStore(),
  clock = simulatedClock(),
) => create({ store, broadcast, copy, clock });

function broadcastBoard(): () => ChangeBroadcast {
  const members: Map<Topic, Set<(text?: string) => void>>[] = [];
  return () => {
    const mine = new Map<Topic, Set<(text?: string) => void>>();
    members.push(mine);
    return {
      post: (topic, text) => {
        for (const other of members)
          if (other !== mine) other.get(topic)?.forEach((listener) => listener(text));
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
    const store = await createSettingsStore(flaky, silentBroadcast, createMemoryStore(), clock);
    expect(store.current()).toEqual({ ...defaultSettings, askAbove: 0 });
    isBlocked = false;
    await clock.advance(60_000);
    expect(store.current()).toMatchObject({ dailyCap: 20, askAbove: 30 });
  });

  test('a cap that was lowered just before the browser was killed holds after the restart', async () => {
    const copy = createMemoryStore();
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

describe('settings that two windows change at once', () => {
  /** Messages wait until they are let through; a window that is killed neither hears nor posts. */
  function slowBoard() {
    const members: { heard: Set<(text?: string) => void>; waiting: (() => void)[]; isAlive: boolean }[] = [];
    const member = () => {
      const mine = {
        heard: new Set<(text?: string) => void>(),
        waiting: [] as (() => void)[],
        isAlive: true,
      };
      members.push(mine);
      const broadcast: ChangeBroadcast = {
        post: (_, text) => {
          for (const other of members)
            if (mine.isAlive && other !== mine)
              other.waiting.push(() => other.heard.forEach((listener) => listener(text)));
        },
        subscribe: (_, listener) => {
          mine.heard.add(listener);
          return () => mine.heard.delete(listener);
        },
      };
      return { broadcast, kill: () => (mine.isAlive = false) };
    };
    const deliver = async () => {
      for (;;) {
        await new Promise(setImmediate);
        const due = members.flatMap(({ isAlive, waiting }) => {
          const messages = waiting.splice(0);
          return isAlive ? messages : [];
        });
        if (due.length === 0) return;
        for (const message of due) message();
      }
    };
    return { member, deliver };
  }

  const opened = async (count: number) => {
    const [strings, copy, board] = [memoryStrings(), createMemoryStore(), slowBoard()];
    const windows = await Promise.all(
      Array.from({ length: count }, async () => {
        const { broadcast, kill } = board.member();
        return { settings: await createSettingsStore(strings, broadcast, copy), kill };
      }),
    );
    const reopened = async () => (await createSettingsStore(strings, silentBroadcast, copy)).current();
    return { windows: windows as [(typeof windows)[0], (typeof windows)[0]], board, reopened, strings, copy };
  };

  test('none is lost, also of single ages', async () => {
    const { windows, board, reopened } = await opened(2);
    const [one, two] = windows;
    await Promise.all([
      one.settings.update({ dailyCap: 20, ages: { stays: 60_000 } }),
      two.settings.update({ askAbove: 5, ages: { ruretail: 120_000 } }),
    ]);
    await board.deliver();
    const both = { dailyCap: 20, askAbove: 5, ages: { stays: 60_000, ruretail: 120_000 } };
    for (const { settings } of windows) expect(settings.current()).toMatchObject(both);
    expect(await reopened()).toMatchObject(both);
  });

  test('the stricter holds where both changed the same, until one of them changes it knowing both', async () => {
    const { windows, board, reopened } = await opened(2);
    const [one, two] = windows;
    await Promise.all([one.settings.update({ dailyCap: 100 }), two.settings.update({ dailyCap: 20 })]);
    await board.deliver();
    for (const { settings } of windows) expect(settings.current().dailyCap).toBe(20);
    expect(await reopened()).toMatchObject({ dailyCap: 20 });
    await one.settings.update({ dailyCap: 80 });
    await board.deliver();
    for (const { settings } of windows) expect(settings.current().dailyCap).toBe(80);
    await two.settings.update({ dailyCap: undefined });
    await board.deliver();
    expect([one.settings.current().dailyCap, (await reopened()).dailyCap]).toEqual([undefined, undefined]);
  });

  test('a window that is killed after the other has overwritten its change loses nothing', async () => {
    const { windows, board, reopened } = await opened(2);
    const [one, two] = windows;
    await one.settings.update({ dailyCap: 20 });
    one.kill();
    await two.settings.update({ askAbove: 5 });
    await board.deliver();
    expect(await reopened()).toMatchObject({ dailyCap: 20, askAbove: 5 });
  });

  test('a store that hangs keeps no other window from hearing of a lower cap', async () => {
    const { windows, board, strings, copy } = await opened(1);
    const hanging = { ...strings, set: () => new Promise<void>(() => undefined) };
    const { broadcast } = board.member();
    const mine = await createSettingsStore(hanging, broadcast, copy);
    void mine.update({ dailyCap: 5 });
    await board.deliver();
    expect(windows[0].settings.current().dailyCap).toBe(5);
  });

  test('a store that keeps nothing is not written again and again', async () => {
    const set = jest.fn(() => Promise.resolve());
    const forgetful = { ...memoryStrings(), set };
    const board = slowBoard();
    const [one] = await Promise.all(
      [board.member(), board.member()].map(({ broadcast }) =>
        createSettingsStore(forgetful, broadcast, createMemoryStore()),
      ),
    );
    await one!.update({ dailyCap: 5 });
    await board.deliver();
    expect(one!.current().dailyCap).toBe(5);
    expect(set.mock.calls.length).toBeLessThan(6);
  });

  test('what the version before wrote is read, and it reads what is written now', async () => {
    const { strings, windows, board, reopened } = await opened(1);
    const before = { ...defaultSettings, dailyCap: 30, askAbove: 9, ages: { stays: 60_000 }, revision: 7 };
    await strings.set('settings', JSON.stringify(before));
    expect(await reopened()).toMatchObject({ dailyCap: 30, askAbove: 9, ages: { stays: 60_000 } });
    board.member().broadcast.post('settings');
    await board.deliver();
    await windows[0].settings.update({ ages: {} });
    const text = (await strings.get('settings'))!;
    const { revision, ...read } = JSON.parse(text) as { revision: number };
    expect(revision).toBe(8);
    expect(readSettings(JSON.stringify(read))).toEqual({ ...defaultSettings, dailyCap: 30, askAbove: 9 });
  });
});
