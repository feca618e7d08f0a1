import { SpillwayError } from '../../../src/engine/request/errors';
import { readBaseAddress } from '../../../src/taskpane/shell/baseAddress';
import { resultOfFailure, resultOfSignIn, resultOfTokens } from '../../../src/taskpane/key/keyCheckResult';
import { agentsOnly } from '../../../src/taskpane/text/words';
import { noGateway, readGatewayInfo } from '../../../src/protocol/gateway';

const now = Date.parse('2027-01-01T00:00:00Z');

describe('what is said of a key', () => {
  test('a standard key that has not expired is good', () => {
    expect(
      resultOfTokens([{ usage_context: 'standard', expires_at: '2028-01-01T00:00:00Z' }], now).kind,
    ).toBe('good');
    expect(resultOfTokens([{ plan: 'x' }], now).kind).toBe('good');
  });

  test('a key for agents only is kept, and named as such', () => {
    const agents = { usage_context: 'mcp_only' };
    expect(resultOfTokens([agents], now)).toEqual({ kind: 'good', tokens: [agents], note: agentsOnly() });
    expect(agentsOnly()).toMatch(/agents only \(MCP\).*can’t fetch/);
    expect(resultOfTokens([agents, { usage_context: 'standard' }], now)).not.toHaveProperty('note');
    const over = { usage_context: 'mcp_only', expires_at: '2026-01-01T00:00:00Z' };
    expect(resultOfTokens([over], now).kind).toBe('refused');
  });

  test.each([
    [
      'expired',
      resultOfTokens([{ usage_context: 'standard', expires_at: '2026-01-01T00:00:00Z' }], now),
      /expired on/,
    ],
    ['no token', resultOfTokens([], now), /returned no token/],
    ['401', resultOfFailure(new SpillwayError('bad_key'), 'key', ''), /doesn’t recognize this key \(401\)/],
    [
      'expired, by the service',
      resultOfFailure(new SpillwayError('bad_key', { detail: 'access-token has expired.' }), 'key', ''),
      /has expired \(401\)/,
    ],
    ['403', resultOfFailure(new SpillwayError('forbidden'), 'key', ''), /denies access \(403\)/],
  ])('%s is refused, with the reason', (_case, result, says) => {
    expect(result).toMatchObject({ kind: 'refused' });
    expect('says' in result && result.says).toMatch(says);
  });

  test.each([
    ['no network', new SpillwayError('network'), '', /couldn’t be reached/],
    [
      'no network at a base address',
      new SpillwayError('network'),
      'https://api.test',
      /No response from https:\/\/api\.test/,
    ],
    ['429', new SpillwayError('rate_limited'), '', /429/],
    ['another server', new SpillwayError('not_json'), '', /didn’t come from the service/],
    ['500', new SpillwayError('service_failed'), '', /failed/],
  ])('%s says nothing about the key: it is kept', (_case, failure, base, says) => {
    const result = resultOfFailure(failure, 'key', base);
    expect(result.kind).toBe('unchecked');
    expect('says' in result && result.says).toMatch(says);
  });
});

test('a Microsoft account the team’s server refuses is not kept; one it could not check is', () => {
  expect(resultOfSignIn(new SpillwayError('bad_key', { signIn: true }))).toMatchObject({
    kind: 'refused',
    says: expect.stringMatching(/doesn’t accept this Microsoft account \(401\)/) as string,
  });
  expect(resultOfSignIn(new SpillwayError('network'))).toMatchObject({
    kind: 'unchecked',
    says: expect.stringMatching(/signed in, but the account isn’t checked/) as string,
  });
});

test('a base address is https, or http on this machine, without extras', () => {
  expect(readBaseAddress('')).toEqual({ value: '' });
  expect(readBaseAddress(' https://api.test/v1/ ')).toEqual({ value: 'https://api.test/v1' });
  expect(readBaseAddress('http://localhost:4000')).toEqual({ value: 'http://localhost:4000' });
  for (const wrong of ['http://api.test', 'api.test', 'https://a:b@api.test', 'https://api.test?x=1']) {
    expect(readBaseAddress(wrong)).toHaveProperty('wrong');
  }
});

test('a gateway that says nothing useful is a plain file server', () => {
  expect(readGatewayInfo('<html>')).toEqual(noGateway);
  expect(readGatewayInfo({ mode: 'team' })).toEqual({ ...noGateway, mode: 'team' });
  expect(readGatewayInfo({ mode: 'team', signIn: ['code', 'entra', 'magic', 4] }).signIn).toEqual([
    'entra',
    'code',
  ]);
  expect(readGatewayInfo({ mode: 'personal', keys: ['x'] }).sandboxKeys).toEqual([]);
  expect(
    readGatewayInfo({ mode: 'personal', sandbox: true, keys: [{ key: 'a', plan: 'b' }, 'c', 4] }).sandboxKeys,
  ).toEqual(['a', 'c']);
});
