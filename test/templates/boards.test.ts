// A board cannot mislead. Every input of every template is broken in turn, and the service fails, finds nothing or leaves out the
// prices for one item: no total, color or date may look better for it, and the sheet says that something is missing.
import type { Runtime } from '../../src/excel/runtime';
import { readArea } from '../../src/excel/workbook/area';
import type { Functions } from '../../src/functions/createFunctions';
import { templates } from '../../src/templates/templates';
import type { Template } from '../../src/templates/template';
import { installCustomFunctions } from '../functions/support/customFunctions';
import { fillBoard, place, shifted, shortened, type Board, type Changes, type Scalar } from './filledBoard';
import { runs } from '../runs';
import { closeAll, functionsOver, type Reply } from './sandboxFunctions';

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
    'board!B6': 'less',
    'board!D6': 'less',
    'board!F6': 'more',
    'board!H6': 'more',
  },
  board: 'board',
  // Every offer counts, so that nothing has to be decided first.
  changes: { 'list!B5': 4, 'list!D5': 'all' },
  complete: ['board!E8=', 'board!E8=QZX-404 soon'],
  figures: ['price'],
} as const;
const watched: Readonly<Record<string, Watched>> = {
  'price-monitor-ru': { ...price, item: ({ query }) => query === 'Dyson V15 Detect' },
  'price-monitor-nl': { ...price, item: ({ keyword }) => keyword === 'HP Pavilion 15 Laptop 8 GB' },
  'valuation-comparison': {
    totals: { 'compare!K5': 'more' },
    board: 'compare',
    // A row that is not there, and what a person need not say about a flat.
    complete: [...['compare!B6=', 'compare!B7=', 'flats!D7=', 'flats!D13=']],
    item: ({ unit }) => unit === 'SHZ-01-12-B',
    figures: ['price', 'saleable_price_per_sqft'],
  },
  'trip-planner': {
    totals: {
      'trip!K5': 'less',
      'trip!K7': 'more',
      'costs!E7': 'less',
      'weeks!C12': 'less',
    },
    board: 'trip',
    // Nothing is booked, so that every leg needs its search.
    changes: { 'weeks!B5': 'yes', 'legs!G11': '' },
    complete: [
      ...['legs!D7=', 'legs!D11=', 'legs!F7=', 'legs!F11=', 'legs!G11='],
      ...['people!B7=', 'people!B7=QZX-404 soon', 'people!B10=', 'people!B10=QZX-404 soon'],
    ],
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
    changes: { 'check!B6': 6 },
    complete: ['check!A9=', 'check!A14=', 'check!B5=QZX-404 soon'],
    item: ({ keyword }) => keyword === 'koffiemachine',
    figures: ['price'],
  },
};

const green = new Set(['#d5efe0', '#bfe6cb']);

/** Every cell that a rule would color green, as formulas to calculate with the sheets. */
function rewards({ sheets }: Template): string[] {
  return sheets.flatMap(({ key, conditionals = [] }) =>
    conditionals.flatMap(({ range, rule, style }) => {
      const area = readArea(range);
      if (rule.kind !== 'formula' || !area || !green.has(style?.fill ?? '')) return [];
      // The first rows of a long list are enough.
      return Array.from({ length: Math.min(area.rows, 20) * area.columns }, (_, index) =>
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

/** So many of them, from the first to the last. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  count >= all.length
    ? all
    : Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!);

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
  // What is incomplete may move up, so cells are counted, not compared by their place.
  const greens = ({ rewarded }: Board) => rewarded.filter(Boolean).length;
  if (greens(after) > greens(before)) found.push(`${greens(after)} green cells, not ${greens(before)}`);
  const says = after.at(`${board}!A3`);
  if (
    (dateOf(says) ?? 0) > (dateOf(before.at(`${board}!A3`)) ?? 0) + 60_000 &&
    !/^Incomplete/.test(String(says))
  )
    found.push(`the date: ${says}`);
  return found;
}

const boardsOf = ({ sheets, live }: Template): string[] =>
  sheets.filter(({ key }) => !live.some(({ sheet }) => sheet === key)).map(({ key }) => `${key}!A1:N40`);

const errors = (board: Board, template: Template): string[] =>
  boardsOf(template)
    .flatMap((area) => board.values(area).flat().map(String))
    .filter((value) => /^#[A-Z]/.test(value));

describe.each(templates.map((template) => [template.id, shortened(template)] as const))(
  '%s',
  (id, template) => {
    const watch = watched[id]!;
    const formulas = rewards(template);
    const only = [
      ...Object.keys(watch.totals),
      ...template.sheets.map(({ key }) => `${key}!A3`),
      ...boardsOf(template),
    ];
    const fill = (functions: Functions | undefined, changes: Changes = {}) =>
      fillBoard(template, functions, { ...watch.changes, ...changes }, { rules: formulas, only });
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
      for (const { input, value, sheet, missing } of spread(faultsOf(template, watch), runs(8))) {
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
      expect(Object.keys(watch.totals).filter((address) => typeof after.at(address) === 'number')).toEqual(
        [],
      );
      expect(after.rewarded).not.toContain(true);
    });
  },
);

describe('a price monitor with a long list', () => {
  const template = templates.find(({ id }) => id === 'price-monitor-ru')!;
  afterAll(closeAll);
  /** A list of so many products in place of the samples. */
  const products = (count: number): Changes =>
    Object.fromEntries(
      Array.from({ length: Math.max(count, 12) }, (_, index) => index).flatMap(
        (index): [string, Scalar][] => {
          const row = 10 + index;
          if (index >= count) return ['A', 'B', 'C'].map((column) => [`list!${column}${row}`, '']);
          return [
            [`list!A${row}`, `iphone ${index}`],
            [`list!B${row}`, 900 + (index % 200)],
            [`list!C${row}`, 500],
          ];
        },
      ),
    );
  const offer = (id: string, price: number) => ({ id, name: id, price });
  const market: Reply = ({ query }) => {
    const place = Number(/\d+/.exec(String(query))?.[0]);
    return Promise.resolve(Response.json([offer(`P${place}`, 1000), offer(`case ${place}`, 10)]));
  };

  it.each([3, 300])(
    'shows each of %d products that is paid for, and nothing of the samples',
    async (count) => {
      const asked: unknown[] = [];
      const functions = await functionsOver((body, answer) => {
        asked.push(body['query']);
        return market(body, answer);
      });
      const board = await fillBoard(template, functions, { ...products(count), 'list!D5': 'all' });
      const shown = board.values(`board!A10:T${12 + count}`);
      expect(shown.map(([name]) => name).filter((name) => name !== '')).toHaveLength(count);
      expect(new Set(shown.map(([name]) => name).filter((name) => name !== ''))).toEqual(new Set(asked));
      expect(shown.slice(0, count).every((row) => row[19] === 'OK')).toBe(true);
      expect(board.at('board!A6')).toBe(count);
      expect(board.at('board!A3')).toMatch(/^Live data/);
      // Charts have the 15 at either end.
      const index = board
        .values('market!AG6:AG20')
        .flat()
        .filter((value) => typeof value === 'number');
      expect(index).toHaveLength(Math.min(15, count));
      expect(Math.max(...index)).toBeCloseTo(Math.max(...shown.map((row) => Number(row[5]))));
    },
  );

  it('takes what cannot be bought for no offer', async () => {
    const functions = await functionsOver(() =>
      Promise.resolve(
        Response.json([
          { ...offer('A', 700), is_available: false },
          { ...offer('B', 1000), is_available: true },
          { ...offer('C', 1100), is_available: null },
          offer('D', 1200),
        ]),
      ),
    );
    const board = await fillBoard(
      template,
      functions,
      { ...products(1), 'list!D5': 'all' },
      { only: ['board!C10:E10', 'market!A4'] },
    );
    expect(board.values('board!C10:E10')).toEqual([[1000, 1100, 1200]]);
    // The sheet says so.
    expect(board.at('market!A4')).toContain('is_available is empty or is_available=yes');
  });

  it.each([
    [{}, true],
    [{ 'list!B7': 'rating>4' }, false],
    [{ 'list!D5': 'all' }, false],
  ])('shows the history beside figures of the same offers only: %j', async (changes, isAlike) => {
    const board = await fillBoard(shortened(template), undefined, changes, {
      only: ['board!J8', 'board!J10:Q21'],
    });
    const past = board.values('board!J10:Q21');
    const has = (column: number) => past.some((row) => row[column] !== '');
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(has)).toEqual(Array.from({ length: 8 }, () => isAlike));
    expect(board.at('board!J8')).toMatch(isAlike ? /^$/ : /^No last week, 52 weeks and trend/);
  });

  it('takes a price of 0 for no offer', async () => {
    const functions = await functionsOver(() =>
      Promise.resolve(Response.json([offer('A', 0), offer('B', 1000)])),
    );
    const board = await fillBoard(
      template,
      functions,
      { ...products(1), 'list!D5': 'all' },
      { only: ['board!A10:T10'] },
    );
    const [row = []] = board.values('board!A10:T10');
    // Lowest, median, highest, index and offers.
    expect(row.slice(2, 6)).toEqual([1000, 1000, 1000, 90]);
    expect([row[8], row[19]]).toEqual([1, 'OK']);
  });

  it('compares matched offers only, puts what needs a decision first, and counts what is undecided', async () => {
    const runtimes: Runtime[] = [];
    const functions = await functionsOver(market, (runtime) => runtimes.push(runtime));
    await runtimes[0]!.matches.decide([
      {
        operation: 'ruretail',
        item: 'iphone 0',
        accepted: [{ id: 'P0', name: 'P0' }],
        seen: [],
        at: Date.now(),
      },
      {
        operation: 'ruretail',
        item: 'iphone 1',
        accepted: [{ id: 'P1', name: 'P1' }],
        seen: [],
        at: Date.now(),
      },
      { operation: 'ruretail', item: 'iphone 2', accepted: [], seen: [], at: Date.now() },
    ]);
    const board = await fillBoard(
      template,
      functions,
      { ...products(4), 'list!B11': 1200 },
      { only: ['board!A3', 'board!B6', 'board!J6', 'board!A10:T13'] },
    );
    const shown = board.values('board!A10:T13');
    expect(shown.map((row) => [row[0], row[2], row[18], row[19]])).toEqual([
      ['iphone 1', 1000, 'Above the lowest', 'OK'],
      ['iphone 3', '', 'Decide in Match', 'Undecided: open Match'],
      ['iphone 2', '', '', 'No offers found'],
      ['iphone 0', 1000, '', 'OK'],
    ]);
    // Nothing was observed before: no price, date or age may be made of that.
    expect(new Set(shown.flatMap((row) => row.slice(11, 17)))).toEqual(new Set(['']));
    expect(board.at('board!A3')).toMatch(/^Incomplete: 2 of 4 products/);
    expect(board.at('board!J6')).toBe('1: open Match');
    // The mean of what has an index, and of how many that is: 1200 and 900 against 1000.
    expect(board.at('board!B6')).toBe('105 (2 of 4)');
    const above = await fillBoard(
      template,
      functions,
      { ...products(4), 'list!B11': 1200, 'board!E8': 'above the lowest' },
      { only: ['board!A10:A12'] },
    );
    expect(above.values('board!A10:A12').flat()).toEqual(['iphone 1', '', '']);
  });

  it('shows a change since last week only, lows and highs of 52 weeks only, and skips empty rows', async () => {
    const today = Math.floor(Date.now() / 86_400_000) + 25_569;
    const [seen, before] = [today - 1, today - 9];
    const board = await fillBoard(shortened(template), undefined, {
      ...{ 'past!P10': seen, 'past!O10': before, 'past!P11': before, 'past!O11': before },
      // Seen two months before: that is no last week.
      ...{ 'past!P12': seen, 'past!O12': today - 60 },
      // The lowest was seen before the 52 weeks began.
      ...{ 'past!W10': today - 600, 'past!Y10': today - 360 },
      'past!AD11': '',
      // In another currency.
      ...{ 'past!P7': seen, 'past!O7': before, 'past!I7': 'not comparable' },
      // Gone: its lowest price is no longer shown.
      ...{ 'past!P6': seen, 'past!O6': before, 'market!B6': 'Gone' },
      ...{ 'list!A13': '', 'list!B13': '', 'list!C13': '' },
    });
    const rows = new Map(board.values('board!A10:T21').map((row) => [row[0], row]));
    const change = (name: string) => rows.get(name)!.slice(9, 11);
    expect(change('Apple AirPods Pro 2').every((value) => typeof value === 'number')).toBe(true);
    expect(change('Sony PlayStation 5 Slim 512GB')).toEqual(['', '']);
    expect(change('Apple iPhone 15 128GB')).toEqual([expect.any(Number), '']);
    expect(change('Apple iPhone 16 256GB')).toEqual(['', '']);
    expect(change('Samsung QLED Q60D 65"')).toEqual(['', '']);
    const extremes = (name: string) => rows.get(name)!.slice(11, 15);
    expect(extremes('Apple AirPods Pro 2')).toEqual(['', '', expect.any(Number), today - 360]);
    expect(extremes('Samsung QLED Q60D 65"').every((value) => typeof value === 'number')).toBe(true);
    const trend = (name: string) => rows.get(name)![15];
    expect(trend('Apple AirPods Pro 2')).toMatch(/^[▁-█]{26}$/);
    expect(trend('Sony PlayStation 5 Slim 512GB')).toBe('');
    expect([board.at('board!A6'), rows.has('Xiaomi Redmi Note 14 128GB')]).toEqual(['10 of 11', false]);
  });

  it('does not compare roubles with another currency', async () => {
    const functions = await functionsOver(() =>
      Promise.resolve(
        Response.json([
          { id: 'a', name: 'a', price: 10, currency: 'KZT' },
          { id: 'b', name: 'b', price: 1000, currency: 'RUB' },
          { id: 'c', name: 'c', price: 1100 },
        ]),
      ),
    );
    const board = await fillBoard(
      template,
      functions,
      { ...products(1), 'list!D5': 'all' },
      { only: ['board!B10:E10'] },
    );
    expect(board.values('board!B10:E10')).toEqual([[900, 1000, 1050, 1100]]);
  });

  it('shows no prices of a city in another currency as roubles', async () => {
    const none = 'None of the 10 results meets the conditions.';
    const lowest = Array.from({ length: 12 }, (_, index) => [`market!B${6 + index}`, none]);
    const board = await fillBoard(shortened(template), undefined, Object.fromEntries(lowest) as Changes);
    const past = board.values('board!J10:O21');
    expect(new Set(past.flat())).toEqual(new Set(['']));
    expect(board.at('board!A3')).toMatch(/^Sample/);
    // Beside them, the history is in whatever currency it came in.
    const formats = template.sheets.find(({ key }) => key === 'past')!.formats;
    expect(formats.filter(({ format }) => format.includes('₽'))).toEqual([]);
  });

  it('says so if the list is longer than what is read, and neither fetches nor shows the rest', async () => {
    const asked: unknown[] = [];
    const functions = await functionsOver((body, answer) => {
      asked.push(body['query']);
      return market(body, answer);
    });
    const short = shortened(template);
    const board = await fillBoard(
      short,
      functions,
      { ...products(31), 'list!D5': 'all' },
      { only: ['board!A3'] },
    );
    expect(asked).toHaveLength(30);
    expect(board.at('board!A3')).toMatch(/^Incomplete: the list has more than/);
  });
});

it('does not count what is searched for twice two times', async () => {
  const of = (id: string) => templates.find((template) => template.id === id)!;
  const check = await fillBoard(
    of('assortment-check'),
    undefined,
    { 'check!A10': 'koffiemachine' },
    { only: ['check!B9:J11'] },
  );
  const twice = 'The word is there twice';
  expect(check.values('check!J9:J11').flat()).toEqual([twice, twice, 'OK']);
  expect(check.values('check!B9:B10').flat()).toEqual(['', '']);
  const [trade, city] = (
    await fillBoard(of('supplier-list'), undefined, {}, { only: ['search!A9:B9'] })
  ).values('search!A9:B9')[0]!;
  const list = await fillBoard(
    of('supplier-list'),
    undefined,
    { 'search!A10': trade!, 'search!B10': city! },
    { only: ['search!J9:J10'] },
  );
  expect(new Set(list.values('search!J9:J10').flat())).toEqual(new Set(['The search is there twice']));
  const changes = {
    'list!A11': ' apple iphone 15 128gb',
    'list!A12': 'Sony PlayStation ?',
    'list!A15': 'Sony PlayStation ?',
    // Nothing is worked out from a price that is not there.
    'list!B13': '',
    'board!E8': 'incomplete',
  };
  const monitor = await fillBoard(shortened(of('price-monitor-ru')), undefined, changes, {
    only: ['board!A6', 'board!A10:T13', 'market!O9:Q9'],
  });
  // Without an index, a margin or a decision, whatever it is said to cost. A question mark stands for itself.
  expect(monitor.values('board!A10:A13').flat()).toEqual([
    ' apple iphone 15 128gb',
    'Xiaomi Redmi Note 14 128GB',
    'Sony PlayStation ?',
    '',
  ]);
  for (const [row = []] of ['A10:T10', 'A12:T12'].map((cells) => monitor.values(`board!${cells}`)))
    expect([row[1], ...row.slice(5, 8), ...row.slice(17)]).toEqual(['', '', '', '', '', '', 'Listed above']);
  expect(monitor.at('board!A6')).toBe('9 of 12');
  expect(monitor.values('market!O9:Q9')).toEqual([['', '', '']]);
  // The same ID, and another way to write the same company.
  const employers = await fillBoard(of('employer-profiles'), undefined, {
    'list!A8': '1500000 ',
    'list!A9': 'https://example.com/company/1500000',
    'list!B9': 'Sample company 1',
  });
  const listed = 'Listed above';
  expect(employers.values('list!J7:J10').flat()).toEqual(['OK', listed, listed, 'OK']);
  const counted = employers.values('list!E10:E12').flat().map(Number);
  const sum = counted.reduce((total, one) => total + one, Number(employers.at('list!E7')));
  expect(employers.at('list!E5')).toBe(`4 of 6 companies: ${sum.toLocaleString('en')}`);
});

it('counts a result once that the service lists twice', async () => {
  const filled = (id: string, figures: string, changes?: Changes) =>
    fillBoard(shortened(templates.find((template) => template.id === id)!), undefined, changes, {
      only: [figures],
    });
  /** The last result of the first word or search is the first one again. */
  const copied = (id: string, sheet: string, letters: string): Changes => {
    const { blocks } = templates
      .find((template) => template.id === id)!
      .sheets.find(({ key }) => key === sheet)!;
    const [, first = []] = blocks.find(({ at }) => at === 'A5')!.rows;
    return Object.fromEntries(
      [...letters].map((letter) => [`${sheet}!${letter}10`, first[letter.charCodeAt(0) - 65] as Scalar]),
    );
  };
  const check = (changes: Changes) => filled('assortment-check', 'check!B9:I10', changes);
  const product = copied('assortment-check', 'shelf', 'BCDEFGH');
  const blank = Object.fromEntries([...'ABCDEFGH'].map((letter) => [`shelf!${letter}10`, '']));
  const [twice, without] = [await check(product), await check(blank)];
  expect(twice.at('check!B9')).toBe(4);
  expect(twice.values('check!B9:I9')).toEqual(without.values('check!B9:I9'));
  // At another price it is another offer, and for another word another result; without an ID nobody knows.
  for (const other of [{ 'shelf!D10': 1 }, { 'shelf!A10': 'airfryer' }, { 'shelf!H10': '' }]) {
    const board = await check({ ...product, ...other });
    expect(Number(board.at('check!B9')) + Number(board.at('check!B10'))).toBe(10);
  }
  const list = (changes: Changes) => filled('supplier-list', 'search!C9:G9', changes);
  expect((await list({})).values('search!C9:G9')).toEqual([[5, 3, 2, 2, 1]]);
  // An A+ is there again in place of a C.
  const business = copied('supplier-list', 'list', 'CDEFGHI');
  expect((await list(business)).values('search!C9:G9')).toEqual([[4, 2, 2, 2, 0]]);
});

it('gives the age of the oldest figure, also after some were refreshed', async () => {
  const template = templates.find(({ id }) => id === 'employer-profiles')!;
  const changes = {
    'list!H7': 46_000.25,
    'list!H8': 46_001.75,
    'list!A3': template.sheets[0]!.liveStatus,
  };
  const board = await fillBoard(template, undefined, changes, { only: ['list!A3'] });
  expect(board.at('list!A3')).toBe('Live data, oldest figure of 9 December 2025, 06:00.');
});
