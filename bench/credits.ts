// What each approach costs in everyday use, against the theoretical minimum.
import { naive, queryCore, spillway, type Cell, type Contender } from './contenders';
import { against, type Measure } from './measure';

interface Scenario {
  readonly name: string;
  readonly least: { readonly requests: number; readonly credits: number };
  readonly run: (contender: Contender) => Promise<void>;
}

const product = (query: string, count = 20, more: Record<string, unknown> = {}): Cell => ({
  operation: 'ruretail',
  params: { query, count, ...more },
});
const flat = (unit: string): Cell => ({ operation: 'hkproperty', params: { unit } });
const business = (keyword: string, count = 15): Cell => ({
  operation: 'bizbureau',
  params: { keyword, count },
});
const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

/** All cells of one calculation; a failing cell shows an error. */
const calculate = ({ ask, clock }: Contender, cells: readonly Cell[]) =>
  clock.until(Promise.allSettled(cells.map((cell) => ask(cell))));

const inTurn = async (contender: Contender, cells: readonly Cell[]) => {
  for (const cell of cells) await calculate(contender, [cell]);
};

/** 1,000 formulas over 200 distinct requests of all prices. */
const workbook = times(1_000, (nth): Cell => {
  const item = nth % 200;
  return item % 4 === 0
    ? business(`trade ${item}`, 15)
    : item % 4 === 1
      ? flat(`U${item}`)
      : product(`item ${item}`, 20);
});
const workbookCredits = 50 * 5 + 150;

const scenarios: readonly Scenario[] = [
  {
    name: '100 equal cells at once',
    least: { requests: 1, credits: 1 },
    run: async (contender) =>
      void (await calculate(
        contender,
        times(100, () => flat('A')),
      )),
  },
  {
    name: 'warm recalculation, ten times 50 cells',
    least: { requests: 50, credits: 50 },
    run: async (contender) => {
      for (let round = 0; round < 10; round += 1)
        await calculate(
          contender,
          times(50, (n) => flat(`A${n}`)),
        );
    },
  },
  {
    name: 'restart and reopen 50 cells',
    least: { requests: 50, credits: 50 },
    run: async (contender) => {
      const cells = times(50, (n) => flat(`A${n}`));
      await calculate(contender, cells);
      await contender.restart();
      await calculate(contender, cells);
    },
  },
  {
    name: 'count 10 → 50 → 10',
    least: { requests: 2, credits: 5 + 20 },
    run: (contender) => inTurn(contender, [business('x', 10), business('x', 50), business('x', 10)]),
  },
  {
    name: 'order, case and spacing of arguments',
    least: { requests: 1, credits: 1 },
    run: (contender) =>
      inTurn(contender, [
        product('ssd', 20, { sort: 'price_asc', brands: ['Kingston', 'Samsung'] }),
        product(' ssd ', 20, { brands: ['Samsung', 'Kingston'], sort: 'PRICE_ASC' }),
        {
          operation: 'ruretail',
          params: {
            brands: ['Samsung', 'Kingston', 'Samsung'],
            sort: 'price_asc',
            city: 'msk_cl',
            count: 20,
            query: 'ssd',
          },
        },
        product('ssd', 20, {
          sort: 'price_asc',
          brands: ['Kingston', 'Samsung'],
          timeout: 600,
          with_images: false,
        }),
      ]),
  },
  {
    name: 'reopening with 200 error cells',
    least: { requests: 200, credits: 0 },
    run: async (contender) => {
      contender.service.reply = () => ({ status: 412 });
      const cells = times(200, (n) => flat(`none ${n}`));
      await calculate(contender, cells);
      await contender.restart();
      await calculate(contender, cells);
    },
  },
  {
    name: 'cancel a pending request and enter it again',
    least: { requests: 10, credits: 10 },
    run: async (contender) => {
      for (let n = 0; n < 10; n += 1) {
        const cell = new AbortController();
        const first = contender.ask(flat(`A${n}`), cell.signal).catch(() => undefined);
        await contender.clock.advance(200);
        cell.abort();
        await contender.clock.until(
          Promise.all([first, contender.ask(flat(`A${n}`)).catch(() => undefined)]),
        );
      }
    },
  },
  {
    name: 'a blocked spill, calculated 20 times',
    least: { requests: 1, credits: 10 },
    run: (contender) =>
      inTurn(
        contender,
        times(20, () => ({ operation: 'nlretail', params: { keyword: 'lego', count: 20 } })),
      ),
  },
  {
    name: 'offline: 20 known cells recalculated',
    least: { requests: 20, credits: 20 },
    run: async (contender) => {
      const cells = times(20, (n) => flat(`A${n}`));
      await calculate(contender, cells);
      contender.service.reply = () => 'refused';
      await calculate(contender, cells);
    },
  },
  {
    name: 'workbook: 1,000 formulas, 200 requests; opened, edited, sorted, reopened',
    least: { requests: 201, credits: workbookCredits + 1 },
    run: async (contender) => {
      await calculate(contender, workbook);
      await calculate(contender, [...workbook.slice(0, 400), flat('edited')]);
      await calculate(contender, [...workbook].reverse());
      await contender.restart();
      await calculate(contender, [...workbook, flat('edited')]);
    },
  },
];

export async function creditMeasures(): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const { name, least, run } of scenarios) {
    for (const make of [naive, queryCore, spillway]) {
      const contender = make();
      contender.service.latency = 300;
      await run(contender);
      const { sent, credits } = contender.service;
      const mine = contender.name === 'Spillway';
      const label = (what: string) => `${name}: ${what}, ${contender.name}`;
      measures.push({
        ...against(label('requests'), sent.length, least.requests, 1),
        ...(!mine && { goal: '—', met: true }),
      });
      measures.push({
        ...against(label('credits'), credits, least.credits, 1),
        ...(!mine && { goal: '—', met: true }),
      });
    }
  }
  return measures;
}
