import { itemsOf, ownProducts, placeOf, priceName, pricesIn } from '../../../src/excel/watch/ownProducts';
import { ownProduct } from '../../../src/protocol/watches';

const search = (query: string, more: object = {}) => ({
  operation: 'ruretail' as const,
  body: { query, count: 5, ...more },
});
const items = itemsOf([
  search('Kettle'),
  search('kettle ', { city: 'spb_cl' }),
  search('Lamp'),
  search('Desk'),
]);
const nobody = { of: () => undefined };

test('a price list is where its name is; without one, where it was', async () => {
  const name = priceName('4f-a/1');
  expect(name).toBe('Spillway_prices_4f_a_1');
  const moved = { followed: (asked: string) => Promise.resolve(asked === name ? 'Sheet2!C4:D9' : undefined) };
  const list = { watch: '4f-a/1', prices: 'Sheet1!A1:B6' };
  expect(await placeOf({ ...list, name }, moved)).toEqual({ address: 'Sheet2!C4:D9', isLost: false });
  expect(await placeOf({ ...list, name: 'deleted' }, moved)).toEqual({ isLost: true });
  expect(await placeOf(list, moved)).toEqual({ address: 'Sheet1!A1:B6', isLost: false });
  expect(await placeOf({ watch: list.watch, name }, moved)).toEqual({ isLost: false });
});

test('the products of a watch are what its requests ask for, each once', () => {
  expect(items.map(({ item }) => item)).toEqual(['kettle', 'Lamp', 'Desk']);
  expect(itemsOf([{ operation: 'hkproperty', body: { unit: 'A-1' } }])).toEqual([
    { operation: 'hkproperty', item: 'A-1' },
  ]);
  expect(itemsOf([{ operation: 'ruretail', body: {} }, search('x'.repeat(501))])).toEqual([]);
});

test('prices stand in the last column, and what is no amount above 0 is none', () => {
  const values = [
    ['Product', 'Price'],
    ['Kettle', 500],
    [' LAMP', 0],
    ['Desk', ''],
    ['Kettle', 900],
    ['', 7],
  ];
  expect(ownProducts(items, pricesIn(values, items), nobody).map(({ price }) => price)).toEqual([
    500,
    undefined,
    undefined,
  ]);
  const wide = [
    ['Kettle', 'Bosch', 510],
    ['Lamp', '', -3],
    ['Desk', '', '1 000'],
  ];
  expect(ownProducts(items, pricesIn(wide, items), nobody).map(({ price }) => price)).toEqual([
    510,
    undefined,
    undefined,
  ]);
  // One price is that of one product, and of nothing else.
  expect(pricesIn([[500]], items.slice(0, 1))).toEqual(new Map([['kettle', 500]]));
  expect(pricesIn([[500]], items)).toBeUndefined();
  expect(pricesIn([[500], [600]], items.slice(0, 1))).toBeUndefined();
});

test('a list that cannot be read leaves the prices as they were; one without the product has none', () => {
  const before = items.map((one) => ({ ...one, price: 500 }));
  expect(ownProducts(before, undefined, nobody).map(({ price }) => price)).toEqual([500, 500, 500]);
  expect(ownProducts(before, new Map([['lamp', 40]]), nobody).map(({ price }) => price)).toEqual([
    undefined,
    40,
    undefined,
  ]);
});

test('what was decided goes with the product, as the gateway takes it', () => {
  const many = Array.from({ length: 300 }, (_, nth) => String(nth));
  const of = (_operation: string, item: string) =>
    item === 'Desk'
      ? undefined
      : {
          operation: 'ruretail' as const,
          item,
          accepted: item === 'Lamp' ? [] : [...many, 'x'.repeat(501)].map((id) => ({ id, name: id })),
          seen: ['', ...many],
          at: 1,
        };
  const found = ownProducts(items, undefined, { of });
  expect(found.map(({ accepted, seen }) => [accepted?.length, seen?.length])).toEqual([
    [50, 200],
    [0, 200],
    [undefined, undefined],
  ]);
  for (const product of found) expect(ownProduct.safeParse(product).success).toBe(true);
});
