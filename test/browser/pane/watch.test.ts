// Watches from the pane: the price first, a plain question about the key, and a run that leaves the results free for the sheet.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'playwright-core';
import { describeJourneys } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';
import { add, builtCard, fill } from '../support/templatesPane';

const gateway = () => ({
  SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-watch-')),
  SPILLWAY_WEBHOOK_HOSTS: 'hooks.example.com',
  SPILLWAY_SMTP_URL: 'smtp://127.0.0.1:9',
  SPILLWAY_SMTP_FROM: 'alerts@example.com',
  SPILLWAY_MAIL_DOMAINS: 'example.com',
});

/** A valuation in A1, bought once. */
async function valued(playground: PlaygroundPage): Promise<void> {
  await playground.useSandboxKey();
  await playground.pane.getByRole('button', { name: 'See usage' }).click();
  await playground.type('A1', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
  await playground.table('A1');
}

/** The form for a watch on A1. */
async function watchA1(playground: PlaygroundPage): Promise<void> {
  const { pane } = playground;
  await playground.select('A1');
  await pane.getByRole('tab', { name: 'Activity' }).click();
  await pane.getByRole('button', { name: 'Watch cells' }).click();
  await pane.getByText('There are none yet.').waitFor();
}

describeJourneys('watches', (journey) => {
  journey(
    'are agreed to with their price, run without the sheet, and are paused and deleted',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await valued(playground);
      expect((await stack.sandbox.counters()).credits).toBe(1);
      await watchA1(playground);
      await pane.getByLabel('When').selectOption('Every day');
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane
        .getByText(/1 request: 1 credit a run, up to 1 credit a day and 31 credits a month\./)
        .first()
        .waitFor();
      const agree = pane.getByRole('button', { name: 'Watch (up to 1 credit a day)' });
      expect(await agree.getAttribute('aria-disabled')).toBe('true');
      await pane.getByRole('checkbox', { name: /Store my key/ }).check();
      await agree.click();
      const line = pane.getByRole('group', { name: 'Sheet1!A1' });
      await line.getByText(/Every day at 07:00/).waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(1);
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: 'Run (1 credit)' }).click();
      await line.getByText(/Last run .*: OK, 1 of 1 response/).waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(2);
      await line.getByRole('button', { name: 'Pause' }).click();
      await line
        .getByText(/Paused\./)
        .first()
        .waitFor();
      await line.getByRole('button', { name: 'Delete' }).click();
      await pane
        .getByRole('group', { name: 'Delete Sheet1!A1?' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await pane.getByText('There are none yet.').waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(2);
    },
    { gateway },
  );

  journey(
    'are not offered for the price of what the form no longer says',
    async ({ playground }) => {
      const { pane, page } = playground;
      await valued(playground);
      await watchA1(playground);
      let answer = () => undefined as void;
      const isAsked = new Promise<void>((asked) => {
        const answerLater: Parameters<typeof page.route>[1] = async (route) => {
          asked();
          await new Promise<void>((resolve) => (answer = resolve));
          await route.continue();
        };
        void page.route('**/gateway/watches/price', answerLater, { times: 1 });
      });
      await pane.getByRole('button', { name: 'Show price' }).click();
      await isAsked;
      await pane.getByLabel('When').selectOption('Every hour');
      answer();
      const busy = pane.locator('button[aria-disabled=true]', { hasText: 'Show price' });
      await busy.waitFor({ state: 'detached' });
      await pane.getByRole('button', { name: 'Show price' }).waitFor();
      expect(await pane.getByText('1 request: 1 credit a run').count()).toBe(0);
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane.getByRole('button', { name: 'Watch (up to 24 credits a day)' }).waitFor();
    },
    { gateway },
  );

  journey(
    'alert once for an event: in the tab, in the view and in the sheet, free',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await valued(playground);
      await playground.type('A5', '=WATCH.ALERTS()');
      await playground.type('A9', '=WATCH.STATUS()');
      expect((await playground.table('A5'))[0]?.slice(0, 3)).toEqual(['Seen', 'Watch', 'Alert']);
      await watchA1(playground);
      await pane.getByRole('button', { name: 'Show price' }).click();
      const agree = pane.getByRole('button', { name: 'Watch (up to 1 credit a day)' });
      await agree.waitFor();
      await pane.getByRole('button', { name: 'Add an alert' }).click();
      const alert = pane.getByRole('group', { name: 'Alert 1' });
      await alert.getByLabel('Condition').selectOption('rises above');
      await pane.getByRole('checkbox', { name: /Store my key/ }).check();
      // The price that was shown holds: an alert costs nothing. A limit that is no number is refused before anything is sent.
      await agree.click();
      await pane
        .getByText(/Limit must be a number/)
        .first()
        .waitFor();
      await alert.getByLabel('Limit').fill('1');
      await pane.getByLabel('Also send alerts to').selectOption('A webhook');
      await pane.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/in');
      await alert.getByText('What counts as news').click();
      await alert.getByRole('checkbox', { name: /so already/ }).check();
      await agree.click();
      await pane
        .getByText(/must contain a host name/)
        .first()
        .waitFor();
      await pane.getByLabel('Address', { exact: true }).fill('https://hooks.example.com/in');
      await pane.getByLabel('Send alerts by e-mail').selectOption('Once a day, at 07:00');
      await pane.getByLabel('E-mail address').fill('ann@example.org');
      await agree.click();
      await pane
        .getByText(/may not be sent to addresses at example.org/)
        .first()
        .waitFor();
      await pane.getByLabel('E-mail address').fill('ann@example.com');
      await agree.click();
      const line = pane.getByRole('group', { name: 'Sheet1!A1' });
      await line.getByText('Alerts: Valuation rises above 1 HKD.').waitFor();
      await line.getByText('Alerts are also sent to hooks.example.com.').waitFor();
      await line.getByText('Alerts are mailed to ann@example.com: once a day, at 07:00.').waitFor();
      await line.getByText(/Check signatures with whsec_/).waitFor();
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: 'Run (1 credit)' }).click();
      await line.getByText(/Last run .*: OK, 1 of 1 response/).waitFor();
      await pane.getByText(/Valuation is .* HKD, above 1 HKD\./).waitFor();
      await pane.getByText(/Sheet1!A1, the run cost 1 credit/).waitFor();
      await playground.until(async () => (await playground.table('A5')).length === 2);
      expect((await playground.table('A5'))[1]?.[2]).toMatch(/Valuation is .* HKD, above 1 HKD\./);
      expect((await stack.sandbox.counters()).credits).toBe(2);
    },
    { gateway },
  );

  journey(
    'leave newer results that the workbook shows for free, and hold what depends on them',
    async ({ playground, stack }) => {
      const { pane, page } = playground;
      await playground.useSandboxKey();
      await pane.getByRole('button', { name: 'See usage' }).click();
      await playground.type('A1', '=NLRETAIL.SEARCH("airfryer", 25, "columns=id,price")');
      const first = await playground.table('A1');
      // Asks for something else whenever a price changes.
      await playground.type('E1', '=NLRETAIL.SEARCH("airfryer "&SUM(B2:B26), 25, "columns=id")');
      await playground.table('E1');
      await watchA1(playground);
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane.getByRole('checkbox', { name: /Store my key/ }).check();
      await pane.getByRole('button', { name: /^Watch \(up to/ }).click();
      const line = pane.getByRole('group', { name: 'Sheet1!A1' });
      // Only when this journey says so: the next day would make it due.
      await line.getByRole('button', { name: 'Pause' }).click();
      await line.getByRole('button', { name: 'Resume' }).first().waitFor();
      await page.click('#nextDay');
      await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: /^Run \(/ }).click();
      await line.getByText(/Last run .*: OK, 1 of 1 response/).waitFor();
      const { credits, requests } = await stack.sandbox.counters();
      await pane.getByText('1 result is newer than what this workbook shows.').waitFor();
      expect(await playground.table('A1')).toEqual(first);
      await pane.getByRole('button', { name: 'Show it (free)' }).click();
      await playground.until(
        async () => JSON.stringify(await playground.table('A1')) !== JSON.stringify(first),
      );
      await pane.getByText('1 result is newer than what this workbook shows.').waitFor({ state: 'detached' });
      await pane.getByRole('tab', { name: /Activity 1 waiting for approval/ }).waitFor();
      expect(await stack.sandbox.counters()).toMatchObject({ credits, requests });

      // By itself, once the user says so.
      const second = await playground.table('A1');
      await pane.getByRole('tab', { name: 'Settings' }).click();
      await pane.getByText('Freshness', { exact: true }).click();
      await pane.getByRole('switch', { name: /Show newer results/ }).check();
      await pane.getByRole('tab', { name: /Activity/ }).click();
      await pane.getByRole('button', { name: 'Watch cells' }).click();
      await page.click('#nextDay');
      await page.waitForFunction(() => !(document.querySelector('#nextDay') as HTMLButtonElement).disabled);
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: /^Run \(/ }).click();
      await playground.until(
        async () => JSON.stringify(await playground.table('A1')) !== JSON.stringify(second),
      );
      expect((await stack.sandbox.counters()).requests).toBe(requests + 1);
    },
    { gateway },
  );

  journey(
    'finish a long fill with Excel closed, for the price that was agreed to, and the workbook shows it free',
    async ({ playground, stack }) => {
      const { pane } = playground;
      const { sandbox } = stack;
      await valued(playground);
      await pane.getByRole('tab', { name: 'Activity' }).click();
      // While one request runs, the rest is paused: it waits, as it would for the limits of the service.
      await sandbox.addFault({ kind: 'latency', operation: 'hkproperty', ms: 15_000, times: 1 });
      await playground.type('A3', '=HKPROPERTY.VALUE("WPG-01-12-B",,"price")');
      await pane.getByRole('button', { name: 'Pause' }).click();
      for (const [row, unit] of ['MFS-01-12-B', 'COS-01-12-B', 'KWV-01-12-B'].entries())
        await playground.type(`A${row + 5}`, `=HKPROPERTY.VALUE("${unit}",,"price")`);
      await pane.getByText(/3 waiting/).waitFor();
      await pane.getByRole('button', { name: 'Finish without me' }).click();
      const form = pane.getByRole('group', { name: 'Finish without me' });
      await form.getByText(/3 requests, at most 3 credits\. You can close Excel\./).waitFor();
      const agree = form.getByRole('button', { name: 'Finish without me (3 credits)' });
      expect(await agree.getAttribute('aria-disabled')).toBe('true');
      await form.getByRole('checkbox', { name: /Store my key/ }).check();
      await agree.click();
      await pane
        .getByText(/Handed over: 3 requests, at most 3 credits\./)
        .first()
        .waitFor();
      await playground.reopen();
      await playground.until(async () => (await sandbox.counters()).credits === 5);
      const results = await Promise.all([5, 6, 7].map((row) => playground.table(`A${row}`)));
      expect(results.flat(2).every((cell) => typeof cell === 'number')).toBe(true);
      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Watch cells' }).click();
      await pane.getByText(/What you handed over is finished\. 3 of 3 results were fetched\./).waitFor();
      expect((await sandbox.counters()).credits).toBe(5);
    },
    { gateway },
  );

  journey(
    'finish filling a template that takes long, and fill it free when the workbook is opened again',
    async ({ playground, stack }) => {
      const { pane } = playground;
      const { sandbox } = stack;
      const title = 'Price monitor';
      const sheets = ['Price board', 'Products', 'Price charts', 'Market', 'Price history'];
      const limits = (minutely: number) => ({
        keys: { 'sandbox-tiny': { limits: { ten_second: minutely, minutely } } },
      });
      await sandbox.reset(limits(4));
      await playground.saveKey('sandbox-tiny');
      await pane.getByRole('button', { name: 'See usage' }).click();
      await pane.getByRole('tab', { name: 'Start' }).click();
      await add(playground, { title });
      const card = builtCard(playground, title, sheets);
      await card.getByRole('button', { name: 'Fill with live data' }).click();
      await card.getByText('12 requests, all new: 12 credits', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Fill (12 credits)' }).click();
      await playground.until(async () => (await sandbox.counters()).credits === 4);
      await card.getByRole('button', { name: 'Finish without me' }).click();
      const form = card.getByRole('group', { name: 'Finish without me' });
      await form.getByText(/8 requests, at most 8 credits\. You can close Excel\./).waitFor();
      await form.getByRole('checkbox', { name: /Store my key/ }).check();
      await form.getByRole('button', { name: 'Finish without me (8 credits)' }).click();
      await card.getByText(/^The gateway fetches 8 results of 12, also while Excel is closed\./).waitFor();
      expect((await sandbox.counters()).credits).toBe(4);

      // The service allows more, while the workbook is closed and opened again.
      await sandbox.reset(limits(100));
      await playground.reopen();
      await playground.until(async () => (await sandbox.counters()).credits === 8);
      await pane.getByRole('tab', { name: /^Watches/ }).click();
      await pane.getByText(/What you handed over is finished\. 8 of 8 results were fetched\./).waitFor();
      await pane.getByRole('tab', { name: 'Start' }).click();
      await fill(playground, card, '12 requests, none of them new: free');
      expect(await playground.value("'Price board'!A3")).toMatch(/Live data/);
      expect(await sandbox.counters()).toMatchObject({ requests: 8, credits: 8 });
    },
    { gateway },
  );

  journey(
    'compare what is matched with own prices, and follow the sheet free',
    async ({ playground, stack }) => {
      const { pane, page } = playground;
      await playground.useSandboxKey();
      await pane.getByRole('button', { name: 'Build a formula' }).click();
      await playground.type('A1', [
        ['iphone 16 128gb black', 900000],
        ['iphone 16', 0],
      ]);
      await playground.type('D1', '=RURETAIL.SEARCH(A1:A2, 40, , "min(price), count()")');
      await playground.until(async () => typeof (await playground.value('D2')) === 'number');
      await pane.getByRole('button', { name: 'Match your own products' }).click();
      await playground.select('A1:A2');
      await pane.getByRole('button', { name: 'Use the selected cells' }).click();
      await pane.getByText('0 of 2 decided.').waitFor();
      await page.keyboard.press('1');
      await pane.getByText('1 of 2 decided.').waitFor();

      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Watch cells' }).click();
      await pane.getByText('There are none yet.').waitFor();
      await pane.getByLabel('Cells').selectOption('Everything matched');
      await pane.getByRole('button', { name: 'Add an alert' }).click();
      const alert = pane.getByRole('group', { name: 'Alert 1' });
      await alert.getByLabel('Condition').selectOption('is below my own price');
      expect(await alert.getByLabel('Currency of your prices').inputValue()).toBe('RUB');
      await alert.getByText('What counts as news').click();
      await alert.getByRole('checkbox', { name: /so already/ }).check();
      // Another range is selected to point at the prices; what is watched stays.
      await pane.getByRole('button', { name: 'Show price' }).click();
      await pane
        .getByText(/1 request: 1 credit a run/)
        .first()
        .waitFor();
      const agree = pane.getByRole('button', { name: 'Watch (up to 1 credit a day)' });
      await pane.getByRole('checkbox', { name: /Store my key/ }).check();
      await agree.click();
      await pane
        .getByText(/Select your products and prices in the sheet/)
        .first()
        .waitFor();
      await playground.select('A1:B2');
      await pane.getByRole('button', { name: 'Use the selected cells as own prices' }).click();
      await pane
        .getByText('Prices of 1 of 1 product from Sheet1!A1:B2, such as iphone 16 128gb black: 900,000.')
        .waitFor();
      await agree.click();
      const line = pane.getByRole('group', { name: 'Matched products' });
      await line.getByText(/Alerts: Price is below my own price in RUB\. Own price 900,000, as of/).waitFor();
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: 'Run (1 credit)' }).click();
      await pane
        .getByText(
          /Price is .* RUB, below your price of 900,000 RUB for iphone 16 128gb black \(as of \w+ \d+, \d{4}\)\./,
        )
        .waitFor();
      const { credits } = await stack.sandbox.counters();

      // Changed in the sheet: the watch has it when the workbook is opened the next time, at the latest.
      await playground.type('B1', '800000');
      await playground.reopen();
      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Watch cells' }).click();
      await line.getByText(/Own price 800,000, as of/).waitFor();
      await line.getByRole('button', { name: 'Edit' }).click();
      await line.getByText('From Sheet1!A1:B2.').waitFor();

      // The list moves, and is found where it is.
      const watches = async () => {
        await playground.reopen();
        await pane.getByRole('tab', { name: 'Activity' }).click();
        await pane.getByRole('button', { name: 'Watch cells' }).click();
      };
      await playground.insertRow(1);
      await playground.type('B2', '700000');
      await watches();
      await line.getByText(/Own price 700,000, as of/).waitFor();
      await line.getByRole('button', { name: 'Edit' }).click();
      await line.getByText('From Sheet1!A2:B3.').waitFor();

      // Where its cells are deleted, the prices stay until somebody points to another list.
      await playground.deleteRow(2);
      await playground.deleteRow(2);
      await watches();
      await line.getByText(/The cells with your prices were deleted/).waitFor();
      await line.getByText(/Own price 700,000, as of/).waitFor();
      await playground.type('H5', [['iphone 16 128gb black', 600000]]);
      await playground.select('H5:I5');
      await line.getByRole('button', { name: 'Use the selected cells as own prices' }).click();
      await line.getByText('From Sheet1!H5:I5.').waitFor();
      await line.getByText(/Own price 600,000, as of/).waitFor();
      expect((await stack.sandbox.counters()).credits).toBe(credits);
    },
    { gateway },
  );

  const code = 'a-long-administrators-code';
  let ofAnn = '';
  const team = () => {
    const folder = mkdtempSync(join(tmpdir(), 'spillway-watch-team-'));
    const env = {
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'sandbox-large',
      SPILLWAY_ADMIN_CODE: code,
      SPILLWAY_DATA: folder,
    };
    const made = ['dist/server/gateway.mjs', 'codes', 'create', 'Ann'];
    ofAnn = execFileSync(process.execPath, made, { env: { ...process.env, ...env } })
      .toString()
      .trim();
    return env;
  };

  journey(
    'of others are seen and stopped by an administrator',
    async ({ playground, stack }) => {
      const { pane } = playground;
      const ann = await request.newContext({
        ignoreHTTPSErrors: true,
        extraHTTPHeaders: { 'access-token': ofAnn },
      });
      const path = `${stack.origin}/gateway/watches`;
      const made = await ann.post(path, {
        data: {
          name: 'Flats of Ann',
          requests: [{ operation: 'hkproperty', body: { unit: 'TKS-01-12-B' } }],
          schedule: { kind: 'days', days: [1], at: '07:00', zone: 'UTC' },
          limits: { day: 1, month: 31 },
          agreed: { run: 1, day: 1, month: 31 },
        },
      });
      expect(made.status()).toBe(201);
      await pane.getByLabel('Access code').fill(code);
      await pane.getByRole('button', { name: /^Save/ }).click();
      await pane.getByRole('button', { name: 'See usage' }).click();
      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Watch cells' }).click();
      const line = pane
        .getByRole('region', { name: 'Watches of others' })
        .getByRole('group', { name: 'Flats of Ann' });
      await line.getByText('Of Ann.').waitFor();
      // It is Ann's to run, to resume and to change.
      expect(await line.getByRole('button').allInnerTexts()).toEqual(['Pause', 'Delete']);
      await line.getByRole('button', { name: 'Pause' }).click();
      await line.getByText(/Paused\. An administrator paused it\./).waitFor();
      const { watches } = (await (await ann.get(path)).json()) as { watches: { state: string }[] };
      expect(watches).toMatchObject([{ state: 'paused' }]);
      await ann.dispose();
    },
    { gateway: team },
  );
});
