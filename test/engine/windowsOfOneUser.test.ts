import { createEngine } from '../../src/engine/createEngine';
import type { EngineEvent } from '../../src/engine/engine';
import { createMemoryStore } from '../../src/engine/memoryStore';
import { business, engineUnderTest, flat, open } from './engineUnderTest';
import { fakeService } from './fakeService';
import { simulatedClock } from './simulatedClock';
import { livingCells } from './livingCells';
import { sharedChannel, sharedLocks } from './windowsOfOneUser';

function twoWindows(change: Partial<typeof open> = {}) {
  const clock = simulatedClock();
  const service = fakeService(clock);
  const store = createMemoryStore();
  const locks = sharedLocks();
  const channel = sharedChannel();
  let seed = 0;
  const window = () => {
    const events: EngineEvent[] = [];
    const cells = livingCells();
    const engine = createEngine({
      demand: cells.demand,
      clock,
      store,
      locks,
      channel: channel(),
      fetch: service.fetch,
      random: () => (seed += 0.1) % 1,
      settings: () => ({ ...open, ...change }),
      key: () => Promise.resolve('key-of-the-test-0001'),
      sending: () => import('../../src/engine/sending'),
    });
    engine.subscribe((event) => events.push(event));
    return { engine: cells.watch(engine), events, cells };
  };
  return { clock, service, one: window(), two: window() };
}

describe('two windows of one user', () => {
  test('ask for the same at once and pay once', async () => {
    const { clock, service, one, two } = twoWindows();
    const answers = await clock.until(Promise.all([one.engine.ask(flat('A')), two.engine.ask(flat('A'))]));
    expect(service.credits).toBe(1);
    expect(answers.map(({ from }) => from).sort()).toEqual(['service', 'shared']);
  });

  test('a failure in one is not met again in the other', async () => {
    const { clock, service, one, two } = twoWindows();
    service.reply = () => ({ status: 412 });
    const ends = await clock.until(
      Promise.allSettled([one.engine.ask(flat('A')), two.engine.ask(flat('A'))]),
    );
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(service.sent).toHaveLength(1);
  });

  test('what one fetched, the other reads; what one refreshed, the other shows', async () => {
    const { clock, service, one, two } = twoWindows();
    await clock.until(one.engine.ask(flat('A')));
    await clock.until(two.engine.ask(flat('A')));
    expect(service.sent).toHaveLength(1);
    await clock.advance(1_000);
    await clock.until(one.engine.refresh([flat('A')]));
    await clock.advance(1_000);
    expect(two.events.some((event) => event.type === 'renewed' && event.keys.includes(flat('A').key))).toBe(
      true,
    );
    const shown = await clock.until(two.engine.ask(flat('A')));
    expect(shown.fetchedAt).toBe(one.engine.peek(flat('A'))?.fetchedAt);
    expect(service.sent).toHaveLength(2);
  });

  test('both refresh at once and pay once', async () => {
    const { clock, service, one, two } = twoWindows();
    await clock.until(one.engine.ask(flat('A')));
    await clock.advance(1_000);
    await clock.until(Promise.all([one.engine.refresh([flat('A')]), two.engine.refresh([flat('A')])]));
    expect(service.sent).toHaveLength(2);
  });

  test('share the rate windows', async () => {
    const { clock, service, one, two } = twoWindows();
    service.limits = { ten_second: 4 };
    const asks = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).engine.ask(flat(`A${n}`)));
    await clock.until(Promise.all(asks));
    expect(service.sent.length - service.refusals).toBe(20);
    expect(service.refusals).toBeLessThanOrEqual(4);
  });

  test('what one holds is offered in the other only where its own cells want it', async () => {
    const { clock, service, one, two } = twoWindows({ askAbove: 4 });
    await clock.until(two.engine.prepare());
    await clock.until(one.engine.ask(business('x'), { cell: 'S!A1' }).catch(() => undefined));
    await clock.advance(100);
    expect(two.engine.state().held).toEqual([]);
    await clock.until(two.engine.ask(business('x'), { cell: 'S!B1' }).catch(() => undefined));
    const [held] = two.engine.state().held;
    expect(held).toMatchObject({ credits: 5, cells: ['S!B1'] });
    await clock.until(two.engine.approve(held!.id, held!.credits));
    await clock.advance(2_000);
    expect(one.engine.state().held).toEqual([]);
    expect(service.credits).toBe(5);
    expect(one.engine.state().spentToday).toBe(5);
  });

  test.each([
    ['the daily cap', { dailyCap: 25 }],
    ['the ask-me limit', { askAbove: 25 }],
  ])('%s is one for both, also when both spend at the same moment', async (_, limits) => {
    const { clock, service, one, two } = twoWindows(limits);
    const asks = Array.from({ length: 8 }, (_each, n) =>
      (n % 2 ? one : two).engine.ask(business(`b${n}`), { cell: `S!A${n}` }).catch(() => undefined),
    );
    await clock.until(Promise.all(asks));
    await clock.advance(60_000);
    expect(service.credits).toBe(25);
  });

  test('a lock manager that fails does not stop a request', async () => {
    const { engine, clock } = engineUnderTest(
      {},
      { locks: { run: () => Promise.reject(new Error('no locks')) } },
    );
    expect((await clock.until(engine.ask(flat('A')))).from).toBe('service');
  });
});
