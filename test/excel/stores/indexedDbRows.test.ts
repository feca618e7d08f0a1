import 'fake-indexeddb/auto';
import { createIndexedDbRows } from '../../../src/excel/stores/indexedDbRows';
import { createRowHistory } from '../../../src/history/rowHistory';
import { describeHistoryStore } from '../../history/support/storeContract';
import { responseOf, start } from '../../history/support/responses';

let number = 0;

describeHistoryStore('IndexedDB', () => {
  const name = `history-${(number += 1)}`;
  const reopen = () => Promise.resolve(createRowHistory(createIndexedDbRows(name)));
  return Promise.resolve({ store: createRowHistory(createIndexedDbRows(name)), reopen });
});

const phone = (at: number) => responseOf('ruretail', { query: 'phone' }, at, [{ id: 'x', price: 100 }]);
const item = { operation: 'ruretail', id: 'x', comparable: '{}' } as const;

test('two windows that write at once lose nothing', async () => {
  const windows = [createIndexedDbRows('two-windows'), createIndexedDbRows('two-windows')].map(
    createRowHistory,
  );
  const times = Array.from({ length: 20 }, (_, index) => start + index * 1000);
  await Promise.all(times.map((at, index) => windows[index % 2]!.append([phone(at)])));
  for (const window of windows) expect((await window.series(item, 'price')).times).toEqual(times);
});

test('a change that fails leaves nothing behind', async () => {
  const rows = createIndexedDbRows('failing');
  await rows.change(() => Promise.resolve(new Map([['a', '1']])));
  const failing = rows.change(async (view) => {
    await view.get(['a']);
    throw new Error('in mid-write');
  });
  await expect(failing).rejects.toThrow('in mid-write');
  const unclonable = new Map<string, string>([['a', '2']]);
  unclonable.set('b', (() => undefined) as unknown as string);
  await expect(rows.change(() => Promise.resolve(unclonable))).rejects.toThrow();
  expect(await rows.read((view) => view.range('', '~'))).toEqual([['a', '1']]);
});

test('a database that was deleted is opened again', async () => {
  const history = createRowHistory(createIndexedDbRows('deleted'));
  await history.append([phone(start)]);
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('deleted').onsuccess = resolve;
  });
  expect((await history.series(item, 'price')).times).toEqual([]);
  await history.append([phone(start)]);
  expect((await history.series(item, 'price')).times).toEqual([start]);
});
