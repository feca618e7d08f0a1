// The valuation comparison: used twice, with many flats, as a feed, and without a connection.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeJourneys } from '../support/journey';
import { add, builtCard, errorsOn, fill, fromCardToLiveData, type Expected } from '../support/templatesPane';

const valuation: Expected = {
  title: 'Valuation comparison',
  sheets: ['Comparison', 'Flats', 'Estates', 'Valuation charts', 'Report', 'Valuations', 'Valuation history'],
  price: '8 requests, all new: 8 credits',
  requests: 8,
  credits: 8,
  charts: 2,
};

const withKey = { withKey: true };

describeJourneys('the valuation comparison', (journey) => {
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
        ['TKS-99-99-H', '', 'No result: see Valuations'],
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
    'takes 40 flats from paste to printed page, and shrinks again',
    async ({ playground, stack }) => {
      await add(playground, valuation);
      const codes = [
        ...'TKS MFS COS KWV WPG SHZ LGC KRN AMG TFG DBY LHP MTC TKP FVC BCH ILR HFC'.split(' '),
        ...'TVD CBC SCW LKW IHV PAV NFS RVG BVG TPC UTP TMT SRT HBS BYG AQM RAS BLA'.split(' '),
      ];
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
});
