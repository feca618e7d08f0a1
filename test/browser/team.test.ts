// The same playground over a gateway in team mode: the key stays on the server, and one person's answer serves the next.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeJourneys } from './journey';

const code = 'a-long-administrators-code';
const team = {
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: code,
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-team-')),
};

describeJourneys('in a team', (journey) => {
  journey(
    'people sign in with an access code, and what was paid for once serves everyone',
    async ({ playground, stack, context }) => {
      await playground.pane.getByLabel('Access code').fill(code);
      await playground.pane.getByRole('button', { name: /^Save/ }).click();
      await playground.pane
        .getByText(/works\./)
        .first()
        .waitFor();
      await playground.type('A1', '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")');
      const [[price]] = (await playground.table('A1')) as [[number]];
      expect(price).toBeGreaterThan(100_000);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });

      // A colleague: another browser profile would have its own cache; here the gateway alone is asked.
      const again = await context.request.post(`${stack.origin}/api/hkproperty/valuations`, {
        headers: { 'access-token': code },
        data: { unit: 'TKS-01-12-B' },
      });
      expect(again.headers()).toMatchObject({ 'spillway-cache': 'hit', 'spillway-credits': '0' });
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 1 });
    },
    { gateway: team },
  );
});
