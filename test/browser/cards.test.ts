// Cards and pictures in the production build, in an Excel that has them and in older ones that do not.
import type { PlaygroundPage } from './support/playgroundPage';
import { describeJourneys } from './support/journey';

const stay = 'DATE(2031,5,3),DATE(2031,5,6),2,1,4';
const columns = 'columns=name,price_per_night';
const search = (options: string) => `=STAYS.SEARCH("Amsterdam",${stay},"${columns}${options}")`;
const bothOptions = search('; cards=yes; images=yes');

const icons = ({ page }: PlaygroundPage) => page.getByRole('button', { name: /^Show the card of/ });
const card = ({ page }: PlaygroundPage) => page.getByRole('dialog');
const pictures = ({ page }: PlaygroundPage) => page.locator('.cellPicture img');

/** Values and formats, as a formula and a reader see them. */
const shown = async (playground: PlaygroundPage, area: string) =>
  (await playground.cells(area)).map((row) => row.map(({ value, numberFormat }) => [value, numberFormat]));

describeJourneys('cards', (journey) => {
  journey('open on a click and from the keyboard, and close with Escape', async ({ playground, stack }) => {
    const { page } = playground;
    await playground.saveKey();
    await playground.type('A1', bothOptions);
    const [headings, first] = await playground.table('A1');
    expect(headings).toEqual(['Name', 'Per night', 'Image']);
    await playground.until(async () => (await icons(playground).count()) === 4);

    await page.getByRole('button', { name: 'Show the card of A2' }).click();
    await card(playground).waitFor();
    expect(await card(playground).getByRole('heading', { level: 2 }).textContent()).toBe(first![0]);
    const sections = await card(playground).getByRole('heading', { level: 3 }).allTextContents();
    expect(sections).toEqual(['Price', 'Availability', 'Facts', 'About this result']);
    expect(await card(playground).textContent()).toMatch(
      /Fetched\d{4}-\d\d-\d\d \d\d:\d\d.*5 credits for 4 results/,
    );
    expect(await card(playground).getByRole('link').first().getAttribute('rel')).toBe('noopener noreferrer');
    await card(playground).getByRole('button', { name: 'Price' }).click();
    expect(await card(playground).getByRole('button', { name: 'Price' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
    await page.keyboard.press('Escape');
    await card(playground).waitFor({ state: 'detached' });

    await playground.select('A3');
    await playground.press('Control+Shift+F5');
    await card(playground).waitFor();
    expect(await card(playground).getByRole('heading', { level: 2 }).textContent()).toBe(
      await playground.value('A3'),
    );
    await card(playground).getByRole('button', { name: 'Close the card' }).click();
    await page.getByRole('button', { name: 'Show card' }).click();
    await card(playground).waitFor();
    await playground.select('B3');
    await card(playground).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Show card' }).isVisible()).toBe(false);
    expect((await stack.sandbox.counters()).requests).toBe(1);
  });

  journey('carry pictures that load, in the cell and in the card', async ({ playground }) => {
    await playground.saveKey();
    await playground.type('A1', bothOptions);
    await playground.table('A1');
    await playground.until(async () => (await pictures(playground).count()) > 0);
    const loaded = () =>
      pictures(playground).evaluateAll((all) =>
        all.every((one) => (one as HTMLImageElement).naturalWidth > 0),
      );
    await playground.until(loaded);
    const names = (await playground.values('A2:A5')).flat();
    const alternative = await pictures(playground).first().getAttribute('alt');
    expect(names).toContain(alternative);
    await icons(playground).first().click();
    await playground.until(() =>
      card(playground)
        .locator('> img')
        .evaluate((one) => (one as HTMLImageElement).naturalWidth > 0),
    );
  });

  journey(
    'change no value: numbers sum, fields are read, and nothing is paid twice',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A1', search(''));
      const plain = await playground.table('A1');
      const formats = await shown(playground, 'A1:B5');
      await playground.type('A1', search('; cards=yes'));
      await playground.until(async () => (await icons(playground).count()) === 4);
      expect(await playground.table('A1')).toEqual(plain);
      expect(await shown(playground, 'A1:B5')).toEqual(formats);

      await playground.type('D1', [
        ['=FIELDVALUE(A2,"Per night")', '=A3.[Per night]', '=ROUND(SUM(B2:B5),2)'],
        ['=FIELDVALUE(A2:A5,"per night")', '=FIELDVALUE(A2,"Nothing")', '=A2.City'],
      ]);
      await playground.waitForCell('D1', plain[1]![1]!);
      await playground.waitForCell('E1', plain[2]![1]!);
      await playground.waitForCell(
        'F1',
        Number(
          plain
            .slice(1)
            .reduce((sum, row) => sum + Number(row[1]), 0)
            .toFixed(2),
        ),
      );
      await playground.waitForCell('E2', '#FIELD!');
      await playground.waitForCell('F2', 'Amsterdam');
      expect(await playground.table('D2')).toHaveLength(4);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });
    },
  );

  journey(
    'are carried by a number that stays one, and come back after closing',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await playground.type('A1', [['TKS-01-12-B'], ['MFS-01-12-B'], ['no such unit']]);
      await playground.type('B1', '=HKPROPERTY.VALUE(A1:A3,,"price; cards=yes")');
      await playground.type('C1', '=SUM(B1:B2)');
      await playground.until(async () => (await icons(playground).count()) === 2);
      const [one, two] = (await playground.values('B1:B2')).flat();
      await playground.waitForCell('C1', Number(one) + Number(two));
      expect((await playground.cells('B1'))[0]![0]!.numberFormat).toContain('HK$');
      await playground.quiet();
      const paid = await stack.sandbox.counters();
      await playground.reopen();
      await playground.waitForCell('B2', two!);
      await playground.until(async () => (await icons(playground).count()) === 2);
      expect((await playground.values('B1:B2')).flat()).toEqual([one, two]);
      expect(await stack.sandbox.counters()).toEqual(paid);
    },
  );

  journey('are switched on in Build, for data that is already there', async ({ playground, stack }) => {
    const { pane } = playground;
    await playground.saveKey();
    await playground.type('A1', search(''));
    const plain = await playground.table('A1');
    await pane.getByRole('button', { name: 'Build a formula' }).click();
    await playground.select('A1');
    await pane.getByRole('button', { name: 'Update A1' }).waitFor();
    await pane.getByText('Columns and layout').click();
    await pane.getByRole('checkbox', { name: 'Cards in the first column' }).check();
    await pane.getByRole('checkbox', { name: 'Pictures' }).check();
    await pane
      .getByText(/cards=yes; images=yes/)
      .first()
      .waitFor();
    await pane.getByRole('button', { name: 'Update A1' }).click();
    await playground.until(async () => (await icons(playground).count()) === 4);
    expect((await playground.table('A1')).map((row) => row.slice(0, 2))).toEqual(plain);
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });
  });

  journey(
    'are plain values in ExcelApi 1.18, where numbers have their older form and pictures are shown',
    async ({ playground }) => {
      await playground.saveKey();
      await playground.type('A1', search('; images=yes'));
      const plain = await playground.table('A1');
      const formats = await shown(playground, 'A1:C5');
      expect(formats[1]![1]![1]).toContain('#,##0');
      await playground.type('A1', bothOptions);
      await playground.quiet();
      expect(await playground.table('A1')).toEqual(plain);
      expect(await shown(playground, 'A1:C5')).toEqual(formats);
      await playground.until(async () => (await pictures(playground).count()) > 0);
      expect(await icons(playground).count()).toBe(0);
    },
    { without: ['ExcelApi@1.19'] },
  );

  for (const [what, without] of [
    ['ExcelApi 1.15', 'ExcelApi@1.16'],
    ['CustomFunctionsRuntime 1.3', 'CustomFunctionsRuntime@1.4'],
  ] as const)
    journey(
      `are plain values in ${what}, where pictures are addresses`,
      async ({ playground }) => {
        await playground.saveKey();
        await playground.type('A1', bothOptions);
        const table = await playground.table('A1');
        expect(table[0]).toEqual(['Name', 'Per night', 'Image']);
        expect(table[1]).toEqual([expect.any(String), expect.any(Number), expect.stringMatching(/^http|^$/)]);
        expect((await shown(playground, 'B2'))[0]![0]![1]).toBe('General');
        expect(await icons(playground).count()).toBe(0);
        expect(await pictures(playground).count()).toBe(0);
        await playground.type('E1', search(''));
        const plain = await playground.table('E1');
        expect(table.map((row) => row.slice(0, 2))).toEqual(plain);
      },
      { without: [without] },
    );
});
