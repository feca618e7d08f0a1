// The money model (moneyModel.test.ts) where more goes wrong: counts that are not shared, a cache that is too small, and a store
// that fails or hangs for a while.
import { holds } from '../../support/money/holds';
import { histories, historiesWithOutages } from '../../support/money/steps';

describe('over any history, what is billed was agreed to', () => {
  test('with counts that are not shared', () => holds(histories, { reuseCounts: false }, 0.5), 600_000);

  test('with a cache that is too small', () => holds(histories, { cacheBytes: 8_000 }, 0.5, false), 600_000);

  test('with a store that fails or hangs for a while', () => holds(historiesWithOutages, {}, 0.5), 600_000);

  test(
    'with a daily cap and a store that fails or hangs for a while',
    () => holds(historiesWithOutages, { dailyCap: 40 }, 0.5),
    600_000,
  );
});
