// Every class of failure as the cell shows it: an error value and a sentence that says what happened and what to do.
import { describeJourneys } from './support/journey';

const stay = 'DATE(2026,12,15),DATE(2026,12,18)';

describeJourneys('errors in cells', (journey) => {
  journey('wrong input is told before anything is sent', async ({ playground, stack }) => {
    await playground.saveKey();
    const wrong: [string, RegExp][] = [
      ['=RURETAIL.SEARCH("iphone",2,,"colour=red")', /"colour" is not an option/],
      ['=RURETAIL.SEARCH("iphone",2,,"sort=cheapest")', /sort does not accept "cheapest".*price_asc/],
      ['=RURETAIL.SEARCH("iphone","x")', /count must be a whole number/],
      ['=STAYS.SEARCH("Amsterdam","2026-12-18","2026-12-15")', /checkout .* must be after checkin/],
      ['=RURETAIL.SEARCH("iphone",2,,"@missing")', /no filter set named "missing"/],
    ];
    await playground.type(
      'A1',
      wrong.map(([formula]) => [formula]),
    );
    for (const [index, [, sentence]] of wrong.entries()) {
      expect(await playground.error(`A${index + 1}`, '#VALUE!')).toMatch(sentence);
    }
    await playground.type('A10', '=RURETAIL.SEARCH(1/0)');
    expect(await playground.error('A10', '#VALUE!')).toMatch(/refers to contains #DIV\/0!/);
    await playground.type('A12', '=RURETAIL.SEARCH("ssd",2,,"offline=1")');
    expect(await playground.error('A12', '#N/A')).toMatch(/offline is on/);
    expect((await stack.sandbox.counters()).requests).toBe(0);
  });

  journey('what the service refuses is said in the words of the user', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('A1', '=HKPROPERTY.VALUE("flat twelve")');
    expect(await playground.error('A1', '#VALUE!')).toMatch(/not a property reference number/);
    await playground.type('A3', '=HKPROPERTY.VALUE("TKS-99-99-H")');
    expect(await playground.error('A3', '#N/A')).toMatch(/No valuation exists/);
    await playground.type('A5', '=RURETAIL.SEARCH("iphone",2,"xxx_cl")');
    expect(await playground.error('A5', '#VALUE!')).toMatch(/argument city/);
    await playground.type('A7', `=STAYS.SEARCH("Atlantis",${stay})`);
    expect(await playground.error('A7', '#N/A')).toMatch(/Destination not found: Atlantis/);
    await playground.type('A9', '=RURETAIL.SEARCH("qwertyzxcv")');
    expect((await playground.table('A9')).map(([first]) => first)).toEqual([
      'Product',
      'No results for "qwertyzxcv".',
    ]);

    const asked = (await stack.sandbox.counters()).requests;
    await playground.recalculateAll();
    await playground.quiet();
    await playground.reopen();
    await playground.waitForCell('A3', '#N/A');
    await playground.quiet();
    expect((await stack.sandbox.counters()).requests).toBe(asked);
  });

  journey('time-outs and broken answers are never repeated by themselves', async ({ playground, stack }) => {
    await playground.saveKey();
    const broken: [string, string, string, RegExp][] = [
      ['408', 'nlretail', '=NLRETAIL.SEARCH("lego",2)', /timed out/],
      ['drop', 'jobsboard', '=JOBSBOARD.COMPANY("1500000")', /was cut off/],
    ];
    for (const [index, [kind, operation, formula, sentence]] of broken.entries()) {
      await stack.sandbox.addFault({ kind, operation });
      await playground.type(`A${index * 10 + 1}`, formula);
      expect(await playground.error(`A${index * 10 + 1}`, '#N/A')).toMatch(sentence);
      expect((await stack.sandbox.counters()).byOperation[operation]?.requests).toBe(1);
    }
  });

  journey('a failing source is retried as the service asks, then said', async ({ playground, stack }) => {
    await playground.saveKey();
    // The points are seen to show a charge, so they can prove afterwards that there was none.
    let isPaid = false;
    const isShown = playground.page.waitForResponse((response) => {
      isPaid ||= response.url().endsWith('/businesses/search');
      return isPaid && response.url().endsWith('/token/statistic');
    });
    await playground.type('A10', '=BIZBUREAU.SEARCH("plumbing",2)');
    expect(await playground.table('A10')).toHaveLength(3);
    await isShown;
    await stack.sandbox.addFault({ kind: '500', operation: 'bizbureau', times: 1 });
    await playground.type('A1', '=BIZBUREAU.SEARCH("roofing",2)');
    expect(await playground.table('A1')).toHaveLength(3);
    expect((await stack.sandbox.counters()).byOperation['bizbureau']).toMatchObject({
      requests: 3,
      credits: 10,
    });

    await stack.sandbox.addFault({ kind: '500', operation: 'bizbureau' });
    await playground.type('A20', '=BIZBUREAU.SEARCH("dentist",2)');
    expect(await playground.error('A20', '#N/A')).toMatch(/source failed/);
  });

  journey(
    'a key that is unknown or has too few points is refused with the reason',
    async ({ playground }) => {
      await playground.enterKey('nonsense');
      await playground.pane.getByRole('button', { name: 'Save key' }).click();
      await playground.pane
        .getByText(/doesn’t recognize this key/)
        .first()
        .waitFor();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
      expect(await playground.error('A1', '#N/A')).toMatch(/No key is saved yet/);

      await playground.saveKey('sandbox-poor');
      expect(await playground.table('A1')).toHaveLength(3);
      await playground.type('A10', `=STAYS.SEARCH("Rome",${stay},2,1,60)`);
      expect(await playground.error('A10', '#N/A')).toMatch(/Not enough points/);
    },
  );

  journey('the service goes away and comes back', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    const seen = await playground.table('A1');
    await stack.takeServiceDown();
    await playground.type('A10', '=RURETAIL.SEARCH("ssd",2)');
    await playground.waitForCell('A10', '#N/A');
    await playground.type('A20', '=RURETAIL.SEARCH("iphone",2)');
    expect(await playground.table('A20')).toEqual(seen);
    await stack.bringServiceBack();
    await playground.select('A10');
    await playground.page.getByRole('button', { name: 'Refresh' }).click();
    expect(await playground.table('A10')).toHaveLength(3);
  });
});
