import type { CachedOffer, Offers } from '../../../src/excel/workbook/offers';
import { createDocumentLists, memoryParts } from '../../../src/excel/document/documentLists';
import { workbookMatches } from '../../../src/excel/workbook/filterSets';
import { productsIn } from '../../../src/match/decision';
import { createSession, undecidedIn } from '../../../src/taskpane/match/session';
import { catalogues } from '../../match/labelled';

const offersOf = (names: readonly string[]): Offers => {
  const all = names.map((name, nth): CachedOffer => ({
    id: `p${nth}`,
    name,
    record: { name },
    fetchedAt: 1,
    comparable: '{}',
    isPricedElsewhere: false,
  }));
  return { all, byId: new Map(all.map((one) => [one.id, one])), asked: new Set() };
};

const shop = offersOf(catalogues.ru.slice(0, 300).map(({ name }) => name));

test('products are read from a range: each name once, with brand and price where they are given', () => {
  expect(
    productsIn([['iPhone 16', 'Apple', 79_990], [''], [5], ['IPHONE  16'], ['Galaxy S25', 0, '']]),
  ).toEqual([{ name: 'iPhone 16', brand: 'Apple', price: 79_990 }, { name: 'Galaxy S25' }]);
});

test('certain matches are accepted at once, the rest one by one, and everything can be undone', async () => {
  const matches = workbookMatches(createDocumentLists(memoryParts()));
  const items = productsIn([['айфон 16 128 гб черный'], ['iphone 16'], ['nothing of the kind']]);
  const session = createSession('ruretail', items, shop, () => 7);
  expect(undecidedIn(session, matches)).toEqual(items);
  expect(session.certain(items)).toEqual([]);
  while (session.rankAhead(1)) continue;
  const certain = session.certain(items);
  expect(certain.map(({ item }) => item)).toEqual(['айфон 16 128 гб черный']);
  expect(certain[0]!.accepted[0]!.name).toContain('iPhone 16 128GB');
  expect(certain[0]!.seen.length).toBeGreaterThan(1);
  await matches.decide(certain);
  expect(undecidedIn(session, matches)).toEqual(items.slice(1));
  await matches.decide([session.decision(items[2]!, [])]);
  expect(matches.acceptedOf('ruretail', 'nothing of the kind')).toEqual(new Set());
  await matches.forget(certain);
  expect(undecidedIn(session, matches)).toEqual(items.slice(0, 2));
});

test('ranking ahead gives way after some milliseconds', () => {
  const items = productsIn(catalogues.ru.slice(0, 300).map(({ name }) => [name]));
  const session = createSession('ruretail', items, shop, () => 7);
  let steps = 0;
  while (session.rankAhead(0.01)) steps++;
  expect(steps).toBeGreaterThan(100);
});
