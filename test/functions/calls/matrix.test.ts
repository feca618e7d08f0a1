// Ranges in every argument over the real engine and the sandbox: what is sent, what it costs, and what waits for approval.
import { memoryRuntime } from '../../../src/excel/memoryRuntime';
import { createFunctions } from '../../../src/functions/createFunctions';
import { serialOf } from '../../../src/operations/serialDate';
import { listen, type RunningSandbox } from '../../../sandbox/listen';
import { samples } from '../../../sandbox/samples';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { plainHost, richHost } from '../support/fakeRuntime';

let sandbox: RunningSandbox;

beforeAll(async () => {
  installCustomFunctions();
  sandbox = await listen();
});
afterAll(() => sandbox.close());
beforeEach(() => fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST', body: '{}' }));

const counters = async () => {
  const { requests, credits } = (await (await fetch(`${sandbox.url}/sandbox/counters`)).json()) as {
    byOperation: Record<string, { requests: number; credits: number }>;
  } & { requests: number; credits: number };
  return { requests, credits };
};

async function setUp(askAbove = 100_000, host = plainHost) {
  const runtime = await memoryRuntime({
    fetch: (url, init) => fetch(url, init),
  });
  await runtime.settings.update({ baseUrl: sandbox.url, askAbove });
  await runtime.key.save(samples.keys.large);
  const recalculated: string[] = [];
  const functions = createFunctions(runtime, host, {
    // The whole result, however slow this machine is; what is shown meanwhile is another test's subject.
    pace: 300_000,
    recalculate: (cells) => recalculated.push(...cells),
  });
  const call = (name: string, ...args: unknown[]) => functions[name]!(...args, { address: 'Trip!B2' });
  return { runtime, call, recalculated };
}

const column = (...cells: unknown[]) => cells.map((cell) => [cell]);
const first = Math.floor(serialOf(Date.now())) + 60;
const days = (count: number, from = 0) => [Array.from({ length: count }, (_, at) => first + from + 7 * at)];

const matrix = (cities: unknown, figure = 'min(price_per_night)') =>
  [cities, days(6), days(6, 3), [[2]], [[1]], [[25]], [[figure]]] as const;

it('a matrix of 4 × 6 sends each distinct search once, and none when it is calculated again', async () => {
  const { runtime, call } = await setUp(100_000, richHost);
  const args = matrix(column('Rome', 'Lisbon', 'Rome', 'Amsterdam'));
  const rows = (await call('STAYS.SEARCH', ...args)) as { basicValue: number; numberFormat: string }[][];
  expect(rows.map((row) => row.length)).toEqual([6, 6, 6, 6]);
  for (const cell of rows.flat())
    expect(cell).toMatchObject({
      basicValue: expect.any(Number) as number,
      numberFormat: expect.stringMatching(/#,##0/) as string,
    });
  expect(Math.min(...rows.flat().map((cell) => cell.basicValue))).toBeGreaterThan(0);
  expect(rows[2]).toEqual(rows[0]);
  expect((await counters()).credits).toBe(18 * 5);
  expect(runtime.cells.of('Trip!B2')?.requests).toHaveLength(18);
  expect(call('STAYS.SEARCH', ...args)).toEqual(rows);
  // Other figures of the same searches cost nothing more.
  await call('STAYS.SEARCH', ...matrix(args[0], 'count()'));
  expect((await counters()).credits).toBe(18 * 5);
  await runtime.engine.close();
});

it('what is held says with which options the service itself would select, before anything is paid', async () => {
  const { runtime, call } = await setUp(1);
  const held = (options: string) =>
    errorOf(() => call('STAYS.SEARCH', 'Rome', first, first + 3, 2, 1, 25, options));
  expect((await held('where=star_rating>=4 and has_free_cancellation=yes and name has inn')).message).toMatch(
    / star_ratings=4,5; booking_policies=free_cancellation in the options lets the service filter before/,
  );
  expect(runtime.cells.of('Trip!B2')?.where).toHaveLength(1);
  expect((await held('star_ratings=4,5; where=star_rating>=4')).message).not.toMatch(/lets the service/);
  expect((await counters()).credits).toBe(0);
  await runtime.engine.close();
});

it('a matrix is held as one burst with its price, and runs when that is approved', async () => {
  const { runtime, call } = await setUp(10);
  const args = matrix(column('Rome', 'Lisbon'));
  expect(await errorOf(() => call('STAYS.SEARCH', ...args))).toMatchObject({
    code: '#N/A',
    message: expect.stringMatching(/^Held: 60 credits, approve in the Spillway pane\./) as string,
  });
  expect((await counters()).credits).toBe(0);
  const { held } = runtime.engine.state();
  expect(held).toMatchObject([{ credits: 60 }]);
  await runtime.engine.approve(held[0]!.id, 60);
  const rows = (await call('STAYS.SEARCH', ...args)) as unknown[][];
  expect(rows.flat().every((cell) => typeof cell === 'number')).toBe(true);
  expect((await counters()).credits).toBe(60);
  await runtime.engine.close();
});

it('legs of a trip are searched with their own dates and stacked; blank, partial and failing ones keep to themselves', async () => {
  const { runtime, call } = await setUp();
  const rows = (await call(
    'STAYS.SEARCH',
    column('Rome', '', 'Lisbon', 'Oslo', 'qwertyzxcv'),
    column(first, '', first + 4, '', first + 9),
    column(first + 4, '', first + 9, '', first + 12),
    [[2]],
    [[1]],
    [[3]],
    [['columns=name,price']],
  )) as unknown[][];
  expect(rows[0]).toEqual(['Destination', 'Check-in', 'Check-out', 'Name', 'Stay total']);
  const legs = rows.slice(1).map((row) => row.slice(0, 3));
  expect(legs.slice(0, 6)).toEqual([
    ...Array.from({ length: 3 }, () => ['Rome', first, first + 4]),
    ...Array.from({ length: 3 }, () => ['Lisbon', first + 4, first + 9]),
  ]);
  expect(rows[7]).toMatchObject(['Oslo', '', '', { code: '#VALUE!' }, { code: '#VALUE!' }]);
  expect(rows[8]!.slice(0, 3)).toEqual(['qwertyzxcv', first + 9, first + 12]);
  expect(rows).toHaveLength(9);
  await runtime.engine.close();
});

it('counts of one search share what is paid', async () => {
  const { runtime, call } = await setUp();
  const rows = (await call('NLRETAIL.SEARCH', [['airfryer']], [[5, 20, 12]], [['count()']])) as unknown[][];
  expect(rows).toEqual([[5, 20, 12]]);
  expect((await counters()).credits).toBe(10);
  await runtime.engine.close();
});

it.each([
  ['the largest', true, 20],
  ['each block, where larger results are not reused', false, 30],
])('counts of one search are held for the price of %s', async (_, reuseCounts, credits) => {
  const { runtime, call } = await setUp(1);
  await runtime.settings.update({ reuseCounts });
  const error = await errorOf(() => call('NLRETAIL.SEARCH', [['airfryer']], [[5, 40, 12]], [['count()']]));
  expect(error.message).toMatch(new RegExp(`^Held: ${credits} credits`));
  expect(runtime.engine.state().held).toMatchObject([{ credits }]);
  await runtime.engine.close();
});

it('shapes that do not fit send nothing', async () => {
  const { runtime, call } = await setUp();
  const error = await errorOf(() =>
    call('STAYS.SEARCH', column('Rome', 'Oslo'), column(first, first, first), first + 3, 2, 1, 3, null),
  );
  expect(error).toMatchObject({
    code: '#VALUE!',
    message: expect.stringMatching(
      /^The ranges do not match: destination is 2 × 1 and checkin is 3 × 1/,
    ) as string,
  });
  expect((await counters()).requests).toBe(0);
  await runtime.engine.close();
});

it('part of a matrix that waits says so in its own cells', async () => {
  const { runtime, call } = await setUp(10);
  await call('STAYS.SEARCH', [['Rome']], [[first]], [[first + 3]], [[2]], [[1]], [[25]], [['count()']]);
  const rows = (await call('STAYS.SEARCH', ...matrix(column('Rome', 'Oslo')))) as unknown[][];
  expect(rows[0]![0]).toEqual(expect.any(Number));
  for (const cell of [...rows[0]!.slice(1), ...rows[1]!])
    expect(cell).toMatchObject({
      code: '#N/A',
      message: expect.stringMatching(/^Held: 55 credits/) as string,
    });
  await runtime.engine.close();
});
