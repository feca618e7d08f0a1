import { SpillwayError } from '../../../../src/engine/request/errors';
import { silentBroadcast, type ChangeBroadcast } from '../../../../src/excel/user/changeBroadcast';
import { createMicrosoftSignIn } from '../../../../src/excel/user/signIn/microsoftSignIn';
import type { Prompt } from '../../../../src/excel/user/signIn/officeToken';
import { SignInFault } from '../../../../src/excel/user/signIn/signInFault';
import { memoryStrings } from '../../../../src/excel/stores/stringStore';
import { simulatedClock } from '../../../engine/support/simulatedClock';
import { tokenUntil } from './unsignedToken';

const hour = 3_600_000;

/** An Office that hands out a new token of one hour at each question, unless told to refuse. */
async function office({ strings = memoryStrings(), broadcast = silentBroadcast } = {}) {
  const clock = simulatedClock();
  const asked: Prompt[] = [];
  const state = { refuses: undefined as number | undefined, silent: false, lasts: hour };
  const ask = (prompt: Prompt): Promise<string> => {
    asked.push(prompt);
    if (state.silent) return new Promise(() => undefined);
    if (state.refuses !== undefined) return Promise.reject(new SignInFault(state.refuses));
    return Promise.resolve(tokenUntil(clock.now() + state.lasts, { jti: asked.length }));
  };
  const signIn = await createMicrosoftSignIn({
    ask,
    readApp: () => Promise.resolve(undefined),
    clock,
    strings,
    broadcast,
  });
  return { clock, asked, state, signIn, strings };
}

test('nobody is signed in, and Office is not asked, until a person presses the button', async () => {
  const { asked, signIn } = await office();
  expect(signIn.account()).toBeUndefined();
  expect(signIn.source()).toBeUndefined();
  expect(asked).toEqual([]);
  await signIn.signIn();
  expect(asked).toEqual(['allowed']);
  expect(signIn.account()).toEqual({ name: 'ann@team.test', fault: undefined });
});

test('the token is nowhere at rest; the choice is, and a restart gets a token without a window', async () => {
  const strings = memoryStrings();
  const stored = jest.spyOn(strings, 'set');
  const first = await office({ strings });
  await first.signIn.signIn();
  await first.signIn.source()!.get();
  expect(stored.mock.calls).toEqual([['signIn', 'microsoft']]);
  const again = await office({ strings });
  expect(again.signIn.account()).toEqual({ name: undefined, fault: undefined });
  expect(again.asked).toEqual([]);
  await again.signIn.source()!.get();
  expect(again.asked).toEqual(['none']);
  expect(stored).toHaveBeenCalledTimes(1);
});

test('one token serves everyone until shortly before its end, and is then had anew by one question', async () => {
  const { asked, signIn, clock } = await office();
  await signIn.signIn();
  const source = signIn.source()!;
  const token = await source.get();
  await clock.advance(hour - 6 * 60_000);
  expect(await source.get()).toBe(token);
  await clock.advance(2 * 60_000);
  const renewed = await Promise.all([source.get(), source.get(), source.get()]);
  expect(new Set(renewed).size).toBe(1);
  expect(renewed[0]).not.toBe(token);
  expect(asked).toEqual(['allowed', 'none']);
});

test('a token that cannot be renewed is used to its end, then the reason is said and Office left in peace', async () => {
  const { asked, signIn, clock, state } = await office();
  await signIn.signIn();
  const source = signIn.source()!;
  const token = await source.get();
  state.refuses = 13001;
  await clock.advance(hour - 60_000);
  expect(await source.get()).toBe(token);
  await clock.advance(2 * 60_000);
  for (let i = 0; i < 50; i += 1) {
    await expect(source.get()).rejects.toMatchObject({
      code: 'no_key',
      facts: {
        signIn: true,
        billed: 'no',
        detail: expect.stringMatching(/not signed in to Excel/) as string,
      },
    });
  }
  expect(asked).toEqual(['allowed', 'none', 'none']);
  expect(signIn.account()?.fault).toMatch(/13001/);
  state.refuses = undefined;
  await clock.advance(31_000);
  await source.get();
  expect(signIn.account()?.fault).toBeUndefined();
});

test('an Office that never answers is not waited for', async () => {
  const { signIn, state, clock, strings } = await office();
  await strings.set('signIn', 'microsoft');
  state.silent = true;
  const pressed = signIn.signIn().catch((error: unknown) => error);
  expect(await clock.until(pressed)).toMatchObject({ code: 0 });
  expect(signIn.account()).toBeUndefined();
});

test('a refused token is renewed by one question; the same token again is no renewal', async () => {
  const { asked, signIn, state } = await office();
  await signIn.signIn();
  const source = signIn.source()!;
  const token = await source.get();
  const [one, two] = await Promise.all([source.renew(token), source.renew(token)]);
  expect(one).toBe(two);
  expect(one).not.toBe(token);
  expect(await source.renew(token)).toBe(one);
  expect(asked).toEqual(['allowed', 'none']);
  state.refuses = 13007;
  await expect(source.renew(one!)).rejects.toBeInstanceOf(SignInFault);
});

test('after signing out nobody renews for the one who left, and nothing of it is stored', async () => {
  const { signIn, strings } = await office();
  await signIn.signIn();
  const left = signIn.source()!;
  const token = await left.get();
  await signIn.signOut();
  expect(signIn.account()).toBeUndefined();
  expect(await strings.get('signIn')).toBeUndefined();
  expect(await left.renew(token)).toBeUndefined();
  await signIn.signIn();
  expect(signIn.source()!.id).not.toBe(left.id);
  expect(await left.renew(token)).toBeUndefined();
});

test('another window of the person hears of it', async () => {
  const heard = new Map<string, () => void>();
  const broadcast: ChangeBroadcast = {
    post: (topic) => heard.get(topic)?.(),
    subscribe: (topic, listener) => {
      heard.set(topic, listener);
      return () => undefined;
    },
  };
  const strings = memoryStrings();
  const other = await office({ strings, broadcast });
  const told = jest.fn();
  other.signIn.subscribe(told);
  const here = await office({ strings });
  await here.signIn.signIn();
  broadcast.post('signIn');
  await other.clock.settle();
  expect(other.signIn.account()).toBeDefined();
  await here.signIn.signOut();
  broadcast.post('signIn');
  await other.clock.settle();
  expect(other.signIn.account()).toBeUndefined();
  expect(told).toHaveBeenCalledTimes(2);
});

test('the error a cell gets is one of ours', async () => {
  const { signIn, state, strings } = await office();
  state.refuses = 13003;
  await strings.set('signIn', 'microsoft');
  const again = await createMicrosoftSignIn({
    ask: () => Promise.reject(new SignInFault(13003)),
    readApp: () => Promise.resolve(undefined),
    clock: simulatedClock(),
    strings,
    broadcast: silentBroadcast,
  });
  expect(signIn.account()).toBeUndefined();
  await expect(again.source()!.get()).rejects.toBeInstanceOf(SpillwayError);
});
