// The money model (moneyModel.test.ts) where more goes wrong: counts that are not shared or are switched, a cache that is too small,
// a store that fails, hangs or is full for a while, pages that freeze, messages that are lost, late or come twice, and a service that is
// slow or not connected, limits requests, and shows charges late or never; behind a gateway that promises responses and may forget it;
// and in browsers that have no locks.
import { holdsUnder } from '../../support/money/holdsUnder';

describe('over any history, what is billed was agreed to', () => {
  test.each([
    'counts that are not shared',
    'a cache that is too small',
    'a store that fails or hangs for a while',
    'a daily cap and a store that fails or hangs for a while',
    'a store that is full for a while',
    'counts that are switched',
    'pages that freeze and messages that are lost',
    'a service that is slow, limits requests and shows charges late',
    'a gateway that promises responses',
    'a browser without locks',
    'an age limit in a browser without locks',
  ] as const)(
    'with %s',
    async (condition) => expect(await holdsUnder(condition)).toBeGreaterThan(0),
    600_000,
  );
});
