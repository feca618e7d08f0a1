import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { holdReasons } from '../../../src/engine/request/holdReason';
import { decidedElsewhere, heldFilters, heldText, timeLeft } from '../../../src/taskpane/activity/heldText';

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

test('a held burst names the cells whose conditions the service could apply before it is paid', () => {
  const wanted = (price_max?: number) =>
    makeDataRequest('ruretail', { query: 'tv', count: 20, ...(price_max && { price_max }) });
  const use = (cell: string, request = wanted(), where = ['price<500', 'name has 4k']) => ({
    cell,
    function: 'RURETAIL.SEARCH',
    requests: [request],
    where,
  });
  const limited = wanted(500);
  const burst = { cells: ['Sheet1!A1', 'Sheet1!A2', 'Sheet1!A3'], requests: [wanted(), limited] };
  const uses = [
    use("'Sheet1'!$A$1"),
    use('Sheet1!A2', limited),
    use('Sheet1!A3', wanted(), []),
    use('Sheet1!A4'),
  ];
  expect(heldFilters(burst, uses)).toEqual([{ cell: "'Sheet1'!$A$1", options: 'price_max=500' }]);
});

test('each reason is a sentence, and buying again says so', () => {
  for (const sentence of Object.values(holdReasons)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(holdReasons.bought_elsewhere).toMatch(/costs credits again/);
  expect(holdReasons.no_longer_kept).toMatch(/no longer in the cache/);
});

describe('what was held and is gone', () => {
  const [rome, paris] = ['Rome', 'Paris'].map((destination) =>
    makeDataRequest('stays', { destination, count: 25 }),
  );
  const burst = {
    id: 'ask_above' as const,
    reason: 'ask_above' as const,
    since: 0,
    cells: ['A1', 'A2'],
    requests: [rome!, paris!],
    cached: 0,
    credits: 10,
  };
  const none = { held: [], queue: [] };

  test('was decided elsewhere if the cells still want it', () => {
    expect(decidedElsewhere(none, [burst], [{ requests: [rome!] }, { requests: [paris!] }])).toEqual(
      expect.stringMatching(
        /^No longer held: 10 credits for 2 formulas: 2 requests to fetch\. It was decided in another window/,
      ),
    );
  });

  test('is not said to be decided if the sheet changed, if it is being fetched, or if it is still held', () => {
    const wanted = [{ requests: [rome!, paris!] }];
    expect(decidedElsewhere(none, [burst], [{ requests: [rome!] }])).toBe('');
    const fetching = { request: rome!, cells: ['A1'], state: 'running' as const, since: 0, credits: 5 };
    expect(decidedElsewhere({ held: [], queue: [fetching] }, [burst], wanted)).toBe('');
    expect(decidedElsewhere({ held: [burst], queue: [] }, [burst], wanted)).toBe('');
    expect(decidedElsewhere(none, [], wanted)).toBe('');
  });
});

describe('the time left', () => {
  const now = 1_000_000;

  test('is an estimate that moves every few seconds', () => {
    expect(timeLeft(now + 61_000, now, now)).toBe('about 65 s left');
    expect(timeLeft(now + 54_000, now, now)).toBe('about 55 s left');
    expect(timeLeft(now + 150_000, now, now)).toBe('about 3 min left');
  });

  test('gets wider the longer nothing arrives, and says so', () => {
    const at = (idle: number) => timeLeft(now + 60_000, now, now - idle);
    expect(at(4_000)).toBe('about 60 s left');
    expect(at(8_000)).toBe('60 s to 80 s left, nothing has arrived for 8 s');
    expect(at(40_000)).toBe('60 s to 3 min left, nothing has arrived for 40 s');
  });

  test('is not invented where it is used up or unknown', () => {
    expect(timeLeft(now - 1, now, now - 15_000)).toBe('nothing has arrived for 15 s');
    expect(timeLeft(undefined, now, now - 70_000)).toBe('nothing has arrived for 1 min');
    expect(timeLeft(undefined, now, now)).toBe('');
  });
});
