import { gatewayFeeds } from '../../../src/excel/history/gatewayHistory';
import { HistoryAway } from '../../../src/history/client';

const feed = { id: 'a', name: 'Board', tables: ['result'], expiresAt: 1, isMine: true };

function asking(refuse?: number) {
  const asked: unknown[][] = [];
  const feeds = gatewayFeeds((...given) => {
    asked.push(given);
    return refuse === undefined
      ? Promise.resolve({ code: 'spr_x', feed })
      : Promise.reject(new HistoryAway(refuse));
  });
  return { asked, feeds };
}

test('one request goes in the address, and those of a table, which may be many, in the body', async () => {
  const { asked, feeds } = asking();
  await feeds.make({ name: 'Board', tables: ['result'], requests: ['ruretail{}'], days: 90 });
  await feeds.make({ name: 'Board', tables: ['result'], requests: ['a', 'b'], days: 90 });
  await feeds.make({ name: 'All', tables: ['history'], days: 90 });
  await feeds.show('x/y', ['c']);
  await feeds.show('x/y', ['c', 'd']);
  expect(asked).toEqual([
    ['/gateway/feeds?name=Board&tables=result&days=90&request=ruretail%7B%7D', 'POST', undefined],
    ['/gateway/feeds?name=Board&tables=result&days=90', 'POST', { requests: ['a', 'b'] }],
    ['/gateway/feeds?name=All&tables=history&days=90', 'POST', undefined],
    ['/gateway/feeds/x%2Fy?request=c', 'POST', undefined],
    ['/gateway/feeds/x%2Fy?', 'POST', { requests: ['c', 'd'] }],
  ]);
});

test.each([
  [413, /too much for one feed/],
  [422, /too much for one feed/],
  [404, /no such feed or result/],
  [409, /too many feeds/],
  [503, /at the moment/],
])('what the gateway refuses with %d is a sentence that says what to do', async (status, says) => {
  const { feeds } = asking(status);
  await expect(feeds.show('x', ['a', 'b'])).rejects.toThrow(says);
});
