// Match: from a list of products to prices of the same thing, with the keyboard. A request is sent only after its price was agreed to.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '../../../scripts/languages.mjs';
import { checkView, paneFrame } from '../support/access';
import { describeJourneys } from '../support/journey';

describeJourneys('matching products in the pane', (journey) => {
  journey(
    'decides with one key each, and the sheet follows without a request',
    async ({ playground, stack }) => {
      const { pane, page } = playground;
      await playground.useSandboxKey();
      await pane.getByRole('button', { name: 'Build a formula' }).click();
      await playground.type('A1', [['iphone 16 128gb black'], ['galaxy s25 256 гб синий'], ['iphone 16']]);
      await playground.type(
        'C1',
        '=RURETAIL.SEARCH(A1:A3, 40, , "min(price), count(); matched=yes; where=price>1000")',
      );
      await playground.until(async () => (await playground.text('C3')).startsWith('Undecided'));
      const paid = await stack.sandbox.counters();

      await pane.getByRole('button', { name: 'Match your own products' }).click();
      await playground.select('A1:A3');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByText('0 of 3 decided.').waitFor();
      await pane.getByRole('heading', { name: 'iphone 16 128gb black' }).waitFor();
      await page.keyboard.press('1');
      await pane.getByText('1 of 3 decided.').waitFor();
      await pane.getByRole('heading', { name: 'galaxy s25 256 гб синий' }).waitFor();
      await page.keyboard.press('l');
      await pane.getByRole('heading', { name: 'iphone 16', exact: true }).waitFor();
      await page.keyboard.press('n');
      await pane.getByText('2 of 3 decided.').waitFor();
      await page.keyboard.press('u');
      await pane.getByText('1 of 3 decided.').waitFor();

      // Each decision calculates the formula again.
      await playground.until(async () => {
        const [[lowest, count] = []] = await playground.values('C1:D1');
        return typeof lowest === 'number' && count === 1;
      });
      await playground.type('F1', '=MATCH.STATUS(A1:A3)');
      await playground.until(async () => (await playground.text('F1')) === 'matched');
      expect(await playground.text('F2')).toMatch(/^undecided, \d+ candidates?$/);
      expect(await stack.sandbox.counters()).toMatchObject({
        requests: paid.requests,
        credits: paid.credits,
      });
    },
  );

  const signs = languages.filter(({ cells }) => cells.signs.facts !== ', ');
  for (const { tag, officeLocales, messages, cells } of signs)
    journey(
      `says why an offer is the same product, in ${tag}`,
      async ({ playground }) => {
        const { pane, page } = playground;
        const { common, key, build } = messages;
        await page.evaluate(() => document.documentElement.style.setProperty('--paneWidth', '320px'));
        await pane.getByRole('button', { name: key!.useSandboxKey! }).click();
        await pane.getByRole('button', { name: common!.buildAFormula! }).click();
        await playground.type('A1', [['iphone 16 128gb black'], ['iphone 16']]);
        await playground.type('C1', '=RURETAIL.SEARCH(A1:A2, 40, , "min(price), count(); matched=yes")');
        await playground.until(async () => !['', '#BUSY!'].includes(await playground.text('C1')));
        await pane.getByRole('button', { name: build!.matchYourOwnProducts! }).click();
        await playground.select('A1:A2');
        await pane.getByRole('button', { name: common!.useTheSelectedCells! }).click();
        await pane.getByRole('heading', { name: 'iphone 16 128gb black' }).waitFor();
        const reasons = pane.getByRole('listitem').locator('p');
        // The signs of the language stand between the reasons, and what follows `128 GB` is not turned around with it.
        expect(await reasons.first().textContent()).toContain(cells.signs.facts);
        for (const reason of await reasons.allTextContents()) {
          const foreign = [', ', '، ', '，', '、'].filter(
            (sign) => !Object.values(cells.signs).includes(sign),
          );
          expect(foreign.filter((sign) => reason.includes(sign))).toEqual([]);
          expect(reason).not.toMatch(/\u2068[^\u2069]*\u2068/);
        }
        await checkView(await paneFrame(page), `${tag}, match`, 'all');
        await pane.getByRole('heading', { name: 'iphone 16 128gb black' }).click();
        await page.keyboard.press('1');
        await pane.getByRole('heading', { name: 'iphone 16', exact: true }).waitFor();
      },
      { language: officeLocales[0]! },
    );

  journey(
    'fetches candidates for a list that has none, after its price was shown',
    async ({ playground, stack }) => {
      const { pane, page } = playground;
      await playground.useSandboxKey();
      await pane.getByRole('button', { name: 'Build a formula' }).click();
      await playground.type('A1', [['iphone 16 128gb black'], ['galaxy s25 256 гб синий'], ['macbook air']]);
      await pane.getByRole('button', { name: 'Match your own products' }).click();
      await playground.select('A1:A3');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByText('3 products of this list: no likely candidate').waitFor();
      await pane.getByRole('button', { name: 'Find candidates: see the price' }).click();
      await pane.getByRole('group', { name: 'Find candidates' }).waitFor();
      await pane.getByRole('button', { name: 'Cancel' }).click();
      await pane.getByRole('button', { name: 'Find candidates: see the price' }).click();
      await pane.getByText('Each product is searched by its name: 20 results, no filters.').waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(0);
      // The price was of this list: another one has none yet.
      await playground.select('A1:A2');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByText('2 products of this list: no likely candidate').waitFor();
      expect(await pane.getByText('3 credits').count()).toBe(0);
      await playground.select('A1:A3');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByRole('button', { name: 'Fetch (3 credits)' }).click();
      await pane.getByRole('tabpanel', { name: 'Match' }).getByText('3 fetched, 3 credits spent.').waitFor();
      await pane.getByText('0 of 3 decided.').waitFor();
      await pane.getByRole('heading', { name: 'iphone 16 128gb black' }).click();
      await page.keyboard.press('1');
      await pane.getByText('1 of 3 decided.').waitFor();
      // A formula for the same products finds what was fetched.
      await playground.type('C1', '=RURETAIL.SEARCH(A1:A3, 20, , "min(price), count(); matched=yes")');
      await playground.until(async () => typeof (await playground.values('C1:C1'))[0]?.[0] === 'number');
      expect((await stack.sandbox.counters()).credits).toBe(3);
    },
  );

  journey(
    'keeps decisions at the gateway',
    async ({ playground }) => {
      const { pane, page } = playground;
      const kept = new Set<string>();
      // It refuses as long as it has nothing of this person in its history.
      let refused = 0;
      await page.route('**/gateway/shared', (route) => {
        if (route.request().method() !== 'POST' || refused === 2) return route.continue();
        refused += 1;
        return route.fulfill({ status: 409, json: { detail: 'The gateway has no history of yours yet.' } });
      });
      page.on('response', (response) => {
        if (!response.ok() || !response.url().endsWith('/gateway/shared')) return;
        const { matches = [] } = (response.request().postDataJSON() ?? {}) as {
          matches?: { item: string }[];
        };
        for (const { item } of matches) kept.add(item);
      });
      await playground.useSandboxKey();
      await pane.getByRole('button', { name: 'Build a formula' }).click();
      await playground.type('A1', [['iphone 16 128gb black'], ['iphone 16']]);
      await playground.type('C1', '=RURETAIL.SEARCH(A1:A2, 40, , "name, price")');
      await playground.until(async () => (await playground.text('C1')) !== '');
      await pane.getByRole('button', { name: 'Match your own products' }).click();
      await playground.select('A1:A2');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByText('0 of 2 decided.').waitFor();
      await page.keyboard.press('1');
      await pane.getByText('1 of 2 decided.').waitFor();
      await page.keyboard.press('n');
      await pane.getByText('2 of 2 decided.').waitFor();
      await playground.until(() => Promise.resolve(kept.size === 2));
      expect([...kept].sort()).toEqual(['iphone 16', 'iphone 16 128gb black']);
    },
    { gateway: () => ({ SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-matches-')) }) },
  );
});
