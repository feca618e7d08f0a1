// Templates from their cards to live data: what they add, what they cost, and that no cell shows an error on the way.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  sheets: ['Comparison', 'Flats', 'Estates', 'Valuation charts', 'Report', 'Valuations', 'Valuation history'],
  price: '8 requests, all new: 8 credits',
  requests: 8,
  credits: 8,
  charts: 2,
};

const trip: Expected = {
  title: 'Trip planner',
  sheets: [
    ...['Trip', 'Legs', 'Travellers', 'Costs', 'Weeks', 'Trip charts'],
    ...['Options', 'Places', 'Week options'],
  ],
  price: '4 requests, all new: 20 credits',
  requests: 4,
  credits: 20,
  charts: 3,
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
  // What is undecided or has failed has no history: its row there says so.
  const shown = sheets.filter((sheet) => !/ history/.test(sheet));
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
      const second = valuation.sheets.map((sheet) => `${sheet} 2`);
      expect(await playground.sheets()).toEqual(['Sheet1', ...valuation.sheets, ...second]);
      expect(await playground.value("'Comparison'!A3")).toMatch(/^Live data/);
      expect(await playground.value("'Comparison 2'!A3")).toMatch(/^Sample data/);

      await playground.type("'Flats 2'!A7", 'TKS-99-99-H');
      const card = builtCard(playground, valuation.title, second);
      await fill(playground, card, '8 requests, 1 of them new: 1 credit', /1 request failed/);
      expect(await errorsOn(playground, second.slice(0, 5))).toEqual([]);
      const rows = await playground.values("'Comparison 2'!A14:N20");
      expect(rows.filter((row) => row[13] !== 'OK').map((row) => [row[0], row[9], row[13]])).toEqual([
        ['TKS-99-99-H', '', 'Failed: see Valuations'],
      ]);
      // The flat without a value does not pull the result down, and is not passed over in silence.
      expect(await playground.value("'Comparison 2'!A3")).toMatch(/^Incomplete: 7 of 8 flats/);
      expect(await playground.value("'Comparison 2'!H6")).toMatch(/missing: 1\)$/);
      expect(await playground.value("'Comparison 2'!K10")).toBe('');
      expect((await stack.sandbox.counters()).credits).toBe(8);
    },
    withKey,
  );

  journey(
    'the valuation comparison takes 40 flats from paste to printed page, and shrinks again',
    async ({ playground, stack }) => {
      await add(playground, valuation);
      const codes = [
        'TKS',
        'MFS',
        'COS',
        'KWV',
        'WPG',
        'SHZ',
        'LGC',
        'KRN',
        'AMG',
        'TFG',
        'DBY',
        'LHP',
        'MTC',
        'TKP',
      ];
      codes.push(
        'FVC',
        'BCH',
        'ILR',
        'HFC',
        'TVD',
        'CBC',
        'SCW',
        'LKW',
        'IHV',
        'PAV',
        'NFS',
        'RVG',
        'BVG',
        'TPC',
      );
      codes.push('UTP', 'TMT', 'SRT', 'HBS', 'BYG', 'AQM', 'RAS', 'BLA');
      // The subject is among them, and four are there twice: neither is paid for again.
      const units = [...codes, ...codes.slice(0, 4)].map((code) => [`${code}-01-12-B`]);
      await playground.type("'Flats'!A7:A46", units);
      const card = builtCard(playground, valuation.title, valuation.sheets);
      await fill(playground, card, '36 requests, all new: 36 credits');
      expect(await errorsOn(playground, valuation.sheets.slice(0, 6))).toEqual([]);
      expect(await playground.value("'Comparison'!A3")).toMatch(/^Live data/);
      const checks = (await playground.values("'Comparison'!M14:M54")).flat();
      const count = (check: string) => checks.filter((each) => each === check).length;
      expect([count('Is the subject'), count('Listed above'), count('')]).toEqual([1, 4, 1]);
      const compared = count('Comparable') + count('Outlier');
      expect((await playground.values("'Report'!A16:A60")).flat().filter(String)).toHaveLength(compared);
      expect(await playground.value("'Estates'!H7")).toBe(36);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 36, credits: 36 });
      await playground.type(
        "'Flats'!A9:A46",
        Array.from({ length: 38 }, () => ['']),
      );
      await playground.type(
        "'Flats'!B9:D13",
        Array.from({ length: 5 }, () => ['', '', '']),
      );
      await playground.until(
        async () => (await playground.values("'Comparison'!A14:A17")).flat().filter(String).length === 2,
      );
      expect((await stack.sandbox.counters()).credits).toBe(36);
    },
    withKey,
  );

  journey(
    'the trip planner takes 12 legs with 8 travellers, shrinks again, and compares weeks only when asked',
    async (world) => {
      const { playground, stack } = world;
      const { pane } = playground;
      await add(playground, trip);
      const from = Number(await playground.value("'Legs'!B7"));
      const cities = ['Amsterdam', 'Paris', 'Barcelona', 'Rome', 'Vienna', 'Prague', 'Berlin', 'Madrid'];
      cities.push('Lisbon', 'Athens', 'Dublin', 'Munich');
      const names = ['Anna', 'Ben', 'Cem', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana'];
      const leg = (city: string, index: number) => {
        const start = from + 3 * index;
        return [
          city,
          start,
          start + 3,
          index % 3 === 0 ? 'all' : 'Anna, Ben',
          '',
          2500,
          index === 4 ? 1200 : '',
        ];
      };
      await playground.type(
        "'Travellers'!A7:B14",
        names.map((name, index) => [name, index < 5 ? 'Sales' : 'Board']),
      );
      await playground.type("'Legs'!A7:G18", cities.map(leg));
      const card = builtCard(playground, trip.title, trip.sheets);
      // The booked leg is not searched for.
      await fill(playground, card, '11 requests, all new: 55 credits');
      expect(await errorsOn(playground, trip.sheets)).toEqual([]);
      expect(await playground.value("'Trip'!A3")).toMatch(/^Live data/);
      expect((await playground.values("'Trip'!A12:A24")).flat()).toEqual([...cities, '']);
      const total = Number(await playground.value("'Trip'!K5"));
      const paid = (await playground.values("'Costs'!E7:E14")).flat().map(Number);
      expect(paid.reduce((sum, share) => sum + share, 0)).toBeCloseTo(total, 4);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 11, credits: 55 });

      await playground.type(
        "'Legs'!A10:G18",
        Array.from({ length: 9 }, () => Array.from({ length: 7 }, () => '')),
      );
      await playground.until(
        async () => (await playground.values("'Trip'!P12:P15")).flat().join() === 'OK,OK,OK,',
      );
      expect((await playground.values("'Trip'!A12:A15")).flat()).toEqual([...cities.slice(0, 3), '']);

      expect(await playground.value("'Weeks'!C5")).toMatch(/up to 15 requests, 75 credits/);
      await playground.type("'Weeks'!B5", 'yes');
      await pane.getByRole('tab', { name: /Activity.*waiting/ }).click();
      // The week of the plan is there already.
      const run = pane.getByRole('button', { name: /^Run: 60 credits for 1 formula: 12 requests/ });
      await run.waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(55);
      await run.click();
      await playground.until(async () => typeof (await playground.value("'Weeks'!B7")) === 'number');
      expect((await playground.values("'Weeks'!C12:G12")).flat().every((sum) => Number(sum) > 0)).toBe(true);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 23, credits: 115 });
    },
    withKey,
  );

  journey(
    'the table of a template is one feed, which keeps its address when an item is edited and never pays',
    async (world) => {
      const { playground, stack } = world;
      const { pane, page } = playground;
      await fromCardToLiveData(world, valuation);
      const feeds = pane.getByRole('region', { name: 'Feeds' });
      await pane.getByRole('tab', { name: 'History' }).click();
      await feeds
        .getByLabel('Result or table')
        .selectOption({ label: 'Valuations: Hong Kong valuation, 8 requests' });
      await feeds.getByRole('button', { name: 'Share as a feed' }).click();
      await feeds.getByLabel('Name of the feed').fill('Flats');
      await feeds.getByRole('button', { name: 'Create' }).click();
      const address = (await feeds.getByRole('region', { name: 'Address' }).textContent()) ?? '';
      await feeds.getByRole('button', { name: 'Done' }).click();
      const { requests, credits } = await stack.sandbox.counters();
      /** As another program would: no sign-in, no page. */
      const read = () =>
        page.evaluate(async (url) => {
          const response = await fetch(url, { credentials: 'omit' });
          return (await response.text()).trim().split('\r\n');
        }, address);
      const [head = '', ...lines] = await read();
      expect(head).toMatch(/^fetched_at,request,/);
      expect(lines).toHaveLength(8);
      expect(await stack.sandbox.counters()).toMatchObject({ requests, credits });

      // One flat less. The feed shows the table as it was until it is pointed at what the sheet asks for now.
      await playground.type("'Flats'!A13", '');
      await playground.quiet();
      await pane.getByRole('tab', { name: 'Usage' }).click();
      await pane.getByRole('tab', { name: 'History' }).click();
      const shows = feeds.getByRole('group', { name: 'Flats', exact: true }).getByLabel('Shows');
      await shows
        .locator('option:checked', { hasText: 'As it was shared (Flats)' })
        .waitFor({ state: 'attached' });
      expect(await read()).toHaveLength(9);
      await shows.selectOption({ label: 'Valuations: Hong Kong valuation, 7 requests' });
      await feeds.getByText('The feed shows this table now. Its address is the same.').waitFor();
      expect(await read()).toHaveLength(8);
      expect(await stack.sandbox.counters()).toMatchObject({ requests, credits });
    },
    { ...withKey, gateway: () => ({ SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-templates-')) }) },
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
      expect(await playground.value("'Valuations'!B6")).toBe('Laguna City (sample)');
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
