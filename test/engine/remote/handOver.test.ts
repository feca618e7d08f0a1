// What waits is handed over whole or not at all: whatever happens while the gateway is asked, nothing is sent from two places, and
// nothing for more than was shown.
import fc from 'fast-check';
import type { HandedOver, HandedRequest } from '../../../src/engine/engine';
import { failureIfAny as failureOf } from '../support/failureOf';
import { engineUnderTest, flat } from '../support/engineUnderTest';
import { runs } from '../../runs';

const units = ['A', 'B', 'C', 'D', 'E'];
type Answer = 'taken' | 'refused' | 'unknown';

/** An engine whose queue waits, with one cell for each unit. */
async function waiting(wanted: readonly string[] = units) {
  const bench = engineUnderTest({ baseUrl: '' });
  const { engine, clock } = bench;
  await clock.until(engine.prepare());
  engine.pause();
  const asks = wanted.map((unit) => failureOf(engine.ask(flat(unit), { cell: unit })));
  await clock.advance(1_000);
  const handed: HandedRequest[] = [];
  let answer: (given: Answer) => void = () => undefined;
  const hand = (shown = wanted.length, most = 500) =>
    engine.handOver(
      { shown, most },
      (requests) => {
        handed.push(...requests);
        return new Promise<Answer>((resolve) => (answer = resolve));
      },
      engine.watchStops(),
    );
  const sent = () => bench.service.sent.map(({ body }) => String(body.unit));
  return { ...bench, engine, asks, handed, hand, sent, answer: (given: Answer) => answer(given) };
}

const keysOf = (units: readonly string[]) => units.map((unit) => flat(unit).key);

test('what waits is taken over, none of it is sent here, and what the gateway has fetched is shown free', async () => {
  const { engine, clock, hand, handed, answer, asks, sent, service } = await waiting();
  const handing = hand();
  await clock.advance(100);
  engine.resume();
  await clock.advance(60_000);
  expect(handed.map(({ request }) => request.key)).toEqual(keysOf(units));
  expect(sent()).toEqual([]);
  answer('taken');
  expect(await clock.until(handing)).toEqual({ outcome: 'taken', requests: 5, credits: 5 });
  for (const ask of asks)
    expect(await clock.until(ask)).toMatchObject({ code: 'held', facts: { held: 'handed_over' } });
  expect(engine.state().held).toMatchObject([{ id: 'handed_over', credits: 5 }]);
  service.kept = ({ unit }) =>
    unit === 'A'
      ? {
          status: 200,
          body: [{ '@type': 'HkpropertyValuation', id: '1' }],
          headers: { 'spillway-gateway': '1' },
        }
      : undefined;
  await clock.until(engine.ask(flat('A'), { cell: 'A' }));
  expect(await clock.until(failureOf(engine.ask(flat('B'), { cell: 'B' })))).toMatchObject({ code: 'held' });
  expect(engine.state().held).toMatchObject([{ id: 'handed_over', credits: 4 }]);
  expect([sent(), service.credits]).toEqual([[], 0]);
});

test('it stays handed over after a restart, and a person may fetch it here after all', async () => {
  const bench = await waiting();
  const handing = bench.hand();
  await bench.clock.advance(100);
  bench.answer('taken');
  await bench.clock.until(handing);
  const again = engineUnderTest({ baseUrl: '' }, { store: bench.store });
  const ask = () => failureOf(again.engine.ask(flat('A'), { cell: 'A' }));
  expect(await again.clock.until(ask())).toMatchObject({ facts: { held: 'handed_over' } });
  expect(again.service.sent).toEqual([]);
  await again.clock.until(again.engine.approve('handed_over', 1));
  await again.clock.advance(5_000);
  expect(again.service.credits).toBe(1);
});

test('what the gateway refuses goes on here, once', async () => {
  const { engine, clock, hand, answer, asks, sent } = await waiting();
  const handing = hand();
  await clock.advance(100);
  answer('refused');
  expect(await clock.until(handing)).toMatchObject({ outcome: 'refused' });
  engine.resume();
  await clock.until(Promise.all(asks));
  expect(sent().sort()).toEqual(units);
});

test('what nobody waits for any more when the gateway refuses it is not sent', async () => {
  const { engine, clock, cells, service } = engineUnderTest({ baseUrl: '' });
  await clock.until(engine.prepare());
  engine.pause();
  const deleted = new AbortController();
  const asks = [
    failureOf(engine.ask(flat('A'), { cell: 'A', signal: deleted.signal })),
    failureOf(engine.ask(flat('A'), { signal: deleted.signal, agreed: 1 })),
    failureOf(engine.ask(flat('B'), { cell: 'B' })),
  ];
  await clock.advance(1_000);
  let refuse: () => void = () => undefined;
  const handing = engine.handOver({ shown: 2, most: 9 }, () => {
    return new Promise<Answer>((resolve) => (refuse = () => resolve('refused')));
  });
  await clock.advance(100);
  deleted.abort();
  cells.remove('A');
  refuse();
  expect(await clock.until(handing)).toMatchObject({ outcome: 'refused' });
  expect(engine.state().queue).toHaveLength(1);
  engine.resume();
  await clock.until(Promise.all(asks));
  expect(service.sent.map(({ body }) => body.unit)).toEqual(['B']);
});

test('where nobody knows whether it was taken, it is held', async () => {
  const { engine, clock, hand, answer, sent } = await waiting();
  engine.resume();
  engine.pause();
  const handing = hand();
  await clock.advance(100);
  answer('unknown');
  expect(await clock.until(handing)).toMatchObject({ outcome: 'unknown' });
  engine.resume();
  await clock.advance(60_000);
  expect(sent()).toEqual([]);
});

test('where it was stopped and nobody knows whether it was taken, that is what is said', async () => {
  const { engine, clock, hand, answer, asks, sent } = await waiting();
  const handing = hand();
  await clock.advance(100);
  engine.stop();
  answer('unknown');
  expect(await clock.until(handing)).toMatchObject({ outcome: 'unknown' });
  for (const failure of await clock.until(Promise.all(asks)))
    expect(failure).toMatchObject({ facts: { held: 'handed_over' } });
  engine.resume();
  await clock.advance(60_000);
  expect(sent()).toEqual([]);
});

test('nothing is handed over for more than was shown, nor more requests than are taken', async () => {
  const { engine, clock, hand, handed, answer, sent } = await waiting();
  expect(await clock.until(hand(4))).toEqual({ outcome: 'dearer', requests: 5, credits: 5 });
  expect(handed).toEqual([]);
  const handing = hand(4, 2);
  await clock.advance(100);
  answer('taken');
  expect(await clock.until(handing)).toEqual({ outcome: 'taken', requests: 2, credits: 2 });
  engine.resume();
  await clock.advance(60_000);
  expect(sent()).toEqual(['C', 'D', 'E']);
});

test('a request that was sent is not handed over, nor one that no cell wants any more', async () => {
  const bench = engineUnderTest({ baseUrl: '' });
  const { engine, clock, service, cells } = bench;
  await clock.until(engine.ask(flat('C'), { cell: 'C' }));
  service.latency = 60_000;
  const first = failureOf(engine.ask(flat('A'), { cell: 'A' }));
  await clock.advance(1_000);
  expect(service.sent).toHaveLength(2);
  engine.pause();
  void failureOf(engine.ask(flat('B'), { cell: 'B' }));
  void failureOf(engine.refresh([flat('C')], ['C']));
  await clock.advance(1_000);
  expect(engine.state().queue).toHaveLength(3);
  cells.remove('C');
  const handed: string[] = [];
  const outcome = await clock.until(
    engine.handOver({ shown: 9, most: 9 }, (requests) => {
      handed.push(...requests.map(({ request }) => request.key));
      return Promise.resolve('taken');
    }),
  );
  expect(handed).toEqual(keysOf(['B']));
  expect(outcome).toEqual({ outcome: 'taken', requests: 1, credits: 1 });
  engine.resume();
  expect(await clock.until(first)).toBeUndefined();
  await clock.advance(60_000);
  expect(service.credits).toBe(2);
});

test('of a refresh, what is shown is to be fetched anew, and the report says what was handed over', async () => {
  const { engine, clock } = engineUnderTest({ baseUrl: '' });
  await clock.until(engine.ask(flat('A'), { cell: 'A' }));
  engine.pause();
  const refreshing = engine.refresh([flat('A')], ['A']);
  await clock.advance(1_000);
  const ages: (number | undefined)[] = [];
  await clock.until(
    engine.handOver({ shown: 1, most: 9 }, (requests) => {
      ages.push(...requests.map(({ maxAge }) => maxAge));
      return Promise.resolve('taken');
    }),
  );
  expect(ages).toEqual([0]);
  expect(await clock.until(refreshing)).toEqual({ fetched: 0, failed: 0, handedOver: 1, spent: 0 });
});

/** One thing that may happen while the gateway is asked, and how it answers. */
const history = fc.record({
  before: fc.subarray(['resume', 'stop', 'again'] as const),
  during: fc.subarray(['resume', 'stop', 'again', 'second'] as const),
  answer: fc.constantFrom<Answer>('taken', 'refused', 'unknown'),
  shown: fc.integer({ min: 3, max: 6 }),
});

test('in random histories what is sent here and what was taken over never overlap, and cost no more than agreed', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ before, during, answer: given, shown }) => {
      const { engine, clock, hand, handed, answer, sent, service } = await waiting();
      const outcomes: Promise<HandedOver | undefined>[] = [];
      const second: string[] = [];
      const act = async (what: string) => {
        if (what === 'resume') engine.resume();
        if (what === 'stop') engine.stop();
        if (what === 'again')
          for (const unit of units) void failureOf(engine.ask(flat(unit), { cell: unit }));
        if (what === 'second') {
          const take = (requests: readonly HandedRequest[]) => {
            second.push(...requests.map(({ request }) => request.key));
            return Promise.resolve('taken' as const);
          };
          outcomes.push(engine.handOver({ shown, most: 500 }, take).catch(() => undefined));
        }
        await clock.advance(10);
      };
      for (const what of before) await act(what);
      outcomes.push(hand(shown).catch(() => undefined));
      await clock.advance(10);
      for (const what of during) await act(what);
      answer(given);
      await clock.advance(1_000);
      engine.resume();
      await clock.advance(60_000);
      await clock.until(Promise.all(outcomes));
      const first = given === 'refused' ? [] : handed.map(({ request }) => request.key);
      const all = [...keysOf(sent()), ...first, ...second];
      expect(all.sort()).toEqual([...new Set(all)].sort());
      expect(service.credits + first.length + second.length).toBeLessThanOrEqual(units.length);
      expect(first.length).toBeLessThanOrEqual(shown);
      await clock.until(engine.close());
    }),
    { numRuns: runs(100) },
  );
});
