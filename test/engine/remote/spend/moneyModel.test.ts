// The guards around money against an oracle, over random histories: two windows of one user whose sheets are edited,
// deleted, recalculated, held, approved, declined, stopped, killed and reopened, over a service that may bill and lose the
// response, with a cache that is too small and a clock that is set. At every moment:
// credits billed ≤ credits agreed to, where a limit agrees to what stays below it and a person to what was shown.
import fc from 'fast-check';
import { createEngine } from '../../../../src/engine/createEngine';
import type { Engine } from '../../../../src/engine/engine';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import { makeDataRequest, type DataRequest } from '../../../../src/engine/request/dataRequest';
import type { Settings } from '../../../../src/engine/request/settings';
import { cost } from '../../../../src/operations/cost';
import { open } from '../../support/engineUnderTest';
import { fakeService, type Reply } from '../../support/fakeService';
import { livingCells } from '../../support/livingCells';
import { simulatedClock } from '../../support/simulatedClock';
import { sharedChannel, sharedLocks } from '../../support/sharedWindows';

const action = 10 * 60_000;

/** Each with whether the service bills it. */
const faults = {
  none: { reply: undefined, billed: true },
  lost: { reply: 'network', billed: true },
  refused: { reply: 'refused', billed: false },
  invalid: { reply: { status: 422 }, billed: false },
  failed: { reply: { status: 500 }, billed: true },
  broke: { reply: { status: 500 }, billed: false },
  odd: { reply: { status: 418 }, billed: true },
  spoilt: { reply: { status: 200, body: '[{"id"' }, billed: true },
} as const satisfies Record<string, { reply: Reply | undefined; billed: boolean }>;

type Step =
  | { do: 'write'; window: number; cell: number; formula: readonly DataRequest[] }
  | { do: 'delete'; window: number; cell: number }
  | { do: 'recalculate'; window: number }
  | { do: 'run' | 'decline'; window: number }
  | { do: 'stop'; window: number }
  | { do: 'refresh'; window: number; request: DataRequest }
  | { do: 'reopen' | 'kill'; window: number }
  | { do: 'clear'; window: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'set clock'; milliseconds: number }
  | { do: 'fault'; fault: keyof typeof faults };

const window = fc.nat({ max: 1 });
const cell = fc.nat({ max: 3 });
const request = fc
  .tuple(fc.nat({ max: 5 }), fc.constantFrom(5, 16, 40, 200))
  .map(([item, count]) => makeDataRequest('bizbureau', { keyword: `k${item}`, count }));
const formula = fc.array(request, { minLength: 1, maxLength: 4 });
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const as = <Name extends Step['do']>(name: Name) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(8, fc.record({ do: as('write'), window, cell, formula })),
  weighted(2, fc.record({ do: as('delete'), window, cell })),
  weighted(3, fc.record({ do: as('recalculate'), window })),
  weighted(3, fc.record({ do: as('run'), window })),
  weighted(1, fc.record({ do: as('decline'), window })),
  weighted(1, fc.record({ do: as('stop'), window })),
  weighted(1, fc.record({ do: as('refresh'), window, request })),
  weighted(1, fc.record({ do: fc.constantFrom('reopen' as const, 'kill' as const), window })),
  weighted(1, fc.record({ do: as('clear'), window })),
  weighted(6, fc.record({ do: as('wait'), milliseconds: fc.constantFrom(3, 45, 130, 900, 15_000, action) })),
  weighted(
    1,
    fc.record({ do: as('set clock'), milliseconds: fc.integer({ min: -90_000_000, max: 40_000_000 }) }),
  ),
  weighted(
    2,
    fc.record({
      do: as('fault'),
      fault: fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[])),
    }),
  ),
);

/** What was agreed to, kept as simply as it can be said. */
class Agreement {
  private readonly billed: { readonly at: number; readonly credits: number }[] = [];
  private readonly bought = new Map<string, number>();
  /** Credits a person agreed to and that were not billed yet, by request. */
  private readonly agreed = new Map<string, number>();
  readonly broken: string[] = [];

  constructor(private readonly askAbove: number) {}

  agree(requests: readonly DataRequest[]): void {
    for (const { key, operation, count } of requests)
      this.agreed.set(key, (this.agreed.get(key) ?? 0) + cost(operation, count));
  }

  bill(key: string, count: number, credits: number, wanted: boolean, at: number): void {
    const allowance = this.agreed.get(key) ?? 0;
    const unasked = Math.max(0, credits - allowance);
    if (unasked === 0) return void this.agreed.set(key, allowance - credits);
    if (!wanted) this.broken.push(`${key} was bought for nobody`);
    if ((this.bought.get(key) ?? 0) >= count)
      this.broken.push(`${key} for ${count} was bought again unasked`);
    this.bought.set(key, Math.max(this.bought.get(key) ?? 0, count));
    this.billed.push({ at, credits: unasked });
    const lately = this.billed.filter((spent) => spent.at > at - action);
    const sum = lately.reduce((total, spent) => total + spent.credits, 0);
    if (sum > this.askAbove) this.broken.push(`${sum} credits went unasked in one action`);
  }
}

async function play(steps: readonly Step[], limits: Partial<Settings>): Promise<void> {
  const clock = simulatedClock();
  const service = fakeService(clock);
  const settings: Settings = { ...open, askAbove: 50, concurrency: 2, ...limits };
  const agreement = new Agreement(settings.askAbove);
  const store = createMemoryStore();
  const locks = sharedLocks();
  const channel = sharedChannel();
  let fault: keyof typeof faults = 'none';
  let seed = 1;
  let passed = 0;

  function openWorkbook(name: string) {
    const cells = livingCells();
    const calls = new Map<string, AbortController>();
    let alive = true;
    const network = (url: string, init: RequestInit) =>
      alive ? service.fetch(url, init) : new Promise<Response>(() => undefined);
    const engine: Engine = createEngine({
      clock,
      store,
      locks,
      channel: channel(),
      fetch: network,
      random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
      settings: () => settings,
      key: () => Promise.resolve('key-of-the-test-0001'),
      remote: () => import('../../../../src/engine/remote/remoteEngine'),
      demand: cells.demand,
      workbook: () => name,
    });
    const calculate = (place: string, requests: readonly DataRequest[]) => {
      calls.get(place)?.abort();
      const call = new AbortController();
      calls.set(place, call);
      cells.note(place, requests);
      for (const each of requests)
        void engine.ask(each, { cell: place, signal: call.signal }).catch(() => undefined);
    };
    engine.subscribe((event) => {
      if (event.type !== 'renewed' || !alive) return;
      for (const { cell: place, requests } of [...cells.demand()])
        if (event.cells.includes(place) || requests.some(({ key }) => event.keys.includes(key)))
          calculate(place, requests);
    });
    return {
      engine,
      cells,
      calculate,
      remove(place: string) {
        calls.get(place)?.abort();
        cells.remove(place);
        engine.demandChanged();
      },
      die: () => (alive = false),
    };
  }

  const books = [openWorkbook('one'), openWorkbook('two')];
  const demandOf = (key: string) =>
    books.some(({ cells }) =>
      [...cells.demand()].some(({ requests }) => requests.some((each) => each.key === key)),
    );
  service.reply = ({ operation, body }) => {
    const { reply, billed } = faults[fault];
    const { key } = makeDataRequest(operation, body);
    const count = Number(body.count);
    if (billed) agreement.bill(key, count, cost(operation, count), demandOf(key), clock.elapsed() + passed);
    if (billed && reply !== undefined) service.credits += cost(operation, count);
    return reply;
  };

  async function take(now: Step): Promise<void> {
    if (now.do === 'wait') return clock.advance(now.milliseconds);
    if (now.do === 'set clock') {
      // A window that opens afterwards cannot tell a clock that was set forward from time that has passed.
      passed += Math.max(0, now.milliseconds);
      return clock.jump(now.milliseconds);
    }
    if (now.do === 'fault') return void (fault = now.fault);
    const book = books[now.window]!;
    const { engine } = book;
    switch (now.do) {
      case 'write':
        return book.calculate(`A${now.cell}`, now.formula);
      case 'delete':
        return book.remove(`A${now.cell}`);
      case 'recalculate':
        for (const { cell: place, requests } of [...book.cells.demand()]) book.calculate(place, requests);
        return;
      case 'run': {
        const [held] = engine.state().held;
        if (!held) return;
        const { ran, credits } = await clock.until(engine.approve(held.id, held.credits));
        if (ran && credits > held.credits) agreement.broken.push('more was run than was shown');
        return;
      }
      case 'decline': {
        const [held] = engine.state().held;
        return held && clock.until(engine.reject(held.id));
      }
      case 'stop':
        return engine.stop();
      case 'refresh':
        agreement.agree([makeDataRequest('bizbureau', { ...now.request.params, count: 200 })]);
        void engine.refresh([now.request]).catch(() => undefined);
        return;
      case 'clear':
        return clock.until(engine.clearCache());
      case 'kill':
        book.die();
        books[now.window] = reopened(now.window, book);
        return;
      case 'reopen':
        await clock.until(engine.close());
        books[now.window] = reopened(now.window, book);
    }
  }

  /** Excel calculates what shows an error when a workbook opens; here that is every cell. */
  function reopened(at: number, old: ReturnType<typeof openWorkbook>) {
    const next = openWorkbook(at === 0 ? 'one' : 'two');
    for (const { cell: place, requests } of [...old.cells.demand()]) next.calculate(place, requests);
    return next;
  }

  await clock.settle();
  for (const now of steps) {
    if (now.do === 'run') {
      const [held] = books[now.window]!.engine.state().held;
      if (held) agreement.agree(held.requests.map((each) => roundedUp(each)));
    }
    await take(now);
  }
  await clock.advance(60_000);
  expect(agreement.broken).toEqual([]);
}

const roundedUp = (each: DataRequest): DataRequest =>
  makeDataRequest(each.operation, { ...each.params, count: Math.ceil((each.count ?? 1) / 15) * 15 });

const steps = fc.array(step, { minLength: 10, maxLength: 60 });
const runs = (share: number) => ({
  numRuns: Math.ceil(Number(process.env.SPILLWAY_RUNS ?? 150) * share),
  // The same histories in every run; other ones with another seed.
  seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115),
});

describe('over any history, what is billed was agreed to', () => {
  test(
    'with an ask-me limit',
    () =>
      fc.assert(
        fc.asyncProperty(steps, (history) => play(history, {})),
        runs(1),
      ),
    600_000,
  );

  test(
    'with a cache that is too small',
    () =>
      fc.assert(
        fc.asyncProperty(steps, (history) => play(history, { cacheBytes: 8_000 })),
        runs(1),
      ),
    600_000,
  );
});
