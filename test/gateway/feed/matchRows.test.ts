import { matchRows, type FeedMatch } from '../../../src/gateway/feed/feedTables';

const items = ['a', 'a b', 'a"', 'A', 'a,', 'ä', 'a\\', 'aa', '手机', ' a'];
const matches: FeedMatch[] = items.map((item, nth) => ({
  operation: nth % 3 === 0 ? 'nlretail' : 'ruretail',
  item,
  at: 1_000 + nth,
  accepted: ['2', '10', '"', 'x y'].slice(0, nth % 5).map((id) => ({ id, name: `Phone ${id}` })),
}));
const question = { sources: ['nlretail', 'ruretail'] as const, period: { from: 0, to: Infinity } };

/** The places of all rows, however they are grouped. */
async function placesOf(after?: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { rows } of matchRows(
    matches,
    question,
    after === undefined ? undefined : { match: after },
  ))
    for (const { place } of rows) found.push('match' in place ? place.match : '');
  return found;
}

test('matches come in the order of their places, and go on behind any of them', async () => {
  const all = matches.flatMap(({ operation, item, accepted = [] }) =>
    (accepted.length > 0 ? accepted : [{ id: null }]).map(({ id }) => JSON.stringify([operation, item, id])),
  );
  const sorted = all.sort((a, b) => (a < b ? -1 : 1));
  expect(await placesOf()).toEqual(sorted);
  for (const [index, place] of sorted.entries())
    expect(await placesOf(place)).toEqual(sorted.slice(index + 1));
});

test('a page of a few rows is made of a few matches', async () => {
  const first = await matchRows(matches, question).next();
  expect(first.value?.rows.length).toBeLessThan(5);
});
