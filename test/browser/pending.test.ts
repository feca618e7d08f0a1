// What happens while a call is under way: edits, deletions, copies, many at once.
import { describeJourneys } from './support/journey';

/** Long enough for an edit to come in between on a busy machine. */
const slow = 4_000;

describeJourneys('calls under way', (journey) => {
  journey('an edit replaces the call, and the paid answer is kept', async ({ playground, stack }) => {
    await playground.saveKey();
    await stack.sandbox.addFault({ kind: 'latency', ms: slow, operation: 'ruretail', times: 1 });
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    await playground.waitUntilBusy('A1');
    await playground.waitForRequests(stack.sandbox, 1);
    await playground.type('A1', '=RURETAIL.SEARCH("ssd",2)');
    const edited = await playground.table('A1');
    expect(edited).toHaveLength(3);
    expect((await playground.counts()).cancelled).toBe(1);

    await playground.type('A10', '=RURETAIL.SEARCH("iphone",2)');
    expect(await playground.table('A10')).not.toEqual(edited);
    expect((await stack.sandbox.counters()).requests).toBe(2);
  });

  journey('a deleted cell stays empty when its answer arrives', async ({ playground, stack }) => {
    await playground.saveKey();
    await stack.sandbox.addFault({ kind: 'latency', ms: slow, operation: 'ruretail', times: 1 });
    await playground.type('A1', '=RURETAIL.SEARCH("iphone",2)');
    await playground.waitUntilBusy('A1');
    await playground.waitForRequests(stack.sandbox, 1);
    await playground.deleteCell('A1');
    await playground.type('C1', '=RURETAIL.SEARCH("iphone",2)');
    expect(await playground.table('C1')).toHaveLength(3);
    expect(await playground.value('A1')).toBe('');
    expect((await stack.sandbox.counters()).requests).toBe(1);
  });

  journey('500 formulas over 12 units cost 12 requests', async ({ playground, stack }) => {
    await playground.saveKey();
    const formulas = Array.from({ length: 500 }, (_, index) => [
      `=HKPROPERTY.VALUE("${units[index % units.length]}",,"price")`,
    ]);
    await playground.type('A1', formulas);
    await playground.waitForCell('A500', { not: [''], noError: true });
    await playground.quiet();
    const values = (await playground.values('A1:A500')).flat();
    expect(values.every((value) => typeof value === 'number' && value > 0)).toBe(true);
    expect(new Set(values.slice(0, units.length)).size).toBe(units.length);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: units.length, credits: units.length });
  });
});

const estates = ['TKS', 'MFS', 'COS', 'KWV', 'WPG', 'SHZ', 'LGC', 'KRN', 'AMG', 'DBY', 'LHP', 'BCH'];
const units = estates.map((estate) => `${estate}-01-12-B`);
