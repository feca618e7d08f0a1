import type { Functions } from '../../src/functions/createFunctions';
import type { Invocation } from '../../src/functions/calls/invocation';
import { whenReady } from '../../src/functions/startUp';
import { errorOf, installCustomFunctions } from './support/customFunctions';

beforeAll(installCustomFunctions);

const doubled: Functions = { DOUBLE: (value) => Number(value) * 2 };

function later() {
  let resolve: (functions: Functions) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const ready = new Promise<Functions>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { ready, resolve, reject };
}

it('lets a call that comes before the runtime wait for it', async () => {
  const { ready, resolve } = later();
  const early = whenReady(['DOUBLE'], ready, () => undefined)['DOUBLE']!;
  const result = early(4, {});
  resolve(doubled);
  expect(await result).toBe(8);
  expect(early(5, {})).toBe(10);
});

it('asks for nothing on behalf of a call that was cancelled meanwhile', async () => {
  const { ready, resolve } = later();
  let called = 0;
  const early = whenReady(['COUNT'], ready, () => undefined)['COUNT']!;
  const invocation: Invocation = { address: 'S!A1' };
  const running = errorOf(() => early(invocation));
  invocation.onCanceled!();
  resolve({ COUNT: () => (called += 1) });
  expect((await running).code).toBe('#N/A');
  expect(called).toBe(0);
});

it('settles where the runtime does not come in time, and lets the cell fill in when it does', async () => {
  const { ready, resolve } = later();
  const recalculated: string[] = [];
  const early = whenReady(['DOUBLE'], ready, (cells) => void recalculated.push(...cells), 10)['DOUBLE']!;
  expect((await errorOf(() => early(1, { address: 'S!A1' }))).message).toContain('still starting');
  resolve(doubled);
  await new Promise((done) => setTimeout(done, 5));
  expect(recalculated).toEqual(['S!A1']);
});

it('says so where the runtime cannot start', async () => {
  const { ready, reject } = later();
  const early = whenReady(['DOUBLE'], ready, () => undefined)['DOUBLE']!;
  const running = errorOf(() => early(1, {}));
  reject(new RangeError('no storage'));
  expect(await running).toEqual({
    code: '#N/A',
    message: 'Spillway could not start; nothing was spent. Check your connection, then reload the add-in.',
  });
});
