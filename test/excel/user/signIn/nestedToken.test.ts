// Nested app authentication with the real MSAL; the bridge that Excel puts into the page is the playground's.
import { BroadcastChannel } from 'node:worker_threads';
import { microsoftToken } from '../../../../src/excel/user/signIn/heldToken';
import type { Prompt } from '../../../../src/excel/user/signIn/officeToken';
import { SignInFault } from '../../../../src/excel/user/signIn/signInFault';
import { HostLog } from '../../../../playground/calls/hostLog';
import { Identity, type SignInResult } from '../../../../playground/host/identity';
import { nestedAuthBridge } from '../../../../playground/host/nestedAuth';
import { tokenUntil } from './unsignedToken';

const id = (digit: string) => `${digit.repeat(8)}-2222-3333-4444-555555555555`;
const app = { tenant: id('1'), clientId: id('a'), scope: 'api://spillway/access_as_user' };
const token = (name: string) => tokenUntil(Date.now() + 3_600_000, { preferred_username: name });

/** MSAL never closes its channel; a page ends all the same. */
class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}
const { BroadcastChannel: nodes } = globalThis;
beforeAll(() => Object.assign(globalThis, { window: globalThis, BroadcastChannel: PageChannel }));
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'window');
  globalThis.BroadcastChannel = nodes;
});
afterEach(() => Reflect.deleteProperty(globalThis, 'nestedAppAuthBridge'));

/** An Excel with nested app authentication, and with the older way, which gives `legacy`. */
function excel({ hasBridge = true, registered = true, sets = ['NestedAppAuth', 'IdentityAPI'] } = {}) {
  const identity = new Identity();
  const log = new HostLog();
  if (hasBridge) Object.assign(globalThis, { nestedAppAuthBridge: nestedAuthBridge(identity, log) });
  const older: boolean[] = [];
  const host = Object.assign(Object.create(globalThis) as typeof globalThis, {
    OfficeRuntime: {
      auth: {
        getAccessToken: ({ allowSignInPrompt }: { allowSignInPrompt: boolean }) => {
          older.push(allowSignInPrompt);
          return Promise.resolve('legacy');
        },
      },
    },
    Office: { context: { requirements: { isSetSupported: (set: string) => sets.includes(set) } } },
  });
  const ask = microsoftToken(() => Promise.resolve(registered ? app : undefined), host);
  return {
    ask: (prompt: Prompt, result: SignInResult) => {
      identity.signIn = result;
      return ask(prompt);
    },
    older,
    asked: () => log.entries.map(({ detail }) => detail as { prompt: boolean; scope: string }),
  };
}

test('Excel is asked for the registered application, without a window where it can', async () => {
  const { ask, asked, older } = excel();
  const first = token('ann@team.test');
  expect(await ask('allowed', first)).toBe(first);
  expect(asked()).toEqual([{ prompt: false, clientId: app.clientId, scope: app.scope }]);
  expect(older).toEqual([]);
});

test('whoever asks again gets another token, and whoever signed out may take another account', async () => {
  const { ask, asked } = excel();
  const [first, second, third] = ['ann', 'ann', 'bob'].map((name) => token(name));
  await ask('allowed', first!);
  expect(await ask('none', second!)).toBe(second);
  expect(await ask('another account', third!)).toBe(third);
  expect(asked().map(({ prompt }) => prompt)).toEqual([false, false, true]);
});

test('a window opens only where a person pressed a button', async () => {
  const { ask, asked } = excel();
  const needed = { status: 'USER_INTERACTION_REQUIRED', code: 'interaction_required' };
  await expect(ask('none', needed)).rejects.toMatchObject({ code: 'expired' });
  expect(asked()).toHaveLength(1);
  await expect(ask('allowed', needed)).rejects.toMatchObject({ code: 'expired' });
  expect(asked().map(({ prompt }) => prompt)).toEqual([false, false, true]);
});

const entra = (number: number, status = 'USER_INTERACTION_REQUIRED') => ({
  status,
  code: 'invalid_grant',
  description: `AADSTS${number}: secret words`,
});

test.each<[string, SignInResult]>([
  ['closed', { status: 'USER_CANCEL' }],
  ['offline', { status: 'NO_NETWORK' }],
  ['no account', { status: 'ACCOUNT_UNAVAILABLE' }],
  ['consent', entra(65001)],
  ['consent', { status: 'PERSISTENT_ERROR', code: 'access_denied' }],
  ['policy', entra(53003, 'PERSISTENT_ERROR')],
  ['guest', entra(50020, 'PERSISTENT_ERROR')],
  ['blocked', { status: 'NESTED_APP_AUTH_UNAVAILABLE', code: 'popup_window_error' }],
])('a refusal is said in a sentence that says what to do: %s', async (code, result) => {
  const { ask, older } = excel();
  const fault: unknown = await ask('allowed', result).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SignInFault);
  expect(fault).toMatchObject({ code });
  expect((fault as SignInFault).message).toMatch(/try again|access code|another account/i);
  expect((fault as SignInFault).message).not.toMatch(/secret|AADSTS/);
  expect(older).toEqual([]);
});

test.each([
  ['Excel has no such set', { sets: ['IdentityAPI'] }, undefined],
  ['Excel has no bridge', { hasBridge: false }, undefined],
  ['the gateway names no application', { registered: false }, undefined],
  ['it is switched off', {}, { status: 'DISABLED' }],
  ['the registration does not allow it yet', {}, entra(50011, 'PERSISTENT_ERROR')],
])('the older way is used where %s', async (_, given, answer) => {
  const { ask, older } = excel(given);
  expect(await ask('allowed', answer ?? token('ann'))).toBe('legacy');
  expect(older).toEqual([true]);
});
