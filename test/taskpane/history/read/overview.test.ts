import { createRowHistory } from '../../../../src/history/rowHistory';
import { createMemoryRows } from '../../../../src/history/rows';
import { createUnion } from '../../../../src/history/union';
import { readChanges } from '../../../../src/taskpane/history/read/overview';
import { responseOf, start } from '../../../history/support/responses';

const on = (days: number) => start + days * 86_400_000;
const kettle = (days: number, price: number, reviews = 5) =>
  responseOf('nlretail', { query: 'kettle', count: 20 }, on(days), [
    { id: 'a', name: 'Kettle', price, review_count: reviews },
  ]);

/** What this browser has seen, and what the gateway has. */
async function readers(
  here: readonly ReturnType<typeof kettle>[],
  gateway: readonly ReturnType<typeof kettle>[],
) {
  const [local, other] = [createRowHistory(createMemoryRows()), createRowHistory(createMemoryRows())];
  await local.append(here);
  await other.append(gateway);
  return { local, reader: createUnion([local, other]) };
}

test('an item that the gateway has known for longer is compared with what the gateway knows', async () => {
  const both = await readers([kettle(9, 80)], [kettle(0, 100), kettle(9, 80)]);
  const { sources } = await readChanges(both, on(5), true);
  expect(sources).toMatchObject([{ changed: [{ before: 100, after: 80, share: -0.2 }], unchanged: 0 }]);
});

test('all values of an item of the gateway are compared where all are wanted', async () => {
  const both = await readers([], [kettle(0, 100), kettle(9, 100, 50)]);
  expect((await readChanges(both, on(5), true)).sources).toMatchObject([{ changed: [], unchanged: 1 }]);
  expect((await readChanges(both, on(5), false)).sources).toMatchObject([
    { changed: [{ field: 'review_count', before: 5, after: 50 }], unchanged: 0 },
  ]);
});
