// Relinking shows its price before anything is sent, sends nothing for more, and leaves what it cannot answer as values.
import { SpillwayError } from '../../../src/engine/request/errors';
import type { Relinkable } from '../../../src/excel/freezing/relinking';
import { readArea } from '../../../src/excel/workbook/area';
import {
  planRelink,
  runRelink,
  leftLines,
  relinkedText,
  relinkPlanText,
} from '../../../src/taskpane/sharing/relinkPlan';
import { fakeEngine } from '../fakeEngine';
import { fakeWorkbook } from '../fakeWorkbook';

const going = () => false;

const frozen = (cell: string, formula: string): Relinkable => ({
  cell: `Sheet1!${cell}`,
  area: `Sheet1!${cell}`,
  formula,
  at: 1,
  place: readArea(`Sheet1!${cell}`)!,
  digests: [],
});

const workbook = fakeWorkbook({ 'A1:A2': [['roofing'], ['plumber']] });
const parts = {
  valuesFor: (cell: string) => (reference: string) => workbook.values(reference, cell),
  sets: () => undefined,
  wireNames: {},
};
const host = {
  written: [] as string[],
  relink(all: readonly Relinkable[]) {
    host.written.push(...all.map(({ cell }) => cell));
    return Promise.resolve({ relinked: all.map((each) => ({ ...each, before: {} as never })), left: [] });
  },
  blocker: () => Promise.resolve<string | undefined>(undefined),
  /** Cells that were edited, moved or deleted. */
  touched: new Set<string>(),
  untouched: (all: readonly Relinkable[]) => () =>
    Promise.resolve(new Set(all.map(({ cell }) => cell).filter((cell) => !host.touched.has(cell)))),
};

beforeEach(() => {
  host.written = [];
  host.blocker = () => Promise.resolve(undefined);
});

const plan = (engine: ReturnType<typeof fakeEngine>, formulas: readonly Relinkable[], now = 0) =>
  planRelink({ ready: formulas, left: [] }, engine, parts, now);

test('each distinct request counts once, over all formulas and all calls in them', async () => {
  const engine = fakeEngine();
  const planned = await plan(engine, [
    frozen('B2', '=BIZBUREAU.SEARCH(A1:A2,15)'),
    frozen('D2', '=ROWS(BIZBUREAU.SEARCH("roofing",15))+ROWS(BIZBUREAU.SEARCH("tiles",15))'),
    frozen('F2', '=TOKEN.USAGE()'),
  ]);
  expect(planned.fetch.quote).toMatchObject({ requests: 3, credits: 15 });
  expect(relinkPlanText(planned)).toBe('3 formulas can be relinked: 15 credits. 3 requests to fetch.');
  expect(engine.sent).toEqual([]);
  const report = await runRelink(planned, engine, host, going);
  expect([engine.sent.length, report.spent, host.written]).toEqual([
    3,
    15,
    ['Sheet1!B2', 'Sheet1!D2', 'Sheet1!F2'],
  ]);
  expect(relinkedText(3, 15)).toBe('3 formulas relinked, 15 credits spent.');
  const again = await plan(engine, [frozen('B2', '=BIZBUREAU.SEARCH(A1:A2,15)')]);
  expect(relinkPlanText(again)).toBe('1 formula can be relinked: free. All results are cached here.');
});

test.each([
  '=BIZBUREAU.SEARCH(LOWER(A1))',
  '=BIZBUREAU.SEARCH(INDEX(BIZBUREAU.SEARCH("x"),1,1))',
  '=BIZBUREAU.SEARCH(Trades)',
])('%s has no price before Excel calculates it, so it stays as values', async (formula) => {
  const engine = fakeEngine();
  const planned = await plan(engine, [frozen('B2', formula)]);
  expect([planned.ready, planned.fetch.quote.credits]).toEqual([[], 0]);
  expect(leftLines(planned.left)[0]).toBe(
    'Sheet1!B2 stays as values: its price is only known after Excel has calculated it.',
  );
  expect(relinkPlanText(planned)).toBe('None of the frozen formulas can be relinked.');
});

test('a result that is too old for its formula will be fetched again, so it has a price', async () => {
  const engine = fakeEngine({ now: () => 0 });
  const formula = frozen('B2', '=BIZBUREAU.SEARCH("roofing",15,,"max_age=1h")');
  const price = async (now: number) => (await plan(engine, [formula], now)).fetch.quote.credits;
  await runRelink(await plan(engine, [formula]), engine, host, going);
  expect([await price(3_600_000), await price(3_600_001)]).toEqual([0, 5]);
});

test('what never asks costs nothing', async () => {
  const { fetch } = await plan(fakeEngine(), [frozen('B2', '=BIZBUREAU.SEARCH("roofing",15,,"offline=1")')]);
  expect(fetch.quote.credits).toBe(0);
});

test('a formula whose request fails stays as values, the others come back', async () => {
  const engine = fakeEngine();
  const failing = {
    ...engine,
    ask: (...[request, options]: Parameters<typeof engine.ask>) =>
      request.params['keyword'] === 'bad' ? Promise.reject(new Error('No.')) : engine.ask(request, options),
  };
  const planned = await plan(engine, [
    frozen('B2', '=BIZBUREAU.SEARCH("bad")'),
    frozen('C2', '=BIZBUREAU.SEARCH("good")'),
  ]);
  const report = await runRelink(planned, failing, host, going);
  expect(host.written).toEqual(['Sheet1!C2']);
  expect(report.left).toEqual([
    { cell: 'Sheet1!B2', why: expect.stringContaining('stays as values') as string },
  ]);
});

test('what waits for cells that are edited or deleted meanwhile is not fetched', async () => {
  const engine = fakeEngine();
  const sent: unknown[] = [];
  const slow: typeof engine = {
    ...engine,
    // The first is sent at once; the others wait for their turn until their cells are gone.
    ask: (request, options) =>
      new Promise((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new SpillwayError('cancelled')));
        if (sent.length > 0) return;
        sent.push(request.params['keyword']);
        host.touched.add('Sheet1!C2').add('Sheet1!D2');
        engine.ask(request, options).then(resolve, reject);
      }),
  };
  const planned = await plan(engine, [
    frozen('B2', '=BIZBUREAU.SEARCH("roofs")'),
    frozen('C2', '=BIZBUREAU.SEARCH("tiles")'),
    frozen('D2', '=BIZBUREAU.SEARCH("roofs")+BIZBUREAU.SEARCH("stairs")'),
  ]);
  const report = await runRelink(planned, slow, host, going);
  host.touched.clear();
  expect([sent, host.written, report.left.map(({ cell }) => cell)]).toEqual([
    ['roofs'],
    ['Sheet1!B2'],
    ['Sheet1!C2', 'Sheet1!D2'],
  ]);
});

test('a result that became larger than its room stays as values', async () => {
  const sizes: unknown[] = [];
  host.blocker = (...given: unknown[]) => {
    sizes.push(given);
    return Promise.resolve('B4');
  };
  const engine = fakeEngine({ records: [{}, {}, {}] });
  const report = await runRelink(
    await plan(engine, [frozen('B2', '=BIZBUREAU.SEARCH("x",15)')]),
    engine,
    host,
    going,
  );
  expect(host.written).toEqual([]);
  expect(sizes).toEqual([['Sheet1!B2', 4, expect.any(Number), 'Sheet1!B2']]);
  expect(leftLines(report.left)).toEqual([
    'Sheet1!B2 stays as values: its result now needs more room, and B4 is in the way.',
  ]);
});

test('many cells that stay are not all named', () => {
  const left = Array.from({ length: 8 }, (_, n) => ({ cell: `S!A${n}`, why: 'stays' }));
  expect(leftLines(left)).toHaveLength(6);
  expect(leftLines(left).at(-1)).toBe('And 3 more.');
});
