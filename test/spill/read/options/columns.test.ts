import { readColumn } from '../../../../src/spill/read/options/columns';
import { reviewColumns } from '../../../../src/spill/read/review/columnSlips';
import { faultOf } from '../readings';

describe('a column', () => {
  it.each([
    ['price', { path: 'price' }],
    ['Club Price', { path: 'club_price' }],
    ['OLD-PRICE', { path: 'old_price' }],
    ['Largest stock in one store', { path: 'max_stock_in_store' }],
    ['brand.name', { path: 'brand.name' }],
    ['Brand.Vendor site', { path: 'brand.vendor_site' }],
    ['images.0', { path: 'images.0' }],
    ['labels.0.name', { path: 'labels.0.name' }],
    ['price as Price now', { path: 'price', heading: 'Price now' }],
    [`price AS 'Price, now'`, { path: 'price', heading: 'Price, now' }],
    [`'odd name' as "My as title"`, { path: 'odd name', heading: 'My as title', exact: true }],
    ['"prise"', { path: 'prise', exact: true }],
    ['*', { path: '*' }],
    ['@type', { path: '@type' }],
    ['completely_new', { path: 'completely_new' }],
    ['completely_new.0.url', { path: 'completely_new.0.url' }],
    ['brand.zzzzzzzzzz', { path: 'brand.zzzzzzzzzz' }],
  ])('%s', (text, column) => {
    expect(readColumn('ruretail', text)).toEqual(column);
  });

  it('that is surely a slip is refused before anything is spent', () => {
    expect(faultOf(() => reviewColumns('ruretail', 'prise'))).toMatch(/Did you mean price\?.*in quotes/);
    expect(faultOf(() => reviewColumns('ruretail', 'name, brand.nmae as Brand'))).toMatch(
      /Did you mean brand\.name\?/,
    );
    expect(faultOf(() => reviewColumns('ruretail', 'stock'))).toMatch(/Did you mean stock_in_stores\?/);
  });

  it('needs a name on both sides of a dot', () => {
    expect(faultOf(() => readColumn('ruretail', 'brand.'))).toMatch(/missing next to a dot/);
    expect(faultOf(() => readColumn('ruretail', `'a' b`))).toMatch(/use name as Heading/);
  });
});
