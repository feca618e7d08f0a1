import { createRowHistory } from '../../src/history/rowHistory';
import { createMemoryRows } from '../../src/history/rows';
import { responseOf, start } from './support/responses';

const day = 86_400_000;

test('the size says from when on detail was thinned, and from when on nothing is left', async () => {
  const store = createRowHistory(createMemoryRows());
  const seen = (days: number) =>
    responseOf('nlretail', { query: 'tea' }, start + days * day, [{ id: 'a', price: days }]);
  await store.append(Array.from({ length: 28 }, (_, days) => seen(days)));
  const whole = await store.size();
  expect(whole).not.toHaveProperty('thinnedBefore');

  await store.thin(start - day);
  expect(await store.size()).toEqual(whole);

  await store.thin(start + 14 * day);
  expect(await store.size()).toMatchObject({ thinnedBefore: start + 14 * day });
  await store.thin(start + 7 * day, true);
  await store.append([seen(40)]);
  expect(await store.size()).toMatchObject({
    thinnedBefore: start + 14 * day,
    droppedBefore: start + 7 * day,
  });
});
