import { lazyFunction } from '../../../src/functions/createFunctions';
import type { Implementation } from '../../../src/functions/calls/invocation';
import { errorOf, installCustomFunctions } from '../support/customFunctions';

beforeAll(installCustomFunctions);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Code that arrives after so many lost packets. */
function codeAfter(losses: number) {
  const state = { losses, tries: 0 };
  const bring = (): Promise<Implementation> => {
    state.tries += 1;
    if ((state.losses -= 1) >= 0) return Promise.reject(new Error('Loading chunk later failed.'));
    return Promise.resolve((...args: unknown[]) => args.length);
  };
  return { state, bring };
}

it('is loaded with its first call and answers at once from then on', async () => {
  const { state, bring } = codeAfter(0);
  const call = lazyFunction(bring);
  expect(state.tries).toBe(0);
  expect(await call('a', 'b')).toBe(2);
  expect(call('a')).toBe(1);
  expect(state.tries).toBe(1);
});

it('is asked for again after a lost packet', async () => {
  const call = lazyFunction(codeAfter(2).bring);
  const called = call('a');
  await jest.runAllTimersAsync();
  expect(await called).toBe(1);
});

it('says so in the cell when it does not arrive, and the next call tries again', async () => {
  const { state, bring } = codeAfter(4);
  const call = lazyFunction(bring);
  const failed = errorOf(() => call('a'));
  await jest.runAllTimersAsync();
  expect(await failed).toEqual({
    code: '#N/A',
    message:
      'Spillway could not reach the service. Nothing was charged. Check your connection, then press Refresh.',
  });
  expect(state.tries).toBe(4);
  expect(await call('a')).toBe(1);
});
