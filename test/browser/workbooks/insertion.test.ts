// How an inserted table looks: headings and widths, switched off in one place; in an Excel that takes several calls as one step
// for Undo, and in one that does not.
import type { Frame } from 'playwright-core';
import { describeJourneys, type Journey } from '../support/journey';
import { add } from '../support/templatesPane';

const lookAt = ({ playground }: Journey, cell: string) =>
  playground.addIn.evaluate(
    (address) =>
      Excel.run(async (context) => {
        const range = context.workbook.worksheets.getActiveWorksheet().getRange(address);
        range.load('format/columnWidth');
        range.format.font.load('bold');
        await context.sync();
        return { bold: range.format.font.bold, width: range.format.columnWidth };
      }),
    cell,
  );

/** In one go, before the form has computed the price. */
const typeAndInsert = (addIn: Frame, word: string) =>
  addIn.evaluate(async (text) => {
    const field = document.querySelector<HTMLInputElement>('input[name="query"]');
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const insert = [...document.querySelectorAll('button')].find(({ innerText }) =>
      innerText.startsWith('Insert at'),
    );
    value?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    insert?.click();
  }, word);

async function insertAt({ playground }: Journey, cell: string, word: string): Promise<void> {
  const { pane } = playground;
  await pane.getByRole('tab', { name: 'Build' }).click();
  await playground.select(cell);
  await pane.getByRole('button', { name: `Insert at ${cell}` }).waitFor();
  await typeAndInsert(playground.addIn, word);
  await playground.table(cell);
}

describeJourneys('the look of an inserted table', (journey) => {
  journey(
    'is headings and widths, and nothing once it is switched off',
    async (world) => {
      const { pane } = world.playground;
      await pane.getByRole('tab', { name: 'Build' }).click();
      const before = await lookAt(world, 'B2');
      await insertAt(world, 'B2', 'iphone');
      const made = await lookAt(world, 'B2');
      expect([before.bold, made.bold]).toEqual([false, true]);
      expect(made.width).toBeGreaterThan(before.width);

      await pane.getByRole('tab', { name: 'Settings' }).click();
      await pane.getByText('Inserted tables', { exact: true }).click();
      await pane.getByRole('switch', { name: 'Format inserted tables' }).click();
      const plain = await lookAt(world, 'N40');
      await insertAt(world, 'N40', 'macbook');
      expect(await lookAt(world, 'N40')).toEqual(plain);
    },
    { withKey: true },
  );

  journey(
    'and templates are made in an Excel that takes several calls as one step for Undo',
    async (world) => {
      const { playground } = world;
      await insertAt(world, 'B2', 'iphone');
      expect((await lookAt(world, 'B2')).bold).toBe(true);
      await playground.pane.getByRole('tab', { name: 'Start' }).click();
      await add(playground, { title: 'Employer profiles' });
      expect(await playground.sheets()).toEqual(['Sheet1', 'Employers']);
    },
    { withKey: true, offering: ['ExcelApi@1.20'] },
  );
});
