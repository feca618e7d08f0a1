// A stay in the past is never sent: not by a formula, not by its age, not by Refresh. What was fetched before stays.
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { pastStay } from '../../../src/engine/request/pastStay';
import { engineUnderTest } from '../support/engineUnderTest';
import { failureOf } from '../support/failureOf';

const day = 86_400_000;
const stayFrom = (checkin: string) =>
  makeDataRequest('stays', { destination: 'Rome', checkin, checkout: '2099-01-01', count: 5 });
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

it('is past only where it is past in the last time zone', () => {
  const noon = Date.UTC(2027, 4, 3, 11, 59);
  expect(pastStay(stayFrom('2027-05-02'), noon)).toBeUndefined();
  expect(pastStay(stayFrom('2027-05-01'), noon)).toMatchObject({
    code: 'past_stay',
    facts: { billed: 'no' },
  });
  expect(pastStay(stayFrom('2027-05-02'), noon + 60_000)).toBeDefined();
  expect(pastStay(makeDataRequest('nlretail', { keyword: 'x' }), noon)).toBeUndefined();
});

it('goes by the date that is sent, also where a raw parameter replaces the other', () => {
  const now = Date.UTC(2027, 4, 3);
  const sent = (checkin: string, raw: string) =>
    pastStay(
      makeDataRequest('stays', { destination: 'Rome', checkin, checkout: '2099-01-01' }, { checkin: raw }),
      now,
    );
  expect(sent('2027-06-01', '2020-06-01')).toBeDefined();
  expect(sent('2020-06-01', '2027-06-01')).toBeUndefined();
});

it('knows what the 1904 date system makes of a date, where that can be what happened', () => {
  const now = Date.UTC(2027, 4, 3);
  const later = (checkin: string) => pastStay(stayFrom(checkin), now)?.facts.date1904;
  // 2027-06-10 as a workbook of the 1904 system counts it.
  expect(later('2023-06-09')).toBe('2027-06-10');
  expect(later('2020-06-09')).toBeUndefined();
  // Last week is last week: nobody books four years ahead.
  expect(later('2027-04-26')).toBeUndefined();
});

it('costs nothing by a formula, by Refresh and by its age, and keeps what was fetched', async () => {
  const bench = engineUnderTest();
  const { clock, service } = bench;
  const start = clock.now();
  const past = stayFrom(iso(start - 3 * day));
  await expect(clock.until(bench.engine.ask(past))).rejects.toMatchObject({ code: 'past_stay' });
  const soon = stayFrom(iso(start + 2 * day));
  await clock.until(bench.engine.ask(soon));
  expect(service.sent).toHaveLength(1);
  await clock.advance(10 * day);
  expect((await clock.until(bench.engine.ask(soon, { maxAge: day }))).records).toBeDefined();
  expect(await clock.until(bench.engine.quote([soon], true))).toMatchObject({ toFetch: 0, credits: 0 });
  expect(await clock.until(bench.engine.refresh([soon]))).toMatchObject({ fetched: 0, spent: 0 });
  expect(service.sent).toHaveLength(1);
  expect(bench.engine.peek(soon)).toBeDefined();
});

it('is refused at once, and has no price to approve', async () => {
  const { engine, clock } = engineUnderTest({ askAbove: 1 });
  const past = stayFrom(iso(clock.now() - 3 * day));
  const failure = await clock.until(failureOf(engine.ask(past, { cell: 'A1' })));
  expect([failure.code, engine.state().held]).toEqual(['past_stay', []]);
});
