// The limit on guessing counts where a request really comes from, whatever the client says about that.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen, type Listening } from '../../../src/gateway/http/server';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

let folder: string;
let team: TestGateway;
let listening: Listening;

async function start(proxies: string): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-address-'));
  team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-team-key',
    SPILLWAY_DATA: folder,
    SPILLWAY_PROXIES: proxies,
  });
  listening = await listen({ port: 0, host: '127.0.0.1', listener: team.gateway.listener });
}
afterEach(async () => {
  listening.server.closeAllConnections();
  await listening.close();
  await team.close();
  removeFolder(folder);
});

const guess = async (number: number, forwarded: string) => {
  const response = await fetch(`http://127.0.0.1:${listening.port}${valuation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-token': `guess-number-${number}`,
      'x-forwarded-for': forwarded,
    },
    body: '{"unit":"A"}',
  });
  return response.status;
};
const guesses = async (forwarded: (number: number) => string) => {
  const statuses: number[] = [];
  for (let number = 0; number < 12; number += 1) statuses.push(await guess(number, forwarded(number)));
  return statuses;
};
const limited = [...Array<number>(10).fill(401), 429, 429];
const notLimited = Array<number>(12).fill(401);

test.each([
  ['without a proxy nothing in the header counts', '0', (n: number) => `198.51.100.${n}`, limited],
  [
    'what stands before the entry of the proxy is invented',
    '1',
    (n: number) => `198.51.100.${n}, 203.0.113.9`,
    limited,
  ],
  [
    'of two proxies the entry of the first counts',
    '2',
    (n: number) => `10.9.9.${n}, 203.0.113.9, 10.0.0.1`,
    limited,
  ],
  [
    'people at different addresses behind the proxy are told apart',
    '1',
    (n: number) => `198.51.100.${n}`,
    notLimited,
  ],
  [
    'a port that the proxy adds makes nobody another',
    '1',
    (n: number) => `198.51.100.${n}, 203.0.113.9:${40_000 + n}`,
    limited,
  ],
  [
    'nor does one behind an address in brackets',
    '1',
    (n: number) => `[2001:db8:1:2::${n}]:${40_000 + n}`,
    limited,
  ],
  [
    'networks in brackets are told apart',
    '1',
    (n: number) => `[2001:db8:1:${n}::1]:${40_000 + n}`,
    notLimited,
  ],
  [
    'a header with fewer entries than proxies counts as the proxy',
    '2',
    (n: number) => `198.51.100.${n}`,
    limited,
  ],
])('%s', async (_name, proxies, forwarded, expected) => {
  await start(proxies);
  expect(await guesses(forwarded)).toEqual(expected);
});
