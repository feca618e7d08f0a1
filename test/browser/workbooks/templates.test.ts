// Templates from their cards to live data: what they add, what they cost, and that no cell shows an error on the way.
import { describeJourneys, type Journey } from '../support/journey';
import { add, builtCard, cardOf, errorsOn, fill, type Choice } from '../support/templatesPane';

interface Expected extends Choice {
  readonly sheets: readonly string[];
  readonly price: string;
  readonly requests: number;
  readonly credits: number;
  readonly charts: number;
  /** What the first sheet says once it is filled. */
  readonly says?: RegExp;
}

const monitor: Expected = {
  title: 'Price monitor',
  sheets: ['Price board', 'Products', 'Price charts', 'Market', 'Price history'],
  price: '12 requests, all new: 12 credits',
  requests: 12,
  credits: 12,
  charts: 3,
  // Nothing is compared before a person said what is the same product.
  says: /^Incomplete: 0 of 12 products have all their figures\. Live data/,
};

const smaller: readonly Expected[] = [
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

const valuation: Expected = {
  title: 'Valuation comparison',
  sheets: ['Comparison', 'Adjustments', 'Valuations'],
  price: '8 requests, all new: 8 credits',
  requests: 8,
  credits: 8,
  charts: 2,
};

const trip: Expected = {
  title: 'Trip planner',
  sheets: ['Trip', 'Cheapest night', 'Options', 'Night prices'],
  price: '26 requests, all new: 130 credits',
  requests: 26,
  credits: 130,
  charts: 1,
};

/** Samples first, for nothing and in few round trips; then live data, for the price that was shown. */
async function fromCardToLiveData({ playground, stack }: Journey, expected: Expected): Promise<void> {
  const { sheets } = expected;
  const before = {
    batches: (await playground.counts()).batches,
    charts: (await playground.parts())?.charts.length ?? 0,
    sheets: await playground.sheets(),
    counters: await stack.sandbox.counters(),
  };
  await add(playground, expected);
  // Two of the round trips are looks at which sheets there are. What is held because of the writing is found by reading the
  // formulas of each sheet: in one round trip a sheet, before and after, because Excel on the web hands over 5 MB at a time.
  const perSheet = 2 * (before.sheets.length + sheets.length);
  expect((await playground.counts()).batches - before.batches).toBeLessThanOrEqual(10 + perSheet);
  expect(await playground.sheets()).toEqual([...before.sheets, ...sheets]);
  // They are drawn a moment after their sheets.
  await playground.until(
    async () => (await playground.parts())?.charts.length === before.charts + expected.charts,
  );
  await playground.quiet();
  expect(await errorsOn(playground, sheets)).toEqual([]);
  expect(await playground.value(`'${sheets[0]}'!A3`)).toMatch(/^Sample data/);
  expect((await stack.sandbox.counters()).requests).toBe(before.counters.requests);

  await fill(playground, builtCard(playground, expected.title, sheets), expected.price);
  // What is undecided has no history: its row there says so.
  const shown = sheets.filter((sheet) => !sheet.startsWith('Price history'));
  expect(await errorsOn(playground, shown)).toEqual([]);
  expect(await playground.value(`'${sheets[0]}'!A3`)).toMatch(
    expected.says ?? /^Live data, oldest figure of /,
  );
  const { requests, credits } = await stack.sandbox.counters();
  expect({ requests, credits }).toEqual({
    requests: before.counters.requests + expected.requests,
    credits: before.counters.credits + expected.credits,
  });
}

const withKey = { withKey: true };

describeJourneys('templates', (journey) => {
  journey(
    'the price monitor goes from card to live data, and compares what is matched',
    async (world) => {
      const { playground, stack } = world;
      await fromCardToLiveData(world, monitor);
      const before = await stack.sandbox.counters();
      await builtCard(playground, monitor.title, monitor.sheets)
        .getByRole('button', { name: 'Match products' })
        .click();
      await playground.pane.getByRole('button', { name: /^Accept \d+ certain$/ }).click();
      const lowest = async () =>
        (await playground.values("'Price board'!C10:C21"))
          .flat()
          .filter((price) => typeof price === 'number');
      await playground.until(async () => (await lowest()).length >= 6);
      expect(await playground.value("'Price board'!A3")).toMatch(/^(Live data|Incomplete: \d+ of 12)/);
      expect(await errorsOn(playground, monitor.sheets.slice(0, 3))).toEqual([]);
      // Deciding is free.
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    withKey,
  );

  journey(
    'the smaller templates go from card to live data, and once removed leave no trace',
    async (world) => {
      const { playground } = world;
      const { pane } = playground;
      const card = cardOf(playground, 'Supplier list');
      await card.getByRole('button', { name: 'Use Supplier list' }).click();
      await card.getByRole('button', { name: 'Cancel' }).click();
      expect(await playground.sheets()).toEqual(['Sheet1']);
      for (const expected of smaller) await fromCardToLiveData(world, expected);
      for (const { title, sheets } of smaller) {
        const built = builtCard(playground, title, sheets);
        await built.getByRole('button', { name: 'Remove' }).click();
        await built.getByRole('button', { name: 'Delete sheets' }).click();
        await built.waitFor({ state: 'detached' });
      }
      await pane.getByText('In this workbook').waitFor({ state: 'detached' });
      expect(await playground.sheets()).toEqual(['Sheet1']);
      expect(await playground.names()).toEqual([]);
      expect(await playground.parts()).toMatchObject({ charts: [], validations: [], formats: [] });
    },
    withKey,
  );

  journey(
    'a second use has sheets of its own, where a failing item shows in its own row only',
    async (world) => {
      const { playground, stack } = world;
      await fromCardToLiveData(world, valuation);
      await add(playground, valuation);
      const second = ['Comparison 2', 'Adjustments 2', 'Valuations 2'];
      expect(await playground.sheets()).toEqual(['Sheet1', ...valuation.sheets, ...second]);
      expect(await playground.value("'Comparison'!A3")).toMatch(/^Live data/);
      expect(await playground.value("'Comparison 2'!A3")).toMatch(/^Sample data/);

      await playground.type("'Comparison 2'!B10", 'TKS-99-99-H');
      const card = builtCard(playground, valuation.title, second);
      await fill(playground, card, '8 requests, 1 of them new: 1 credit', /1 request failed/);
      expect(await errorsOn(playground, ['Comparison 2', 'Adjustments 2'])).toEqual([]);
      expect(await playground.value("'Comparison 2'!C10")).toBe('n/a');
      expect(await playground.value("'Comparison 2'!C9")).not.toBe('n/a');
      // The flat without a value does not pull the result down.
      const adjusted = (await playground.values("'Adjustments 2'!I7:I13")).flat().map(Number).filter(Boolean);
      expect(adjusted).toHaveLength(6);
      const result = Number(await playground.value("'Adjustments 2'!C18"));
      expect(result).toBeGreaterThanOrEqual(Math.min(...adjusted));
      expect((await stack.sandbox.counters()).credits).toBe(8);
    },
    withKey,
  );

  journey(
    'the trip planner is filled at its price, and another number of travellers is one question',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      await fromCardToLiveData(world, trip);
      await playground.type("'Trip'!B6", 3);
      await pane.getByRole('tab', { name: /Activity.*waiting/ }).click();
      const run = pane.getByRole('button', { name: /^Run: 130 credits for 2 formulas: 26 requests/ });
      await run.waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(130);
      await run.click();
      await playground.waitForCell("'Options'!D6", { not: [''], noError: true });
      // What takes long shows what it has after ten seconds, and the rest when it is there.
      await playground.until(async () => (await errorsOn(playground, trip.sheets)).length === 0);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 52, credits: 260 });
    },
    withKey,
  );

  journey('few points fill what they can', async ({ playground, stack }) => {
    const { pane } = playground;
    await playground.saveKey('sandbox-poor');
    await pane.getByRole('button', { name: 'Choose a template' }).click();
    await add(playground, { title: 'Employer profiles' });
    const employers = builtCard(playground, 'Employer profiles', ['Employers']);
    // Twelve points pay for two profiles of five credits.
    await fill(
      playground,
      employers,
      '6 requests, all new: 30 credits',
      /^Filled with live data: 2 of 6 requests, 10 credits spent\. 4 requests failed: /,
    );
    const names = (await playground.values("'Employers'!B7:B12")).flat().map(String);
    expect(names.filter((name) => name !== '' && !name.startsWith('#'))).toHaveLength(2);
    expect((await stack.sandbox.counters()).credits).toBe(10);
  });

  journey(
    'without a connection nothing is filled or paid, and the samples stay',
    async ({ playground, stack, context }) => {
      await add(playground, valuation);
      await context.setOffline(true);
      const card = builtCard(playground, valuation.title, valuation.sheets);
      await fill(playground, card, valuation.price, /^Nothing was filled; the samples are still there/);
      expect(await playground.value("'Comparison'!A3")).toMatch(/^Sample data/);
      expect(await playground.value("'Valuations'!B6")).toBe('Taikoo Shing (sample)');
      await context.setOffline(false);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 0, credits: 0 });
    },
    withKey,
  );

  journey(
    'a search without results says so, and the others are counted',
    async ({ playground }) => {
      await add(playground, { title: 'Supplier list' });
      const sheets = ['Supplier search', 'Contacts'];
      await playground.type("'Supplier search'!A9", 'qzxqzxqzx');
      await fill(
        playground,
        builtCard(playground, 'Supplier list', sheets),
        '4 requests, all new: 20 credits',
      );
      expect(await errorsOn(playground, sheets)).toEqual([]);
      const counted = await playground.values("'Supplier search'!C9:F10");
      expect(counted[0]).toEqual(['', '', '', '']);
      expect(counted[1]?.[0]).toBeGreaterThan(0);
    },
    withKey,
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
