// What people do to cells with formulas, by the keyboard: copy, fill, undo, insert. None of it is a question to the service.
import { describeJourneys, type JourneyOptions } from './support/journey';

const clipboard: JourneyOptions = { permissions: ['clipboard-read', 'clipboard-write'] };

describeJourneys('edits', (journey) => {
  journey(
    'copy, fill and undo ask only for units that nobody asked for before',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A1', [['TKS-01-12-B'], ['MFS-01-12-B'], ['TKS-01-12-B'], ['MFS-01-12-B']]);
      await playground.type('B1', '=HKPROPERTY.VALUE(A1,,"price")');
      const [[first]] = (await playground.table('B1')) as [[number]];
      const asked = async () => {
        await playground.quiet();
        return (await stack.sandbox.counters()).byOperation['hkproperty'];
      };

      await playground.select('B1');
      await playground.copy();
      await playground.paste('B3');
      await playground.waitForCell('B3', first);
      expect(await asked()).toMatchObject({ requests: 1, credits: 1 });

      await playground.select('B1:B2');
      await playground.press('Control+d');
      await playground.waitForCell('B2', { not: ['', first], noError: true });
      const second = await playground.value('B2');
      await playground.select('B3:B4');
      await playground.press('Control+d');
      await playground.waitForCell('B4', second);
      expect(await asked()).toMatchObject({ requests: 2, credits: 2 });

      await playground.select('B4');
      await playground.press('Delete');
      await playground.waitForCell('B4', '');
      await playground.press('Control+z');
      await playground.waitForCell('B4', second);
      await playground.press('Control+y');
      await playground.waitForCell('B4', '');
      await playground.press('Control+z');
      await playground.waitForCell('B4', second);
      expect(await asked()).toMatchObject({ requests: 2, credits: 2 });
    },
    clipboard,
  );

  journey(
    'a table comes along when its formula is copied, moved, deleted and brought back',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A1', '=RURETAIL.SEARCH("iphone",2,,"columns=name,price")');
      const table = await playground.table('A1');

      await playground.select('A1');
      await playground.copy();
      await playground.paste('A10');
      expect(await playground.table('A10')).toEqual(table);

      await playground.select('A1');
      await playground.press('Delete');
      await playground.waitForCell('A1', '');
      await playground.waitForCell('B3', '');
      await playground.press('Control+z');
      expect(await playground.table('A1')).toEqual(table);

      await playground.insertRow(1);
      expect(await playground.table('A2')).toEqual(table);
      await playground.insertColumn(1);
      expect(await playground.table('B2')).toEqual(table);
      expect(await playground.table('B11')).toEqual(table);
      await playground.deleteRow(1);
      expect(await playground.table('B1')).toEqual(table);
      await playground.quiet();
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
    },
    clipboard,
  );

  journey('a formula typed by hand is undone and done again for nothing', async ({ playground, stack }) => {
    await playground.saveKey();
    await playground.select('B3');
    await playground.startTyping('=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
    await playground.enter();
    const [[price]] = (await playground.table('B3')) as [[number]];
    await playground.press('Control+z');
    await playground.waitForCell('B3', '');
    await playground.press('Control+y');
    await playground.waitForCell('B3', price);
    await playground.quiet();
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
  });
});
