// Each template from its card to live data: what it adds, what it costs, and that no cell shows an error on the way.
import { describeJourneys, type Journey } from './support/journey';
import type { PlaygroundPage } from './support/playgroundPage';

interface Expected {
  readonly title: string;
  readonly variant?: string;
  readonly sheets: readonly string[];
  readonly price: string;
  readonly requests: number;
  readonly credits: number;
  readonly charts: number;
}

const all: readonly Expected[] = [
  {
    title: 'Price monitor',
    sheets: ['Price board', 'Products', 'Market'],
    price: '12 requests, all new: 12 credits',
    requests: 12,
    credits: 12,
    charts: 2,
  },
  {
    title: 'Price monitor',
    variant: 'Dutch retail',
    sheets: ['Price board', 'Products', 'Market'],
    price: '12 requests, all new: 120 credits',
    requests: 12,
    credits: 120,
    charts: 2,
  },
  {
    title: 'Valuation comparison',
    sheets: ['Comparison', 'Adjustments', 'Valuations'],
    price: '8 requests, all new: 8 credits',
    requests: 8,
    credits: 8,
    charts: 2,
  },
  {
    title: 'Trip planner',
    sheets: ['Trip', 'Cheapest night', 'Options'],
    price: '28 requests, all new: 140 credits',
    requests: 28,
    credits: 140,
    charts: 1,
  },
  {
    title: 'Supplier list',
    sheets: ['Supplier search', 'Contacts'],
    price: '4 requests, all new: 20 credits',
    requests: 4,
    credits: 20,
    charts: 1,
  },
  {
    title: 'Employer profiles',
    sheets: ['Employers'],
    price: '6 requests, all new: 30 credits',
    requests: 6,
    credits: 30,
    charts: 1,
  },
  {
    title: 'Assortment check',
    sheets: ['Assortment', 'Shelf'],
    price: '6 requests, all new: 60 credits',
    requests: 6,
    credits: 60,
    charts: 1,
  },
];

const cardOf = ({ pane }: PlaygroundPage, title: string) =>
  pane
    .getByRole('region', { name: 'Templates', exact: true })
    .getByRole('article', { name: title, exact: true });

async function add(playground: PlaygroundPage, { title, variant }: Pick<Expected, 'title' | 'variant'>) {
  const card = cardOf(playground, title);
  if (variant !== undefined) await card.getByRole('combobox').selectOption({ label: variant });
  await card.getByRole('button', { name: `Use ${title}` }).click();
  await card.getByRole('button', { name: 'Add sheets' }).click();
  await card.getByText(/^Added:/).waitFor();
}

/** Cells of a sheet that show an error. */
async function errorsOn(playground: PlaygroundPage, sheet: string): Promise<string[]> {
  const rows = await playground.values(`'${sheet}'!A1:N130`);
  return rows.flatMap((row, r) =>
    row.flatMap((value, c) => (/^#[A-Z]/.test(String(value)) ? [`${r + 1},${c + 1}: ${String(value)}`] : [])),
  );
}

async function fill(playground: PlaygroundPage, title: string, price: string) {
  const card = playground.pane
    .getByRole('region', { name: 'Templates in this workbook' })
    .getByRole('article', { name: new RegExp(`^${title}: `) })
    .first();
  await card.getByRole('button', { name: 'Fill with live data' }).click();
  await card.getByText(price, { exact: true }).waitFor();
  await card.getByRole('button', { name: /^Fill \(/ }).click();
  await card.getByText(/^Filled with live data/).waitFor();
  await playground.quiet();
}

async function fromCardToLiveData({ playground, stack }: Journey, expected: Expected) {
  const before = (await playground.counts()).batches;
  await add(playground, expected);
  // Two of the round trips are looks at which sheets there are.
  expect((await playground.counts()).batches - before).toBeLessThanOrEqual(10);
  expect(await playground.sheets()).toEqual(['Sheet1', ...expected.sheets]);
  expect((await playground.parts())?.charts).toHaveLength(expected.charts);
  await playground.quiet();
  for (const sheet of expected.sheets)
    expect([sheet, await errorsOn(playground, sheet)]).toEqual([sheet, []]);
  expect((await stack.sandbox.counters()).requests).toBe(0);

  await fill(playground, expected.title, expected.price);
  for (const sheet of expected.sheets)
    expect([sheet, await errorsOn(playground, sheet)]).toEqual([sheet, []]);
  expect(await playground.value(`'${expected.sheets[0] ?? ''}'!A3`)).toMatch(/^Live data, filled on /);
  const { requests, credits } = await stack.sandbox.counters();
  expect({ requests, credits }).toEqual({ requests: expected.requests, credits: expected.credits });
}

describeJourneys('templates', (journey) => {
  for (const expected of all)
    journey(
      `${expected.title}${expected.variant ? ` (${expected.variant})` : ''} goes from its card to live data at the price it showed`,
      (given) => fromCardToLiveData(given, expected),
      { withKey: true },
    );

  journey(
    'a template that is cancelled leaves no trace, and one that is removed leaves none either',
    async ({ playground }) => {
      const card = cardOf(playground, 'Supplier list');
      await card.getByRole('button', { name: 'Use Supplier list' }).click();
      await card.getByRole('button', { name: 'Cancel' }).click();
      expect(await playground.sheets()).toEqual(['Sheet1']);
      await add(playground, { title: 'Supplier list' });
      await playground.pane.getByRole('button', { name: 'Remove' }).click();
      await playground.pane.getByRole('button', { name: 'Delete sheets' }).click();
      await playground.pane.getByText('In this workbook').waitFor({ state: 'detached' });
      expect(await playground.sheets()).toEqual(['Sheet1']);
      expect(await playground.names()).toEqual([]);
      expect(await playground.parts()).toMatchObject({ charts: [], validations: [], formats: [] });
    },
    { withKey: true },
  );

  journey(
    'a second use of a template has sheets of its own, and filling again costs nothing',
    async ({ playground, stack }) => {
      await add(playground, { title: 'Valuation comparison' });
      await fill(playground, 'Valuation comparison', '8 requests, all new: 8 credits');
      await add(playground, { title: 'Valuation comparison' });
      expect(await playground.sheets()).toEqual([
        'Sheet1',
        'Comparison',
        'Adjustments',
        'Valuations',
        'Comparison 2',
        'Adjustments 2',
        'Valuations 2',
      ]);
      expect(await playground.value("'Comparison'!A3")).toMatch(/^Live data/);
      expect(await playground.value("'Comparison 2'!A3")).toMatch(/^Sample data/);
      await fill(playground, 'Valuation comparison', '8 requests, none of them new: free');
      expect((await stack.sandbox.counters()).credits).toBe(8);
    },
    { withKey: true },
  );

  journey(
    'a failing item shows in its own row, and the rest of the template stands',
    async ({ playground, stack }) => {
      await add(playground, { title: 'Valuation comparison' });
      await playground.type("'Comparison'!B10", 'TKS-99-99-H');
      await playground.pane.getByRole('button', { name: 'Fill with live data' }).click();
      await playground.pane.getByRole('button', { name: 'Fill (8 credits)' }).click();
      await playground.pane.getByText(/1 request failed/).waitFor();
      await playground.quiet();
      expect(await errorsOn(playground, 'Comparison')).toEqual([]);
      expect(await playground.value("'Comparison'!C10")).toBe('n/a');
      expect(await playground.value("'Comparison'!C9")).not.toBe('n/a');
      expect((await stack.sandbox.counters()).credits).toBe(7);
    },
    { withKey: true },
  );
});

describeJourneys('the first sight', (journey) => {
  journey(
    'is tables and the Start view, with the key of the sandbox in place',
    async ({ playground }) => {
      await playground.pane.getByRole('tab', { name: 'Start', selected: true }).waitFor();
      expect((await playground.table('A6')).length).toBe(6);
      expect((await playground.table('A23')).length).toBe(6);
    },
    { tour: true, withKey: true },
  );
});
