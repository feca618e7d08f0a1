// The price monitor from its card to offers that a person matched.
import { describeJourneys } from '../support/journey';
import { builtCard, errorsOn, fromCardToLiveData, type Expected } from '../support/templatesPane';

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

describeJourneys('the price monitor', (journey) => {
  journey(
    'goes from card to live data, and compares what is matched',
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
      // What is not known is drawn as nothing, not as a price or a change of 0.
      await playground.quiet();
      const drawn = (await playground.cells("'Price board'!C10:S21")).map((row) =>
        row.map(({ text }) => text),
      );
      const undecided = drawn.find((row) => row.at(-1) === 'Decide in Match');
      expect(undecided?.slice(0, 5)).toEqual(['', '', '', '', '']);
      expect(new Set(drawn.map((row) => row[8]))).toEqual(new Set(['']));
      // Seen once, today: the last of 26 periods.
      expect(new Set(drawn.map((row) => row[13]))).toEqual(new Set(['', `${'·'.repeat(25)}▅`]));
      // Deciding is free.
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    { withKey: true },
  );
});
