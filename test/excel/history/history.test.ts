import { createHistory, historyNotices, type HistoryParts } from '../../../src/excel/history/history';
import { gatewayMemo } from '../../../src/excel/history/openHistory';
import { withinLimit } from '../../../src/excel/history/history';
import { StoreRefused } from '../../../src/engine/ports/store';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import type { ArchivedResponse } from '../../../src/engine/ports/archive';
import { createHistoryClient, HistoryAway } from '../../../src/history/client';
import { createRowHistory } from '../../../src/history/rowHistory';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { createMemoryRows } from '../../../src/history/rows';
import { simulatedClock } from '../../engine/support/simulatedClock';
import { responseOf, start } from '../../history/support/responses';

const day = 86_400_000;
const item = { operation: 'ruretail', id: 'x', comparable: '{}' } as const;

function paid(at: number, price = 100): ArchivedResponse {
  const { operation, key, params, raw, count } = makeDataRequest('ruretail', { query: 'phone', count: 3 });
  return { operation, request: key, params, raw, asked: count, at, records: [{ id: 'x', name: 'X', price }] };
}

function historyOver(change: Partial<HistoryParts> = {}) {
  const clock = (change.clock ?? simulatedClock()) as ReturnType<typeof simulatedClock>;
  const notices: string[] = [];
  const notice: HistoryParts['notice'] = (text, isOver) => {
    if (isOver) notices.splice(notices.indexOf(text), 1);
    else notices.push(text);
  };
  const history = createHistory({
    rows: () => createMemoryRows(),
    clock,
    locks: undefined,
    limit: () => 100_000_000,
    broadcast: silentBroadcast,
    notice,
    gateway: () => Promise.reject(new Error('There is none.')),
    ...change,
  });
  return { clock, notices, history };
}

test('responses that arrive together are kept together, and those who wait are told', async () => {
  const { history } = historyOver();
  const told: string[][] = [];
  history.subscribe((operations) => told.push([...operations]));
  await Promise.all([0, 1, 2].map((days) => history.append(paid(start + days * day))));
  expect((await history.reader.series(item, 'price')).times).toHaveLength(3);
  expect(told.at(-1)).toEqual(['ruretail']);
});

test('what is here and what the gateway has are one history, each observation once', async () => {
  const gateway = createRowHistory(createMemoryRows());
  for (const [days, price] of [
    [0, 100],
    [1, 90],
  ] as const)
    await gateway.append([
      responseOf('ruretail', { query: 'phone' }, start + days * day, [{ id: 'x', price }]),
    ]);
  const asked: string[] = [];
  const { history } = historyOver({
    gateway: async (path) => {
      asked.push(path);
      const { pathname, searchParams } = new URL(path, 'https://gateway.test');
      expect(pathname).toBe('/history/series');
      const { field = '', ...key } = Object.fromEntries(searchParams) as Record<string, string>;
      return JSON.parse(
        JSON.stringify(await gateway.series(key as unknown as typeof item, field)),
      ) as unknown;
    },
  });
  await history.append(paid(start + day, 90));
  await history.append(paid(start + 2 * day, 80));
  expect(await history.reader.series(item, 'price')).toEqual({
    times: [start, start + day, start + 2 * day],
    changes: [
      [start, 100],
      [start + day, 90],
      [start + 2 * day, 80],
    ],
  });
  expect(asked).toHaveLength(1);
});

test('what the gateway says is not believed where it is not a history', async () => {
  const { history } = historyOver({ gateway: () => Promise.resolve({ times: ['soon'], changes: [] }) });
  await history.append(paid(start));
  expect((await history.reader.series(item, 'price')).times).toEqual([start]);
});

test('a store that is slow is called slow, whatever time it takes, until it has written', async () => {
  let respond = () => undefined as void;
  const responds = new Promise<void>((resolve) => (respond = resolve));
  const rows = createMemoryRows();
  const { history, clock, notices } = historyOver({
    rows: () => ({ ...rows, change: (work) => responds.then(() => rows.change(work)) }),
  });
  const first = history.append(paid(start));
  await clock.advance(600_000);
  expect(notices).toEqual([historyNotices.slow]);
  const second = history.append(paid(start + day));
  await clock.advance(600_000);
  respond();
  await Promise.all([first, second]);
  expect(notices).toEqual([]);
  expect((await history.reader.series(item, 'price')).times).toEqual([start, start + day]);
});

test('a store that fails or is full is told of until it works', async () => {
  let isBroken = true;
  const rows = createMemoryRows();
  const first = historyOver({
    rows: () => ({
      ...rows,
      change: (work) => (isBroken ? Promise.reject(new Error('broken')) : rows.change(work)),
    }),
  });
  await expect(first.history.append(paid(start))).rejects.toThrow('broken');
  expect(first.notices).toEqual([historyNotices.blocked]);
  isBroken = false;
  await first.history.append(paid(start));
  expect(first.notices).toEqual([]);

  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  const second = historyOver({
    rows: () => ({ ...createMemoryRows(), change: () => Promise.reject(quota) }),
  });
  await expect(second.history.append(paid(start))).rejects.toThrow('full');
  expect(second.notices).toEqual([historyNotices.full]);
});

test('where the browser refuses storage, the history lasts as long as the page', async () => {
  const refused = () => Promise.reject(new StoreRefused('no'));
  const { history, notices } = historyOver({
    rows: () => ({ read: refused, change: refused, close: () => Promise.resolve() }),
  });
  await history.append(paid(start));
  expect((await history.reader.series(item, 'price')).times).toEqual([start]);
  expect(notices).toEqual([]);
});

describe('deleting', () => {
  test('counts on the clock of the gateway, and is undone in both places', async () => {
    const gateway = createRowHistory(createMemoryRows());
    const { history, clock } = historyOver({
      gateway: async (path, method) => {
        const { pathname, searchParams } = new URL(path, 'https://gateway.test');
        if (method === 'DELETE')
          return { deletion: await gateway.delete({}, start + 5 * day), at: start + 5 * day };
        expect(`${method} ${pathname}`).toBe('POST /history/undo');
        return { undone: await gateway.undo(searchParams.get('deletion') ?? '') };
      },
    });
    expect(clock.now()).not.toBe(start + 5 * day);
    await history.append(paid(start));
    const deleted = await history.delete({}, true);
    // Another window still had it, or one from before on the clock of the gateway.
    await history.append(paid(start));
    await history.append(paid(start + 4 * day, 50));
    await history.append(paid(start + 6 * day, 70));
    expect((await history.local.series(item, 'price')).times).toEqual([start + 6 * day]);
    expect(await history.undo(deleted)).toBe('all');
    expect((await history.local.series(item, 'price')).times).toEqual([start, start + 6 * day]);
    expect(await history.undo(deleted)).toBe('nothing');
  });

  test('says where the gateway did not answer', async () => {
    const { history } = historyOver();
    await history.append(paid(start));
    const deleted = await history.delete({ operation: 'ruretail' }, true);
    expect(deleted.onGateway).toBe('failed');
    expect(await history.local.items({})).toEqual([]);
    expect(await history.undo(deleted)).toBe('all');
    expect(await history.local.items({})).toHaveLength(1);
  });

  test('goes on with an undo that a window was closed in, and forgets the rest after an hour', async () => {
    const kept = new Map<string, string>();
    const clock = simulatedClock();
    const first = historyOver({ rows: () => createMemoryRows(kept), clock }).history;
    await first.append(paid(clock.now() - day));
    await first.delete({}, false);
    const [mark] = [...kept.keys()].filter((key) => key.startsWith('d|'));
    const row = JSON.parse(kept.get(mark!)!) as object;
    kept.set(mark!, JSON.stringify({ ...row, undone: true }));
    const second = historyOver({ rows: () => createMemoryRows(kept), clock }).history;
    await second.local.purge(0);
    expect(await second.local.items({})).toHaveLength(1);

    const deleted = await second.delete({}, false);
    await clock.advance(3_600_001);
    const third = historyOver({ rows: () => createMemoryRows(kept), clock }).history;
    await third.local.purge(clock.now() - 3_600_000);
    expect(await third.undo(deleted)).toBe('nothing');
    expect([...kept.keys()].filter((key) => key.startsWith('x|'))).toEqual([]);
  });
});

describe('the limit', () => {
  const year = async () => {
    const local = createRowHistory(createMemoryRows());
    const days = Array.from({ length: 360 }, (_, index) => index);
    await local.append(
      days.map((at) =>
        responseOf('ruretail', { query: 'phone' }, start + at * day, [{ id: 'x', price: at }]),
      ),
    );
    return local;
  };
  const keepWithin = async (share: number) => {
    const local = await year();
    const notices: string[] = [];
    const limit = (await local.size()).bytes * share;
    await withinLimit({
      local,
      limit,
      now: start + 360 * day,
      locks: undefined,
      notice: (text) => notices.push(text),
    });
    return { notices, times: (await local.series(item, 'price')).times };
  };

  test('changes nothing below it', async () => {
    const { times, notices } = await keepWithin(1);
    expect(times).toHaveLength(360);
    expect(notices).toEqual([]);
  });

  test('thins the oldest days to weeks first, and says so', async () => {
    const { times, notices } = await keepWithin(0.85);
    expect(times.filter((at) => at >= start + 180 * day)).toHaveLength(180);
    expect(times.filter((at) => at < start + 180 * day)).toHaveLength(25);
    expect(notices).toEqual([expect.stringContaining('older than 180 days is kept weekly')]);
  });

  test('removes what is older only where weeks are still too much', async () => {
    const { times, notices } = await keepWithin(0.1);
    expect(times.length).toBeGreaterThan(0);
    expect(notices).toEqual([expect.stringMatching(/older than \d+ days was removed/)]);
  });
});

describe('the gateway', () => {
  const asking = (failure: () => HistoryAway | undefined) => {
    const clock = simulatedClock();
    const asked: string[] = [];
    let back = 0;
    const memo = gatewayMemo(
      clock,
      (path) => {
        asked.push(path);
        const error = failure();
        return error ? Promise.reject(error) : Promise.resolve(path);
      },
      () => (back += 1),
    );
    return { clock, asked, memo, backs: () => back };
  };

  test('is asked once a minute for the same, and left alone while it is away; then those without it are told', async () => {
    let failure: HistoryAway | undefined;
    const { clock, asked, memo, backs } = asking(() => failure);
    await memo.get('/a');
    await memo.get('/a');
    expect(asked).toEqual(['/a']);
    await clock.advance(60_001);
    failure = new HistoryAway(503);
    await expect(memo.get('/a')).rejects.toThrow();
    await expect(memo.get('/b')).rejects.toThrow(HistoryAway);
    expect(asked).toEqual(['/a', '/a']);
    await clock.advance(60_001);
    expect([asked.at(-1), backs()]).toEqual(['/history/status', 0]);
    failure = undefined;
    await clock.advance(60_001);
    expect(backs()).toBe(1);
    await expect(memo.get('/b')).resolves.toBe('/b');
    await clock.advance(600_000);
    expect(backs()).toBe(1);
  });

  test('that refuses one question is asked the others', async () => {
    let failure: HistoryAway | undefined = new HistoryAway(422);
    const { asked, memo } = asking(() => failure);
    await expect(memo.get('/bad')).rejects.toThrow(HistoryAway);
    failure = undefined;
    await expect(memo.get('/good')).resolves.toBe('/good');
    await expect(memo.get('/bad')).rejects.toThrow(HistoryAway);
    expect(asked).toEqual(['/bad', '/good']);
  });

  test('is missed only where it keeps a history', async () => {
    const partial = async (error: Error) => {
      const { history } = historyOver({ gateway: () => Promise.reject(error) });
      const { reader, isPartial } = history.reading();
      await reader.items({});
      return isPartial();
    };
    expect(await partial(new Error('There is no gateway to ask.'))).toBe(false);
    expect(await partial(new HistoryAway(503))).toBe(true);
    expect(await partial(new HistoryAway(422))).toBe(true);
  });
});

test('moments are asked for in whole milliseconds, not before 1970', async () => {
  const asked: string[] = [];
  const client = createHistoryClient((path) => {
    asked.push(path);
    return Promise.resolve(null);
  });
  await client.response('r', 1_767_571_199_999.6);
  await client.response('r', -5);
  expect(asked).toEqual(['/history/response?request=r&at=1767571199999', '/history/response?request=r&at=0']);
});
