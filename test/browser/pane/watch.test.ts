// Watches from the pane: the price first, a plain question about the key, and a run that leaves the results free for the sheet.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeJourneys } from '../support/journey';
import type { PlaygroundPage } from '../support/playgroundPage';

const gateway = () => ({
  SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-watch-')),
  SPILLWAY_WEBHOOK_HOSTS: 'hooks.example.com',
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
      await pane.getByLabel('Address').fill('https://10.0.0.1/in');
      await alert.getByText('What counts as news').click();
      await alert.getByRole('checkbox', { name: /so already/ }).check();
      await agree.click();
      await pane
        .getByText(/must contain a host name/)
        .first()
        .waitFor();
      await pane.getByLabel('Address').fill('https://hooks.example.com/in');
      await agree.click();
      const line = pane.getByRole('group', { name: 'Sheet1!A1' });
      await line.getByText('Alerts: Valuation rises above 1 HKD.').waitFor();
      await line.getByText('Alerts are also sent to hooks.example.com.').waitFor();
      await line.getByText(/Check signatures with whsec_/).waitFor();
      await line.getByRole('button', { name: 'Run now' }).click();
      await line.getByRole('button', { name: 'Run (1 credit)' }).click();
      await line.getByText(/Last run .*: OK, 1 of 1 response/).waitFor();
      await pane.getByText(/Valuation is .* HKD, above 1 HKD\./).waitFor();
      await pane.getByText(/Sheet1!A1 · the run cost 1 credit\./).waitFor();
      await playground.until(async () => (await playground.table('A5')).length === 2);
      expect((await playground.table('A5'))[1]?.[2]).toMatch(/Valuation is .* HKD, above 1 HKD\./);
      expect((await stack.sandbox.counters()).credits).toBe(2);
    },
    { gateway },
  );
});
