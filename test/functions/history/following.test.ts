// A host that follows dependencies: a cell that is marked is called again, and so is every cell that refers to it. No function of
// ours may keep it busy.
import { createFunctions, type Functions } from '../../../src/functions/createFunctions';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, keepResponse, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const start = Date.UTC(2026, 9, 5, 12);
const day = 86_400_000;

interface CellFormula {
  readonly text: string;
  readonly name?: string;
  /** 'A1' refers to the other cell. */
  readonly args: readonly unknown[];
  /** What stands there without one of our functions. */
  readonly value?: unknown;
}

/** Two cells, of which B1 refers to A1, and as many turns as they ask for. */
class FollowingHost {
  readonly calls = { 'S!A1': 0, 'S!B1': 0 };
  private readonly values: Record<string, unknown> = {};
  private due = new Set<string>();
  readonly functions: Functions;

  constructor(
    readonly fake: ReturnType<typeof fakeRuntime>,
    private readonly cells: Readonly<Record<string, CellFormula>>,
    private readonly tells: boolean,
  ) {
    this.functions = createFunctions(fake.runtime, plainHost, {
      now: () => start + 5 * day,
      timeout: 5_000,
      recalculate: (marked) => {
        for (const cell of marked) this.due.add(cell);
      },
      formulaAt: (cell) => Promise.resolve(this.tells ? (this.cells[cell]?.text ?? '') : undefined),
    });
  }

  private async calculate(cell: keyof FollowingHost['calls']): Promise<void> {
    const { name, args, value } = this.cells[cell]!;
    if (name === undefined) {
      this.values[cell] = value;
      return;
    }
    this.calls[cell] += 1;
    const given = args.map((one) => (one === 'A1' ? this.values['S!A1'] : one));
    const parameterAddresses = args.map((one) => (one === 'A1' ? 'S!A1' : null));
    this.values[cell] = await Promise.resolve()
      .then(() => this.functions[name]!(...given, { address: cell, parameterAddresses }))
      .catch((error: unknown) => error);
  }

  /** Until nothing is due, or far beyond what any formula needs. */
  async settle(first: readonly (keyof FollowingHost['calls'])[]): Promise<void> {
    this.due = new Set(first);
    for (let turn = 0; turn < 30 && this.due.size > 0; turn += 1) {
      const marked = this.due;
      this.due = new Set();
      if (marked.has('S!A1')) await this.calculate('S!A1');
      await this.calculate('S!B1');
      // What was kept meanwhile marks more.
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  value = (cell: string) => this.values[cell];
}

const precedents: Readonly<Record<string, CellFormula>> = {
  'a search': {
    text: '=RURETAIL.SEARCH("phone")',
    name: 'RURETAIL.SEARCH',
    args: [[['phone']], null, null, null],
  },
  'an empty input': {
    text: '=RURETAIL.SEARCH(D1)',
    name: 'RURETAIL.SEARCH',
    args: [[['']], null, null, null],
  },
  'a refused argument': {
    text: '=RURETAIL.SEARCH("phone",-1)',
    name: 'RURETAIL.SEARCH',
    args: [[['phone']], [[-1]], null, null],
  },
  'a result of the past': {
    text: '=RURETAIL.SEARCH("phone",,,"as_of=2026-10-06")',
    name: 'RURETAIL.SEARCH',
    args: [[['phone']], null, null, [['as_of=2026-10-06']]],
  },
  'a search with changes': {
    text: '=RURETAIL.SEARCH("phone",,,"changes")',
    name: 'RURETAIL.SEARCH',
    args: [[['phone']], null, null, [['changes']]],
  },
  'a valuation': { text: '=HKPROPERTY.VALUE("U1")', name: 'HKPROPERTY.VALUE', args: [[['U1']], null, null] },
  'a directory': {
    text: '=BIZBUREAU.SEARCH("roof")',
    name: 'BIZBUREAU.SEARCH',
    args: [[['roof']], null, null, null],
  },
  'a shop': { text: '=NLRETAIL.SEARCH("lamp")', name: 'NLRETAIL.SEARCH', args: [[['lamp']], null, null] },
  'a company': { text: '=JOBSBOARD.COMPANY("1")', name: 'JOBSBOARD.COMPANY', args: [[['1']], null, null] },
  'a stay': {
    text: '=STAYS.SEARCH("Lisbon",…)',
    name: 'STAYS.SEARCH',
    args: [[['Lisbon']], '2027-05-03', '2027-05-05', null, null, null, null],
  },
  'the usage': { text: '=TOKEN.USAGE()', name: 'TOKEN.USAGE', args: [null] },
  'a cost': {
    text: '=CREDITS.COST("RURETAIL.SEARCH")',
    name: 'CREDITS.COST',
    args: ['RURETAIL.SEARCH', null, null],
  },
  'a filter set': { text: '=STAYS.FILTERS("family")', name: 'STAYS.FILTERS', args: ['family'] },
  'a series': {
    text: '=HISTORY.SERIES("RURETAIL.SEARCH","x")',
    name: 'HISTORY.SERIES',
    args: ['RURETAIL.SEARCH', [['x']], null, null, null, null, null],
  },
  'a change': {
    text: '=HISTORY.CHANGE("RURETAIL.SEARCH","x")',
    name: 'HISTORY.CHANGE',
    args: ['RURETAIL.SEARCH', [['x']], null, null, null],
  },
  'a difference': { text: '=HISTORY.DIFF(C1)', name: 'HISTORY.DIFF', args: [[['']], null] },
  'a sum': { text: '=SUM(C1:C9)', args: [] },
  'a text': { text: '', args: [] },
};

const dependents: Readonly<Record<string, CellFormula>> = {
  ...Object.fromEntries(
    Object.values(precedents).flatMap(({ name, args }) =>
      name === undefined ? [] : [[name, { text: '', name, args: ['A1', ...args.slice(1)] }]],
    ),
  ),
  'HISTORY.SERIES': {
    text: '',
    name: 'HISTORY.SERIES',
    args: ['RURETAIL.SEARCH', 'A1', null, null, null, null, null],
  },
  'HISTORY.CHANGE': { text: '', name: 'HISTORY.CHANGE', args: ['RURETAIL.SEARCH', 'A1', null, null, null] },
};

async function hostOver(precedent: CellFormula, dependent: CellFormula, tells: boolean) {
  const fake = fakeRuntime(async ({ request }) => {
    const records = [{ id: 'x', unit_code: 'x', name: 'X', price: 100 }];
    await keepResponse(fake.history, request, start + 4 * day, records);
    return answer(records, { fetchedAt: start + 4 * day });
  });
  const past = makeDataRequest('ruretail', { query: 'phone', count: 20 });
  for (const days of [0, 1])
    await keepResponse(fake.history, past, start + days * day, [{ id: 'x', name: 'X', price: 90 + days }]);
  return new FollowingHost(fake, { 'S!A1': precedent, 'S!B1': dependent }, tells);
}

describe.each(Object.entries(dependents))('%s', (_, dependent) => {
  test.each(Object.entries(precedents))('settles over %s', async (__, precedent) => {
    for (const tells of [true, false])
      for (const first of [['S!A1'], ['S!B1']] as const) {
        const host = await hostOver(precedent, dependent, tells);
        await host.settle(first);
        expect(host.calls['S!A1']).toBeLessThanOrEqual(4);
        expect(host.calls['S!B1']).toBeLessThanOrEqual(6);
      }
  });
});

const diff: CellFormula = { text: '', name: 'HISTORY.DIFF', args: ['A1', null] };

test.each(['an empty input', 'a refused argument', 'a result of the past', 'the usage', 'a sum', 'a text'])(
  'HISTORY.DIFF over %s says so in one call',
  async (name) => {
    const host = await hostOver(precedents[name]!, diff, true);
    await host.settle(['S!A1']);
    expect(host.calls['S!B1']).toBe(1);
    expect(String((host.value('S!B1') as { message?: unknown }).message)).toMatch(
      /Refer to a cell with a Spillway formula|requests nothing that could be compared/,
    );
  },
);

describe('a reference to a Spillway cell', () => {
  const series = dependents['HISTORY.SERIES']!;

  test.each([
    ['HISTORY.SERIES', series],
    ['HISTORY.DIFF', diff],
  ])('works after the workbook was opened again: %s', async (_, dependent) => {
    // Nothing was calculated but the cell that refers to it.
    const host = await hostOver(precedents['a search']!, dependent, true);
    await host.settle(['S!B1']);
    expect(host.calls['S!A1']).toBe(1);
    expect(host.value('S!B1')).toEqual(expect.arrayContaining([expect.any(Array)]));
  });

  test.each([true, false])('does not answer for the formula that stood there before', async (isFormula) => {
    const cells: Record<string, CellFormula> = { 'S!A1': precedents['a search']!, 'S!B1': series };
    const host = new FollowingHost((await hostOver(series, series, true)).fake, cells, true);
    await host.settle(['S!A1']);
    expect(host.value('S!B1')).toEqual(expect.arrayContaining([['Date', 'Price']]));
    cells['S!A1'] = isFormula
      ? {
          ...precedents['a search']!,
          text: '=RURETAIL.SEARCH("kettle")',
          args: [[['kettle']], null, null, null],
        }
      : { text: '', args: [], value: 'Another phone' };
    await host.settle(['S!A1']);
    const now = host.fake.runtime.cells.of('S!A1');
    if (isFormula) expect(now?.requests.map(({ params }) => params['query'])).toEqual(['kettle']);
    else
      expect(String((host.value('S!B1') as { message?: unknown }).message)).toContain(
        'is not in the history',
      );
  });
});
