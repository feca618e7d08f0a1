// An agent at the gateway and its person at Excel: what it may not buy by itself waits in Activity, and what it bought is free in a cell.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent as Connections, fetch as fetchOver } from 'undici';
import { agentAt, businesses, search } from '../../gateway/mcp/support';
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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Of every source, with texts that have to be quoted, lists, numbers, dates and no parameters but those that are needed. */
const requests = [
  search('samsung "galaxy"', 7),
  businesses('roofing', 12),
  { source: 'nlretail', parameters: { keyword: 'airfryer', count: 40 } },
  { source: 'nlretail', parameters: { keyword: '=koffie; "thee"', count: 3 } },
  { source: 'hkproperty', parameters: { unit: 'TKS-01-12-B' } },
  { source: 'jobsboard', parameters: { company: '1500000', language: 'en' } },
  {
    source: 'stays',
    parameters: {
      destination: 'Amsterdam',
      checkin: inDays(60),
      checkout: inDays(62),
      adults: 2,
      children_ages: [3, 7],
      star_ratings: [4, 5],
      currency: 'EUR',
      count: 30,
    },
  },
];

describeJourneys('agents', (journey) => {
  journey(
    'what an agent wants to buy is approved in Activity, and its formula is free afterwards',
    async ({ playground, stack }) => {
      const { pane } = playground;
      await playground.useAccessCode(code);
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

      // What it may spend is set beside it; the gateway has the last word.
      await pane.getByText(/of 100 today, used/).waitFor();
      await pane.getByRole('button', { name: 'Limits of research' }).click();
      await pane.getByRole('textbox', { name: 'Credits a day' }).fill('7');
      await pane.getByRole('textbox', { name: 'Credits a day' }).press('Enter');
      await pane.getByText(/5 credits of 7 today/).waitFor();
      await pane.getByRole('textbox', { name: /^Ask me above/ }).fill('0');
      await pane.getByRole('textbox', { name: /^Ask me above/ }).press('Enter');
      await pane.getByText('research: when it asks you changed.').first().waitFor();
      expect(await agent.call('fetch', { requests: [search('a')], max_credits: 1 })).toMatchObject({
        held: { credits: 1 },
      });
      await pane.getByRole('tab', { name: 'Usage' }).click();
      await pane.getByRole('meter', { name: 'research' }).waitFor();
      await pane.getByRole('tab', { name: 'Activity' }).click();

      await pane.getByRole('button', { name: 'Stop research' }).click();
      await pane.getByRole('button', { name: 'Start research' }).waitFor();
      const refused = await agent.call('fetch', { requests: [businesses('paint')], max_credits: 5 });
      expect(refused).toMatchObject({ isError: true });
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 1, credits: 5 });
      await agent.client.close();
    },
    { gateway },
  );

  journey(
    'what an agent bought of any source is free in a cell, with the formula that it was given',
    async ({ playground, stack }) => {
      await playground.useAccessCode(code);
      const agent = await agentAt({ address: stack.origin }, code, 'research', overTls);
      for (const [index, request] of requests.entries()) {
        const { plan, credits } = await agent.call('estimate', { requests: [request] });
        const bought = await agent.call('fetch', { plan });
        expect(bought).toMatchObject({ credits, results: [{ state: 'done' }] });
        const before = await stack.sandbox.counters();
        const { formula, credits: price } = await agent.call('formula', request);
        expect(price).toBe(0);
        const cell = `A${1 + 100 * index}`;
        await playground.type(cell, String(formula));
        const { total } = (bought.results as { total: number }[])[0]!;
        expect(await playground.table(cell)).toHaveLength(total + 1);
        const { requests: sent, credits: spent } = before;
        expect(await stack.sandbox.counters()).toMatchObject({ requests: sent, credits: spent });
      }
      expect(await stack.sandbox.counters()).toMatchObject({ requests: requests.length });
      await agent.client.close();
    },
    { gateway: () => ({ ...gateway(), SPILLWAY_AGENT_ASK: '1000', SPILLWAY_AGENT_BUDGET: '1000' }) },
  );
});
