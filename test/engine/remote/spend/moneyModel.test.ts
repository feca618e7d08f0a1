// The guards around money against an oracle, over random histories: windows of one user whose sheets are edited, deleted,
// recalculated, held, approved, declined, stopped, refreshed, killed and reopened, over a service that may bill and lose the
// response, a slow store, a cache that is too small and a clock that is set. At every moment:
// credits billed ≤ credits agreed to. In the end: what is held is what cells want, and Run settles all of it.
import { holdsUnder } from '../../support/money/holdsUnder';

describe('over any history, what is billed was agreed to', () => {
  test.each(['an ask-me limit', 'a daily cap', 'an age limit'] as const)(
    'with %s',
    async (condition) => expect(await holdsUnder(condition)).toBeGreaterThan(0),
    600_000,
  );
});
