// A page is bounded in bytes and in what is looked at for it, and the pages together still have every row once.
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { pageOf } from '../../../src/gateway/feed/feedPage';
import { askedRows } from '../../../src/gateway/feed/feedQuery';
import { observe } from '../../../src/history/observation';
import { createRowHistory } from '../../../src/history/rowHistory';
import { createMemoryRows } from '../../../src/history/rows';
import { walkRows } from '../../../src/history/walk';

const grant = { owner: 'ann', history: 'own', tables: ['history'], sources: ['ruretail'] };
const start = Date.UTC(2027, 0, 1);
const day = 86_400_000;

const rows = createMemoryRows();
const history = {
  walk: (...[filter, limit]: [Parameters<typeof walkRows>[1], number]) =>
    rows.read((view) => walkRows(view, filter, limit)),
  response: () => Promise.resolve(undefined),
};

beforeAll(async () => {
  const store = createRowHistory(rows);
  const { operation, key, params } = makeDataRequest('ruretail', { query: 'phone', count: 20 });
  for (let at = 0; at < 3; at += 1) {
    const records = Array.from({ length: 30 }, (_, index) => ({
      id: `p${index}`,
      name: `Phone ${index}`,
      price: index + at,
    }));
    await store.append([
      observe({ operation, request: key, params, asked: 30, at: start + at * day, records }),
    ]);
  }
});

async function follow(query: string, bounds: { bytes: number; looked: number }) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const parameters = new URLSearchParams(query);
    if (cursor !== undefined) parameters.set('cursor', cursor);
    const { query: asked, rows } = askedRows('history', { history, matches: () => [] }, grant, parameters);
    const { body, next } = await pageOf(rows, asked, 'csv', bounds);
    const [, ...lines] = body.split('\r\n').slice(0, -1);
    if (next !== undefined) expect(next).not.toBe(cursor);
    pages.push(lines);
    cursor = next;
  } while (cursor !== undefined);
  return pages;
}

const large = { bytes: 16_000_000, looked: 1_000_000 };

test.each([
  ['few bytes', '', { ...large, bytes: 2_000 }],
  ['few rows looked at', '', { ...large, looked: 70 }],
  ['both', 'field=price', { bytes: 500, looked: 30 }],
  ['a comparison that few rows fit', 'where=value%3E%3D30&field=price', { ...large, looked: 100 }],
  ['a comparison that no row fits', 'where=value%3C0', { ...large, looked: 100 }],
  ['a period that no row is in', 'from=2030-01-01', { ...large, looked: 100 }],
  ['pages of one row', 'where=value%3E%3D30&limit=1', large],
])('%s', async (_, query, bounds) => {
  const [whole = []] = await follow(query.replace(/&?limit=1/, ''), large);
  const pages = await follow(query, bounds);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(whole);
});
