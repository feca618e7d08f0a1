// The check of requests is loaded with the first formula that needs it. Each test begins without it, as a page does.
import { makeDataRequest, type DataRequest } from '../../../src/engine/request/dataRequest';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';

const loading = { checks: 0, fails: false };

jest.mock('../../../src/operations/check/request', () => {
  if (loading.fails) throw new Error('Loading chunk remote failed.');
  loading.checks += 1;
  return jest.requireActual<object>('../../../src/operations/check/request');
});

beforeAll(installCustomFunctions);
beforeEach(() => {
  jest.resetModules();
  loading.checks = 0;
  loading.fails = false;
});

async function setUp(...known: DataRequest[]) {
  const { createFunctions } = await import('../../../src/functions/createFunctions');
  const fake = fakeRuntime(() => Promise.resolve(answer([{ name: 'fetched' }])));
  for (const request of known) fake.memory.set(request.key, answer([{ name: 'kept' }], { from: 'cache' }));
  const functions = createFunctions(fake.runtime, plainHost);
  const search = (query: unknown, count: unknown, options: string) =>
    functions['RURETAIL.SEARCH']!(query, count, null, options, { address: 'S!A1' });
  return { ...fake, functions, search };
}

const television = makeDataRequest('ruretail', { query: 'tv', count: 5 });

it('is not loaded for formulas whose answers are kept, which answer at once when called again', async () => {
  const { search, asked, runtime } = await setUp(television);
  expect(await search(' tv ', 5, 'name')).toEqual([['kept']]);
  expect(search(' tv ', 5, 'name')).toEqual([['kept']]);
  expect(asked).toHaveLength(0);
  expect(loading.checks).toBe(0);
  expect(runtime.cells.of('S!A1')?.requests).toEqual([television]);
});

it('is loaded before anything is asked for that is not known', async () => {
  const { search, asked } = await setUp(television);
  expect(await search([['tv'], ['radio']], 5, 'name')).toEqual([['kept'], ['fetched']]);
  expect(asked.map(({ request }) => request.params.query)).toEqual(['radio']);
  expect(loading.checks).toBe(1);
});

it('finds what is kept however it was typed', async () => {
  const { search, asked } = await setUp(
    makeDataRequest('ruretail', { query: 'tv', count: 5, sort: 'price_asc' }),
  );
  expect(await search('tv', 5, 'columns=name; headers=0; sort=Price asc')).toEqual([['kept']]);
  expect(asked).toHaveLength(0);
});

it('refuses what it always refused, though an answer of the same key is kept', async () => {
  const { search, asked, runtime } = await setUp(television);
  expect(await errorOf(() => search('tv', -3, 'name'))).toEqual({
    code: '#VALUE!',
    message: 'count must be a whole number of at least 1, not -3.',
  });
  expect((await errorOf(() => search('tv', 5, 'timeout=5; columns=name'))).message).toContain(
    'timeout must be',
  );
  expect(asked).toHaveLength(0);
  expect(runtime.cells.of('S!A1')).toMatchObject({ failed: true, requests: [] });
});

it('says what cannot be read and what was probably meant, and without being loaded at least the first', async () => {
  const { search } = await setUp();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  loading.fails = true;
  const failed = errorOf(() => search('tv', 5, 'brand=red'));
  await jest.advanceTimersByTimeAsync(10_000);
  expect((await failed).message).toMatch(/^"brand" is not an option/);
  jest.useRealTimers();
  loading.fails = false;
  expect((await errorOf(() => search('tv', 5, 'brand=red'))).message).toContain('Did you mean brands?');
});

it('does not keep a formula that was read before a filter set changed', async () => {
  const { functions, ...fake } = await setUp();
  const params = (adults: number) => ({ adults, checkin: '2027-05-03', checkout: '2027-05-07' });
  const one = makeDataRequest('stays', { destination: 'Rome', count: 25, ...params(1) });
  const two = makeDataRequest('stays', { destination: 'Rome', count: 25, ...params(2) });
  fake.memory.set(one.key, answer([{ name: 'for one' }]));
  fake.memory.set(two.key, answer([{ name: 'for two' }]));
  fake.filterSets.put({ name: 'trip', params: params(1), changedAt: 0 });
  const call = () =>
    functions['STAYS.SEARCH']!('Rome', null, null, null, null, null, '@trip; columns=name; headers=0', {});
  const before = call();
  fake.filterSets.put({ name: 'trip', params: params(2), changedAt: 1 });
  expect(await before).toEqual([['for one']]);
  expect(await call()).toEqual([['for two']]);
});

it('lets a cancelled call ask for nothing', async () => {
  const { functions, asked } = await setUp();
  const invocation: { onCanceled?: () => void } = {};
  const failed = errorOf(() => functions['RURETAIL.SEARCH']!('tv', 5, null, 'name', invocation));
  invocation.onCanceled?.();
  expect((await failed).message).toContain('Cancelled before it was sent');
  expect(asked).toHaveLength(0);
});

it('lets Stop apply to a formula that was still being read', async () => {
  const { search, asked, runtime } = await setUp();
  const result = search('tv', 5, 'name');
  runtime.engine.stop();
  await result;
  expect(asked.map(({ options }) => options.isStopped?.())).toEqual([true]);
});

it('costs nothing when it cannot be loaded, and the next call tries again', async () => {
  const { search, asked } = await setUp();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  loading.fails = true;
  const failed = errorOf(() => search('tv', 5, 'name'));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await failed).toEqual({
    code: '#N/A',
    message:
      'Spillway could not reach the service. Nothing was charged. Check your connection, then press Refresh.',
  });
  expect(asked).toHaveLength(0);
  jest.useRealTimers();
  loading.fails = false;
  expect(await search('tv', 5, 'name')).toEqual([['fetched']]);
});
