import { cellFault } from '../../../../src/excel/errors/cellError';
import { officeToken } from '../../../../src/excel/user/signIn/officeToken';
import { knownFaults, SignInFault } from '../../../../src/excel/user/signIn/signInFault';
import { tokenClaims } from '../../../../src/excel/user/signIn/heldToken';
import { SpillwayError } from '../../../../src/engine/request/errors';
import { unsignedToken } from './unsignedToken';

const host = (getAccessToken: (options: unknown) => Promise<string>, supported = true) => ({
  OfficeRuntime: { auth: { getAccessToken } },
  Office: { context: { requirements: { isSetSupported: () => supported } } },
});

test('asks without windows, or with them where a person pressed a button', async () => {
  const asked: unknown[] = [];
  const ask = officeToken(
    host((options) => {
      asked.push(options);
      return Promise.resolve('a.b.c');
    }),
  );
  expect(await ask('none')).toBe('a.b.c');
  await ask('allowed');
  expect(asked).toEqual([
    { allowSignInPrompt: false, allowConsentPrompt: false },
    { allowSignInPrompt: true, allowConsentPrompt: true },
  ]);
});

test('a host without single sign-on says so, whichever way it lacks it', async () => {
  for (const without of [{}, host(() => Promise.resolve('x'), false), { Office: {} }]) {
    await expect(officeToken(without)('allowed')).rejects.toMatchObject({
      code: 13012,
      message: expect.stringMatching(/Use an access code/) as string,
    });
  }
});

test.each([...Array.from({ length: 14 }, (_, i) => 13_000 + i), 50_001])(
  'refusal %d has a sentence that says what to do, and fits a cell',
  async (code) => {
    const refuse = () => Promise.reject(Object.assign(new Error('secret words'), { code }));
    const error: unknown = await officeToken(host(refuse))('allowed').catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(SignInFault);
    const { message } = error as SignInFault;
    expect(message).toContain(`(${code})`);
    expect(message).toMatch(/try again|access code|begin again|grant it/i);
    expect(message).not.toContain('secret');
    const cell = cellFault(new SpillwayError('no_key', { signIn: true, detail: message }));
    expect(cell).toEqual({ fault: 'na', message: expect.stringMatching(/^[A-Z].*[.…]$/) as string });
  },
);

test('the table holds every number Office has', () => {
  expect(knownFaults).toEqual(expect.arrayContaining(Array.from({ length: 14 }, (_, i) => 13_000 + i)));
});

test('an error of another kind is no number', async () => {
  const refuse = () => Promise.reject(new TypeError('x'));
  await expect(officeToken(host(refuse))('allowed')).rejects.toMatchObject({ code: 0 });
});

test('a token tells its end and its owner; what is no token tells nothing', () => {
  const name = 'Zoë Ørsted <z@team.test>';
  expect(tokenClaims(unsignedToken({ exp: 1_800_000_000, name }))).toEqual({
    expires: 1_800_000_000_000,
    name,
  });
  for (const wrong of ['', 'abc', 'a.b.c', unsignedToken({ name: 'x' }), unsignedToken({ exp: 'soon' })]) {
    expect(tokenClaims(wrong)).toBeUndefined();
  }
});
