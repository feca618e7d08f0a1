// Ranges in every argument, as a person uses them: a matrix of cities and dates, and a trip of five legs.
import { serialOf } from '../../src/operations/serialDate';
import { describeJourneys } from './support/journey';

const first = Math.floor(serialOf(Date.now())) + 60;

describeJourneys('ranges', (journey) => {
  journey('a matrix of cities and dates is held once, approved once and paid for once', async (world) => {
    const { playground, stack } = world;
    const { pane } = playground;
    await playground.useSandboxKey();
    await pane.getByRole('button', { name: 'See usage' }).click();
    await playground.type('A2', [['Rome'], ['Lisbon'], ['Amsterdam'], ['Paris']]);
    await playground.type('B1', [Array.from({ length: 6 }, (_, week) => first + 7 * week)]);
    await playground.type('B2', '=STAYS.SEARCH(A2:A5,B1:G1,B1:G1+3,2,1,25,"min(price_per_night)")');
    expect(await playground.error('B2', '#N/A')).toMatch(/^Held: 120 credits, approve in the Spillway pane/);
    expect((await stack.sandbox.counters()).credits).toBe(0);
    await pane.getByRole('tab', { name: /Activity.*1 waiting/ }).click();
    await pane.getByRole('button', { name: /^Run: 120 credits for 1 formula: 24 requests to fetch/ }).click();
    const matrix = await playground.table('B2');
    expect(matrix.map((row) => row.map((cell) => typeof cell))).toEqual(
      Array.from({ length: 4 }, () => Array.from({ length: 6 }, () => 'number')),
    );
    await playground.quiet();
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 24, credits: 120 });

    // Each search has its own dates.
    const stays = (await stack.sandbox.journal()).flatMap(({ body }) => (body ? [JSON.stringify(body)] : []));
    expect(new Set(stays).size).toBe(24);

    // Recalculated, and as other figures of the same searches: nothing more is paid.
    await playground.recalculateAll();
    await playground.type('I2', '=STAYS.SEARCH(A2:A5,B1:G1,B1:G1+3,2,1,25,"count()")');
    expect(await playground.table('I2')).toHaveLength(4);
    expect(await playground.table('B2')).toEqual(matrix);
    await playground.quiet();
    expect(await stack.sandbox.counters()).toMatchObject({ requests: 24, credits: 120 });

    // A bad date fails its own column only.
    await playground.type('D1', 'soon');
    await playground.error('D2', '#VALUE!');
    expect(await playground.value('C2')).toBe(matrix[0]![1]);
    await playground.quiet();
    expect((await stack.sandbox.counters()).credits).toBe(120);
  });

  journey(
    'a trip of five legs is one formula, each leg with its own dates',
    async ({ playground, stack }) => {
      await playground.saveKey();
      const legs = ['Rome', 'Lisbon', '', 'Paris', 'Amsterdam', 'Barcelona'].map((city, leg) =>
        city === '' ? ['', '', ''] : [city, first + 3 * leg, first + 3 * leg + 3],
      );
      await playground.type('A2', legs);
      await playground.type('E1', '=STAYS.SEARCH(A2:A7,B2:B7,C2:C7,2,1,3)');
      const [head, ...rows] = await playground.table('E1');
      expect(head!.slice(0, 4)).toEqual(['Destination', 'Check-in', 'Check-out', 'Name']);
      expect(rows.map((row) => row.slice(0, 3))).toEqual(
        legs.filter(([city]) => city !== '').flatMap((leg) => [leg, leg, leg]),
      );
      await playground.quiet();
      expect(await stack.sandbox.counters()).toMatchObject({ requests: 5, credits: 25 });
    },
  );
});
