// What two windows, a restart and the gateway make of 10,000 random steps, against a plain list of all responses.
import fc from 'fast-check';
import type { ObservedResponse } from '../../src/history/observation';
import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import type { HistoryStore } from '../../src/history/store';
import { createUnion } from '../../src/history/union';
import { PlainHistory } from './support/plainHistory';
import { anyResponse, start } from './support/responses';
import { everything } from './support/storeContract';

const day = 86_400_000;

/** At a time of its own: which of two values of one moment counts is for the contract of the stores. */
const at = (response: ObservedResponse, time: number): ObservedResponse => ({
  ...response,
  at: time,
  sightings: response.sightings
    .filter((seen) => seen.at === response.at)
    .map((seen) => ({ ...seen, at: time })),
});

const step = fc.record({
  response: anyResponse,
  days: fc.integer({ min: 0, max: 300 }),
  /** Which windows hear of it, in this order; the same response may come to several, and again. */
  windows: fc.array(fc.constantFrom(0, 1), { maxLength: 3 }),
  gateway: fc.boolean(),
  restart: fc.integer({ min: 0, max: 20 }).map((number) => number === 0),
});

test('local and gateway, two windows and restarts tell together what a plain list tells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 200, maxLength: 200 }), async (steps) => {
      const rows = new Map<string, string>();
      // Windows of one browser share the database, whose changes happen one after the other.
      const shared = createMemoryRows(rows);
      const open = (): HistoryStore => createRowHistory(shared);
      const windows = [open(), open()];
      const gateway = createRowHistory(createMemoryRows());
      const oracle = new PlainHistory();
      for (const [index, { response, days, restart, ...places }] of steps.entries()) {
        const seen = at(response, start + days * day + index);
        const heard = places.windows.length > 0 || places.gateway ? places.windows : [0];
        await Promise.all([
          ...heard.map((window) => windows[window]!.append([seen])),
          ...(places.gateway ? [gateway.append([seen])] : []),
          oracle.append([seen]),
        ]);
        if (restart) windows[index % 2] = open();
      }
      const expected = await everything(oracle);
      for (const window of windows)
        expect(await everything(createUnion([window, gateway]))).toEqual(expected);
    }),
    { numRuns: 50 },
  );
}, 240_000);
