// Finish without me, with the real parts: the add-in's engine and client, a gateway in a process of its own, the sandbox that counts
// what it bills. Window and gateway are killed in between.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen as startSandbox, type RunningSandbox } from '../../../sandbox/listen';
import { createEngine } from '../../../src/engine/createEngine';
import type { Engine } from '../../../src/engine/engine';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { Store } from '../../../src/engine/ports/store';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { defaultSettings } from '../../../src/engine/request/settings';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { gatewayWatches } from '../../../src/excel/watch/gatewayWatches';
import { asked, claim, finish, isDue, makeWatch, paused } from '../../../src/gateway/watch/watch';
import { livingCells } from '../../engine/support/livingCells';
import { failureIfAny } from '../../engine/support/failureOf';
import { removeFolder } from '../../removeFolder';
import { eventually } from '../support/eventually';
import { endAll, GatewayProcess } from '../support/gatewayProcess';
import { freePort } from '../support/redisServer';

const key = 'sandbox-large';
const settings = { ...defaultSettings, baseUrl: '', askAbove: 1_000 };
const estates = ['TKS', 'MFS', 'COS', 'KWV', 'WPG', 'SHZ', 'LGC', 'KRN', 'AMG', 'TFG'];
const units = estates.map((estate) => `${estate}-01-12-B`);
const flat = (unit: string) => makeDataRequest('hkproperty', { unit });
let sandbox: RunningSandbox;
let folder: string;
let port: number;

beforeEach(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-handed-'));
  port = await freePort();
});
afterEach(async () => {
  await endAll();
  await sandbox.close();
  removeFolder(folder);
});

const startGateway = () =>
  GatewayProcess.start(
    {
      SPILLWAY_UPSTREAM: sandbox.url,
      SPILLWAY_DATA: folder,
      SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
    },
    { port },
  );

const billed = async () => {
  const response = await fetch(`${sandbox.url}/sandbox/counters`);
  const { credits, requests } = (await response.json()) as { credits: number; requests: number };
  return { credits, requests };
};

/** A window of the add-in on this store. Responses to a handing over pass `arrive`, and are lost where it answers so. */
function openWindow(store: Store, arrive: () => 'lost' | undefined = () => undefined) {
  const fetch = async (url: string, init: RequestInit) => {
    const response = await globalThis.fetch(new URL(url, `http://127.0.0.1:${port}`), init);
    if (init.method === 'POST' && url === '/gateway/watches' && arrive() === 'lost')
      throw new TypeError('fetch failed');
    return response;
  };
  const cells = livingCells();
  const engine = cells.watch(
    createEngine({
      clock: browserClock,
      fetch,
      random: () => 0.5,
      settings: () => settings,
      key: () => Promise.resolve(key),
      remote: () => import('../../../src/engine/remote/remoteEngine'),
      demand: cells.demand,
      store,
    }),
  );
  const watches = gatewayWatches({
    fetch,
    clock: browserClock,
    access: () => Promise.resolve({ baseUrl: '', key }),
    settings: { current: () => settings },
  });
  return { engine, watches };
}

type Window = ReturnType<typeof openWindow>;

const askAll = (engine: Engine) =>
  units.map((unit, nth) => failureIfAny(engine.ask(flat(unit), { cell: `A${nth + 1}` })));

/** Everything waits in the queue. */
async function waiting(window: Window) {
  const { engine } = window;
  await engine.prepare();
  engine.pause();
  const asks = askAll(engine);
  await eventually(
    () => engine.state().queue.filter(({ state }) => state === 'queued').length === units.length,
  );
  // Until each has its place in the queue.
  await eventually(async () => {
    const outcome = await engine.handOver({ shown: 0, most: 500 }, () => Promise.resolve('refused'));
    return outcome.requests === units.length;
  });
  return { all: Promise.all(asks) };
}

const hand = ({ engine, watches }: Window, isStopped = engine.watchStops()) =>
  engine.handOver(
    { shown: units.length, most: 500 },
    watches.takeOver({
      nameOf: (count) => `Handed over: ${count}`,
      zone: 'UTC',
      keepKey: true,
      isStopped,
      failed: () => undefined,
    }),
    isStopped,
  );

const handedOver = async ({ watches }: Pick<Window, 'watches'>) =>
  (await watches.list(false)).watches.filter(({ schedule }) => schedule.kind === 'once');

const finished = (window: Pick<Window, 'watches'>) =>
  eventually(async () => {
    const [one] = await handedOver(window).catch(() => []);
    return one?.last && one.state === 'ended' && !one.running ? one : undefined;
  }, 60_000);

test('a list that is handed over is finished once, through the end of window and gateway, and is free in the workbook', async () => {
  const first = await startGateway();
  const store = createMemoryStore();
  const window = openWindow(store);
  const { all } = await waiting(window);
  expect(await hand(window)).toEqual({ outcome: 'taken', requests: units.length, credits: units.length });
  for (const error of await all) expect(error).toMatchObject({ facts: { held: 'handed_over' } });
  // The window is gone without a word; so is the gateway, in the middle of its work.
  await eventually(async () => (await billed()).credits > 0);
  first.signal('SIGKILL');
  await first.exited;
  await startGateway();
  const again = openWindow(store);
  const { last, price } = await finished(again);
  expect(price.run).toBe(units.length);
  expect(['ok', 'partly']).toContain(last?.outcome);
  const { credits, requests } = await billed();
  expect(credits).toBeLessThanOrEqual(units.length);
  const { alerts } = await again.watches.alerts();
  expect(alerts.map(({ kind }) => kind)).toEqual(['done']);
  // What the killed gateway had sent may be lost; all the rest is shown, and nobody pays for it again.
  const failures = (await Promise.all(askAll(again.engine))).filter((error) => error !== undefined);
  expect(failures.length).toBe(units.length - (last?.responses ?? 0));
  for (const failure of failures) expect(failure).toMatchObject({ facts: { held: 'handed_over' } });
  expect(await billed()).toEqual({ credits, requests });
});

test.each(['done', 'stopped'])('once it is %s it has no key, and never runs again', (end) => {
  const now = Date.UTC(2027, 0, 4);
  const form = {
    name: 'Handed over',
    requests: [{ operation: 'hkproperty' as const, body: { unit: 'A' } }],
    schedule: { kind: 'once' as const, zone: 'UTC' },
    limits: { day: 1, month: 1 },
  };
  const made = makeWatch(form, { id: 'w1', owner: { id: 'ann', name: 'Ann' }, sealedKey: 'sealed', now });
  const begun = claim(made, { by: 'g', now })!;
  expect([isDue(made, now), begun.nextAt]).toEqual([true, undefined]);
  // A clock that was set back does not put it off.
  expect(isDue(made, now - 86_400_000)).toBe(true);
  const over = end === 'done' ? finish(begun, now, now) : finish(paused(begun, now)!, now, now);
  expect(over).toMatchObject({ state: 'ended', sealedKey: undefined, run: undefined });
  // Its owner is told, unless they stopped it themselves.
  const alone = end === 'done' ? finish(begun, now, now, 'The code was revoked.') : over;
  expect(alone?.alerts?.map(({ kind }) => kind)).toEqual(end === 'done' ? ['done'] : undefined);
  expect([paused(made, now)?.sealedKey, paused(made, now)?.state]).toEqual([undefined, 'ended']);
  for (const later of [now, now + 400 * 86_400_000]) {
    expect(isDue(over!, later)).toBe(false);
    expect(asked(over!, later)).toBeUndefined();
  }
});

test('a response that is lost on its way makes no second list', async () => {
  await startGateway();
  let left = 2;
  const window = openWindow(createMemoryStore(), () => (left-- > 0 ? 'lost' : undefined));
  await waiting(window);
  expect(await hand(window)).toMatchObject({ outcome: 'taken' });
  await finished(window);
  expect(await handedOver(window)).toHaveLength(1);
  expect((await billed()).credits).toBe(units.length);
});

test('two windows that hand over the same pay once, and so does one that sends it meanwhile', async () => {
  await startGateway();
  const [one, two, three] = [1, 2, 3].map(() => openWindow(createMemoryStore())) as [Window, Window, Window];
  await Promise.all([waiting(one), waiting(two)]);
  const sent = askAll(three.engine);
  expect((await Promise.all([hand(one), hand(two)])).map(({ outcome }) => outcome)).toEqual([
    'taken',
    'taken',
  ]);
  await Promise.all(sent);
  await eventually(async () => {
    const all = await handedOver(one);
    return all.length === 2 && all.every(({ state, running }) => state === 'ended' && !running);
  }, 60_000);
  expect((await billed()).credits).toBe(units.length);
});

test('Stop ends it in the gateway for good', async () => {
  const gateway = await startGateway();
  const window = openWindow(createMemoryStore(), () => {
    window.engine.stop();
    return undefined;
  });
  await waiting(window);
  expect(await hand(window)).toMatchObject({ outcome: 'stopped' });
  const all = await handedOver(window);
  expect(all.filter(({ state }) => state !== 'ended')).toEqual([]);
  // After it was taken, too.
  const next = openWindow(createMemoryStore());
  await waiting(next);
  await hand(next);
  await next.watches.stopHandedOver();
  await eventually(async () =>
    (await handedOver(next)).every(({ state, running }) => state === 'ended' && !running),
  );
  const { credits } = await billed();
  expect(credits).toBeLessThanOrEqual(units.length);
  gateway.signal('SIGTERM');
  await gateway.exited;
  await startGateway();
  expect((await billed()).credits).toBe(credits);
});

test('what is refused because the key may not be stored goes on in the window', async () => {
  await startGateway();
  const window = openWindow(createMemoryStore());
  const { all } = await waiting(window);
  const { engine, watches } = window;
  const why: unknown[] = [];
  const take = watches.takeOver({
    nameOf: (count) => `Handed over: ${count}`,
    zone: 'UTC',
    keepKey: false,
    isStopped: engine.watchStops(),
    failed: (error) => why.push(error),
  });
  expect(await engine.handOver({ shown: 99, most: 500 }, take)).toMatchObject({ outcome: 'refused' });
  expect(why).toMatchObject([{ message: expect.stringContaining('needs your key') as string }]);
  engine.resume();
  expect((await all).filter((error) => error !== undefined)).toEqual([]);
  expect((await billed()).credits).toBe(units.length);
});
