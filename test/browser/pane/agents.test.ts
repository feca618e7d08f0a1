// An agent at the gateway and its person at Excel: what it may not buy by itself waits in Activity, and what it bought is free in a cell.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent as Connections, fetch as fetchOver } from 'undici';
import { agentAt, businesses } from '../../gateway/mcp/support';
import { describeJourneys } from '../support/journey';

const code = 'a-long-administrators-code';
const gateway = () => ({
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: code,
  SPILLWAY_DATA: mkdtempSync(join(tmpdir(), 'spillway-agents-')),
  SPILLWAY_MCP: 'on',
  SPILLWAY_AGENT_ASK: '4',
});

/** The certificate of the stack is its own. */
const connections = new Connections({ connect: { rejectUnauthorized: false } });
const overTls = ((url: string, init: object) =>
  fetchOver(url, { ...init, dispatcher: connections })) as unknown as FetchLike;
afterAll(() => connections.close());

describeJourneys('agents', (journey) => {
  journey(
    'what an agent wants to buy is approved in Activity, and its formula is free afterwards',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await pane.getByLabel('Access code').fill(code);
      await pane.getByRole('button', { name: /^Save/ }).click();
      await pane
        .getByText(/works\./)
        .first()
        .waitFor();
      const agent = await agentAt({ address: stack.origin }, code, 'research', overTls);
      const request = businesses('roofing', 12);
      const { plan } = await agent.call('estimate', { requests: [request] });
      expect(await agent.call('fetch', { plan })).toMatchObject({ held: { credits: 5 } });

      await pane.getByRole('button', { name: 'See usage' }).click();
      await pane.getByRole('tab', { name: 'Activity' }).click();
      await pane.getByRole('button', { name: 'Approve: research: 1 request, 5 credits' }).click();
      await pane.getByText('Approved: 5 credits.').first().waitFor();
      expect(await agent.call('fetch', { plan })).toMatchObject({ credits: 5, results: [{ state: 'done' }] });
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });

      const { formula } = await agent.call('formula', request);
      await playground.type('A1', String(formula));
      expect(await playground.table('A1')).toHaveLength(13);
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });

      await pane.getByRole('button', { name: 'Stop research' }).click();
      await pane.getByRole('button', { name: 'Start research' }).waitFor();
      const refused = await agent.call('fetch', { requests: [businesses('paint')], max_credits: 5 });
      expect(refused).toMatchObject({ isError: true });
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });
      await agent.client.close();
    },
    { gateway },
  );
});
