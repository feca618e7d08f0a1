// Templates from their cards to live data: what they add, what they cost, and that no cell shows an error on the way.
import { describeJourneys } from '../support/journey';
import {
  add,
  builtCard,
  cardOf,
  errorsOn,
  fill,
  fromCardToLiveData,
  type Expected,
} from '../support/templatesPane';

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

const withKey = { withKey: true };

describeJourneys('templates', (journey) => {
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
