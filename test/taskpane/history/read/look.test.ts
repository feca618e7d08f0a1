import { lookNow, readHistoryLook } from '../../../../src/taskpane/history/read/look';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 15);

describe('a look at the history', () => {
  test('shows everything the first time', () => {
    expect(lookNow(undefined, now)).toEqual({ since: undefined, at: now });
  });

  test('goes on if one comes back soon, and what changed stays', () => {
    const first = lookNow({ since: now - 50 * hour, at: now - 24 * hour }, now);
    expect(first).toEqual({ since: now - 24 * hour, at: now });
    expect(lookNow(first, now + hour / 2)).toEqual({ since: now - 24 * hour, at: now + hour / 2 });
    expect(lookNow(first, now + 2 * hour)).toEqual({ since: now, at: now + 2 * hour });
  });

  test('hides nothing when the clock was turned back', () => {
    const { since } = lookNow({ since: now, at: now + 100 * hour }, now);
    expect(since).toBeLessThanOrEqual(now);
  });

  test('is read from a text, which may be damaged', () => {
    expect(readHistoryLook(JSON.stringify({ since: 5, at: 6 }))).toEqual({ since: 5, at: 6 });
    expect(readHistoryLook(JSON.stringify({ at: 6 }))).toEqual({ since: undefined, at: 6 });
    for (const text of [undefined, '', '{', 'null', '[]', '{"since":5}', '{"at":"6"}'])
      expect(readHistoryLook(text)).toBeUndefined();
  });
});
