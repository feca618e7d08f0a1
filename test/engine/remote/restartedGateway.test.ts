// A gateway that is restarted within a moment, over real HTTP: what was certainly not sent is sent again by itself.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from '../../../src/engine/createEngine';
import type { Engine } from '../../../src/engine/engine';
import type { Clock } from '../../../src/engine/ports/clock';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { defaultSettings } from '../../../src/engine/request/settings';
import { eventually } from '../../gateway/support/eventually';
import { endAll, GatewayProcess } from '../../gateway/support/gatewayProcess';
import { flat } from '../support/engineUnderTest';
import { longKept } from '../../keepAlive';

const cells = 60;
let service: Server;
let asked: string[];
let engine: Engine;

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (callback, milliseconds) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

beforeEach(async () => {
  asked = [];
  service = createServer(longKept, (incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json');
      if (incoming.method === 'GET') return void outgoing.end(JSON.stringify([{ is_primary: true }]));
      const { unit = '' } = JSON.parse(body) as { unit?: string };
      asked.push(unit);
      setTimeout(() => outgoing.end(JSON.stringify([{ id: unit }])), 50);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await engine.close();
  await endAll();
  service.closeAllConnections();
  service.close();
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'ended by %s and started again: all cells but those under way are filled, and nothing is bought twice',
  async (signal) => {
    const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const env = { SPILLWAY_UPSTREAM: upstream, SPILLWAY_DATA: 'off' };
    const first = await GatewayProcess.start(env);
    engine = createEngine({
      clock,
      // As in a browser: nobody is told whether a connection was made.
      fetch: (url, init) =>
        fetch(first.url + url, init).catch(() => Promise.reject(new TypeError('Failed to fetch'))),
      random: Math.random,
      store: createMemoryStore(),
      settings: () => ({ ...defaultSettings, askAbove: 1_000 }),
      key: () => Promise.resolve('a-key-of-one-person'),
      remote: () => import('../../../src/engine/remote/remoteEngine'),
    });
    const shown = new Map<string, string>();
    const calculate = (cell: string) => {
      shown.set(cell, 'busy');
      engine.ask(flat(cell), { cell }).then(
        () => shown.set(cell, 'result'),
        (error: { code: string }) => shown.set(cell, error.code),
      );
    };
    engine.subscribe((event) => {
      if (event.type === 'renewed') event.cells.forEach(calculate);
    });
    for (let n = 0; n < cells; n += 1) calculate(`S!A${n}`);
    await eventually(() => asked.length >= 12);
    await first.end(signal);
    calculate('S!B1');
    await GatewayProcess.start(env, { port: first.port });
    const isSettled = () => [...shown.values()].every((each) => each === 'result' || each === 'network');
    await eventually(isSettled);
    const lost = [...shown.values()].filter((each) => each === 'network').length;
    expect(lost).toBeLessThanOrEqual(signal === 'SIGTERM' ? 0 : defaultSettings.concurrency);
    expect(new Set(asked).size).toBe(asked.length);
  },
);
