import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { heldText, holdReasons } from '../../../src/taskpane/activity/heldText';

test('a held burst says formulas, cache and price', () => {
  const request = makeDataRequest('stays', { destination: 'Rome', count: 25 });
  const burst = {
    cells: Array<string>(42).fill('A1'),
    requests: Array<typeof request>(12).fill(request),
    cached: 30,
    credits: 60,
  };
  expect(heldText(burst)).toBe('60 credits for 42 formulas: 12 requests to fetch, 30 cached');
});

test('what no cell asked for is counted in requests, and nothing is said of a cache that had nothing', () => {
  const requests = ['Rome', 'Paris'].map((destination) =>
    makeDataRequest('stays', { destination, count: 25 }),
  );
  expect(heldText({ cells: [], requests, cached: 0, credits: 10 })).toBe('10 credits: 2 requests to fetch');
  expect(heldText({ cells: ['A1'], requests: requests.slice(1), cached: 0, credits: 5 })).toBe(
    '5 credits for 1 formula: 1 request to fetch',
  );
});

test('each reason is a sentence, and buying again says so', () => {
  for (const says of Object.values(holdReasons)) expect(says).toMatch(/^[A-Z].*\.$/);
  expect(holdReasons.bought_elsewhere).toMatch(/costs credits again/);
  expect(holdReasons.no_longer_kept).toMatch(/no longer in the cache/);
});
