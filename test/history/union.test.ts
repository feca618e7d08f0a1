// What two windows, a restart and the gateway make of random steps, against plain lists of all responses.
import fc from 'fast-check';
import type { ObservedResponse } from '../../src/history/observation';
import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import type { HistoryStore, ItemFilter } from '../../src/history/store';
import { createUnion } from '../../src/history/union';
import { PlainHistory } from './support/plainHistory';
import { anyResponse, start } from './support/responses';
import { everything } from './support/storeContract';
import { runs } from '../runs';

const day = 86_400_000;

/** At a time of its own: which of two values of one moment counts is for the contract of the stores. */
const at = (response: ObservedResponse, time: number): ObservedResponse => ({
  ...response,
  at: time,
  sightings: response.sightings
    .filter((seen) => seen.at === response.at)
    .map((seen) => ({ ...seen, at: time })),
});

/** Which windows hear of it, in this order, the same one perhaps twice; and whether it passes through the gateway. */
const places = { windows: fc.array(fc.constantFrom(0, 1), { maxLength: 3 }), gateway: fc.boolean() };

const step = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('refresh'), response: anyResponse, ...places }) },
  // Somebody still owed it.
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('late'), back: fc.integer({ min: 1, max: 60 }), ...places }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete'),
      filter: fc.constantFrom<ItemFilter>(
        { operation: 'ruretail', id: 'a', comparable: '{}' },
        { operation: 'ruretail', id: 'b' },
        { operation: 'stays' },
        {},
      ),
      window: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('thin'),
      days: fc.integer({ min: 0, max: 90 }),
      drop: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
      of: fc.constantFrom('browser', 'gateway'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart'), window: fc.constantFrom(0, 1) }) },
);

test('local and gateway, two windows and restarts tell together what plain lists tell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 200, maxLength: 200 }), async (steps) => {
      // Windows of one browser share the database, whose changes happen one after the other.
      const shared = createMemoryRows();
      const open = (): HistoryStore => createRowHistory(shared);
      const windows = [open(), open()];
      const gateway = createRowHistory(createMemoryRows());
      const oracle = { browser: new PlainHistory(), gateway: new PlainHistory() };
      const given: ObservedResponse[] = [];
      const deliver = async (seen: ObservedResponse, to: { windows: number[]; gateway: boolean }) => {
        const heard = to.windows.length > 0 || to.gateway ? to.windows : [0];
        await Promise.all([
          ...heard.map((window) => windows[window]!.append([seen])),
          ...(to.gateway ? [gateway.append([seen])] : []),
        ]);
        if (heard.length > 0) await oracle.browser.append([seen]);
        if (to.gateway) await oracle.gateway.append([seen]);
      };
      for (const [index, one] of steps.entries()) {
        const now = start + (index * day) / 2;
        if ('response' in one) {
          given.push(at(one.response, now));
          await deliver(given.at(-1)!, one);
        } else if ('back' in one) {
          const late = given.at(-one.back);
          if (late) await deliver(late, one);
        } else if ('filter' in one)
          await Promise.all([
            windows[one.window]!.delete(one.filter, now),
            gateway.delete(one.filter, now),
            oracle.browser.delete(one.filter, now),
            oracle.gateway.delete(one.filter, now),
          ]);
        else if ('days' in one) {
          const store = one.of === 'browser' ? windows[index % 2]! : gateway;
          const list = one.of === 'browser' ? oracle.browser : oracle.gateway;
          await Promise.all([
            store.thin(now - one.days * day, one.drop),
            list.thin(now - one.days * day, one.drop),
          ]);
        } else windows[one.window] = open();
      }
      const expected = await everything(oracle.browser.with(oracle.gateway));
      for (const window of windows)
        expect(await everything(createUnion([window, gateway]))).toEqual(expected);
    }),
    { numRuns: runs(10) },
  );
});
