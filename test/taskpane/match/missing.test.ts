// Products without candidates, over the real engine and the sandbox: what is searched for, what it costs, and that Stop ends it.
import { memoryRuntime } from '../../../src/excel/memoryRuntime';
import { addSources, cachedOffers } from '../../../src/excel/workbook/offers';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { productsIn } from '../../../src/match/decision';
import { fetchPlanned, planFetch } from '../../../src/taskpane/formulas/pricing/fetchPlan';
import {
  searchesFor,
  usualSearch,
  withoutCandidates,
  createSession,
} from '../../../src/taskpane/match/session';
import { listen, type RunningSandbox } from '../../../sandbox/listen';
import { samples } from '../../../sandbox/samples';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await listen();
});
afterAll(() => sandbox.close());
beforeEach(() => fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST', body: '{}' }));

const paid = async () => {
  const { requests, credits } = (await (await fetch(`${sandbox.url}/sandbox/counters`)).json()) as {
    requests: number;
    credits: number;
  };
  return { requests, credits };
};

async function setUp() {
  const runtime = await memoryRuntime({ fetch: (url, init) => fetch(url, init) });
  // Everything above one credit is held, unless a person agreed to its price.
  await runtime.settings.update({ baseUrl: sandbox.url, askAbove: 1 });
  await runtime.key.save(samples.keys.large);
  return runtime;
}

const use = (cell: string, ...queries: string[]) => ({
  cell,
  function: 'RURETAIL.SEARCH',
  requests: queries.map((query) => makeDataRequest('ruretail', { query, count: 40, city: 'spb_cl' })),
  filterSets: [],
  failed: false,
  at: 0,
});

const items = productsIn([['iphone 16 128gb black'], ['galaxy s25 256'], ['пылесос dyson'], ['zzzz 9999']]);

const missing = async (runtime: Awaited<ReturnType<typeof setUp>>) => {
  const offers = await cachedOffers(runtime, 'ruretail');
  return withoutCandidates(
    createSession('ruretail', items, offers, () => 1),
    items,
    offers,
  );
};

test('a product is searched like the formula that asks for most of them', () => {
  const other = makeDataRequest('ruretail', { query: 'tv', count: 10 });
  const uses = [{ cell: 'A1', requests: [other] }, use('Sheet1!C1', 'a', 'b')];
  const search = usualSearch('ruretail', uses);
  expect(search).toMatchObject({ cell: 'Sheet1!C1', count: 40 });
  expect(searchesFor(items, search)[0]!.params).toEqual({
    query: 'iphone 16 128gb black',
    count: 40,
    city: 'spb_cl',
  });
  expect(searchesFor(items, usualSearch('ruretail', []))[0]!.params).toEqual({
    query: 'iphone 16 128gb black',
    count: 20,
  });
  // A stay needs dates.
  expect(searchesFor(items, usualSearch('stays', []))).toEqual([]);
});

test('candidates are fetched for the price that was shown, once, and count for every list', async () => {
  const runtime = await setUp();
  expect(await missing(runtime)).toEqual(items);
  const requests = searchesFor(items, usualSearch('ruretail', []));
  const plan = await planFetch(
    runtime.engine,
    [...requests, ...requests].map((request) => ({ request })),
    0,
  );
  expect(plan.quote).toMatchObject({ toFetch: 4, credits: 4 });
  expect(await paid()).toEqual({ requests: 0, credits: 0 });
  await fetchPlanned(runtime.engine, plan, () => false);
  addSources(runtime, requests);
  expect(await paid()).toMatchObject({ credits: 4 });
  // What was searched for is not offered again, found or not.
  expect(await missing(runtime)).toEqual([]);
  expect((await cachedOffers(runtime, 'ruretail')).all.length).toBeGreaterThan(10);
  expect(
    (
      await planFetch(
        runtime.engine,
        requests.map((request) => ({ request })),
        0,
      )
    ).quote.toFetch,
  ).toBe(0);
  await runtime.engine.close();
});

test('nothing is sent after Stop', async () => {
  const runtime = await setUp();
  const requests = searchesFor(items, usualSearch('ruretail', [])).map((request) => ({ request }));
  const plan = await planFetch(runtime.engine, requests, 0);
  const { responses, failures } = await fetchPlanned(
    runtime.engine,
    plan,
    () => true,
    () => Promise.resolve(() => false),
  );
  expect([responses.size, failures.size]).toEqual([0, 4]);
  expect(await paid()).toEqual({ requests: 0, credits: 0 });
  await runtime.engine.close();
});
