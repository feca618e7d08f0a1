// Where the service or Excel takes no more: cells wait for a window, come back after a refusal, and a table is cut.
import type { Request } from 'playwright-core';
import { describeJourneys } from './support/journey';

const unit = (estate: string) => `=HKPROPERTY.VALUE("${estate}-01-12-B",,"price")`;

describeJourneys('limits', (journey) => {
  journey('cells wait for the windows of a small plan', async ({ playground, stack }) => {
    await playground.saveKey('sandbox-tiny');
    const sent: Request[] = [];
    playground.page.on('request', (request) => {
      if (request.url().endsWith('/api/hkproperty/valuations')) sent.push(request);
    });
    // Three in ten seconds: the last two wait.
    await playground.type(
      'A1',
      ['TKS', 'MFS', 'COS', 'KWV', 'WPG'].map((estate) => [unit(estate)]),
    );
    await playground.waitForCell('A4', { not: [''], noError: true });
    await playground.waitForCell('A5', { not: [''], noError: true });
    // Counted where they leave: on their way a busy machine may push two closer together than they were sent.
    const times = sent.map((request) => request.timing().startTime).sort((a, b) => a - b);
    times.slice(3).forEach((time, index) => expect(time - (times[index] ?? 0)).toBeGreaterThan(9_500));
    const { credits, byOperation } = await stack.sandbox.counters();
    expect(credits).toBe(5);
    expect(byOperation['hkproperty']?.statuses['200']).toBe(5);
  });

  journey(
    'a request refused with 429 is asked again by itself, and paid once',
    async ({ playground, stack }) => {
      await playground.saveKey();
      await stack.sandbox.addFault({ kind: '429', operation: 'hkproperty', times: 1 });
      await playground.type('A1', unit('TKS'));
      await playground.waitForCell('A1', { not: [''], noError: true });
      const { requests, credits, byOperation } = await stack.sandbox.counters();
      expect({ requests, credits }).toEqual({ requests: 2, credits: 1 });
      expect(byOperation['hkproperty']?.statuses).toEqual({ '200': 1, '429': 1 });
      const [refused, answered] = (await stack.sandbox.journal()).filter(
        ({ operation }) => operation !== 'token',
      );
      const waited = Date.parse(answered?.at ?? '') - Date.parse(refused?.at ?? '');
      expect(waited).toBeGreaterThanOrEqual(1_000);
    },
  );

  journey('a table over 5 MB is cut at a row, which says so', async ({ playground, stack }) => {
    await playground.saveKey();
    const items = 12;
    const results = 63;
    await playground.type(
      'A1',
      Array.from({ length: items }, () => ['iphone']),
    );
    const columns = Array.from({ length: 45 }, (_, index) => `key_properties as P${index}`).join(',');
    await playground.type('C1', `=RURETAIL.SEARCH(A1:A${items},${results},,"columns=${columns}")`);
    const table = await playground.table('C1');
    const missing = items * results - (table.length - 2);
    expect(missing).toBeGreaterThan(0);
    expect(table.at(-1)?.[0]).toMatch(
      new RegExp(`^Truncated: .*5 MB, so ${missing} more rows are not shown`),
    );
    expect(table.at(-2)?.every((cell) => cell !== '')).toBe(true);
    const bytes = Buffer.byteLength(JSON.stringify(table));
    expect(bytes).toBeGreaterThan(4_500_000);
    expect((await stack.sandbox.counters()).credits).toBe(1);

    // The host takes no more than Excel does, or the above would prove nothing.
    const refused = await playground.addIn.evaluate(() =>
      Excel.run(async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange('BA1').values = [['x'.repeat(6_000_000)]];
        await context.sync();
      }).catch((error: { code: string }) => error.code),
    );
    expect(refused).toBe('RequestPayloadSizeLimitExceeded');
  });
});
