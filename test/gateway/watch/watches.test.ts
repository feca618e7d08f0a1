import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../removeFolder';
import { eventually } from '../support/eventually';
import { answer } from '../support/fakeUpstream';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';
import { recordsOnDisk } from '../../../src/gateway/stores/recordPlaces';
import type { Watch } from '../../../src/gateway/watch/watch';
import { UpstreamError } from '../../../src/gateway/upstream/upstream';
import { daily, day, form, hour, Watches, type Shown } from './support';

const admin = { 'access-token': 'an-admin-code-of-many-letters' };
let folder: string;
const open: TestGateway[] = [];

const start = async (env: Record<string, string> = {}): Promise<TestGateway> => {
  const gateway = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: admin['access-token'],
    SPILLWAY_DATA: folder,
    ...env,
  });
  open.push(gateway);
  return gateway;
};
const close = async (gateway: TestGateway) => {
  open.splice(open.indexOf(gateway), 1);
  await gateway.close();
};

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'spillway-watches-'))));
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  removeFolder(folder);
});

const ran = (
  watches: Watches,
  id: string,
  before?: number,
): Promise<Shown & { last: NonNullable<Shown['last']> }> =>
  eventually(async () => {
    const watch = await watches.one(id);
    return watch?.last && watch.last.tick !== before && !watch.running
      ? { ...watch, last: watch.last }
      : undefined;
  });
const bodies = ({ upstream }: TestGateway) => upstream.calls.map(({ body }) => String(body));

test('a watch shows its price first, runs at its time with nobody there, and the response is free afterwards', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const watch = form(['A', 'B']);
  const price = await watches.price(watch);
  expect(price).toEqual({ run: price.run, day: price.run, month: price.run * 31 });
  expect((await watches.send('POST', '', { ...watch, agreed: { ...price, day: 0 } })).status).toBe(409);
  expect(await watches.list()).toEqual([]);
  const { id, nextAt = 0 } = await watches.create(watch);
  expect(new Date(nextAt).toISOString()).toMatch(/T07:00:00.000Z$/);
  expect(gateway.upstream.calls).toEqual([]);
  gateway.wind(nextAt - gateway.now() + 1);
  const { last, nextAt: next, spent } = await ran(watches, id);
  expect(last).toMatchObject({ tick: nextAt, outcome: 'ok', credits: price.run, responses: 2 });
  expect(next).toBe(nextAt + day);
  expect(spent).toEqual({ day: price.run, month: price.run });
  expect(bodies(gateway)).toHaveLength(2);
  const response = await gateway.post(valuation, { unit: 'A' }, admin);
  expect([response.status, response.headers.get('spillway-cache')]).toEqual([200, 'hit']);
});

test('whoever joined the request of a watch that is deleted before it is sent takes it over, and pays once', async () => {
  const gateway = await start();
  const { upstream } = gateway;
  const watches = new Watches(gateway, admin);
  const { id, nextAt = 0 } = await watches.create(form(['A']));
  const call = upstream.call.bind(upstream);
  let answerStatistic = () => undefined as void;
  const held = new Promise<void>((resolve) => (answerStatistic = resolve));
  let isAsked = false;
  // Before anything is sent the gateway asks how much of the rate limits is left.
  upstream.call = async (one) => {
    if (one.path === '/token/statistic') {
      isAsked = true;
      await held;
    }
    return call(one);
  };
  gateway.wind(nextAt - gateway.now() + 1);
  await eventually(() => isAsked);
  const joined = gateway.post(valuation, { unit: 'A' }, admin);
  await eventually(async () => (await (await gateway.get('/metrics')).text()).includes('from="shared"'));
  expect((await watches.send('DELETE', `/${id}`)).status).toBe(204);
  answerStatistic();
  expect((await joined).status).toBe(200);
  expect(bodies(gateway)).toHaveLength(1);
});

test('when the responses were fetched is told for many requests at once, without a call', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const { id, nextAt = 0 } = await watches.create(form(['A', 'B']));
  gateway.wind(nextAt - gateway.now() + 1);
  await ran(watches, id);
  const asked = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ operation: 'hkproperty', body: { unit: 'BACD'[nth] } }));
  const requests = [...asked(3), { operation: 'hkproperty', body: { unit: 7 } }];
  const response = await gateway.post('/cached', { requests }, admin);
  expect(response.headers.get('spillway-credits')).toBe('0');
  const { now, at } = (await response.json()) as { now: number; at: (number | null)[] };
  expect(at.map((each) => each !== null && each >= nextAt && each <= now)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect((await gateway.post('/cached', { requests: asked(101) }, admin)).status).toBe(422);
  expect((await gateway.post('/cached', { requests }, { 'access-token': 'of-nobody-at-all' })).status).toBe(
    401,
  );
  expect(gateway.upstream.calls).toHaveLength(2);
});

test('a run that is overdue by days is made once, and not again within half an interval', async () => {
  let gateway = await start();
  let watches = new Watches(gateway, admin);
  const { id, nextAt = 0 } = await watches.create(form(['A']));
  const began = gateway.now();
  await close(gateway);
  gateway = await start();
  watches = new Watches(gateway, admin);
  // Back at 03:00, four days later.
  gateway.wind(nextAt - began + 3 * day + 20 * hour);
  const { last, nextAt: next = 0 } = await ran(watches, id);
  expect(last).toMatchObject({ tick: nextAt, outcome: 'ok' });
  gateway.wind(next - gateway.now() + 1);
  const put = await eventually(async () => {
    const watch = await watches.one(id);
    return watch?.nextAt !== next ? watch : undefined;
  });
  expect(put.nextAt).toBe(next + day);
  expect(bodies(gateway)).toHaveLength(1);
});

test('a run that is asked for again by the same name runs once, also when it is over', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const { id, price: agreed } = await watches.create(form(['A']));
  const run = async (idempotencyKey: string) =>
    (await watches.send('POST', `/${id}/run`, { agreed, idempotencyKey })).status;
  expect(await run('the first of the runs')).toBe(202);
  const { last } = await ran(watches, id);
  gateway.wind(hour);
  expect(await run('the first of the runs')).toBe(200);
  expect(await watches.one(id)).toMatchObject({ asked: false, last });
  expect(await run('the second of the runs')).toBe(202);
  await ran(watches, id, last.tick);
  expect([await run('the first of the runs'), bodies(gateway).length]).toEqual([200, 2]);
});

test('a stay that has begun is not paid for again, and the others of the watch still are', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const at = (days: number) => new Date(gateway.now() + days * day).toISOString().slice(0, 10);
  const stay = (from: number) => ({
    operation: 'stays',
    body: { destination: 'Rome', checkin: at(from), checkout: at(from + 1), count: 25 },
  });
  const { id, nextAt = 0 } = await watches.create(form([], { requests: [stay(2), stay(60)] }));
  gateway.wind(nextAt - gateway.now() + 1);
  const { last } = await ran(watches, id);
  expect([last.outcome, bodies(gateway).length]).toEqual(['ok', 2]);
  gateway.wind(7 * day);
  const later = await ran(watches, id, last.tick);
  expect(later.last).toMatchObject({
    outcome: 'partly',
    responses: 1,
    detail: expect.stringMatching(/^checkin \([\d-]+\) is in the past/) as string,
  });
  expect(bodies(gateway)).toHaveLength(3);
});

test('a watch that is created again by its name is the same one, and with other settings it is said to be there', async () => {
  const watches = new Watches(await start(), admin);
  const agreed = { run: 99, day: 99, month: 9_999 };
  const create = async (more: object) => {
    const named = { idempotencyKey: 'the first of the watches', agreed, ...more };
    const response = await watches.send('POST', '', form(['A'], named));
    return [response.status, (await response.text()).includes('earlier try')];
  };
  expect(await create({})).toEqual([201, false]);
  expect(await create({ agreed: { ...agreed, day: 100 } })).toEqual([200, false]);
  expect(await create({ name: 'Corrected' })).toEqual([412, true]);
  expect(await create({ limits: { day: 1, month: 1 } })).toEqual([412, true]);
  expect((await watches.list()).map(({ state }) => state)).toEqual(['on']);
});

test('limits of a day and a month are never passed, and reset', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const price = await watches.price(form(['A', 'B', 'C']));
  const one = price.run / 3;
  const schedule = { kind: 'hours', every: 6, from: Math.ceil(gateway.now() / day) * day, zone: 'UTC' };
  expect(
    (
      await watches.send(
        'POST',
        '',
        form(['A', 'B', 'C'], {
          schedule,
          agreed: { run: 999, day: 9_999, month: 99_999 },
          limits: { day: one, month: 9 * one },
        }),
      )
    ).status,
  ).toBe(422);
  const { id, nextAt = 0 } = await watches.create(
    form(['A', 'B', 'C'], { schedule, limits: { day: 5 * one, month: 100 * one } }),
  );
  gateway.wind(nextAt - gateway.now() + 1);
  expect((await ran(watches, id)).last).toMatchObject({ outcome: 'ok', credits: 3 * one });
  gateway.wind(6 * hour);
  const { last, spent } = await ran(watches, id, nextAt);
  expect(last).toMatchObject({
    outcome: 'budget',
    credits: 2 * one,
    detail: expect.stringContaining('credits a day') as string,
  });
  expect(spent.day).toBe(5 * one);
  gateway.wind(6 * hour);
  expect((await ran(watches, id, nextAt + 6 * hour)).last).toMatchObject({ outcome: 'budget', credits: 0 });
  gateway.wind(12 * hour);
  expect((await ran(watches, id, nextAt + 12 * hour)).last).toMatchObject({
    outcome: 'ok',
    credits: 3 * one,
  });
  expect(bodies(gateway)).toHaveLength(8);
});

test('the budget of the person holds for their watches', async () => {
  const gateway = await start({ SPILLWAY_PERSON_BUDGET: '1' });
  const watches = new Watches(gateway, admin);
  const { id } = await watches.create(form(['A', 'B', 'C', 'D', 'E', 'F']));
  expect((await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } })).status).toBe(
    202,
  );
  const { last } = await ran(watches, id);
  expect(last.outcome).toBe('budget');
  expect(last.credits).toBeLessThanOrEqual(1);
  expect(bodies(gateway).length).toBeLessThanOrEqual(1);
});

test('a watch is paused in the middle of a run: what was sent is kept, nothing more is sent', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const units = Array.from({ length: 12 }, (_, index) => `unit ${index}`);
  const { id } = await watches.create(form(units));
  const finish = gateway.upstream.hold();
  await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } });
  await eventually(() => gateway.upstream.calls.length > 0);
  expect((await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } })).status).toBe(
    409,
  );
  expect((await watches.send('PATCH', `/${id}`, { state: 'paused' })).status).toBe(200);
  const sent = gateway.upstream.calls.length;
  finish();
  const { last, state } = await ran(watches, id);
  expect([state, last.outcome, gateway.upstream.calls.length]).toEqual(['paused', 'stopped', sent]);
  const again = await gateway.post(valuation, { unit: 'unit 0' }, admin);
  expect(again.headers.get('spillway-cache')).toBe('hit');
  expect((await watches.send('PATCH', `/${id}`, { state: 'on' })).status).toBe(409);
  expect(
    (await watches.send('PATCH', `/${id}`, { state: 'on', agreed: { run: 999, day: 999, month: 99_999 } }))
      .status,
  ).toBe(200);
});

test('an edit needs the new price, and a deleted watch sends nothing more', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const { id, price } = await watches.create(form(['A']));
  const requests = form(['A', 'B']).requests;
  expect((await watches.send('PATCH', `/${id}`, { requests, agreed: price })).status).toBe(409);
  const agreed = await watches.price(form(['A', 'B']));
  expect((await watches.send('PATCH', `/${id}`, { requests, agreed })).status).toBe(200);
  expect((await watches.send('PATCH', `/${id}`, { name: 'Another name' })).status).toBe(200);
  expect(await watches.one(id)).toMatchObject({ name: 'Another name', price: agreed });
  const finish = gateway.upstream.hold();
  await watches.send('POST', `/${id}/run`, { agreed });
  await eventually(() => gateway.upstream.calls.length === 2);
  expect((await watches.send('DELETE', `/${id}`)).status).toBe(204);
  finish();
  expect(await watches.list()).toEqual([]);
  expect((await watches.send('DELETE', `/${id}`)).status).toBe(404);
});

test('an overloaded service is asked again later, and only what costs nothing is repeated', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const { id } = await watches.create(form(['A', 'B']));
  const usual = gateway.upstream.reply;
  let refused = 0;
  gateway.upstream.reply = (call) => {
    if (!call.body?.includes('A') || refused > 0) return usual(call);
    refused += 1;
    return answer(429, { detail: 'Slow down.' }, { retryAfter: '1' });
  };
  await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } });
  expect((await ran(watches, id)).last).toMatchObject({ outcome: 'ok', responses: 2 });
  expect(bodies(gateway)).toHaveLength(3);
  gateway.upstream.reply = () => answer(404, { detail: 'Gone.' });
  gateway.wind(day);
  const before = (await watches.one(id))?.last?.tick;
  await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } });
  expect((await ran(watches, id, before)).last).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('404') as string,
  });
  expect(bodies(gateway)).toHaveLength(5);
});

test('people go first: a watch leaves them half of the short rate limits', async () => {
  const gateway = await start();
  gateway.upstream.statistic = { ...gateway.upstream.statistic, ten_second_limit: 6 };
  const watches = new Watches(gateway, admin);
  const { id } = await watches.create(form(['A', 'B', 'C', 'D', 'E', 'F']));
  await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } });
  const isWaiting = async () => ((await watches.one(id))?.running?.done ?? 0) >= 3;
  await eventually(isWaiting);
  const people = ['X', 'Y', 'Z'].map((unit) => gateway.post(valuation, { unit }, admin));
  expect((await Promise.all(people)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await watches.one(id)).toMatchObject({ running: { done: 3, of: 6 }, spent: { day: 3 } });
});

test('equal requests of several watches and of people are paid once', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const made = await Promise.all(
    ['one', 'two', 'three'].map((name) => watches.create(form(['A', 'B'], { name }))),
  );
  gateway.wind((made[0]?.nextAt ?? 0) - gateway.now() + 1);
  const lasts = await Promise.all(made.map(async ({ id }) => (await ran(watches, id)).last));
  expect(lasts.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  expect(lasts.reduce((sum, { credits }) => sum + credits, 0)).toBe(made[0]?.price.run);
  expect(bodies(gateway)).toHaveLength(2);
});

test('an administrator sees and stops every watch, and others see their own', async () => {
  const gateway = await start();
  const [ann, bob] = [await gateway.newCode('Ann'), await gateway.newCode('Bob')];
  const [ofAnn, ofBob, ofAdmin] = [ann, bob, admin['access-token']].map(
    (token) => new Watches(gateway, { 'access-token': token }),
  );
  const { id } = (await ofAnn?.create(form(['A']))) ?? { id: '' };
  expect(await ofBob?.list()).toEqual([]);
  expect((await ofBob?.send('GET', '?all=true'))?.status).toBe(403);
  const isAdmin = async (one: Watches | undefined) => {
    const list = (await (await one?.send('GET'))?.json()) as { isAdmin?: boolean } | undefined;
    return list?.isAdmin;
  };
  expect([await isAdmin(ofBob), await isAdmin(ofAdmin)]).toEqual([false, true]);
  expect((await ofBob?.send('DELETE', `/${id}`))?.status).toBe(404);
  expect(await ofAdmin?.list('?all=true')).toMatchObject([{ id, owner: 'Ann', own: false }]);
  expect(
    (await ofAdmin?.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } }))?.status,
  ).toBe(404);
  expect((await ofAdmin?.send('PATCH', `/${id}`, { state: 'paused' }))?.status).toBe(200);
  expect(await ofAnn?.list()).toMatchObject([{ state: 'paused', why: 'An administrator paused it.' }]);
});

test('a watch whose owner may not sign in any more is paused, and sends nothing', async () => {
  const gateway = await start();
  const code = await gateway.newCode('Ann');
  const ofAnn = new Watches(gateway, { 'access-token': code });
  const { id, nextAt = 0 } = await ofAnn.create(form(['A']));
  await gateway.revoke(code.split('_')[1] ?? '');
  gateway.wind(nextAt - gateway.now() + 1);
  const watches = new Watches(gateway, admin);
  const watch = await eventually(async () =>
    (await watches.list('?all=true')).find((it) => it.id === id && it.state === 'paused'),
  );
  expect(watch.why).toMatch(/access code/);
  expect(gateway.upstream.calls).toEqual([]);
});

test('what another version has stored and this one does not send says so, costs nothing and stops no other', async () => {
  let gateway = await start();
  const code = await gateway.newCode('Ben');
  const { id } = await new Watches(gateway, admin).create(form(['A', 'B', 'C', 'D', 'E', 'F']));
  const odd = await new Watches(gateway, admin).create(form(['G']));
  const other = await new Watches(gateway, { 'access-token': code }).create(form(['H']));
  const began = gateway.now();
  await close(gateway);
  const place = await recordsOnDisk<Watch>(path.join(folder, 'watches'), 'watch');
  const changed = (watch: Watch): Watch => {
    const version = watch.version + 1;
    if (watch.id === odd.id)
      return { ...watch, version, lookedAt: 0, schedule: { ...watch.schedule, zone: 'Mars/Olympus_Mons' } };
    const [first, ...rest] = watch.requests;
    const views = [{ matched: true }] as const;
    const later = { operation: 'later' as 'hkproperty', body: {}, views };
    const conditions = [{ kind: 'below', field: 'price', value: 1 }] as const;
    const requests = [...rest, later, { ...first!, body: { unit: '' }, views }];
    return watch.id === id ? { ...watch, version, requests, conditions } : watch;
  };
  await place.join((await place.load()).map(changed));
  await place.close();
  gateway = await start();
  const [watches, ofBen] = [admin, { 'access-token': code }].map((who) => new Watches(gateway, who));
  gateway.wind((other.nextAt ?? 0) - began + 1);
  expect((await ran(ofBen!, other.id)).last.outcome).toBe('ok');
  expect((await watches!.list()).map((it) => it.id)).toContain(odd.id);
  expect((await watches!.send('DELETE', `/${odd.id}`)).status).toBe(204);
  const { last, spent } = await ran(watches!, id);
  expect(last).toMatchObject({ outcome: 'partly', responses: 5, detail: 'The request is not valid.' });
  expect([last.credits, spent.day]).toEqual([5, 5]);
  expect(bodies(gateway)).toHaveLength(6);
});

test('a watch that nobody looks at says so, and ends after 90 days', async () => {
  const gateway = await start();
  const ofAnn = new Watches(gateway, { 'access-token': await gateway.newCode('Ann') });
  const { id } = await ofAnn.create(form(['A'], { schedule: { ...daily, days: [1] } }));
  const watches = new Watches(gateway, admin);
  gateway.wind(80 * day);
  const found = async () => (await watches.list('?all=true')).find((watch) => watch.id === id);
  expect((await found())?.endsUnseenAt).toBeGreaterThan(gateway.now());
  gateway.wind(11 * day);
  const ended = await eventually(async () => ((await found())?.state === 'ended' ? found() : undefined));
  expect(ended.why).toMatch(/90 days/);
  const sent = gateway.upstream.calls.length;
  gateway.wind(30 * day);
  await watches.list();
  expect(gateway.upstream.calls).toHaveLength(sent);
});

interface ShownAlerts {
  readonly alerts: readonly {
    readonly watch: string;
    readonly number: number;
    readonly kind: string;
    readonly item?: string;
    readonly now?: number;
    readonly credits?: number;
    readonly unseen: boolean;
  }[];
  readonly unseen: number;
}

const alertsOf = async (watches: Watches, query = ''): Promise<ShownAlerts> =>
  (await (await watches.send('GET', `/alerts${query}`)).json()) as ShownAlerts;

describe('alerts', () => {
  const low = { kind: 'below', field: 'price', value: 100 };
  const priced = (gateway: TestGateway, price: () => number | undefined) => {
    gateway.upstream.reply = (call) => {
      const { unit } = JSON.parse(call.body ?? '{}') as { unit: string };
      const now = price();
      return now === undefined
        ? answer(404, { detail: 'No such unit.' })
        : answer(200, [{ unit_code: unit, unit_address: unit, price: now }]);
    };
  };
  const nextDay = async (gateway: TestGateway, watches: Watches, id: string) => {
    const { nextAt = 0, last } = (await watches.one(id)) ?? {};
    gateway.wind(nextAt - gateway.now() + 1);
    return ran(watches, id, last?.tick);
  };

  test('a price that falls below a limit is told once, with what the run cost, and a failed run is no saving', async () => {
    const gateway = await start();
    const code = await gateway.newCode('Ann');
    const watches = new Watches(gateway, { 'access-token': code });
    let price: number | undefined = 120;
    priced(gateway, () => price);
    const { id } = await watches.create(form(['A'], { conditions: [low] }));
    const counts: number[] = [];
    for (price of [120, undefined, undefined, 80, 70]) {
      await nextDay(gateway, watches, id);
      counts.push((await alertsOf(watches)).alerts.length);
    }
    // Of two runs that fail one after the other the first is told.
    expect(counts).toEqual([0, 1, 1, 2, 2]);
    const { alerts, unseen } = await alertsOf(watches);
    expect(unseen).toBe(2);
    expect(alerts).toMatchObject([
      {
        watch: id,
        number: 2,
        kind: 'below',
        item: 'A',
        before: 120,
        now: 80,
        target: 100,
        currency: 'HKD',
        credits: 1,
      },
      { watch: id, number: 1, kind: 'failed', detail: expect.stringContaining('404') as string },
    ]);
    expect(await watches.one(id)).toMatchObject({ unseen: 2, last: { changed: 1, rows: 1 } });
    expect((await alertsOf(watches, `?since=${gateway.now() - 1.5 * day}`)).alerts).toHaveLength(1);
    // Each person has their own list of what they have seen.
    const ofAdmin = new Watches(gateway, admin);
    expect((await alertsOf(ofAdmin)).alerts).toEqual([]);
    expect((await ofAdmin.send('GET', '/alerts?all=true')).status).toBe(200);
    expect((await watches.send('GET', '/alerts?all=true')).status).toBe(403);
    expect((await watches.send('POST', '/alerts/seen', { seen: { [id]: 2 } })).status).toBe(204);
    expect((await alertsOf(watches)).unseen).toBe(0);
    expect((await alertsOf(ofAdmin, '?all=true')).unseen).toBe(2);
    expect((await watches.send('POST', '/alerts/seen', { seen: { other: 2 } })).status).toBe(404);
    // What the runs fetched is in the history.
    const kept = await eventually(async () => {
      const query = new URLSearchParams({
        operation: 'hkproperty',
        id: 'A',
        comparable: '{}',
        field: 'price',
      });
      const response = await gateway.get(`/history/series?${query}`, { 'access-token': code });
      const { changes } = (await response.json()) as { changes: [at: number, price: number][] };
      return changes.length === 3 ? changes : undefined;
    });
    expect(kept?.map(([, observed]) => observed)).toEqual([120, 80, 70]);
  });

  test('outlive the gateway, and what it knew of each item too', async () => {
    let gateway = await start();
    let watches = new Watches(gateway, admin);
    let price = 120;
    priced(gateway, () => price);
    const { id } = await watches.create(form(['A'], { conditions: [low] }));
    await nextDay(gateway, watches, id);
    price = 80;
    await nextDay(gateway, watches, id);
    const ahead = gateway.now();
    await close(gateway);
    gateway = await start();
    gateway.wind(ahead - gateway.now());
    watches = new Watches(gateway, admin);
    priced(gateway, () => price);
    expect((await alertsOf(watches)).alerts).toHaveLength(1);
    await nextDay(gateway, watches, id);
    expect((await alertsOf(watches)).alerts).toHaveLength(1);
  });

  test('conditions cost nothing, must be ones that can be met, and start anew when they change', async () => {
    const gateway = await start();
    const watches = new Watches(gateway, admin);
    let price = 80;
    priced(gateway, () => price);
    const watch = form(['A'], { conditions: [low] });
    expect(await watches.price(watch)).toEqual(await watches.price(form(['A'])));
    const { id, price: agreed } = await watches.create(watch);
    for (const wrong of [
      { ...low, field: 'unit_address' },
      { ...low, field: 'stock_in_stores' },
      { kind: 'new' },
      { kind: 'back', field: 'price' },
      { kind: 'below', field: 'price' },
      { kind: 'changed', field: 'price', percent: 0 },
    ]) {
      const { status } = await watches.send('POST', '', { ...form(['A'], { conditions: [wrong] }), agreed });
      expect([wrong, status]).toEqual([wrong, 422]);
    }
    await nextDay(gateway, watches, id);
    expect((await alertsOf(watches)).alerts).toEqual([]);
    const conditions = [{ ...low, already: true }];
    expect((await watches.send('PATCH', `/${id}`, { conditions })).status).toBe(200);
    await nextDay(gateway, watches, id);
    price = 70;
    await nextDay(gateway, watches, id);
    expect((await alertsOf(watches)).alerts).toMatchObject([{ kind: 'below', now: 80 }]);
    expect((await watches.send('PATCH', `/${id}`, { conditions: [] })).status).toBe(200);
    expect(await watches.one(id)).toMatchObject({ conditions: [] });
  });

  test('own prices and matches come with the watch, are told again free, and are nobody else’s business', async () => {
    const gateway = await start();
    const watches = new Watches(gateway, { 'access-token': await gateway.newCode('Ann') });
    const offers = [
      { id: '1', name: 'Apple iPhone 15 128GB black', price: 520 },
      { id: '2', name: 'Silicone case for Apple iPhone 15', price: 10 },
    ];
    gateway.upstream.reply = () => answer(200, offers);
    const item = 'Apple iPhone 15 128GB';
    const mine = { operation: 'ruretail', item, price: 500, accepted: ['1'], seen: ['1', '2'] };
    const watch = {
      ...form([]),
      requests: [{ operation: 'ruretail', body: { query: item, count: 5 }, cell: 'Sheet1!A2' }],
      ownConditions: [{ kind: 'cheaper', field: 'price', currency: 'RUB' }, { kind: 'candidate' }],
    };
    const agreed = await watches.price(watch);
    // What can never be met is refused: no price, nothing decided, nothing accepted.
    for (const wrong of [
      {},
      { price: 500 },
      { accepted: ['1'] },
      { price: 500, accepted: [] },
      { price: 0 },
    ]) {
      const ownProducts = [{ operation: 'ruretail', item, ...wrong }];
      expect((await watches.send('POST', '', { ...watch, ownProducts, agreed })).status).toBe(422);
    }
    const { id } = await watches.create({ ...watch, ownProducts: [mine] });
    await nextDay(gateway, watches, id);
    offers[0] = { ...offers[0]!, price: 480 };
    offers.push({ id: '3', name: 'Apple iPhone 15 128GB blue', price: 490 });
    const told = gateway.now();
    expect((await watches.send('PUT', `/${id}/own`, { products: [mine] })).status).toBe(204);
    await nextDay(gateway, watches, id);
    const { ownAt: asOf = 0 } = (await watches.one(id)) as { ownAt?: number };
    expect(asOf).toBeGreaterThanOrEqual(told);
    const { alerts } = await alertsOf(watches);
    expect(alerts).toMatchObject([
      { kind: 'new', item: 'Apple iPhone 15 128GB blue', own: { item }, cell: 'Sheet1!A2', credits: 1 },
      {
        kind: 'below',
        itemId: '1',
        target: 500,
        before: 520,
        now: 480,
        currency: 'RUB',
        own: { item, at: asOf },
      },
    ]);
    // Their owner sees the products; an administrator sees the watch.
    expect(await watches.one(id)).toMatchObject({ ownProducts: [mine], ownAt: asOf });
    const ofAdmin = new Watches(gateway, admin);
    const [seen] = await ofAdmin.list('?all=true');
    expect(seen).toMatchObject({ id, ownConditions: watch.ownConditions });
    expect(JSON.stringify(seen)).not.toContain('ownProducts');
    expect((await ofAdmin.send('PUT', `/${id}/own`, { products: [] })).status).toBe(404);
    // The workbook lost its prices: the watch goes on, and nothing is told.
    const { price: _price, ...unpriced } = mine;
    expect((await watches.send('PUT', `/${id}/own`, { products: [unpriced] })).status).toBe(204);
    await nextDay(gateway, watches, id);
    expect((await alertsOf(watches)).alerts).toHaveLength(2);
    // Without the alerts nothing of it is kept.
    expect((await watches.send('PATCH', `/${id}`, { ownConditions: [] })).status).toBe(200);
    expect(await watches.one(id)).not.toHaveProperty('ownProducts');
    expect((await watches.send('PUT', `/${id}/own`, { products: [mine] })).status).toBe(204);
    expect(await watches.one(id)).not.toHaveProperty('ownProducts');
  });

  test('what a workbook tells about its products is no look at the watch, and stops no run', async () => {
    const gateway = await start();
    const watches = new Watches(gateway, admin);
    priced(gateway, () => 80);
    const own = { operation: 'hkproperty', item: 'A', price: 100 };
    const more = { ownConditions: [{ kind: 'cheaper', field: 'price', already: true }], ownProducts: [own] };
    const { id } = await watches.create(form(['A', 'B'], more));
    const finish = gateway.upstream.hold();
    await watches.send('POST', `/${id}/run`, { agreed: { run: 999, day: 0, month: 0 } });
    await eventually(() => gateway.upstream.calls.length > 0);
    expect((await watches.send('PUT', `/${id}/own`, { products: [{ ...own, price: 90 }] })).status).toBe(204);
    finish();
    expect((await ran(watches, id)).last).toMatchObject({ outcome: 'ok', responses: 2 });
    // Compared with what the workbook has by then.
    expect((await alertsOf(watches)).alerts).toMatchObject([{ item: 'A', target: 90, now: 80 }]);
    gateway.wind(80 * day);
    await watches.send('PUT', `/${id}/own`, { products: [own] });
    const [shown] = await watches.list('?look=false');
    expect(shown?.endsUnseenAt).toBeDefined();
  });

  test('a watch that is paused by itself or by an administrator, ends, or is about to, says so once', async () => {
    const gateway = await start();
    const code = await gateway.newCode('Ann');
    const ofAnn = new Watches(gateway, { 'access-token': code });
    const ofAdmin = new Watches(gateway, admin);
    const weekly = { schedule: { ...daily, days: [1] } };
    const [first, second] = [
      await ofAnn.create(form(['A'], weekly)),
      await ofAnn.create(form(['B'], weekly)),
    ];
    expect((await ofAdmin.send('PATCH', `/${first.id}`, { state: 'paused' })).status).toBe(200);
    expect((await alertsOf(ofAnn)).alerts).toMatchObject([
      { watch: first.id, kind: 'paused', detail: 'An administrator paused it.' },
    ]);
    gateway.wind(77 * day);
    await eventually(async () => (await alertsOf(ofAnn)).alerts.some(({ kind }) => kind === 'ending'));
    gateway.wind(14 * day);
    await eventually(async () => (await alertsOf(ofAnn)).alerts.some(({ kind }) => kind === 'ended'));
    const kinds = (await alertsOf(ofAnn)).alerts.filter(({ watch }) => watch === second.id);
    expect(kinds.map(({ kind }) => kind)).toEqual(['ended', 'ending']);
    const third = await ofAnn.create(form(['C'], weekly));
    await gateway.revoke(code.split('_')[1] ?? '');
    gateway.wind(7 * day);
    await eventually(async () =>
      (await alertsOf(ofAdmin, '?all=true')).alerts.some(({ watch }) => watch === third.id),
    );
    const ofThird = (await alertsOf(ofAdmin, '?all=true')).alerts.filter(({ watch }) => watch === third.id);
    expect(ofThird.map(({ kind }) => kind)).toEqual(['paused']);
  });
});

test('alerts are sent only to hosts that an administrator allows, and the secret is for the owner alone', async () => {
  const webhook = { url: 'https://hooks.example.com/in', form: 'standard' };
  let gateway = await start();
  const create = (watches: Watches, more: object) => watches.create(form(['A'], more));
  await expect(create(new Watches(gateway, admin), { webhook })).rejects.toThrow('may not be sent');
  await close(gateway);
  gateway = await start({ SPILLWAY_WEBHOOK_HOSTS: 'hooks.example.com, *.example.org' });
  const ofAnn = new Watches(gateway, { 'access-token': await gateway.newCode('Ann') });
  const { id } = await create(ofAnn, { webhook });
  type Hooked = Shown & { readonly webhook?: { readonly url: string; readonly secret: string } };
  const hook = async () => ((await ofAnn.one(id)) as Hooked).webhook;
  const { url, secret } = (await hook()) ?? { url: '', secret: '' };
  expect([url, secret]).toEqual([webhook.url, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/)]);
  const seen = await (await new Watches(gateway, admin).send('GET', '?all=true')).text();
  expect([seen.includes(id), seen.includes('whsec_'), seen.includes('/in')]).toEqual([true, false, false]);
  expect(
    (await ofAnn.send('PATCH', `/${id}`, { webhook: { ...webhook, url: 'https://10.0.0.1/' } })).status,
  ).toBe(422);
  expect((await ofAnn.send('PATCH', `/${id}`, { name: 'Another', webhook })).status).toBe(200);
  expect((await hook())?.secret).toBe(secret);
  expect(
    (await ofAnn.send('PATCH', `/${id}`, { webhook: { ...webhook, url: 'https://a.example.org/' } })).status,
  ).toBe(200);
  expect((await hook())?.secret).not.toBe(secret);
  expect((await ofAnn.send('PATCH', `/${id}`, { webhook: null })).status).toBe(200);
  expect(await hook()).toBeUndefined();
  expect(gateway.lines.join()).not.toContain('whsec_');
});

test('the watches of one person take a bounded room, whatever they contain', async () => {
  const gateway = await start();
  const watches = new Watches(gateway, admin);
  const long = (letter: string) => ({ where: Array.from({ length: 40 }, () => letter.repeat(4_000)) });
  const watch = (unit: string) =>
    form([unit], {
      requests: [
        { operation: 'hkproperty', body: { unit }, views: ['a', 'b', 'c', 'd', 'e', 'f'].map(long) },
      ],
    });
  const agreed = await watches.price(watch('A'));
  const statuses = new Set<number>();
  let made = 0;
  for (let number = 0; number < 60 && !statuses.has(409); number += 1) {
    const response = await watches.send('POST', '', { ...watch(`A${number}`), agreed });
    statuses.add(response.status);
    if (response.status === 201) made += 1;
  }
  expect([...statuses]).toEqual([201, 409]);
  expect(made).toBeGreaterThan(45);
  const [first] = await watches.list();
  // What there is can still be paused, and deleting makes room.
  expect((await watches.send('PATCH', `/${first?.id}`, { state: 'paused' })).status).toBe(200);
  expect((await watches.send('DELETE', `/${first?.id}`)).status).toBe(204);
  expect((await watches.send('POST', '', { ...watch('B'), agreed })).status).toBe(201);
  const code = await gateway.newCode('Ben');
  const ben = new Watches(gateway, { 'access-token': code });
  expect((await ben.send('POST', '', { ...watch('C'), agreed })).status).toBe(201);
});

describe('with a key of one’s own', () => {
  const key = 'a-personal-key-of-one-person';
  const personal = {
    SPILLWAY_MODE: 'personal',
    SPILLWAY_KEY: '',
    SPILLWAY_ADMIN_CODE: '',
    SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
  };
  const everything = (place: string): string =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');

  test('the key is kept after a plain yes, encrypted, and goes with the watch', async () => {
    const gateway = await start(personal);
    const watches = new Watches(gateway, { 'access-token': key });
    const watch = form(['A']);
    const agreed = await watches.price(watch);
    expect((await watches.send('POST', '', { ...watch, agreed })).status).toBe(422);
    const { id, nextAt = 0 } = await watches.create(watch, { keepKey: true });
    gateway.wind(nextAt - gateway.now() + 1);
    expect((await ran(watches, id)).last).toMatchObject({ outcome: 'ok', credits: agreed.run });
    expect(gateway.upstream.calls.map((call) => call.key)).toEqual([key]);
    const told = JSON.stringify([await watches.list(), gateway.gateway.health(), gateway.lines]);
    expect(told).not.toContain(key);
    expect(told).not.toContain('sealedKey');
    expect(await new Watches(gateway, { 'access-token': 'the-key-of-another' }).list()).toEqual([]);
    await watches.send('DELETE', `/${id}`);
    await close(gateway);
    expect(everything(folder)).not.toContain(key);
  });

  test('the limits of a watch hold where nothing else does', async () => {
    const gateway = await start(personal);
    const watches = new Watches(gateway, { 'access-token': key });
    const { run } = await watches.price(form(['A', 'B']));
    const { id } = await watches.create(form(['A', 'B'], { limits: { day: run, month: run } }), {
      keepKey: true,
    });
    const agreed = { run, day: 0, month: 0 };
    await watches.send('POST', `/${id}/run`, { agreed });
    const first = (await ran(watches, id)).last;
    expect(first).toMatchObject({ outcome: 'ok', credits: run });
    gateway.wind(day);
    await watches.send('POST', `/${id}/run`, { agreed });
    const { last } = await ran(watches, id, first.tick);
    expect(last.credits).toBeLessThanOrEqual(new Date(gateway.now()).getUTCDate() === 1 ? run : 0);
  });

  test('with another secret the watch stops and says why', async () => {
    let gateway = await start(personal);
    const { id, nextAt = 0 } = await new Watches(gateway, { 'access-token': key }).create(form(['A']), {
      keepKey: true,
    });
    const began = gateway.now();
    await close(gateway);
    gateway = await start({ ...personal, SPILLWAY_SECRET: 'another-secret-of-the-server-of-many-letters' });
    gateway.wind(nextAt - began + 1);
    const watches = new Watches(gateway, { 'access-token': key });
    const watch = await eventually(async () =>
      (await watches.one(id))?.state === 'paused' ? watches.one(id) : undefined,
    );
    expect(watch.why).toMatch(/key/);
    expect(gateway.upstream.calls).toEqual([]);
  });

  test('whoever only claims to have a key stores nothing', async () => {
    const gateway = await start(personal);
    const watches = new Watches(gateway, { 'access-token': key });
    const agreed = await watches.price(form(['A']));
    const make = () => watches.send('POST', '', { ...form(['A']), agreed, keepKey: true });
    const usual = gateway.upstream.call.bind(gateway.upstream);
    gateway.upstream.call = () => Promise.resolve(answer(401, { detail: 'Unknown.' }));
    const refused = await make();
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { detail: 'The service rejected your key. Nothing was changed. Enter a valid key to continue.' },
    ]);
    gateway.upstream.call = () => Promise.reject(new UpstreamError('unreachable', false));
    expect((await make()).status).toBe(503);
    for (const status of [302, 500, 503]) {
      gateway.upstream.call = () => Promise.resolve(answer(status, '<html>'));
      expect([status, (await make()).status]).toEqual([status, 503]);
    }
    expect(await watches.list()).toEqual([]);
    gateway.upstream.call = usual;
    expect((await make()).status).toBe(201);
  });

  test('without a secret there are no watches', async () => {
    const { SPILLWAY_SECRET: _secret, ...without } = personal;
    const gateway = await start(without);
    expect((await new Watches(gateway, { 'access-token': key }).send('GET')).status).toBe(404);
    expect(await (await gateway.get('/gateway/info')).json()).not.toHaveProperty('watches');
  });
});
