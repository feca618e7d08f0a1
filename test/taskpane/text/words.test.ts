import {
  priceText,
  shortPrice,
  ago,
  bytes,
  clockTime,
  credits,
  duration,
  moment,
  plural,
} from '../../../src/taskpane/text/words';

const hour = 3_600_000;

test('a price says what it costs, or why it is free', () => {
  const now = 10 * hour;
  const quote = { requests: 1, cached: 0, toFetch: 1, credits: 5 };
  expect(priceText(quote, now)).toBe('5 credits');
  expect(priceText({ ...quote, cached: 1, toFetch: 0, credits: 0, oldest: now - 2 * hour }, now)).toBe(
    'Free: cached 2 h ago',
  );
  expect(priceText({ requests: 42, cached: 30, toFetch: 12, credits: 60 }, now)).toBe(
    '60 credits: 12 requests to fetch, 30 cached',
  );
  expect(priceText({ requests: 3, cached: 3, toFetch: 0, credits: 0, oldest: now - hour }, now)).toBe(
    'Free: all 3 results are cached, the oldest 1 h ago',
  );
  expect(priceText({ requests: 0, cached: 0, toFetch: 0, credits: 0 }, now)).toBe('Nothing to fetch yet');
  expect(shortPrice({ ...quote, credits: 1 })).toBe('1 credit');
});

test('times and sizes are short', () => {
  expect([500, 59_000, 12 * 60_000, 26 * hour].map(duration)).toEqual(['0 s', '59 s', '12 min', '1 d']);
  expect(ago(1_000, 3_000)).toBe('just now');
  expect([900, 340_000, 50_000_000, 1_000_000_000].map(bytes)).toEqual([
    '900 B',
    '340 kB',
    '50 MB',
    '1,000 MB',
  ]);
  expect([plural(1, 'cell'), plural(1_200, 'cell')]).toEqual(['1 cell', '1,200 cells']);
});

test('a moment of another day has its date', () => {
  const noon = new Date(2026, 10, 15, 12).getTime();
  expect(moment(noon - hour, noon)).toBe(clockTime(noon - hour));
  expect(moment(noon - 48 * hour, noon)).toMatch(/13/);
  expect(credits(1)).toBe('1 credit');
});
