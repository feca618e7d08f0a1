// The guards around money against an oracle, over random histories: windows of one user whose sheets are edited, deleted,
// recalculated, held, approved, declined, stopped, refreshed, killed and reopened, over a service that may bill and lose the
// response, a slow or failing store, a cache that is too small and a clock that is set. At every moment:
// credits billed ≤ credits agreed to. In the end: what is held is what cells want, and Run settles all of it.
import fc from 'fast-check';
import type { Settings } from '../../../../src/engine/request/settings';
import { play } from '../../support/money/play';
import { histories, historiesWithOutages, type History } from '../../support/money/steps';

const runs = (share: number) => ({
  numRuns: Math.ceil(Number(process.env.SPILLWAY_RUNS ?? 40) * share),
  // The same histories in every run; other ones with another seed.
  seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115),
});

const holds = (of: fc.Arbitrary<History>, limits: Partial<Settings>, share: number, isLive = true) =>
  fc.assert(
    fc.asyncProperty(of, (history) => play(history, limits, isLive)),
    runs(share),
  );

describe('over any history, what is billed was agreed to', () => {
  test('with an ask-me limit', () => holds(histories, {}, 1), 600_000);

  test('with a daily cap', () => holds(histories, { dailyCap: 40 }, 1), 600_000);

  test('with counts that are not shared', () => holds(histories, { reuseCounts: false }, 0.5), 600_000);

  test('with a cache that is too small', () => holds(histories, { cacheBytes: 8_000 }, 0.5, false), 600_000);

  test('with a store that fails or hangs for a while', () => holds(historiesWithOutages, {}, 0.5), 600_000);

  test(
    'with a daily cap and a store that fails or hangs for a while',
    () => holds(historiesWithOutages, { dailyCap: 40 }, 0.5),
    600_000,
  );
});
