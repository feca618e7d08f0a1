// The same seed, the same day and the same request give the same answer; another day moves prices a little, no more.
import fc from 'fast-check';
import { createSandbox } from '../../sandbox/sandbox';
import { paths } from './sandboxClient';

const start = Date.parse('2027-01-04T12:00:00Z');
const day = 86_400_000;

function made(seed: number, time: () => number = () => start) {
  const { app } = createSandbox({ seed, clock: time, publicUrl: 'http://sandbox.example' });
  const headers = { 'content-type': 'application/json', 'access-token': 'sandbox-large' };
  return async (service: keyof typeof paths, body: object) => {
    await app.request('/sandbox/reset', { method: 'POST' });
    const response = await app.request(paths[service], {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
}

const stay = { checkin: '2027-05-03', checkout: '2027-05-07' };
const requests = fc.oneof(
  fc.record({
    service: fc.constant('ruretail' as const),
    body: fc.record({
      query: fc.constantFrom('ssd', 'iphone', 'lg'),
      count: fc.integer({ min: 1, max: 90 }),
      sort: fc.constantFrom('relevance', 'rating', 'discount'),
    }),
  }),
  fc.record({
    service: fc.constant('nlretail' as const),
    body: fc.record({ keyword: fc.constantFrom('airfryer', 'lego'), count: fc.integer({ min: 1, max: 90 }) }),
  }),
  fc.record({
    service: fc.constant('bizbureau' as const),
    body: fc.record({
      keyword: fc.constantFrom('roofing', 'dentist'),
      location: fc.constantFrom('', 'TX', 'Denver'),
      count: fc.integer({ min: 1, max: 90 }),
    }),
  }),
  fc.record({
    service: fc.constant('stays' as const),
    body: fc.record({
      destination: fc.constantFrom('Amsterdam', 'Tokyo', 'Spain'),
      checkin: fc.constant(stay.checkin),
      checkout: fc.constant(stay.checkout),
      count: fc.integer({ min: 1, max: 90 }),
      adults: fc.integer({ min: 1, max: 5 }),
      currency: fc.constantFrom('EUR', 'JPY', 'USD'),
    }),
  }),
);

test('two sandboxes of one seed answer alike, and count only cuts', async () => {
  const [one, two] = [made(5), made(5)];
  await fc.assert(
    fc.asyncProperty(requests, async ({ service, body }) => {
      const [a, b, all] = await Promise.all([
        one(service, body),
        two(service, body),
        one(service, { ...body, count: 5000 }),
      ]);
      expect(a).toEqual(b);
      const records = JSON.parse(a.text) as unknown[];
      expect(records).toEqual((JSON.parse(all.text) as unknown[]).slice(0, body.count));
    }),
    { numRuns: 25 },
  );
});

test('another seed is another shop with the same identifiers', async () => {
  const body = { query: 'ssd', count: 500 };
  const [a, b] = await Promise.all([made(1)('ruretail', body), made(2)('ruretail', body)]);
  const read = (text: string) => JSON.parse(text) as { id: string; price: number | null }[];
  expect(
    read(a.text)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    read(b.text)
      .map(({ id }) => id)
      .sort(),
  );
  expect(a.text).not.toBe(b.text);
});

describe('prices', () => {
  let now = start;
  const ask = made(1, () => now);
  interface Priced {
    id: string | number;
    price: number | { amount: number } | null;
  }
  const amount = ({ price }: Priced) => (typeof price === 'object' ? price?.amount : price);

  test.each([
    ['ruretail', { query: 'ssd', count: 500 }],
    ['nlretail', { keyword: 'airfryer', count: 500 }],
    ['stays', { ...stay, destination: 'Berlin', count: 500, available_only: true }],
  ] as const)('of %s stand for a day and then move by a few percent', async (service, body) => {
    const prices = async () => {
      const { text } = await ask(service, body);
      return new Map((JSON.parse(text) as Priced[]).map((record) => [record.id, amount(record)]));
    };
    now = start;
    const noon = await prices();
    now = start + 11 * 3_600_000;
    expect(await prices()).toEqual(noon);
    now = start + day;
    const changes = [...(await prices())].flatMap(([id, price]) => {
      const before = noon.get(id);
      return before && price ? [price / before - 1] : [];
    });
    expect(changes.filter((change) => change !== 0).length).toBeGreaterThan(changes.length / 3);
    expect(Math.max(...changes.map(Math.abs))).toBeLessThan(0.1);
  });
});

test('within a month every source moves something, and reviews only add up', async () => {
  let now = start;
  const ask = made(1, () => now);
  const wanted = [
    ['ruretail', { query: 'ssd', count: 50 }],
    ['nlretail', { keyword: 'airfryer', count: 50 }],
    ['bizbureau', { keyword: 'roofing', location: 'TX', count: 50 }],
    ['hkproperty', { unit: 'TKS-01-12-B' }],
    ['jobsboard', { company: '1500000' }],
    ['stays', { ...stay, destination: 'Berlin', count: 50 }],
  ] as const;
  const all = () => Promise.all(wanted.map(([service, body]) => ask(service, body)));
  const [before, today] = [await all(), await all()];
  expect(today).toEqual(before);
  now = start + 28 * day;
  const after = await all();
  for (const [index, { text }] of after.entries()) expect(text).not.toBe(before[index]?.text);
  const reviews = (text = '[]') =>
    new Map(
      (JSON.parse(text) as { id: string; review_count: number }[]).map((it) => [it.id, it.review_count]),
    );
  const later = reviews(after[1]?.text);
  const pairs = [...reviews(before[1]?.text)].flatMap(([id, count]) =>
    later.has(id) ? [[count, later.get(id) ?? 0] as const] : [],
  );
  expect(pairs.some(([then, since]) => since > then)).toBe(true);
  expect(pairs.every(([then, since]) => since >= then)).toBe(true);
});
