import { evaluated, mostLines, type Alerting } from '../../../src/gateway/watch/alerts';
import { mostAlerts, seen, unseenBy } from '../../../src/gateway/watch/raisedAlerts';
import { changedRows, readWatched } from '../../../src/gateway/watch/reading';
import { claim, makeWatch } from '../../../src/gateway/watch/watch';
import { blindSpots } from '../../../src/gateway/watch/views';
import { alertText } from '../../../src/history/watchAlert';
import type { OwnCondition, WatchedProduct, WatchCondition } from '../../../src/protocol/watches';

const day = 86_400_000;
const begin = Date.UTC(2027, 0, 1);
const request = { operation: 'ruretail' as const, body: { query: 'kettle', count: 20 } };
const product = (id: string, more: object = {}) => ({ id, name: `Kettle ${id}`, ...more });

type Watched = Parameters<typeof readWatched>[1];
type Watching = Alerting & { readonly conditions: readonly WatchCondition[] };

/** One response a day; what it raised, as sentences. */
function told(
  conditions: readonly WatchCondition[],
  responses: readonly (readonly object[])[],
  watched: Watched | readonly Watched[] = request,
): string[][] {
  let watch: Watching = { conditions };
  return responses.map((records, index) => {
    const now = begin + index * day;
    const asked = 'operation' in watched ? watched : watched[index]!;
    const read = readWatched(JSON.stringify(records), asked, now);
    const before = watch.alertCount ?? 0;
    if (read)
      watch = evaluated(watch, read.reading, {
        now,
        tick: now,
        lastTick: now - day,
        cell: 'Sheet1!A1',
      });
    return (watch.alerts ?? []).filter(({ number }) => number > before).map((alert) => alertText(alert));
  });
}

const prices = (condition: WatchCondition, values: readonly (number | null)[]) =>
  told(
    [condition],
    values.map((price) => [product('1', { price })]),
  ).map((alerts) => alerts.length);

const below: WatchCondition = { kind: 'below', field: 'price', value: 500 };

test('a price below a limit is told once, until it has crossed back by the margin', () => {
  expect(prices(below, [520, 499, 480, 501, 499, 505, 499])).toEqual([0, 1, 0, 0, 0, 0, 1]);
  expect(prices({ ...below, margin: 0 }, [520, 499, 500, 499])).toEqual([0, 1, 0, 1]);
  expect(prices({ ...below, kind: 'above' }, [480, 501, 520, 499, 501, 495, 501])).toEqual([
    0, 1, 0, 0, 0, 0, 1,
  ]);
  expect(told([below], [[product('1', { price: 520 })], [product('1', { price: 480 })]])[1]).toEqual([
    'Kettle 1: Price is 480 RUB, below 500 RUB. It was 520 RUB.',
  ]);
});

test('the price of what cannot be bought is neither low nor a change', () => {
  const changed: WatchCondition = { kind: 'changed', field: 'price', percent: 10 };
  expect(prices(below, [520, 0, 520, 480])).toEqual([0, 0, 0, 1]);
  expect(prices({ ...below, already: true }, [0, 480])).toEqual([0, 1]);
  expect(prices(changed, [100, 0, 100])).toEqual([0, 0, 0]);
  const at = (price: number, is_available?: boolean) => [
    product('1', { price, club_price: 1, is_available }),
  ];
  const days = [at(520), at(480, false), at(480, true)];
  expect(told([below], days).map(({ length }) => length)).toEqual([0, 0, 1]);
  expect(told([changed], [at(100), at(50, false), at(99)]).flat()).toEqual([]);
  // Of a stay, charges on top may be 0.
  const charges = (amount: number) => [
    {
      id: 1,
      name: 'Inn',
      price: { amount: 90, currency: 'EUR' },
      excluded_charges: { amount, currency: 'EUR' },
    },
  ];
  const fall: WatchCondition = { kind: 'changed', field: 'excluded_charges.amount', percent: 10 };
  const body = { destination: 'Rome', checkin: '2027-05-01', checkout: '2027-05-02', count: 25 };
  expect(told([fall], [charges(20), charges(0)], { operation: 'stays', body })[1]).toHaveLength(1);
});

test('what is true already counts only if that was chosen', () => {
  expect(prices(below, [480, 470, 520, 480])).toEqual([0, 0, 0, 1]);
  expect(prices({ ...below, already: true }, [480, 470])).toEqual([1, 0]);
});

test('after the days that were chosen it is armed again', () => {
  expect(prices({ ...below, againAfter: 3 }, [520, 480, 480, 480, 480, 480, 480, 480])).toEqual([
    0, 1, 0, 0, 1, 0, 0, 1,
  ]);
});

test('a change that is smaller than the least is no news, also in many small steps back and forth', () => {
  expect(prices({ ...below, least: 1 }, [500, 499.99, 500, 499.5, 499, 498])).toEqual([0, 0, 0, 0, 1, 0]);
});

test('a change in percent is measured from the last alert, and each event is told once', () => {
  const changed: WatchCondition = { kind: 'changed', field: 'price', percent: 10 };
  expect(prices(changed, [100, 95, 90, 90, 99, 99.1, 0, 0, 50])).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 1]);
  expect(prices({ ...changed, direction: 'down' }, [100, 150, 140, 135, 135, 200])).toEqual([
    0, 0, 0, 1, 0, 0,
  ]);
  expect(prices({ ...changed, direction: 'up' }, [100, 80, 88, 96.8])).toEqual([0, 0, 1, 1]);
  expect(prices(changed, [1, 0.9])).toEqual([0, 1]);
  const valued = [2_500_000, 2_501_000].map((price) => [product('1', { price })]);
  expect(told([{ ...changed, percent: 0.04 }], valued)[1]).toEqual([
    'Kettle 1: Price rose by 0.04%, from 2,500,000 RUB to 2,501,000 RUB.',
  ]);
});

test('what was sold out and is back is a rise, without a percentage that nobody could calculate', () => {
  const stock = (direction: 'up' | 'down') =>
    told(
      [{ kind: 'changed', field: 'stock_in_stores', percent: 10, direction }],
      [3, 0, 0, 5].map((count) => [product('1', { stock_in_stores: count })]),
    ).flat();
  expect(stock('up')).toEqual(['Kettle 1: Stock in stores went from 0 to 5.']);
  expect(stock('down')).toEqual(['Kettle 1: Stock in stores fell by 100%, from 3 to 0.']);
});

test('what is not known is neither cheaper nor gone', () => {
  expect(prices(below, [520, null, 520, null, 480])).toEqual([0, 0, 0, 0, 1]);
  const gone: WatchCondition = { kind: 'gone' };
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => product(`${index}`, { price: 520 }));
  // A list that was cut at the count that was asked for, and one with a record that may be any of them.
  expect(told([gone], [list(20), list(21).slice(1)]).flat()).toEqual([]);
  expect(told([gone], [list(3), [...list(2), { name: 'No ID' }]]).flat()).toEqual([]);
  // A single empty list may be a search that went wrong.
  expect(told([gone, below], [list(2), [], list(2)]).flat()).toEqual([]);
  expect(told([gone], [list(1), [], []]).flat()).toEqual(['Kettle 0 is gone from the list.']);
  expect(readWatched('{"detail":"Not found"}', request, begin)).toBeUndefined();
  expect(readWatched('[{"id":"1","price"', request, begin)).toBeUndefined();
});

test('a price in another currency is not compared', () => {
  const stay = {
    operation: 'stays' as const,
    body: { destination: 'Rome', checkin: '2027-05-01', checkout: '2027-05-03', count: 25 },
  };
  const hotel = (amount: number, currency: string) => [{ id: 7, name: 'Roma', price: { amount, currency } }];
  const conditions: WatchCondition[] = [
    { kind: 'below', field: 'price.amount', value: 200, already: true },
    { kind: 'changed', field: 'price.amount', percent: 10 },
  ];
  const days = [hotel(300, 'EUR'), hotel(150, 'GBP'), hotel(300, 'EUR'), hotel(190, 'EUR')];
  expect(told(conditions, days, stay)).toEqual([
    [],
    [],
    [],
    [
      'Roma (checkin=2027-05-01; checkout=2027-05-03): Stay total is 190 EUR, below 200 EUR. It was 300 EUR.',
      'Roma (checkin=2027-05-01; checkout=2027-05-03): Stay total fell by 36.7%, from 300 EUR to 190 EUR.',
    ],
  ]);
  expect(
    told(
      [{ kind: 'below', field: 'price.amount', value: 200, currency: 'EUR', already: true }],
      [hotel(150, 'GBP')],
      stay,
    ).flat(),
  ).toEqual([]);
});

test('after a change of the currency a limit is told as blind, and changes are measured in the new one', () => {
  const stay = {
    operation: 'stays' as const,
    body: { destination: 'Sofia', checkin: '2027-05-01', checkout: '2027-05-03', count: 25 },
  };
  const hotel = (amount: number, currency?: string) => [
    { id: 7, name: 'Sofia', price: { amount, currency } },
    { id: 8, name: 'Serdika', price: { amount: amount + 100, currency } },
  ];
  const below: WatchCondition = { kind: 'below', field: 'price.amount', value: 200 };
  const blindTo = (conditions: readonly WatchCondition[], responses: readonly (readonly object[])[]) => {
    let watch: Watching = { conditions };
    return responses.map((records, index) => {
      const now = begin + index * day;
      const { reading } = readWatched(JSON.stringify(records), stay, now)!;
      watch = evaluated(watch, reading, { now, tick: now, lastTick: now - day, cell: 'Sheet1!A1' });
      return blindSpots({ ...watch, requests: [stay] });
    });
  };
  const spot = {
    cell: 'Sheet1!A1',
    why: 'Some prices are in EUR, and the condition is in BGN. Change the condition.',
  };
  const min: WatchCondition = { kind: 'below', field: 'min(price.amount)', value: 200 };
  const days = [hotel(300, 'BGN'), hotel(150, 'EUR'), hotel(150, 'EUR'), hotel(290, 'BGN')];
  for (const condition of [below, { ...below, currency: 'BGN' }, min])
    expect(blindTo([condition], days)).toEqual([[], [spot], [spot], []]);
  // What a response does not say is not another currency, and a percentage has none.
  expect(blindTo([below], [hotel(300, 'BGN'), hotel(150)])).toEqual([[], []]);
  expect(blindTo([{ kind: 'changed', field: 'price.amount', percent: 10 }], days).flat()).toEqual([]);
  const changed = told(
    [{ kind: 'changed', field: 'min(price.amount)', percent: 10 }],
    [hotel(300, 'BGN'), hotel(150, 'EUR'), hotel(120, 'EUR'), hotel(90), hotel(240, 'BGN')],
    stay,
  );
  expect(changed.map((alerts) => alerts.length)).toEqual([0, 0, 1, 0, 1]);
  expect(changed.flat().map((text) => text.replace(/^.*\): /, ''))).toEqual([
    'Lowest stay total fell by 20%, from 150 EUR to 120 EUR.',
    'Lowest stay total fell by 20%, from 300 BGN to 240 BGN.',
  ]);
});

test('a price of another room is no change of the price', () => {
  const stay = {
    operation: 'stays' as const,
    body: { destination: 'Rome', checkin: '2027-05-01', checkout: '2027-05-03', count: 25 },
  };
  const hotel = (amount: number, room?: number) => [
    { id: 7, name: 'Roma', price: { amount, currency: 'EUR' }, ...(room !== undefined && { room_id: room }) },
  ];
  const of = (condition: WatchCondition, ...days: readonly (readonly object[])[]) =>
    told([condition], days, stay).map((alerts) => alerts.join(' ').replace(/^.*\): /, ''));
  const changed: WatchCondition = { kind: 'changed', field: 'price.amount', percent: 10 };
  // The double is sold out, the suite becomes cheaper, and the double is back.
  expect(of(changed, hotel(100, 1), hotel(300, 2), hotel(240, 2), hotel(102, 1), hotel(80, 1))).toEqual([
    '',
    '',
    'Stay total fell by 20%, from 300 EUR to 240 EUR.',
    '',
    'Stay total fell by 20%, from 100 EUR to 80 EUR.',
  ]);
  // What nobody says is no other room; versions before did not say it.
  expect(of(changed, hotel(100), hotel(80, 1), hotel(60), hotel(200, 2))).toEqual([
    '',
    'Stay total fell by 20%, from 100 EUR to 80 EUR.',
    'Stay total fell by 25%, from 80 EUR to 60 EUR.',
    '',
  ]);
  // A limit is for whichever room is offered; what another one cost is not what it was.
  const below: WatchCondition = { kind: 'below', field: 'price.amount', value: 200 };
  expect(of(below, hotel(300, 2), hotel(150, 1), hotel(300, 2), hotel(190, 2))).toEqual([
    '',
    'Stay total is 150 EUR, below 200 EUR.',
    '',
    'Stay total is 190 EUR, below 200 EUR. It was 300 EUR.',
  ]);
});

test('an alert says which city, and which dates of a stay, it is about', () => {
  const always = { already: true, value: 500 } as const;
  const of = (field: string, watched: Parameters<typeof readWatched>[1], record: object) =>
    told([{ kind: 'below', field, ...always }], [[record]], watched)[0];
  const kettle = product('1', { price: 480 });
  expect(of('price', request, kettle)).toEqual(['Kettle 1: Price is 480 RUB, below 500 RUB.']);
  const there = { ...request, body: { ...request.body, city: 'spb_cl' } };
  expect(of('price', there, kettle)).toEqual(['Kettle 1 (city=spb_cl): Price is 480 RUB, below 500 RUB.']);
  const stay = {
    operation: 'stays' as const,
    body: { destination: 'Paris', checkin: '2027-05-01', checkout: '2027-05-04', adults: 2, count: 25 },
  };
  const hotel = { id: 1, name: 'Hotel', price: { amount: 480, currency: 'EUR' } };
  expect(of('min(price.amount)', stay, hotel)).toEqual([
    'Paris (adults=2; checkin=2027-05-01; checkout=2027-05-04): Lowest stay total is 480 EUR, below 500 EUR.',
  ]);
});

test('figures of a list are followed as one value, in one currency', () => {
  const list = (...prices: readonly (number | null)[]) =>
    prices.map((price, nth) => product(`${nth}`, { price }));
  const min: WatchCondition = { kind: 'below', field: 'min(price)', value: 500 };
  expect(told([min], [list(520, 600), list(480, 490, 700), list(470), list(null, 510), list(499)])).toEqual([
    [],
    ['kettle: Lowest price is 480 RUB, below 500 RUB. It was 520 RUB.'],
    [],
    [],
    ['kettle: Lowest price is 499 RUB, below 500 RUB. It was 510 RUB.'],
  ]);
  const median: WatchCondition = { kind: 'changed', field: 'median(price)', percent: 10 };
  expect(told([median], [list(1, 100, 900), list(90, 110), list(1, 120, 5_000)]).flat()).toEqual([
    'kettle: Median price rose by 20%, from 100 RUB to 120 RUB.',
  ]);
  // The cell shows 0.15 as well.
  const above: WatchCondition = { kind: 'above', field: 'median(price)', value: 0.15 };
  expect(told([above], [list(0.1), list(0.1, 0.2)]).flat()).toEqual([]);
  const max: WatchCondition = { kind: 'above', field: 'max(price)', value: 900 };
  expect(told([max], [list(900), list(901, 2)]).flat()).toHaveLength(1);
  const many: WatchCondition = { kind: 'above', field: 'count()', value: 2 };
  expect(told([many], [list(1), list(1, 2, null)]).flat()).toEqual([
    'kettle: Number of results is 3, above 2. It was 1.',
  ]);
  const mixed = [product('1', { price: 1 }), product('2', { price: 2, currency: 'KZT' })];
  expect(told([{ ...min, already: true }], [mixed, [], list(null)]).flat()).toEqual([]);
});

test('a larger count is another list: what it adds has not fallen, and is not new', () => {
  const [short, long] = [2, 4].map((count) => ({ ...request, body: { ...request.body, count } }));
  const list = (...prices: readonly number[]) => prices.map((price, nth) => product(`${nth}`, { price }));
  const all = [list(600, 700), list(600, 700, 400, 800), list(600, 700, 400, 300)];
  const of = (condition: WatchCondition) =>
    told([condition], all, [short!, long!, long!]).map((alerts) => alerts.join(' '));
  expect(of({ kind: 'changed', field: 'min(price)', percent: 10 })).toEqual([
    '',
    '',
    'kettle: Lowest price fell by 25%, from 400 RUB to 300 RUB.',
  ]);
  expect(of({ kind: 'below', field: 'min(price)', value: 500 })).toEqual(['', '', '']);
  expect(of({ kind: 'below', field: 'min(price)', value: 500, already: true })).toEqual([
    '',
    'kettle: Lowest price is 400 RUB, below 500 RUB.',
    '',
  ]);
  // It was told of the shorter list.
  expect(of({ kind: 'below', field: 'min(price)', value: 650, already: true })).toEqual([
    'kettle: Lowest price is 600 RUB, below 650 RUB.',
    '',
    '',
  ]);
  expect(of({ kind: 'above', field: 'count()', value: 3 })).toEqual(['', '', '']);
  expect(of({ kind: 'new' })).toEqual(['', '', '']);
  expect(told([{ kind: 'new' }], [list(600), list(600, 700)], long).flat()).toEqual([
    'Kettle 1 is new in the list.',
  ]);
  // Two requests that differ in their count have a state each.
  expect(
    told(
      [{ kind: 'changed', field: 'min(price)', percent: 10 }, { kind: 'new' }],
      [list(600, 700), list(600, 700, 400), list(500, 700), list(600, 700, 300, 1)],
      [short!, long!, short!, long!],
    ),
  ).toEqual([
    [],
    [],
    ['kettle: Lowest price fell by 16.7%, from 600 RUB to 500 RUB.'],
    ['kettle: Lowest price fell by 99.8%, from 400 RUB to 1 RUB.', 'Kettle 3 is new in the list.'],
  ]);
  // Of one item, the price is the same in either list.
  expect(of({ kind: 'below', field: 'price', value: 350 })).toEqual([
    '',
    '',
    'Kettle 3: Price is 300 RUB, below 350 RUB. It was 800 RUB.',
  ]);
});

test('figures of a list are of all its records, as in the cell', () => {
  const min: WatchCondition = { kind: 'below', field: 'min(price)', value: 500, already: true };
  const many: WatchCondition = { kind: 'above', field: 'count()', value: 0, already: true };
  const records = [
    product('1', { price: 100 }),
    { name: 'Without an ID', price: 50 },
    product('1', { price: 80 }),
  ];
  expect(told([min, many], [records]).flat()).toEqual([
    'kettle: Lowest price is 50 RUB, below 500 RUB.',
    'kettle: Number of results is 3, above 0.',
  ]);
});

test('a score of 0 is none: it is neither low nor a fall', () => {
  const rated = [4.6, 0, 4.4].map((rating) => [product('1', { rating })]);
  expect(told([{ kind: 'below', field: 'rating', value: 4.5 }], rated).map(({ length }) => length)).toEqual([
    0, 0, 1,
  ]);
  expect(told([{ kind: 'changed', field: 'rating', percent: 10 }], rated).flat()).toEqual([]);
});

test('back in stock, new and gone', () => {
  const back: WatchCondition = { kind: 'back', field: 'is_available' };
  const stock = [true, false, null, true, true, false, true].map((is_available) => [
    product('1', { is_available }),
  ]);
  expect(told([back], stock).map((alerts) => alerts.length)).toEqual([0, 0, 0, 1, 0, 0, 1]);
  const [a, b, c] = ['A', 'B', 'C'].map((id) => product(id)) as [object, object, object];
  expect(
    told(
      [{ kind: 'new' }, { kind: 'gone' }],
      [
        [a, b],
        [a, c],
        [a, b, c],
        [a, c],
        [a, c],
      ],
    ),
  ).toEqual([
    [],
    ['Kettle C is new in the list.', 'Kettle B is gone from the list.'],
    [],
    ['Kettle B is gone from the list.'],
    [],
  ]);
  expect(told([{ kind: 'new', already: true }], [[a]]).flat()).toEqual(['Kettle A is new in the list.']);
  expect(told([{ kind: 'new', againAfter: 2 }], [[a, b], [a], [a], [a, b]]).at(-1)).toHaveLength(1);
});

test('a figure of results in several currencies is told as blind, and as soon as they are in one it is told again', () => {
  const stay = {
    operation: 'stays' as const,
    body: { destination: 'Sofia', checkin: '2027-05-01', checkout: '2027-05-03', count: 25 },
  };
  const hotels = (...prices: (readonly [number, string?])[]) =>
    prices.map(([amount, currency], id) => ({ id, name: 'Sofia', price: { amount, currency } }));
  const conditions: WatchCondition[] = [{ kind: 'below', field: 'min(price.amount)', value: 200 }];
  let watch: Watching = { conditions };
  const seen = [
    hotels([300, 'EUR'], [310, 'EUR']),
    hotels([150, 'EUR'], [310, 'BGN']),
    hotels([150, 'EUR'], [310]),
    hotels([150, 'EUR']),
  ].map((records, index) => {
    const now = begin + index * day;
    const { reading } = readWatched(JSON.stringify(records), stay, now)!;
    watch = evaluated(watch, reading, { now, tick: now, lastTick: now - day, cell: 'Sheet1!A1' });
    return [blindSpots({ ...watch, requests: [stay] }).map(({ why }) => why), watch.alertCount ?? 0];
  });
  expect(seen).toEqual([
    [[], 0],
    [['The results are in EUR, BGN, which cannot be compared.'], 0],
    [['The results are in EUR, an unknown currency, which cannot be compared.'], 0],
    [[], 1],
  ]);
});

test('no name brings a line of its own into a message', () => {
  const named = [
    product('1'),
    product('2', { name: 'Kettle\r\n\nSpillway: your key\u2028has\u0000expired' }),
  ];
  expect(told([{ kind: 'new' }], [[product('1')], named])[1]).toEqual([
    'Kettle Spillway: your key has expired is new in the list.',
  ]);
});

test('alerts and followed items are bounded, and those that are there stay', () => {
  const many = (first: number, count: number, price: number) =>
    Array.from({ length: count }, (_, index) => product(`${first + index}`, { price }));
  let watch: Watching = { conditions: [{ ...below, already: true }] };
  const give = (records: readonly object[], tick: number) => {
    const read = readWatched(JSON.stringify(records), request, tick);
    if (read)
      watch = evaluated(watch, read.reading, { now: tick, tick, lastTick: tick - 1, cell: undefined });
  };
  give(many(0, mostLines + 50, 400), begin);
  // Those who are not followed are not told: they would be again and again.
  expect([watch.alerts?.length, watch.alertCount]).toEqual([mostAlerts, mostLines]);
  const [state] = watch.conditionStates ?? [];
  expect([Object.keys(state?.lines ?? {}).length, state?.isFull]).toEqual([mostLines, true]);
  // Those who are not seen for a whole run make room.
  give(many(5_000, 10, 600), begin + day);
  give(many(5_000, 10, 400), begin + 2 * day);
  expect(watch.alertCount).toBe(mostLines + 10);
  // Whether all fit is told by each run.
  const form = {
    ...watch,
    name: 'Kettles',
    requests: [request],
    schedule: { kind: 'once', zone: 'UTC' },
  } as const;
  const made = makeWatch(
    { ...form, limits: { day: 9, month: 9 } },
    { id: 'w', owner: { id: 'ann', name: 'Ann' }, sealedKey: undefined, now: begin },
  );
  const [next] = claim(made, { by: 'here', now: begin })?.conditionStates ?? [];
  expect([next?.isFull, next?.lines]).toEqual([undefined, watch.conditionStates?.[0]?.lines]);
});

test('each person has seen what they have seen', () => {
  const alerts = [1, 2, 3].map((number) => ({ number, at: begin, kind: 'new' as const }));
  const watch: Alerting = { alerts, alertCount: 3 };
  const ofAnn = seen(watch, 'ann', 2) ?? watch;
  expect([unseenBy(ofAnn, 'ann', begin).length, unseenBy(ofAnn, 'bob', begin).length]).toEqual([1, 3]);
  expect(unseenBy(ofAnn, 'bob', begin + 90 * day)).toEqual([]);
  expect(seen(ofAnn, 'ann', 1)).toBeUndefined();
  expect(seen(ofAnn, 'bob', 99)?.seenBy).toEqual({ ann: 2, bob: 3 });
});

test('rows that changed are counted, with those that came and went', () => {
  const digest = (records: readonly object[]) =>
    readWatched(JSON.stringify(records), request, 0)?.digest ?? '';
  const [a, b] = [product('A', { price: 1 }), product('B', { price: 1 })];
  const before = digest([a, b]);
  expect(changedRows(before, digest([b, a]))).toBe(0);
  expect(changedRows(before, digest([a, { ...b, price: 2 }]))).toBe(1);
  expect(changedRows(before, digest([a]))).toBe(1);
  expect(changedRows(before, digest([]))).toBe(2);
});

describe('compared with own products', () => {
  type Own = Alerting & {
    readonly ownConditions: readonly OwnCondition[];
    readonly ownProducts: readonly WatchedProduct[];
  };
  interface Day {
    readonly own: WatchedProduct;
    readonly records: readonly object[];
    readonly request?: Parameters<typeof readWatched>[1];
  }

  /** One response a day, to a workbook that has the product as it is given. */
  function days(condition: OwnCondition, all: readonly Day[]): string[][] {
    let watch: Own = { ownConditions: [condition], ownProducts: [] };
    return all.map(({ own, records, request: asked = request }, index) => {
      const now = begin + index * day;
      const before = watch.alertCount ?? 0;
      const read = readWatched(JSON.stringify(records), asked, now);
      if (read)
        watch = evaluated({ ...watch, ownProducts: [own], ownAt: now }, read.reading, {
          now,
          tick: now,
          lastTick: now - day,
          cell: 'Sheet1!A1',
        });
      return (watch.alerts ?? []).filter(({ number }) => number > before).map((alert) => alertText(alert));
    });
  }

  const mine: WatchedProduct = {
    operation: 'ruretail',
    item: 'Kettle',
    price: 500,
    accepted: ['1'],
    seen: ['1', '2'],
  };
  const cheaper: OwnCondition = { kind: 'cheaper', field: 'price', currency: 'RUB' };
  const at = (price: number, more: object = {}) => [product('1', { price, ...more })];

  test('an accepted offer that is cheaper is told once, with the price and its date, until it is dearer by the margin', () => {
    const told = days(
      cheaper,
      [520, 499, 480, 501, 499, 505, 499].map((price) => ({ own: mine, records: at(price) })),
    );
    expect(told.map((alerts) => alerts.length)).toEqual([0, 1, 0, 0, 0, 0, 1]);
    expect(told[1]).toEqual([
      'Kettle 1: Price is 499 RUB, below your price of 500 RUB for Kettle (as of Jan 2, 2027). It was 520 RUB.',
    ]);
  });

  test('the limit follows the own price, and so does what counts as crossing back', () => {
    const at480 = at(480);
    const prices = [500, 470, 490, 490, 400, 480.5].map((price) => ({
      own: { ...mine, price },
      records: at480,
    }));
    // Cheaper already; then no longer, by the margin; then again, because one's own price was raised.
    expect(days(cheaper, prices).map((alerts) => alerts.length)).toEqual([0, 0, 1, 0, 0, 1]);
    expect(days({ ...cheaper, already: true }, prices).map((alerts) => alerts.length)).toEqual([
      1, 0, 1, 0, 0, 1,
    ]);
  });

  test('only the same product in the same currency is compared, and nothing without a price', () => {
    const always: OwnCondition = { ...cheaper, already: true };
    const once = (own: WatchedProduct, records: readonly object[], more: Partial<Day> = {}) =>
      days(always, [{ own, records, ...more }]).flat().length;
    expect(once(mine, at(480))).toBe(1);
    expect(once(mine, [product('2', { price: 480 }), product('3', { price: 1 })])).toBe(0);
    expect(once(mine, at(480, { currency: 'KZT' }))).toBe(0);
    // What cannot be bought takes no customer away.
    expect(once(mine, at(480, { is_available: false }))).toBe(0);
    expect(once(mine, at(0))).toBe(0);
    const { price: _price, ...unpriced } = mine;
    expect(once(unpriced, at(480))).toBe(0);
    const { accepted: _accepted, ...undecided } = mine;
    expect(once(undecided, at(480))).toBe(0);
    expect(once({ ...mine, accepted: [] }, at(480))).toBe(0);
    expect(once({ ...mine, item: 'Toaster' }, at(480))).toBe(0);
    // However it is typed; and what a request asks for is the product itself where there is one response.
    expect(once({ ...mine, item: ' KETTLE ' }, at(480))).toBe(1);
    const flat = [{ unit_code: 'A', unit_address: 'Flat A', price: 80 }];
    expect(
      once({ operation: 'hkproperty', item: 'A', price: 90 }, flat, {
        request: { operation: 'hkproperty', body: { unit: 'A' } },
      }),
    ).toBe(0);
    expect(
      days({ kind: 'cheaper', field: 'price', already: true }, [
        {
          own: { operation: 'hkproperty', item: 'A', price: 90 },
          records: flat,
          request: { operation: 'hkproperty', body: { unit: 'A' } },
        },
      ]).flat(),
    ).toEqual(['Flat A: Valuation is 80 HKD, below your price of 90 HKD for A (as of Jan 1, 2027).']);
  });

  const phone: WatchedProduct = {
    operation: 'ruretail',
    item: 'Apple iPhone 15 128GB',
    accepted: ['1'],
    seen: ['1', '2', '3'],
  };
  const asked = { operation: 'ruretail' as const, body: { query: 'Apple iPhone 15 128GB', count: 20 } };
  const offers = (...names: readonly (readonly [string, string])[]) =>
    names.map(([id, name]) => ({ id, name, price: 60_000 }));
  const one = ['1', 'Apple iPhone 15 128GB black'] as const;
  const twin = ['7', 'Apple iPhone 15 128GB blue'] as const;
  const cover = ['8', 'Silicone case for Apple iPhone 15'] as const;
  const told = (condition: OwnCondition, own: WatchedProduct, ...lists: readonly (readonly object[])[]) =>
    days(
      condition,
      lists.map((records) => ({ own, records, request: asked })),
    );

  test('a new offer that fits is a new candidate, once; what does not fit or was decided about is not', () => {
    const candidate: OwnCondition = { kind: 'candidate' };
    expect(
      told(candidate, phone, offers(one), offers(one, twin, cover), offers(one, twin), offers(twin)),
    ).toEqual([
      [],
      ['Apple iPhone 15 128GB blue is a new candidate for your Apple iPhone 15 128GB.'],
      [],
      [],
    ]);
    // It left the list and came back; and it was refused meanwhile.
    expect(told(candidate, phone, offers(one, twin), offers(one), offers(one, twin)).flat()).toEqual([]);
    expect(told(candidate, { ...phone, seen: ['1', '7'] }, offers(one), offers(one, twin)).flat()).toEqual(
      [],
    );
    // Nothing was accepted: the first that fits is told. Nothing was decided: there is no match to be a candidate for.
    expect(told(candidate, { ...phone, accepted: [], seen: [] }, [], offers(twin)).flat()).toHaveLength(1);
    const { accepted: _accepted, ...undecided } = phone;
    expect(told(candidate, undecided, [], offers(twin)).flat()).toEqual([]);
  });

  test('what fits already at the first run counts only if that was chosen', () => {
    expect(told({ kind: 'candidate' }, phone, offers(one, twin)).flat()).toEqual([]);
    expect(told({ kind: 'candidate', already: true }, phone, offers(one, twin)).flat()).toHaveLength(1);
  });

  test('two requests for one product tell of a candidate once', () => {
    const elsewhere = { ...asked, body: { ...asked.body, city: 'spb_cl' } };
    const all: Day[] = [
      { own: phone, records: offers(one), request: asked },
      { own: phone, records: offers(one), request: elsewhere },
      { own: phone, records: offers(one, twin), request: asked },
      { own: phone, records: offers(one, twin), request: elsewhere },
    ];
    expect(days({ kind: 'candidate' }, all).map((alerts) => alerts.length)).toEqual([0, 0, 1, 0]);
  });
});

test.each(['price', 'min(price)'])('a price that came as text is the number that cells show: %s', (field) => {
  const of = (price: unknown) => [product('1', { price })];
  const raised = told([{ kind: 'below', field, value: 500 }], [of('520'), of('499.90'), of('on request')]);
  expect(raised.map((alerts) => alerts.length)).toEqual([0, 1, 0]);
});
