// A price is shown, and agreed to at some later time: whatever has happened meanwhile, and happens while it fetches, in two windows,
// no more is billed than was agreed to, nothing twice for one agreement, and nothing once the cells are gone or Stop was pressed.
import fc from 'fast-check';
import { createEngine } from '../../../../src/engine/createEngine';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import type { Settings } from '../../../../src/engine/request/settings';
import { cost } from '../../../../src/operations';
import { fetchPlanned, planFetch, type FetchPlan } from '../../../../src/taskpane/formulas/pricing/fetchPlan';
import type { WantedRequest } from '../../../../src/taskpane/formulas/pricing/formulaRequests';
import { business, flat, open } from '../../../engine/support/engineUnderTest';
import { fakeService, plainResponse, type Reply } from '../../../engine/support/fakeService';
import { sharedChannel, sharedLocks } from '../../../engine/support/sharedWindows';
import { simulatedClock } from '../../../engine/support/simulatedClock';
import { runs } from '../../../runs';

const minute = 60_000;
const hour = 60 * minute;

/** What two sheets ask for: some of it the same, with other counts and ages. */
const sheets: readonly (readonly WantedRequest[])[] = [
  [
    { request: flat('A') },
    { request: flat('B'), maxAge: hour },
    { request: business('x', 5) },
    { request: business('y', 16) },
  ],
  [
    { request: flat('B') },
    { request: flat('C') },
    { request: business('x', 15), maxAge: 2 * hour },
    { request: business('x', 31) },
    { request: business('z', 15) },
  ],
];

const replies: readonly (Reply | undefined)[] = [
  undefined,
  undefined,
  { status: 500 },
  { status: 500, billed: true },
  { status: 412 },
  { status: 408, billed: true },
  { status: 429, headers: { 'retry-after': '2' } },
  'refused',
  'network',
];

const place = { window: fc.nat(1), sheet: fc.nat(1) };
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('price' as const), ...place }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('agree' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), window: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), window: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('reply' as const), reply: fc.constantFrom(...replies) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(1, 50, 300, 2_000, 30_000, 6 * minute, 70 * minute, 25 * hour),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      change: fc.constantFrom<Partial<Settings>>(
        { roundCounts: false },
        { roundCounts: true },
        { reuseCounts: false },
        { reuseCounts: true },
        { cacheBytes: 1_000 },
        { askAbove: 0 },
        { askAbove: 100 },
        { ages: { hkproperty: hour } },
        { ages: {} },
        { dailyCap: 5 },
        { dailyCap: undefined },
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Agreement {
  readonly sheet: number;
  readonly window: number;
  /** Credits that were agreed to and not billed yet. */
  readonly left: Map<string, number>;
  isRemoved: boolean;
}

const nameIn = (from: Readonly<Record<string, unknown>>): string => String(from['unit'] ?? from['keyword']);

async function play(steps: readonly Step[]): Promise<void> {
  const clock = simulatedClock();
  const service = fakeService(clock, plainResponse);
  const [store, channel, locks] = [createMemoryStore(), sharedChannel(), sharedLocks()];
  let settings: Settings = { ...open, askAbove: 100 };
  let seed = 0;
  const engines = [0, 1].map(() =>
    createEngine({
      clock,
      store,
      locks,
      channel: channel(),
      fetch: service.fetch,
      random: () => (seed += 0.13) % 1,
      settings: () => settings,
      key: () => Promise.resolve('key-of-the-test-0001'),
      remote: () => import('../../../../src/engine/remote/remoteEngine'),
      demand: () => [],
    }),
  );
  const plans = new Map<string, FetchPlan>();
  const agreements: Agreement[] = [];
  const works: Promise<unknown>[] = [];
  let next: Reply | undefined;
  const above: string[] = [];
  service.reply = ({ operation, body }) => {
    const isBilled = next === undefined || (typeof next === 'object' && next.billed === true);
    const name = nameIn(body);
    let credits = isBilled ? cost(operation, body['count'] as number | undefined) : 0;
    for (const { left } of agreements) {
      const used = Math.min(credits, left.get(name) ?? 0);
      left.set(name, (left.get(name) ?? 0) - used);
      credits -= used;
    }
    if (credits > 0) above.push(`${name}: ${credits}`);
    return next;
  };
  const price = async (window: number, sheet: number) => {
    const plan = await clock.until(planFetch(engines[window]!, sheets[sheet]!, clock.now()));
    plans.set(`${window} ${sheet}`, plan);
  };
  const agree = (window: number, sheet: number) => {
    const plan = plans.get(`${window} ${sheet}`)!;
    const left = new Map<string, number>();
    for (const { request, credits } of plan.requests) {
      const name = nameIn(request.params);
      left.set(name, credits + (left.get(name) ?? 0));
    }
    const agreement: Agreement = { sheet, window, left, isRemoved: false };
    agreements.push(agreement);
    const engine = engines[window]!;
    const wanted = () => Promise.resolve(() => !agreement.isRemoved);
    // Once it has reported, nothing more is spent for it.
    works.push(fetchPlanned(engine, plan, engine.watchStops(), wanted).finally(() => left.clear()));
  };
  for (const each of steps) {
    if (each.do === 'price') await price(each.window, each.sheet);
    else if (each.do === 'agree') {
      if (!plans.has(`${each.window} ${each.sheet}`)) await price(each.window, each.sheet);
      agree(each.window, each.sheet);
      await clock.settle();
    } else if (each.do === 'remove')
      for (const one of agreements) one.isRemoved ||= one.sheet === each.sheet && one.window === each.window;
    else if (each.do === 'stop') engines[each.window]!.stop();
    else if (each.do === 'clear') await clock.until(engines[each.window]!.clearCache());
    else if (each.do === 'reply') next = each.reply;
    else if (each.do === 'settings') {
      settings = { ...settings, ...each.change };
      for (const engine of engines) void engine.keyChanged();
    } else await clock.advance(each.milliseconds);
  }
  next = undefined;
  await clock.advance(3 * hour);
  await clock.until(Promise.all(works));
  expect(above).toEqual([]);
  for (const engine of engines) await clock.until(engine.close());
}

test('in random histories no more is billed than was agreed to, and only what was', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), play), {
    numRuns: runs(60),
    seed: 20_261_118,
  });
});
