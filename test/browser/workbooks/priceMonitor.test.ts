// The price monitor from its card to offers that a person matched, with the products it comes with and with 300.
import { createSandbox } from '../../../sandbox/sandbox';
import { describeJourneys } from '../support/journey';
import { add, builtCard, errorsOn, fill, fromCardToLiveData, type Expected } from '../support/templatesPane';

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

const most = 1_000_000;
const noLimits = { ten_second: most, minutely: most, hourly: most, daily: most, monthly: most };

/** Names as an analyst's own list has them: 240 of one product each, most of which can be bought, and 60 that several begin with. */
function ownProducts(): { readonly names: readonly string[]; readonly buyable: number } {
  const { ruretail } = createSandbox({ publicUrl: 'http://localhost' }).state.sources;
  const now = Date.now();
  const sold = ['смартфон', 'телевизор', 'ноутбук', 'холодильник', 'пылесос', 'наушники'].flatMap((query) =>
    ruretail
      .records({ query, count: 200 }, { now, day: Math.floor(now / 86_400_000), image: () => '' })
      .flatMap(({ name, price, is_available: isAvailable }) =>
        name && price ? [{ name, isAvailable: isAvailable !== false }] : [],
      ),
  );
  const vague = new Set(sold.map(({ name }) => name.split(' ').slice(0, 3).join(' ')));
  const available = new Map(sold.map(({ name, isAvailable }) => [name, isAvailable]));
  const exact = [...available.keys()].filter((name) => !vague.has(name)).slice(0, 240);
  return {
    names: [...exact, ...[...vague].slice(0, 60)],
    buyable: exact.filter((name) => available.get(name)).length,
  };
}

describeJourneys('the price monitor', (journey) => {
  journey(
    'takes 300 products from paste to board, with 60 that a person has to decide on, and shrinks again',
    async ({ playground, stack }) => {
      const { title, sheets } = monitor;
      const { names, buyable } = ownProducts();
      expect(buyable).toBeGreaterThan(200);
      expect(new Set(names).size).toBe(300);
      await stack.sandbox.reset({ keys: { 'sandbox-large': { limits: noLimits } } });
      await add(playground, monitor);
      await playground.type(
        "'Products'!A10:C309",
        names.map((name) => [name, 50_000, 40_000]),
      );
      const card = builtCard(playground, title, sheets);
      await fill(playground, card, '300 requests, all new: 300 credits', /^Filled with live data/);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 300, credits: 300 });
      expect(await playground.value("'Price board'!J6")).toBe('300: open Match');

      await card.getByRole('button', { name: 'Match products' }).click();
      await playground.pane.getByRole('button', { name: /^Accept \d+ certain$/ }).click();
      await playground.until(async () => (await playground.value("'Price board'!J6")) === '60: open Match');
      await playground.quiet();
      const rows = await playground.values("'Price board'!A10:T310");
      expect(rows.map(([name]) => name).sort()).toEqual([...names, ''].sort());
      const priced = rows.filter(([, , lowest]) => typeof lowest === 'number');
      // What cannot be bought has no price on the board.
      expect(priced).toHaveLength(buyable);
      expect(rows.filter((row) => row.includes('No offers found'))).toHaveLength(240 - buyable);
      expect(rows.filter((row) => row[18] === 'Decide in Match')).toHaveLength(60);
      // What needs a decision comes first.
      const decisions = rows.map((row) => row[18] !== '');
      expect(decisions.lastIndexOf(true)).toBeLessThan(decisions.indexOf(false));
      expect(await playground.value("'Price board'!A6")).toBe(`${buyable} of 300`);
      expect(await errorsOn(playground, sheets.slice(0, 3))).toEqual([]);

      await playground.type(
        "'Products'!A13:C309",
        Array.from({ length: 297 }, () => ['', '', '']),
      );
      await playground.until(
        async () => (await playground.values("'Price board'!A10:A310")).flat().filter(String).length === 3,
      );
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 300, credits: 300 });
    },
    { withKey: true },
  );

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
