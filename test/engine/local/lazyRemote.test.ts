// What sends is code of its own: these tests let its loading take time, fail, and be overtaken.
import type { RemoteCode } from '../../../src/engine/createEngine';
import * as sendingCode from '../../../src/engine/remote/remoteEngine';
import type { Settings } from '../../../src/engine/request/settings';
import type { WindowMessage } from '../../../src/engine/ports/crossWindow';
import { business, engineUnderTest, flat, type Bench } from '../support/engineUnderTest';
import { failureOf } from '../support/failureOf';

const hour = 60 * 60_000;

/** An engine whose sending code arrives when the test says so. */
function lateBench(change: Partial<Settings> = {}) {
  const loadings: { arrive: () => void; fail: () => void }[] = [];
  const listeners = new Set<(news: WindowMessage) => void>();
  let isLate = false;
  const bench = engineUnderTest(change, {
    channel: {
      post: () => undefined,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => undefined,
    },
    remote: () =>
      isLate
        ? new Promise<RemoteCode>((resolve, reject) =>
            loadings.push({
              arrive: () => resolve(sendingCode),
              fail: () => reject(new Error('Loading chunk remote failed.')),
            }),
          )
        : Promise.resolve(sendingCode),
  });
  return {
    bench,
    loadings,
    /** Another window tells something. */
    receive: (news: WindowMessage) => listeners.forEach((listener) => listener(news)),
    /** From now on, as after a start, nothing is loaded and loading takes until the test lets it arrive. */
    restartLate: () => {
      isLate = true;
      return bench.restart();
    },
  };
}

describe('what the shelf answers', () => {
  test('loads no code that sends: cached answers, offline misses, remembered failures', async () => {
    const { bench, loadings, restartLate } = lateBench();
    const { clock, service } = bench;
    await clock.until(bench.engine.ask(flat('A')));
    service.reply = () => ({ status: 412 });
    await clock.until(failureOf(bench.engine.ask(flat('gone'))));
    await restartLate();
    expect((await bench.engine.ask(flat('A'))).from).toBe('cache');
    expect(bench.engine.peek(flat('A'))?.records).toHaveLength(1);
    expect(await failureOf(bench.engine.ask(flat('B'), { offline: true }))).toMatchObject({
      code: 'not_cached',
    });
    expect(await failureOf(bench.engine.ask(flat('gone')))).toMatchObject({ code: 'unavailable' });
    expect(await bench.engine.remembered(flat('B'))).toBeUndefined();
    await clock.advance(hour);
    expect(bench.engine.state()).toMatchObject({ queue: [], held: [], spentToday: 1, savedToday: 2 });
    await bench.engine.keyChanged();
    expect(loadings).toHaveLength(0);
    expect(service.sent).toHaveLength(2);
  });

  test('shows an old answer while the code that renews it is loaded', async () => {
    const { bench, loadings, restartLate } = lateBench();
    const { clock, service } = bench;
    await clock.until(bench.engine.ask(flat('A')));
    await clock.advance(2 * hour);
    await restartLate();
    const old = await bench.engine.ask(flat('A'), { maxAge: hour, cell: 'S!A1' });
    expect(old.from).toBe('cache');
    expect(service.sent).toHaveLength(1);
    loadings[0]?.arrive();
    await clock.advance(2_000);
    expect(service.sent).toHaveLength(2);
    expect(bench.events).toContainEqual({ type: 'renewed', keys: [flat('A').key], cells: ['S!A1'] });
  });

  test('is not renewed once more when another window did so during the loading', async () => {
    const { bench, loadings, receive, restartLate } = lateBench();
    const { clock, service, store } = bench;
    await clock.until(bench.engine.ask(flat('A')));
    await clock.advance(2 * hour);
    await restartLate();
    await bench.engine.ask(flat('A'), { maxAge: hour });
    const [[slot, row] = ['', {}]] = await store.entries('answers');
    await store.put('answers', [[slot, { ...(row as object), fetchedAt: clock.now() }]]);
    receive({ type: 'stored', key: flat('A').key, slots: [slot] });
    await clock.settle();
    loadings[0]?.arrive();
    await clock.advance(2_000);
    expect(service.sent).toHaveLength(1);
  });
});

describe('while the code that sends is loaded', () => {
  test('equal requests become one call, whenever they came', async () => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    const asks = [bench.engine.ask(flat('A')), bench.engine.ask(flat('A'))];
    await bench.clock.advance(500);
    asks.push(bench.engine.ask(flat('A')));
    await bench.clock.settle();
    expect(loadings).toHaveLength(1);
    loadings[0]?.arrive();
    const answers = await bench.clock.until(Promise.all(asks));
    expect(answers.map(({ from }) => from).sort()).toEqual(['service', 'shared', 'shared']);
    expect(bench.service.sent).toHaveLength(1);
  });

  test('what was asked for meanwhile is one burst before the budget', async () => {
    const { bench, loadings, restartLate } = lateBench({ askAbove: 9 });
    await restartLate();
    const asks = ['a', 'b'].map((word) => failureOf(bench.engine.ask(business(word), { cell: `S!${word}` })));
    await bench.clock.settle();
    loadings[0]?.arrive();
    const errors = await bench.clock.until(Promise.all(asks));
    expect(errors.map(({ code }) => code)).toEqual(['held', 'held']);
    expect(bench.engine.state().held).toMatchObject([{ credits: 10 }]);
    expect(bench.service.sent).toHaveLength(0);
  });

  test('a stored hold still holds, and what other windows spent still counts', async () => {
    const { bench, loadings, restartLate } = lateBench({ askAbove: 4, dailyCap: 6 });
    await bench.clock.until(failureOf(bench.engine.ask(business('x'), { cell: 'S!A1' })));
    bench.settings = { ...bench.settings, askAbove: 100 };
    await restartLate();
    await bench.store.put('account', [
      ['another', { v: 1, turn: 1, day: '2027-05-03', settled: 4, unasked: 4, open: {}, lately: [] }],
    ]);
    const held = failureOf(bench.engine.ask(business('x'), { cell: 'S!A1' }));
    const capped = failureOf(bench.engine.ask(business('y'), { cell: 'S!A2' }));
    await bench.clock.settle();
    loadings[0]?.arrive();
    expect((await bench.clock.until(held)).code).toBe('held');
    expect((await bench.clock.until(capped)).code).toBe('held');
    expect(bench.engine.state().held).toMatchObject([{ reason: 'ask_above' }, { reason: 'daily_cap' }]);
    expect(bench.service.sent).toHaveLength(0);
  });

  test.each([
    ['stopped', 'stopped', (bench: Bench) => bench.engine.stop()],
    ['closed', 'stopped', (bench: Bench) => void bench.engine.close()],
  ])('what is %s is not sent afterwards', async (_, code, end) => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    const asked = failureOf(bench.engine.ask(flat('A')));
    const refreshed = failureOf(bench.engine.refresh([flat('B')]));
    await bench.clock.settle();
    end(bench);
    loadings[0]?.arrive();
    expect(await bench.clock.until(asked)).toMatchObject({ code, facts: { billed: 'no' } });
    expect(await bench.clock.until(refreshed)).toMatchObject({ code });
    await bench.clock.advance(hour);
    expect(bench.service.sent).toHaveLength(0);
  });

  test('what was stopped stays stopped; another request made after it is sent', async () => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    const before = failureOf(bench.engine.ask(flat('A')));
    await bench.clock.settle();
    bench.engine.stop();
    const after = bench.engine.ask(flat('B'));
    await bench.clock.settle();
    loadings[0]?.arrive();
    expect((await bench.clock.until(before)).code).toBe('stopped');
    expect((await bench.clock.until(after)).from).toBe('service');
    expect((await bench.clock.until(failureOf(bench.engine.ask(flat('A'))))).code).toBe('stopped');
    expect(bench.service.sent).toHaveLength(1);
  });

  test('a cell that has gone sends nothing', async () => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    const cell = new AbortController();
    const asked = failureOf(bench.engine.ask(flat('A'), { signal: cell.signal }));
    await bench.clock.settle();
    cell.abort();
    loadings[0]?.arrive();
    expect((await bench.clock.until(asked)).code).toBe('cancelled');
    await bench.clock.advance(hour);
    expect(bench.service.sent).toHaveLength(0);
  });

  test('a pause holds from the first request on', async () => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    bench.engine.pause();
    const asked = bench.engine.ask(flat('A'));
    await bench.clock.settle();
    loadings[0]?.arrive();
    await bench.clock.advance(hour);
    expect(bench.engine.state()).toMatchObject({ paused: true, queue: [{ state: 'queued' }] });
    expect(bench.service.sent).toHaveLength(0);
    bench.engine.resume();
    expect((await bench.clock.until(asked)).from).toBe('service');
  });

  test('a new key is the one that is sent, and cells the old one could not serve are told', async () => {
    const { bench, loadings, restartLate } = lateBench();
    bench.service.reply = () => ({ status: 403 });
    await bench.clock.until(failureOf(bench.engine.ask(flat('shut'))));
    bench.service.reply = () => undefined;
    await restartLate();
    const asked = bench.engine.ask(flat('A'));
    await bench.clock.settle();
    bench.key = 'key-of-the-test-0002';
    await bench.clock.until(bench.engine.keyChanged());
    loadings[0]?.arrive();
    await bench.clock.until(asked);
    expect(bench.service.sent.at(-1)?.headers.get('access-token')).toBe('key-of-the-test-0002');
    await bench.clock.advance(1_000);
    expect(bench.events).toContainEqual({ type: 'renewed', keys: [flat('shut').key], cells: [] });
  });

  test('an answer that another window brings is shown without a call', async () => {
    const { bench, loadings, receive, restartLate } = lateBench();
    const { clock, store } = bench;
    await clock.until(bench.engine.ask(flat('A')));
    const [[slot, row] = ['', {}]] = await store.entries('answers');
    await clock.until(bench.engine.clearCache());
    await restartLate();
    const asked = bench.engine.ask(flat('A'));
    await clock.settle();
    await store.put('answers', [[slot, row]]);
    receive({ type: 'stored', key: flat('A').key, slots: [slot] });
    loadings[0]?.arrive();
    expect((await clock.until(asked)).from).toBe('cache');
    expect(bench.service.sent).toHaveLength(1);
  });

  test('sends of other windows count in the rate windows as if it had been there', async () => {
    const { bench, loadings, receive, restartLate } = lateBench();
    await restartLate();
    for (let n = 0; n < 3; n += 1) receive({ type: 'sent' });
    const usage = bench.engine.usage();
    await bench.clock.settle();
    loadings[0]?.arrive();
    await bench.clock.until(usage);
    expect(bench.engine.state().windows[0]).toMatchObject({ id: 'ten_second', used: 3 });
  });
});

describe('code that cannot be loaded', () => {
  test('is an error of the network that cost nothing, is not remembered, and is tried again', async () => {
    const { bench, loadings, restartLate } = lateBench();
    await restartLate();
    const first = failureOf(bench.engine.ask(flat('A'), { cell: 'S!A1' }));
    const statistic = failureOf(bench.engine.usage());
    await bench.clock.settle();
    loadings[0]?.fail();
    expect(await bench.clock.until(first)).toMatchObject({ code: 'network', facts: { billed: 'no' } });
    expect(await bench.clock.until(statistic)).toMatchObject({ code: 'network' });
    expect(await bench.engine.remembered(flat('A'))).toBeUndefined();
    const second = bench.engine.ask(flat('A'));
    await bench.clock.settle();
    expect(loadings).toHaveLength(2);
    loadings[1]?.arrive();
    expect((await bench.clock.until(second)).from).toBe('service');
    expect(bench.service.sent).toHaveLength(1);
  });
});
