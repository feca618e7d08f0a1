// The promise: a workbook never spends a credit that nobody asked for. Requests and credits are counted at the service.
import { describeJourneys } from './support/journey';

describeJourneys('credits', (journey) => {
  journey('are spent once, whatever the workbook does', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",5)');
    const table = await playground.table('A1');
    const spent = async () => {
      await playground.quiet();
      const { requests, credits } = await stack.sandbox.counters();
      return { requests, credits };
    };
    expect(await spent()).toEqual({ requests: 1, credits: 1 });

    await playground.recalculateAll();
    expect(await playground.table('A1')).toEqual(table);
    await playground.insertRow(1);
    expect(await playground.table('A2')).toEqual(table);
    await playground.deleteRow(1);
    expect(await playground.table('A1')).toEqual(table);
    await playground.type('A20', '=ruretail.search("  iphone ", 3)');
    expect(await playground.table('A20')).toEqual(table.slice(0, 4));
    await playground.addSheet('Second');
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",5)');
    expect(await playground.table('A1')).toEqual(table);
    expect(await spent()).toEqual({ requests: 1, credits: 1 });

    await playground.reopen();
    expect(await playground.table('Sheet1!A1')).toEqual(table);
    expect(await playground.table('Second!A1')).toEqual(table);
    expect(await spent()).toEqual({ requests: 1, credits: 1 });
  });

  journey('are counted in paid blocks: more of a block costs nothing', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('A1', '=NLRETAIL.SEARCH("lego",3)');
    expect(await playground.table('A1')).toHaveLength(4);
    await playground.type('A1', '=NLRETAIL.SEARCH("lego",18)');
    expect(await playground.table('A1')).toHaveLength(19);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 10 });
  });

  journey(
    'are not spent again by a second window of the same user',
    async ({ playground, stack, openWindow }) => {
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",5)');
      const table = await playground.table('A1');
      await playground.quiet();
      const other = await openWindow();
      await other.type('D30', '=RURETAIL.SEARCH("iphone",5)');
      expect(await other.table('D30')).toEqual(table);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
    },
  );

  journey('are spent by Refresh, because somebody asked', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",5)');
    await playground.table('A1');
    await playground.select('A1');
    await playground.page.getByRole('button', { name: 'Refresh' }).click();
    await playground.waitForRequests(stack.sandbox, 2);
    expect(await playground.table('A1')).toHaveLength(6);
    expect((await stack.sandbox.counters()).credits).toBe(2);
  });

  journey('are not spent for a formula that was replaced while its price was shown', async (given) => {
    const { playground, stack } = given;
    const { pane } = playground;
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",5,,"price")');
    await playground.table('A1');
    await playground.type('C1', '=SUM(A2:A6)');
    await playground.select('C1');
    await playground.page.getByRole('button', { name: 'Refresh' }).click();
    const run = pane.getByRole('button', { name: /^Run: / });
    await run.waitFor();
    await playground.type('A1', '=RURETAIL.SEARCH("samsung",5,,"price")');
    await playground.waitForRequests(stack.sandbox, 2);
    await playground.quiet();
    await run.click();
    await pane.getByRole('tabpanel').getByText('The cells have changed, so nothing was sent.').waitFor();
    await playground.quiet();
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 2, credits: 2 });
  });
});
