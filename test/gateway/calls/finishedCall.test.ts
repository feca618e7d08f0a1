import { gzipSync } from 'node:zlib';
import { cutCall, unpack, type FinishedCall } from '../../../src/gateway/calls/finishedCall';

const facts = { status: 200, type: 'application/json', count: null, at: 0, credits: 1 };
/** Letters that hardly pack. */
const text = (seed: number) =>
  Array.from({ length: 500 }, (_, i) => (seed * i * 7_919).toString(36)).join('');
const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: text(id) }));
const callOf = (list: readonly object[]): FinishedCall => ({
  facts: { ...facts, records: list.length },
  packed: gzipSync(JSON.stringify(list)),
});

test('the first records of many responses are each those of their own', async () => {
  const list = records(50);
  const parts = await Promise.all(list.map((_, index) => cutCall(callOf(list.slice(index)), 1)));
  const found = await Promise.all(parts.map(async ({ packed }) => (await unpack(packed)).toString()));
  expect(found).toEqual(
    list
      .slice(0, 49)
      .map((record) => JSON.stringify([record]))
      .concat(JSON.stringify([list[49]])),
  );
});

test('of large responses one at a time is unpacked', async () => {
  const order: number[] = [];
  const cut = async (size: number) => {
    await cutCall(callOf(records(size)), 1);
    order.push(size);
  };
  await Promise.all([cut(1_000), cut(50), cut(500), cut(60)]);
  expect(order).toEqual([1_000, 50, 500, 60]);
});

test('a large response that is damaged keeps no other from being cut', async () => {
  const whole = callOf(records(50));
  const damaged = {
    ...whole,
    packed: Buffer.concat([whole.packed.subarray(0, 20_000), Buffer.alloc(9_000)]),
  };
  const cut = await Promise.allSettled([damaged, whole, damaged, whole].map((call) => cutCall(call, 2)));
  expect(cut.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('what would unpack to more than any response is not unpacked', async () => {
  await expect(unpack(gzipSync(Buffer.alloc(110_000_000)))).rejects.toMatchObject({
    code: 'ERR_BUFFER_TOO_LARGE',
  });
});
