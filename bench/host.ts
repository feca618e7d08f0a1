// What a person waits for in a workbook: opening one, typing while it fills, and templates of any length. In the playground with servers
// of its own, because the baseline is the simulated Excel itself. Counted is the CPU time of the page, which other programs do not change.
import { chromium, type CDPSession } from 'playwright-core';
import { launchWith, ordinaryWindow } from '../test/browser/support/chromium';
import { writeCertificate } from '../test/browser/support/certificate';
import { PlaygroundPage } from '../test/browser/support/playgroundPage';
import { Stack } from '../test/browser/support/stack';
import { add, builtCard } from '../test/browser/support/templatesPane';
import { templates as allTemplates } from '../src/templates/templates';
import { against, againstPair, pairOf, type Measure, type Pair } from './measure';
import { skipped } from './skipped';
import { longestTask } from './longestTask';

const formulas = 5_000;
/** Fetched before; each formula has its own cell, and five share a response. */
const requests = 1_000;
const rounds = 3;
const perColumn = 500;
const patience = 1_200_000;

/** In every frame: while the flag is set, each cell gets what it got before, without the add-in; a new one gets a constant. */
const constantFunctions = `
  let made;
  const kept = new Map();
  const wrapped = (name, given) => (...args) => {
    const cell = name + ' ' + args.at(-1)?.address;
    if (sessionStorage.getItem('constant')) return kept.get(cell) ?? [[1]];
    const result = given(...args);
    void Promise.resolve(result).then((grid) => kept.set(cell, grid), () => undefined);
    return result;
  };
  const get = (inner, name) => name !== 'associate' ? inner[name] : (functions) =>
    inner.associate(Object.fromEntries(Object.entries(functions).map(([id, given]) => [id, wrapped(id, given)])));
  Object.defineProperty(window, 'CustomFunctions', {
    configurable: true,
    get: () => made && new Proxy(made, { get }),
    set: (value) => { made = value; },
  });`;

const setConstant = ({ page }: PlaygroundPage, isConstant: boolean) =>
  page.evaluate(
    (flag) => (flag ? sessionStorage.setItem('constant', '1') : sessionStorage.removeItem('constant')),
    isConstant,
  );

interface Place {
  readonly stack: Stack;
  readonly playground: PlaygroundPage;
  /** Milliseconds of CPU time that work in the page takes. */
  readonly cpu: (work: () => Promise<unknown>) => Promise<number>;
}

async function withPlayground<T>(work: (place: Place) => Promise<T>): Promise<T> {
  await writeCertificate();
  const stack = await Stack.start();
  const browser = await chromium.launch(launchWith([]));
  try {
    const most = 1_000_000;
    const limits = { ten_second: most, minutely: most, hourly: most, daily: most, monthly: most };
    await stack.sandbox.reset({ keys: { 'sandbox-large': { limits } } });
    const context = await browser.newContext(ordinaryWindow);
    await context.addInitScript({ content: constantFunctions });
    const playground = await PlaygroundPage.open(context, stack.origin, { withKey: true });
    playground.page.setDefaultTimeout(patience);
    const session = await context.newCDPSession(playground.page);
    await session.send('Performance.enable');
    return await work({ stack, playground, cpu: (each) => cpuOf(session, each) });
  } finally {
    await browser.close();
    await stack.stop();
  }
}

async function cpuOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0) * 1_000;
  };
  const before = await spent();
  await work();
  return (await spent()) - before;
}

/** What asks for more than a person lets go by itself is held; its button says for how much. */
async function run({ pane }: PlaygroundPage): Promise<void> {
  await pane.getByRole('tab', { name: 'Activity' }).click();
  await pane.getByRole('button', { name: /^Run: / }).click();
}

const search = (query: string) => `=RURETAIL.SEARCH("${query}",1,,"price")`;

/** Opened as after a restart, with everything in the cache; then the same functions as constants. */
async function openingMeasure({ playground, cpu, stack }: Place): Promise<Measure[]> {
  const column = (from: number) =>
    Array.from({ length: perColumn }, (_, nth) => [search(`phone ${(from + nth) % requests}`)]);
  for (let from = 0; from < formulas; from += perColumn)
    await playground.type(`${String.fromCharCode(65 + from / perColumn)}1`, column(from));
  await run(playground);
  await playground.waitForRequests(stack.sandbox, requests, patience);
  await playground.quiet();
  const { requests: fetched } = await stack.sandbox.counters();
  const open = (isConstant: boolean) =>
    cpu(async () => {
      await setConstant(playground, isConstant);
      await playground.reopen();
      await playground.quiet();
      await playground.recalculateAll();
      await playground.quiet();
    });
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await open(true));
    values.push(await open(false));
  }
  return [
    againstPair(
      'opening a workbook with 5,000 cached formulas: CPU ms, against functions that return a constant',
      pairOf(values, baselines),
      1.3,
    ),
    against(
      'opening a workbook with 5,000 cached formulas: requests sent',
      (await stack.sandbox.counters()).requests - fetched,
      0,
      1,
    ),
  ];
}

/** The longest that our own scripts hold up the thread on which a person types, while 300 responses arrive. */
async function typingMeasure({ playground, stack }: Place): Promise<Measure[]> {
  const { page } = playground;
  const before = (await stack.sandbox.counters()).requests;
  await playground.type(
    'A1',
    Array.from({ length: 300 }, (_, nth) => [search(`lamp ${nth}`)]),
  );
  await playground.select('C1');
  await run(playground);
  await page.evaluate(() => window.spillwayHost?.focus());
  const longest = await longestTask(page, async () => {
    // Taken back each time: a cell that grew with the wait would be what is measured.
    while ((await stack.sandbox.counters()).requests < before + 300) {
      await playground.keepTyping('typed');
      await page.keyboard.press('Escape');
    }
    await playground.quiet();
  });
  return [
    against('typing during a fill of 300 requests: longest task of ours, ms, against 50', longest, 50, 1),
  ];
}

interface Long {
  readonly title: string;
  readonly sheets: readonly string[];
  readonly lengths: readonly number[];
  /** Where the list is, and what stands in it. */
  readonly at: string;
  readonly row: (nth: number) => (string | number)[];
  readonly inputs?: Readonly<Record<string, string>>;
}

const estates = ['SHZ', 'LGC', 'WPG', 'KRN', 'TKS', 'COS', 'AMG', 'BCH'];
const cities = ['Rome', 'Paris', 'Amsterdam', 'Lisbon'];
const checkIn = 46_900;

/** The first length is short, the last as long as the template takes. */
const templates: readonly Long[] = [
  {
    title: 'Price monitor',
    sheets: ['Price board', 'Products', 'Price charts', 'Market', 'Price history'],
    lengths: [12, 300, 2_000],
    at: 'Products!A10',
    row: (nth) => [`iphone ${nth}`, 50_000 + nth, 40_000],
    inputs: { 'Products!D5': 'all' },
  },
  {
    title: 'Valuation comparison',
    sheets: [
      'Comparison',
      'Flats',
      'Estates',
      'Valuation charts',
      'Report',
      'Valuations',
      'Valuation history',
    ],
    lengths: [12, 100],
    at: 'Flats!A7',
    row: (nth) => {
      const floor = 1 + Math.floor(nth / estates.length);
      return [`${estates[nth % estates.length]}-01-${String(floor).padStart(2, '0')}-B`, floor, 30, 0];
    },
  },
  {
    title: 'Trip planner',
    sheets: [
      ...['Trip', 'Legs', 'Travellers', 'Costs', 'Weeks', 'Trip charts'],
      ...['Options', 'Places', 'Week options'],
    ],
    lengths: [12, 100],
    at: 'Legs!A7',
    row: (nth) => [cities[nth % cities.length]!, checkIn + 3 * nth, checkIn + 3 * nth + 2, 'all', 1, 500],
  },
];

interface Timed {
  readonly insert: number;
  readonly paste: number;
  readonly fill: number;
  readonly refresh: number;
  readonly again: number;
  readonly recalculation: Pair;
}

/** Fetches anew what the template's first formula shows. */
async function refreshIt(playground: PlaygroundPage, title: string): Promise<void> {
  const { pane } = playground;
  const { live, sheets } = allTemplates.find((template) => template.title === title)!;
  const name = sheets.find(({ key }) => key === live[0]!.sheet)!.name;
  await playground.select(`'${name}'!${live[0]!.at}`);
  await pane.getByRole('tab', { name: 'Activity' }).click();
  await pane.getByRole('button', { name: 'Show price' }).click();
  await pane.getByRole('button', { name: /^Refresh \(/ }).click();
  await pane
    .getByText(/\d fetched/)
    .first()
    .waitFor();
  await playground.quiet();
}

async function timedTemplate({ playground, cpu }: Place, long: Long, length: number): Promise<Timed> {
  const { title, sheets, at, row, inputs = {} } = long;
  const insert = await cpu(() => add(playground, { title }));
  const paste = await cpu(async () => {
    await playground.type(
      at,
      Array.from({ length }, (_, nth) => row(nth)),
    );
    for (const [cell, value] of Object.entries(inputs)) await playground.type(cell, value);
    await playground.quiet();
  });
  const card = builtCard(playground, title, sheets);
  const fillIt = () =>
    cpu(async () => {
      await card.getByRole('button', { name: 'Fill with live data' }).click();
      await card.getByRole('button', { name: /^Fill( \(|$)/ }).click();
      await card.getByText(/^Filled with live data/).waitFor();
      await playground.quiet();
    });
  const fill = await fillIt();
  const refresh = await cpu(() => refreshIt(playground, title));
  const recalculate = (isConstant: boolean) =>
    cpu(async () => {
      await setConstant(playground, isConstant);
      await playground.recalculateAll();
      await playground.quiet();
    });
  const again = await recalculate(false);
  const [values, baselines]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await recalculate(true));
    values.push(await recalculate(false));
  }
  return { insert, paste, fill, refresh, again, recalculation: pairOf(values, baselines) };
}

async function lengthMeasures(long: Long): Promise<Measure[]> {
  const measures: Measure[] = [];
  const first = long.lengths[0]!;
  let short: Timed | undefined;
  for (const length of long.lengths) {
    const found = await withPlayground((place) => timedTemplate(place, long, length));
    short ??= found;
    const named = (what: string) => `${long.title}, ${length} rows: ${what}`;
    // No step may grow faster than the list.
    const growth = (what: string, of: 'insert' | 'paste' | 'fill' | 'refresh' | 'again') =>
      against(
        named(`${what}, CPU ms, against ${first} rows`),
        found[of],
        short![of],
        Math.ceil(length / first),
      );
    measures.push(
      growth('insert', 'insert'),
      growth('paste', 'paste'),
      growth('fill', 'fill'),
      growth('refresh', 'refresh'),
      growth('first calculation from the cache', 'again'),
      againstPair(
        named('recalculation, CPU ms, against the same results as constants'),
        found.recalculation,
        1.3,
      ),
    );
  }
  return measures;
}

export const openingMeasures = (): Promise<Measure[]> => withPlayground(openingMeasure);

export const typingMeasures = (): Promise<Measure[]> => withPlayground(typingMeasure);

export async function rowMeasures(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const long of templates)
    measures.push(...(await lengthMeasures(long).catch((error: unknown) => skipped(long.title, error))));
  return measures;
}
