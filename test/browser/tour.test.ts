// What a newcomer sees first: the tour, empty until a key is there, then filled by the add-in itself.
import { describeJourneys } from './support/journey';

describeJourneys('the tour', (journey) => {
  journey(
    'asks for a key in its cells, and fills in when the sandbox key is taken',
    async ({ playground, stack }) => {
      expect(await playground.error('A6', '#N/A')).toMatch(/No key is saved yet/);
      expect((await stack.sandbox.counters()).requests).toBe(0);

      await playground.useSandboxKey();

      const prices = await playground.table('A6');
      await playground.quiet();
      const valuations = await playground.table('B15');
      const hotels = await playground.table('A23');
      expect([prices.length, valuations.length, hotels.length]).toEqual([6, 5, 6]);
      expect(prices[0]?.slice(0, 2)).toEqual(['Product', 'Brand']);
      expect(valuations.flat()).not.toContain('#N/A');
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 6, credits: 10 });
    },
    { tour: true },
  );

  journey(
    'follows a changed cell, and asks nothing for what it has seen',
    async ({ playground, stack }) => {
      await playground.useSandboxKey();
      const first = await playground.table('A6');
      await playground.type('A5', 'samsung tv');
      await playground.waitForCell('A7', { not: ['', first[1]?.[0] ?? ''] });
      await playground.type('A5', 'iphone');
      await playground.waitForCell('A7', first[1]?.[0] ?? '');
      expect((await stack.sandbox.counters()).byOperation['ruretail']).toMatchObject({
        requests: 2,
        credits: 2,
      });
    },
    { tour: true },
  );

  journey(
    'comes back after closing, with its tables and without a request',
    async ({ playground, stack }) => {
      await playground.useSandboxKey();
      const before = await playground.table('A23');
      await playground.quiet();
      const paid = await stack.sandbox.counters();
      await playground.reopen();
      await playground.waitForCell('B23', 'Stars');
      expect(await playground.table('A23')).toEqual(before);
      await playground.quiet();
      expect((await playground.counts()).invoked).toBe(0);
      expect(await stack.sandbox.counters()).toEqual(paid);
    },
    { tour: true },
  );

  journey(
    'begins again when it is reset while a formula calculates, and stays so when the page is loaded again',
    async ({ playground, stack }) => {
      const { page } = playground;
      await playground.useSandboxKey();
      await playground.table('A6');
      await playground.type('A5', 'samsung tv');
      await page.getByRole('button', { name: 'Reset the tour' }).click();
      await playground.waitForCell('A5', 'iphone');
      await playground.quiet();
      const { credits } = await stack.sandbox.counters();
      await page.reload();
      await page.waitForFunction(() => window.spillwayHost !== undefined);
      await playground.table('A6');
      await playground.quiet();
      expect(await playground.value('A5')).toBe('iphone');
      expect((await stack.sandbox.counters()).credits).toBe(credits);
    },
    { tour: true },
  );

  journey(
    'is left out over a real service, where it would spend',
    async ({ playground, stack }) => {
      await playground.page.getByRole('heading', { name: /real service\. Requests cost credits/ }).waitFor();
      await playground.saveKey();
      await playground.quiet();
      expect(await playground.value('A6')).toBe('');
      expect((await stack.sandbox.counters()).requests).toBe(0);
    },
    { tour: true, gateway: () => ({ SPILLWAY_SANDBOX: '0' }) },
  );
});
