// A board cannot mislead. Every input of every template is broken in turn, and the service fails, finds nothing or leaves out the
// prices for one item: no total, color or date may look better for it, and the sheet says that something is missing.
import { memoryRuntime } from '../../src/excel/memoryRuntime';
import { readArea } from '../../src/excel/workbook/area';
import { createFunctions, type Functions } from '../../src/functions/createFunctions';
import { templates } from '../../src/templates/templates';
import type { Template } from '../../src/templates/template';
import { createSandbox } from '../../sandbox/sandbox';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { plainHost } from '../functions/support/fakeRuntime';
import { fillBoard, place, shifted, type Board, type Changes, type Scalar } from './filledBoard';

beforeAll(installCustomFunctions);

/** What a reader takes for good news: a figure, and whether less of it is better. */
interface Watched {
  readonly totals: Readonly<Record<string, 'less' | 'more'>>;
  /** The sheet one looks at. */
  readonly board: string;
  /** Whether a request of the template asks for the item that is broken. */
  readonly item: (body: Readonly<Record<string, unknown>>) => boolean;
  /** Inputs that may be so: there is less to ask for, and nothing is missing. */
  readonly complete?: readonly string[];
  /** Fewer results than it comes with are calculated faster. */
  readonly changes?: Changes;
  /** The fields that hold the figures. */
  readonly figures: readonly string[];
}

const price = {
  totals: {
    'board!A6': 'more',
    'board!C6': 'less',
    'board!E6': 'less',
    'board!G6': 'more',
    'board!I6': 'more',
  },
  board: 'board',
  changes: { 'list!B5': 4 },
  figures: ['price'],
} as const;
const watched: Readonly<Record<string, Watched>> = {
  'price-monitor-ru': { ...price, item: ({ query }) => query === 'xiaomi' },
  'price-monitor-nl': { ...price, item: ({ keyword }) => keyword === 'laptop' },
  'valuation-comparison': {
    totals: { 'compare!G18': 'more' },
    board: 'compare',
    complete: ['compare!B14='],
    item: ({ unit }) => unit === 'TKS-01-12-B',
    figures: ['price', 'saleable_price_per_sqft'],
  },
  'trip-planner': {
    totals: { 'trip!K5': 'less', 'trip!K7': 'more', 'trip!K8': 'less', 'trip!K9': 'less' },
    board: 'trip',
    complete: ['trip!E12=', 'trip!E15=', 'nights!B6=', 'nights!G6='],
    item: ({ destination }) => destination === 'Paris',
    figures: ['price', 'price_per_night'],
  },
  'supplier-list': {
    totals: { 'search!C9': 'more', 'search!D9': 'more', 'search!E9': 'more', 'search!I9': 'more' },
    board: 'search',
    item: ({ keyword }) => keyword === 'roofing',
    figures: ['name'],
  },
  'employer-profiles': {
    totals: { 'list!E5': 'more' },
    board: 'list',
    item: ({ company }) => company === '1500317',
    figures: ['follower_count'],
    complete: ['list!A7=', 'list!A12='],
  },
  'assortment-check': {
    totals: { 'check!D9': 'more', 'check!E9': 'less', 'check!H9': 'more', 'check!I9': 'more' },
    board: 'check',
    complete: ['check!A9=', 'check!A14=', 'check!B5=QZX-404 soon'],
    item: ({ keyword }) => keyword === 'koffiemachine',
    figures: ['price'],
  },
};

/** One for all: its data take a second to make. */
const { app } = createSandbox({ seed: 1, clock: Date.now, publicUrl: 'http://sandbox.example' });

type Reply = (body: Readonly<Record<string, unknown>>, answer: () => Promise<Response>) => Promise<Response>;

async function functionsOver(reply: Reply = (_, answer) => answer()): Promise<Functions> {
  const runtime = await memoryRuntime({
    fetch: (url, init) => {
      const { pathname } = new URL(String(url), 'http://spillway.example');
      const answer = () => Promise.resolve(app.request(pathname, init));
      if (typeof init?.body !== 'string') return answer();
      return reply(JSON.parse(init.body) as Record<string, unknown>, answer);
    },
  });
  open.push(() => runtime.engine.close());
  await runtime.key.save('sandbox-large');
  await runtime.settings.update({ askAbove: 10_000 });
  return createFunctions(runtime, plainHost);
}
const open: (() => Promise<void>)[] = [];
const closeAll = () => Promise.all(open.splice(0).map((close) => close()));

const green = new Set(['#d5efe0', '#bfe6cb']);

/** Every cell that a rule would color green, as formulas to calculate with the sheets. */
function rewards({ sheets }: Template): string[] {
  return sheets.flatMap(({ key, conditionals = [] }) =>
    conditionals.flatMap(({ range, rule, style }) => {
      const area = readArea(range);
      if (rule.kind !== 'formula' || !area || !green.has(style?.fill ?? '')) return [];
      return Array.from({ length: area.rows * area.columns }, (_, index) =>
        shifted(rule.formula, key, Math.floor(index / area.columns), index % area.columns),
      );
    }),
  );
}

/** What can be wrong with each input: empty or unreadable. One that comes empty, or as a formula, is not missing without a value. */
const faultsOf = ({ sheets }: Template, { complete = [] }: Watched) =>
  sheets.flatMap(({ key, styles, inputs = [], blocks }) => {
    const ranges = [...styles.filter(({ style }) => style === 'input'), ...inputs].map(({ range }) => range);
    const cells = ranges.flatMap((range) => {
      const area = readArea(range)!;
      // Rows of a list are alike, and so are more than three columns: the first and the last.
      const columns = Array.from({ length: area.columns }, (_, index) => area.column + index);
      return [area.row, area.row + area.rows - 1].flatMap((row) =>
        (columns.length > 3 ? [columns[0]!, columns.at(-1)!] : columns).map((column) => place(row, column)),
      );
    });
    return [...new Set(cells)].flatMap((cell) => {
      const { row, column } = readArea(cell)!;
      const given = blocks
        .map(({ at, rows }) => ({ from: readArea(at)!, rows }))
        .map(({ from, rows }) => rows[row - from.row]?.[column - from.column])
        .find((value) => value !== undefined);
      const input = `${key}!${cell}`;
      const empty = given === undefined || given === null || given === '' ? [] : [''];
      return [...empty, 'QZX-404 soon'].map((value) => ({
        input,
        value,
        sheet: key,
        missing: !complete.includes(`${input}=${value}`),
      }));
    });
  });

function dateOf(text: Scalar): number | undefined {
  const [, date] = /oldest figure of (.+)\.$/.exec(String(text)) ?? [];
  return date === undefined ? undefined : Date.parse(date.replace(',', ''));
}

/** What looks better than before. */
function better(before: Board, after: Board, { totals, board }: Watched): string[] {
  const found: string[] = [];
  for (const [address, direction] of Object.entries(totals)) {
    const [was, is] = [before.at(address), after.at(address)];
    if (typeof is !== 'number' || typeof was !== 'number') continue;
    if (direction === 'less' ? is < was : is > was) found.push(`${address}: ${was} became ${is}`);
  }
  after.rewarded.forEach((isGreen, index) => {
    if (isGreen && !before.rewarded[index]) found.push(`a color of ${index}`);
  });
  const says = after.at(`${board}!A3`);
  if (
    (dateOf(says) ?? 0) > (dateOf(before.at(`${board}!A3`)) ?? 0) + 60_000 &&
    !/^Incomplete/.test(String(says))
  )
    found.push(`the date: ${says}`);
  return found;
}

const errors = (board: Board, { sheets, live }: Template): string[] =>
  sheets
    .filter(({ key }) => !live.some(({ sheet }) => sheet === key))
    .flatMap(({ key }) => board.values(`${key}!A1:N40`).flat().map(String))
    .filter((value) => /^#[A-Z]/.test(value));

describe.each(templates.map((template) => [template.id, template] as const))('%s', (id, template) => {
  const watch = watched[id]!;
  const formulas = rewards(template);
  const fill = (functions: Functions | undefined, changes: Changes = {}) =>
    fillBoard(template, functions, { ...watch.changes, ...changes }, formulas);
  let functions: Functions;
  let live: Board;
  beforeAll(async () => {
    functions = await functionsOver();
    live = await fill(functions);
  });
  afterAll(closeAll);

  it('shows its samples and then live data with their age, complete and without an error', async () => {
    const samples = await fill(undefined);
    expect(samples.at(`${watch.board}!A3`)).toMatch(/^Sample data/);
    expect(errors(samples, template)).toEqual([]);
    expect(errors(live, template)).toEqual([]);
    for (const { key } of template.sheets)
      expect([key, live.at(`${key}!A3`)]).toEqual([
        key,
        expect.stringMatching(/^Live data, oldest figure of \d+ \w+ \d{4}, \d\d:\d\d\.$/),
      ]);
    for (const address of Object.keys(watch.totals))
      expect([address, typeof live.at(address)]).toEqual([address, 'number']);
  });

  it('looks no better with any input empty or unreadable, and says what is missing', async () => {
    const wrong: string[] = [];
    for (const { input, value, sheet, missing } of faultsOf(template, watch)) {
      const after = await fill(functions, { [input]: value });
      const found = [...better(live, after, watch), ...errors(after, template)];
      const says = [after.at(`${watch.board}!A3`), after.at(`${sheet}!A3`)].map(String);
      if (missing && !says.some((text) => text.startsWith('Incomplete'))) found.push(says.join(' '));
      wrong.push(...found.map((what) => `${input} = "${value}": ${what}`));
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['fails', () => Promise.resolve(Response.json({ detail: 'No such thing.' }, { status: 412 }))],
    ['finds nothing', () => Promise.resolve(Response.json([]))],
    [
      'leaves out the figures',
      async (answer: () => Promise<Response>) => {
        const records = (await (await answer()).json()) as Record<string, unknown>[];
        const blank = Object.fromEntries(watch.figures.map((field) => [field, null]));
        return Response.json(records.map((record) => ({ ...record, ...blank })));
      },
    ],
  ] as const)('looks no better where the service %s for one item, and says so', async (_, odd) => {
    const after = await fill(
      await functionsOver((body, answer) => (watch.item(body) ? odd(answer) : answer())),
    );
    expect(better(live, after, watch)).toEqual([]);
    expect(errors(after, template)).toEqual([]);
    expect(after.at(`${watch.board}!A3`)).toMatch(/^Incomplete: \d+ of \d+ /);
  });

  it('has no figure at all where every request fails', async () => {
    const after = await fill(
      await functionsOver(() => Promise.resolve(Response.json({ detail: 'No.' }, { status: 412 }))),
    );
    expect(after.at(`${watch.board}!A3`)).toMatch(/^Incomplete: 0 of \d+ .*No live figures\.$/);
    expect(Object.keys(watch.totals).filter((address) => typeof after.at(address) === 'number')).toEqual([]);
    expect(after.rewarded).not.toContain(true);
  });
});

it('gives the age of the oldest figure, also after some were refreshed', async () => {
  const template = templates.find(({ id }) => id === 'employer-profiles')!;
  const board = await fillBoard(template, undefined, {
    'list!H7': 46_000.25,
    'list!H8': 46_001.75,
    'list!A3': template.sheets[0]!.liveStatus,
  });
  expect(board.at('list!A3')).toBe('Live data, oldest figure of 9 December 2025, 06:00.');
});

it('does not take a bed in a dormitory, another currency or a low score for the cheapest stay, and adds charges', async () => {
  const template = templates.find(({ id }) => id === 'trip-planner')!;
  const board = (changes: Changes) => fillBoard(template, undefined, changes);
  const cheapest = async (changes: Changes) => (await board({ 'options!H7': 1, ...changes })).at('trip!F12');
  const usual = (await board({})).at('trip!F12');
  expect(await cheapest({})).toBe(1);
  expect(await cheapest({ 'options!J7': 'Bed in 6-Bed Dormitory Room' })).toBe(usual);
  expect(await cheapest({ 'options!J7': 'Bed in 6-Bed Dormitory Room', 'trip!F7': 'no' })).toBe(1);
  expect(await cheapest({ 'options!N7': 'USD' })).toBe(usual);
  expect(await cheapest({ 'options!E7': 6.9 })).toBe(usual);
  expect(await cheapest({ 'options!E7': 6.9, 'trip!F5': 'pleasant_6' })).toBe(1);
  expect(await cheapest({ 'trip!F6': 4, 'options!F7': 3 })).not.toBe(1);
  expect(await cheapest({ 'trip!F8': 'yes', 'options!L7': false })).toBe(usual);
  const charged = await board({ 'options!I6': 9_000 });
  expect(charged.at('trip!L12')).toBe('Sample hotel 2');
  expect(charged.at('trip!H12')).toBe(Number(charged.at('trip!F12')) + Number(charged.at('trip!G12')));
});
