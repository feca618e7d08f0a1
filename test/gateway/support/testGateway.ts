// A gateway in this process: settings as an operator would write them, a clock that can be wound on, a fake service.
import { openGateway, type Gateway, type GatewayParts } from '../../../src/gateway/gateway';
import { codeRegister } from '../../../src/gateway/openPeople';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { Metrics } from '../../../src/gateway/telemetry/metrics';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import type { NewCode } from '../../../src/gateway/people/accessCode';
import { FakeUpstream } from './fakeUpstream';

export interface TestGateway {
  readonly gateway: Gateway;
  readonly upstream: FakeUpstream;
  /** What was logged. */
  readonly lines: string[];
  /** Time passes. */
  wind(milliseconds: number): void;
  /** Somebody sets the machine's clock. */
  setClock(milliseconds: number): void;
  now(): number;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  newCode(name: string, facts?: boolean | Partial<NewCode>): Promise<string>;
  revoke(id: string): Promise<void>;
  close(): Promise<void>;
}

export const search = '/api/ruretail/products/search';
export const valuation = '/api/hkproperty/valuations';
export const stays = '/api/stays/hotels/search';

export async function testGateway(
  env: Record<string, string> = {},
  { historyTimeout }: Pick<GatewayParts, 'historyTimeout'> = {},
): Promise<TestGateway> {
  const { settings, faults } = readGatewaySettings(
    { SPILLWAY_UPSTREAM: 'http://service.test', SPILLWAY_DATA: 'off', ...env },
    '/nowhere',
  );
  if (faults.length > 0) throw new Error(faults.join(' '));
  const upstream = new FakeUpstream();
  const lines: string[] = [];
  let ahead = 0;
  let wrong = 0;
  const elapsed = () => Date.now() + ahead;
  const now = () => elapsed() + wrong;
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  const gateway = await openGateway({
    settings,
    upstream,
    clock: now,
    elapsed,
    log,
    metrics: new Metrics(false),
    historyTimeout,
    historyDelay: 10,
    lookEvery: 50,
  });
  const send = async (path: string, init: RequestInit) =>
    gateway.fetch(new Request(`https://gateway.test${path}`, init), {});
  const codes = codeRegister(settings, now);
  return {
    gateway,
    upstream,
    lines,
    now,
    wind: (milliseconds) => (ahead += milliseconds),
    setClock: (milliseconds) => (wrong += milliseconds),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => send(path, { headers }),
    newCode: async (name, facts = {}) => {
      const more = typeof facts === 'boolean' ? { admin: facts } : facts;
      return (await codes.create([{ ...more, name }]))[0]?.code ?? '';
    },
    revoke: async (id) => void (await codes.revoke(id)),
    close: async () => {
      await codes.close();
      await gateway.close();
    },
  };
}
