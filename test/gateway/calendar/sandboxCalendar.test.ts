// In front of the sandbox the calendar of gateway and sandbox turn together; in front of anything else nothing turns.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxCalendar } from '../../../src/gateway/calendar/sandboxCalendar';
import { connectUpstream } from '../../../src/gateway/upstream/upstream';
import { listen, type RunningSandbox } from '../../../sandbox/listen';
import { answer } from '../support/fakeUpstream';
import { testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

const day = 86_400_000;
const folders: string[] = [];
const open: { close(): unknown }[] = [];

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'spillway-calendar-'));
  folders.push(made);
  return made;
};

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  for (const one of folders.splice(0)) removeFolder(one);
});

async function gatewayOf(env: Record<string, string>): Promise<TestGateway> {
  const gateway = await testGateway(env);
  open.push(gateway);
  return gateway;
}

const now = async (sandbox: RunningSandbox): Promise<number> => {
  const response = await fetch(`${sandbox.url}/sandbox/clock`, { method: 'POST', body: '{"advanceMs":0}' });
  return Date.parse(((await response.json()) as { now: string }).now);
};

test('sandbox and gateway turn together, and find each other again after a restart', async () => {
  const sandbox = await listen({ clock: () => 0 });
  const upstream = connectUpstream({ base: new URL(sandbox.url) });
  open.push(sandbox, upstream);
  const data = folder();
  const calendar = await SandboxCalendar.open({ clock: () => 500, upstream, data });
  await calendar.align();
  expect([calendar.now(), await now(sandbox)]).toEqual([500, 0]);
  expect(await calendar.turn(3)).toBe(true);
  expect([calendar.now(), await now(sandbox)]).toEqual([500 + 3 * day, 3 * day]);

  await fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST' });
  const again = await SandboxCalendar.open({ clock: () => 500, upstream, data });
  await again.align();
  expect([again.now(), await now(sandbox)]).toEqual([500 + 3 * day, 3 * day]);
});

test('a service that is no sandbox turns nothing', async () => {
  const gateway = await gatewayOf({ SPILLWAY_SANDBOX: '1' });
  gateway.upstream.reply = () => answer(404, { detail: 'Not found' });
  expect((await gateway.post('/sandbox/calendar', { aheadDays: 1 })).status).toBe(502);
  expect(await (await gateway.get('/gateway/info')).json()).toMatchObject({ aheadDays: 0 });
});

test.each([{}, { aheadDays: -1 }, { aheadDays: 1.5 }, { aheadDays: 1e9 }, { aheadDays: '1' }, 'x', '[]'])(
  'the calendar is not turned by %j',
  async (body) => {
    const gateway = await gatewayOf({ SPILLWAY_SANDBOX: '1' });
    expect((await gateway.post('/sandbox/calendar', body)).status).toBe(400);
    expect(gateway.upstream.calls).toEqual([]);
  },
);

test('without the sandbox there is no calendar', async () => {
  const gateway = await gatewayOf({});
  expect((await gateway.post('/sandbox/calendar', { aheadDays: 1 })).status).toBe(404);
  expect(await (await gateway.get('/gateway/info')).json()).not.toHaveProperty('aheadDays');
  expect(gateway.upstream.calls).toEqual([]);
});
