// The price of filling a template is known before anything is sent, and nothing is sent for more.
import type { AskOptions, Engine } from '../../../src/engine/engine';
import { distinctRequests } from '../../../src/engine/request/dataRequest';
import { defaultSettings, type Settings } from '../../../src/engine/request/settings';
import { engineUnderTest, flat } from '../../engine/support/engineUnderTest';
import { fetchPlanned, planFetch } from '../../../src/taskpane/formulas/pricing/fetchPlan';
import { planFill, fillPlanText, type FillSource } from '../../../src/taskpane/start/fillPlan';

function fakeEngine(cached: readonly string[] = []) {
  const asked: { item: unknown; agreed: number | undefined }[] = [];
  const watches: AskOptions['isStopped'][] = [];
  const engine: Pick<Engine, 'distinct' | 'quote' | 'collect' | 'ask' | 'remembered'> = {
    distinct: (requests) => distinctRequests(requests, defaultSettings),
    collect: () => Promise.resolve(),
    quote: (requests) => {
      const toFetch = requests.filter(({ params }) => !cached.includes(String(params['unit'])));
      return Promise.resolve({
        requests: requests.length,
        cached: requests.length - toFetch.length,
        toFetch: toFetch.length,
        credits: toFetch.length,
      });
    },
    remembered: () => Promise.resolve(undefined),
    ask: (request, options) => {
      asked.push({ item: request.params['unit'], agreed: options?.agreed });
      watches.push(options?.isStopped);
      return request.params['unit'] === 'BAD'
        ? Promise.reject(new Error('no such unit'))
        : Promise.resolve({ records: [], fetchedAt: 0, from: 'service' as const, spent: 1, saved: 0 });
    },
  };
  return { engine, asked, watches };
}

const source = (units: readonly string[]): FillSource => ({
  cells: [
    { cell: 'Data!A5', formula: '=HKPROPERTY.VALUE(Comparison!B7:B9)' },
    { cell: 'Data!F5', formula: '=HKPROPERTY.VALUE(Comparison!B7:B9,,"price")' },
  ],
  valuesFor: () => () => Promise.resolve(units.map((unit) => [unit])),
  sets: () => undefined,
  wireNames: {},
  now: 0,
});

it('counts each distinct request once, over all tables of the template', async () => {
  const { engine, asked } = fakeEngine(['TKS-01-12-B']);
  const plan = await planFill(engine, source(['TKS-01-12-B', 'MFS-01-12-B', 'COS-01-12-B']));
  expect(fillPlanText(plan)).toBe('3 requests, 2 of them new: 2 credits');
  expect(asked).toEqual([]);
});

it('says when everything is cached, and when there is nothing to ask for', async () => {
  const { engine } = fakeEngine(['TKS-01-12-B']);
  expect(fillPlanText(await planFill(engine, source(['TKS-01-12-B'])))).toBe(
    '1 request, none of them new: free',
  );
  expect(fillPlanText(await planFill(engine, source(['', ''])))).toMatch(/nothing to fetch/);
});

it('asks for each request with the price that was shown for it, and goes on when one fails', async () => {
  const { engine, asked } = fakeEngine(['TKS-01-12-B']);
  const plan = await planFill(engine, source(['TKS-01-12-B', 'BAD', 'COS-01-12-B']));
  const report = await fetchPlanned(engine, plan, () => false);
  expect(asked).toEqual([
    { item: 'TKS-01-12-B', agreed: 0 },
    { item: 'BAD', agreed: 1 },
    { item: 'COS-01-12-B', agreed: 1 },
  ]);
  expect([report.responses.size, report.spent, [...report.failures.values()]]).toEqual([
    2,
    2,
    [expect.any(Error)],
  ]);
});

it('lets Stop apply from the moment the button was selected', async () => {
  const { engine, watches } = fakeEngine();
  const plan = await planFill(engine, source(['TKS-01-12-B', 'COS-01-12-B']));
  const isStopped = () => true;
  await fetchPlanned(engine, plan, isStopped);
  expect(watches).toEqual([isStopped, isStopped]);
});

it('withdraws what waits for its turn when the cells are gone, and asks for nothing if they are gone already', async () => {
  const { engine } = fakeEngine();
  const plan = await planFill(engine, source(['TKS-01-12-B', 'COS-01-12-B', 'MFS-01-12-B']));
  let isThere = true;
  const withdrawn: string[] = [];
  const busy: typeof engine = {
    ...engine,
    ask: async (request, options) => {
      const [first] = plan.requests;
      if (request.key === first?.request.key) {
        isThere = false;
        return engine.ask(request, options);
      }
      // Waits in the queue, as with a full rate window.
      return new Promise((_, reject) => {
        const leave = () => {
          withdrawn.push(request.key);
          reject(new Error('cancelled'));
        };
        if (options?.signal?.aborted) leave();
        options?.signal?.addEventListener('abort', leave);
      });
    },
  };
  const report = await fetchPlanned(
    busy,
    plan,
    () => false,
    () => Promise.resolve(() => isThere),
  );
  expect([report.isWanted, report.responses.size, withdrawn.length]).toEqual([false, 1, 2]);
});

it('offers after a page was killed what is still to be paid: neither what the gateway keeps nor a job it promised', async () => {
  const killed = engineUnderTest({ baseUrl: '' });
  killed.service.reply = ({ body }) =>
    body.unit === 'JOB' ? { status: 202, headers: { location: '/jobs/1' } } : undefined;
  // The first request is on its way when the page goes, the second has been promised a job.
  killed.service.delivery = (nth) => (nth === 1 ? 60_000 : 0);
  for (const unit of ['KEPT', 'JOB']) void killed.engine.ask(flat(unit)).catch(() => undefined);
  await killed.clock.advance(5_000);
  expect(killed.service.sent).toHaveLength(2);
  const valuation = [{ '@type': 'HkpropertyValuation', id: '1' }];
  const headers = { 'spillway-gateway': '1', 'spillway-credits': '1', 'spillway-at': '1800000000000' };

  const { engine, service, clock } = engineUnderTest(
    { baseUrl: '' },
    { store: killed.store, random: () => 0.25 },
  );
  service.kept = ({ unit }) => (unit === 'KEPT' ? { status: 200, body: valuation, headers } : undefined);
  service.job = () => ({ status: 200, body: valuation, headers });
  const wanted = ['KEPT', 'JOB', 'NEW', 'OTHER'].map((unit) => ({ request: flat(unit) }));
  const plan = await clock.until(planFetch(engine, wanted, clock.now()));
  expect(plan.quote).toMatchObject({ requests: 4, cached: 1, toFetch: 3, credits: 2 });
  const report = await clock.until(fetchPlanned(engine, plan, () => false));
  expect([report.failures.size, report.spent, service.credits]).toEqual([0, 2, 2]);
  // What the killed page bought counts once.
  expect(engine.state().spentToday).toBe(4);
});

it('sends nothing that was free when its price was shown and costs credits by now', async () => {
  const { engine, clock, service } = engineUnderTest({ baseUrl: '', ages: { hkproperty: 600_000 } });
  await clock.until(engine.ask(flat('SHOWN'), { agreed: 1 }));
  service.reply = () => ({ status: 402, headers: { 'spillway-gateway': '1', 'spillway-credits': '0' } });
  void engine.ask(flat('FAILED')).catch(() => undefined);
  await clock.advance(200_000);
  service.reply = () => undefined;
  const sent = service.sent.length;
  const wanted = ['SHOWN', 'FAILED', 'NEW'].map((unit) => ({ request: flat(unit) }));
  const plan = await clock.until(planFetch(engine, wanted, clock.now()));
  expect(plan.quote).toMatchObject({ requests: 3, toFetch: 1, credits: 1 });
  // One result expires meanwhile, and a failure that cost nothing is forgotten.
  await clock.advance(500_000);
  const report = await clock.until(fetchPlanned(engine, plan, () => false));
  await clock.advance(60_000);
  expect(service.sent.slice(sent).map(({ body }) => body.unit)).toEqual(['NEW']);
  expect([report.spent, report.responses.size]).toEqual([1, 2]);
  expect([...report.failures.values()]).toMatchObject([{ code: 'held', facts: { held: 'own_change' } }]);
});

describe('results that have expired', () => {
  const units = ['A', 'B', 'C', 'D', 'E', 'F'];
  const wanted = units.map((unit) => ({ request: flat(unit), maxAge: 86_400_000 }));

  /** Each of them bought two days ago. */
  async function bought(change: Partial<Settings> = {}) {
    const bench = engineUnderTest({ askAbove: 1, ...change });
    const { engine, clock, service } = bench;
    await clock.until(Promise.all(units.map((unit) => engine.ask(flat(unit), { agreed: 1 }))));
    await clock.advance(2 * 86_400_000);
    const plan = await clock.until(planFetch(engine, wanted, clock.now()));
    expect([plan.quote.credits, service.credits]).toEqual([6, 6]);
    return { ...bench, plan };
  }

  it('are fetched for the price that was agreed to, above the ask-me limit too, and counted in what was spent', async () => {
    const { engine, clock, service, plan } = await bought();
    const report = await clock.until(fetchPlanned(engine, plan, () => false));
    expect([report.spent, report.failures.size, service.credits]).toEqual([6, 0, 12]);
    for (const { fetchedAt } of report.responses.values())
      expect(clock.now() - fetchedAt).toBeLessThan(60_000);
    await clock.advance(60_000);
    expect([service.credits, engine.state().held]).toEqual([12, []]);
  });

  it('are not fetched any more once the cells are gone', async () => {
    const { engine, clock, service, plan } = await bought({ concurrency: 1 });
    const wanted = () => Promise.resolve(() => service.credits < 8);
    const report = await clock.until(fetchPlanned(engine, plan, () => false, wanted));
    expect(report.isWanted).toBe(false);
    const { credits } = service;
    await clock.advance(60_000);
    expect([credits < 12, service.credits]).toEqual([true, credits]);
  });

  it('say that they could not be fetched, and are shown as they were from then on', async () => {
    const { engine, clock, service, plan } = await bought();
    service.reply = () => ({ status: 412 });
    const report = await clock.until(fetchPlanned(engine, plan, () => false));
    expect([report.spent, report.failures.size]).toEqual([0, 6]);
    const shown = await clock.until(engine.ask(flat('A'), { cell: 'A', maxAge: 86_400_000 }));
    expect(shown.stale).toMatchObject({ code: 'unavailable' });
  });
});
