// HISTORY.CHANGE and HISTORY.SERIES over random observations, against what a person with a list and a calendar would write down.
import fc from 'fast-check';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createFunctions } from '../../../src/functions/createFunctions';
import { installCustomFunctions } from '../support/customFunctions';
import { fakeRuntime, plainHost } from '../support/fakeRuntime';
import { runs } from '../../runs';

beforeAll(installCustomFunctions);

/** Over the days on which clocks change in many places. */
const hourAt = (hours: number) => new Date(2026, 9, 15).getTime() + hours * 3_600_000;
const mostHours = 30 * 24;
/** The calendar day of whoever reads it, as Excel counts days. */
const dayOf = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000 + 25_569;
};

const observations = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 0, max: mostHours }).map(hourAt),
    price: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 9 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  }),
  { selector: ({ at }) => at, minLength: 1, maxLength: 12 },
);

type Observation = { readonly at: number; readonly price: number | null };

async function bench(all: readonly Observation[]) {
  const { runtime, history } = fakeRuntime();
  const { operation, key, params, raw, count } = makeDataRequest('ruretail', { query: 'tv', count: 20 });
  for (const { at, price } of all)
    await history.append({
      operation,
      request: key,
      params,
      raw,
      asked: count,
      at,
      records: [{ id: 'x', name: 'TV', price }],
    });
  const now = hourAt(mostHours) + 1;
  const functions = createFunctions(runtime, plainHost, { now: () => now, timeout: 5_000 });
  const call = (name: string, ...args: unknown[]) =>
    functions[name]!('ruretail', [['x']], 'price', ...args, 'headers=0', {}) as Promise<unknown[][]>;
  const isEmpty = all.every(({ price }) => price === null);
  return { call, now, isEmpty, sorted: [...all].sort((a, b) => a.at - b.at) };
}

const isCode = (cell: unknown, code: string) => (cell as { code?: string }).code === code;

test('a change is that between the last value and the one of the day, with the extremes since', async () => {
  await fc.assert(
    fc.asyncProperty(observations, fc.integer({ min: 0, max: mostHours }), async (all, hour) => {
      const { call, sorted, isEmpty } = await bench(all);
      if (isEmpty) return;
      const since = dayOf(hourAt(hour));
      const [row = []] = await call('HISTORY.CHANGE', since);
      const last = sorted.at(-1)!;
      const before = sorted.findLast(({ at }) => dayOf(at) <= since);
      const period = before ? sorted.slice(sorted.indexOf(before)) : sorted;
      const prices = period.flatMap(({ price }) => price ?? []);
      expect(row[0]).toBe(last.price ?? '');
      if (before) expect(row[1]).toBe(before.price ?? '');
      else expect(isCode(row[1], '#N/A')).toBe(true);
      if (!before || before === last) expect(isCode(row[2], '#N/A')).toBe(true);
      else expect(row[2]).toBe(last.price === null || before.price === null ? '' : last.price - before.price);
      expect([row[4], row[6]]).toEqual(
        prices.length === 0 ? ['', ''] : [Math.min(...prices), Math.max(...prices)],
      );
      const dayWith = (price: number) => dayOf(period.find((one) => one.price === price)!.at);
      if (prices.length > 0)
        expect([row[5], row[7]].map((cell) => Math.floor(Number(cell)))).toEqual(
          [Math.min(...prices), Math.max(...prices)].map(dayWith),
        );
      expect(row[8]).toBe(period.length);
      expect(Math.floor(Number(row[10]))).toBe(dayOf(last.at));
      if (before) expect(Math.floor(Number(row[9]))).toBe(dayOf(before.at));
    }),
    { numRuns: runs(60) },
  );
});

test('a series by day has what was last seen by the end of each day', async () => {
  await fc.assert(
    fc.asyncProperty(observations, fc.integer({ min: 0, max: mostHours }), async (all, hour) => {
      const { call, sorted, now, isEmpty } = await bench(all);
      if (isEmpty) return;
      const start = dayOf(hourAt(hour));
      const expected: unknown[][] = [];
      for (let day = start; day <= dayOf(now); day += 1) {
        const seen = sorted.findLast(({ at }) => dayOf(at) <= day);
        if (seen) expected.push([day, seen.price ?? expect.objectContaining({ code: '#N/A' })]);
      }
      if (expected.length === 0) return;
      expect(await call('HISTORY.SERIES', start, null, 1)).toEqual(expected);
    }),
    { numRuns: runs(60) },
  );
});
