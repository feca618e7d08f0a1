// Whatever windows change, and in whatever order they hear of each other, they end with the same settings.
import fc from 'fast-check';
import { defaultSettings, type Settings } from '../../../src/engine/request/settings';
import {
  changeBetween,
  isAhead,
  mergeStates,
  nothing,
  readState,
  resetOf,
  withChange,
  writeState,
  type SettingsState,
} from '../../../src/excel/user/settingsState';
import { readSettings } from '../../../src/excel/user/settingsStore';

const settingsOf = (state: SettingsState): Settings => readSettings(writeState(state));
const inOrder = (state: SettingsState) => [
  state.base,
  [...state.leaves].sort(([a], [b]) => (a < b ? -1 : 1)),
];

const change = fc.oneof(
  fc.constant('reset' as const),
  fc.record(
    {
      dailyCap: fc.option(fc.nat(100), { nil: undefined }),
      askAbove: fc.nat(100),
      concurrency: fc.integer({ min: 1, max: 32 }),
      reuseCounts: fc.boolean(),
      ages: fc.dictionary(fc.constantFrom('stays', 'ruretail'), fc.integer({ min: 60_000, max: 90_000 })),
    },
    { requiredKeys: [] },
  ),
);
const version01 = fc
  .record(
    { dailyCap: fc.nat(100), askAbove: fc.nat(100), revision: fc.nat(6) },
    { requiredKeys: ['revision'] },
  )
  .map((stored) => readState(JSON.stringify({ ...defaultSettings, ...stored })));

const changed = (state: SettingsState, to: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
  if (to === 'reset') return withChange(state, resetOf(state));
  const before = settingsOf(state);
  return withChange(state, changeBetween(state, before, readSettings(JSON.stringify({ ...before, ...to }))));
};

const state = fc
  .tuple(fc.oneof(fc.constant(nothing), version01), fc.array(change, { maxLength: 4 }))
  .map(([first, changes]) => changes.reduce(changed, first));

test('merging does not depend on order or repetition, and a text gives back what it was written from', () => {
  fc.assert(
    fc.property(state, state, state, (a, b, c) => {
      const one = mergeStates(mergeStates(a, b), c);
      expect(inOrder(mergeStates(c, mergeStates(b, a)))).toEqual(inOrder(one));
      expect(inOrder(mergeStates(one, b))).toEqual(inOrder(one));
      expect(isAhead(one, mergeStates(a, mergeStates(c, b)))).toBe(false);
      expect(settingsOf(readState(writeState(one)))).toEqual(settingsOf(one));
      expect(isAhead(one, readState(writeState(one)))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('of two changes that did not know of each other the stricter holds, for every limit', () => {
  fc.assert(
    fc.property(state, fc.nat(100), fc.nat(100), (first, mine, others) => {
      const one = changed(first, { dailyCap: mine, askAbove: others });
      const other = changed(first, { dailyCap: others, askAbove: mine });
      const { dailyCap, askAbove } = settingsOf(mergeStates(one, other));
      const before = settingsOf(first);
      // What a window did not change is no decision of its own.
      if (![mine, others].includes(before.dailyCap ?? -1)) expect(dailyCap).toBe(Math.min(mine, others));
      if (![mine, others].includes(before.askAbove)) expect(askAbove).toBe(Math.min(mine, others));
    }),
    { numRuns: 500 },
  );
});
