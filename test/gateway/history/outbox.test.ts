// What is owed outlives the gateway that owed it, whoever finds it, and damaged bytes are left out.
import fc from 'fast-check';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskOutbox, MemoryOutbox, type Outbox } from '../../../src/gateway/history/outbox';
import {
  decodeOwed,
  encodeOwed,
  partsOf,
  type OwedResponse,
} from '../../../src/gateway/history/owedResponse';
import { hasList, observe } from '../../../src/history/observation';
import { LevelFile } from '../../../src/gateway/stores/levelFile';
import { removeFolder } from '../../removeFolder';

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'spillway-outbox-'));
});
afterEach(() => removeFolder(data));

const owed = (at: number, size = 10): OwedResponse => ({
  scope: 'one',
  operation: 'nlretail',
  request: 'nlretail{}',
  params: { keyword: 'é "quoted"' },
  raw: {},
  asked: null,
  at,
  packed: Buffer.alloc(size, 7),
});

const times = async (box: Outbox) => (await box.oldest(100, 1e9)).map(({ response }) => response.at);

describe.each([
  ['memory', () => Promise.resolve<Outbox>(new MemoryOutbox())],
  ['disk', () => DiskOutbox.open(data)],
])('in %s', (_, open) => {
  test('the oldest come first, at least one and not much more than asked for', async () => {
    const box = await open();
    await box.put([owed(1), owed(2)]);
    await box.put([owed(3, 5_000), owed(4)]);
    expect(box.count).toBe(4);
    expect((await box.oldest(2, 1e9)).map(({ response }) => response.at)).toEqual([1, 2]);
    expect(await box.oldest(100, 1)).toHaveLength(1);
    expect(await box.oldest(100, 3_000)).toHaveLength(2);
    await box.remove(await box.oldest(2, 1e9));
    expect(await times(box)).toEqual([3, 4]);
    await box.remove(await box.oldest(100, 1e9));
    expect([box.count, box.bytes, await times(box)]).toEqual([0, 0, []]);
    await box.close();
  });
});

test('what is owed is read again by the next process, with its bytes counted', async () => {
  const first = await DiskOutbox.open(data);
  await first.put([owed(1), owed(2)]);
  const { bytes } = first;
  await first.close();
  const next = await DiskOutbox.open(data);
  expect([next.count, next.bytes]).toEqual([2, bytes]);
  await next.put([owed(3)]);
  expect(await times(next)).toEqual([1, 2, 3]);
  expect((await next.oldest(1, 1e9))[0]?.response).toEqual(owed(1));
  await next.close();
});

test('gateways that share a folder have a file each, and one that is left over is taken in', async () => {
  const one = await DiskOutbox.open(data);
  const two = await DiskOutbox.open(data);
  await one.put([owed(1)]);
  await two.put([owed(2)]);
  expect([await times(one), await times(two)]).toEqual([[1], [2]]);
  await two.close();
  await one.close();
  const next = await DiskOutbox.open(data);
  expect((await times(next)).sort()).toEqual([1, 2]);
  const beside = await DiskOutbox.open(data);
  expect(beside.count).toBe(0);
  await next.close();
  await beside.close();
});

test('damaged bytes are left out', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('abcdefgh'), Buffer.from([0, 0, 0, 2, 0x7b, 0x7d])])
    expect(decodeOwed(bytes)).toBeUndefined();
  expect(decodeOwed(encodeOwed(owed(5)))).toEqual(owed(5));
  const level = await LevelFile.open(path.join(data, 'history-owed-1'));
  await level.batch([{ type: 'put', key: 'owed!000000000001', value: Buffer.from('nonsense') }]);
  await level.close();
  const box = await DiskOutbox.open(data);
  await box.put([owed(2)]);
  expect(await times(box)).toEqual([2]);
  expect(box.count).toBe(1);
  await box.close();
});

test('no more is read than is asked for, however much is owed', async () => {
  const box = await DiskOutbox.open(data);
  await box.put([owed(1), owed(2), { ...owed(3), at: Number.NaN }]);
  // What cannot be read is dropped when it is read.
  expect(await box.oldest(100, 1)).toHaveLength(1);
  expect(await box.oldest(2, 1e9)).toHaveLength(2);
  expect(box.count).toBe(3);
  expect(await box.oldest(3, 1e9)).toHaveLength(2);
  expect(box.count).toBe(2);
  await box.close();
});

test('a large response says in parts what it says whole', () => {
  const record = fc.record({ id: fc.option(fc.integer({ min: 1, max: 400 }).map(String)), price: fc.nat(5) });
  const odd = fc.constantFrom<unknown>(null, 7, 'text', [1]);
  const records = fc.array(fc.oneof({ weight: 20, arbitrary: record }, odd), { maxLength: 900 });
  fc.assert(
    fc.property(records, (all) => {
      const response = { ...owed(5), asked: 900 };
      const parts = [...partsOf(response, all)];
      const { operation, request, params, raw, asked, at } = response;
      const whole = observe({ operation, request, params, raw, asked, at, records: all });
      expect(parts.flatMap(({ sightings }) => sightings)).toEqual(whole.sightings);
      expect(parts.at(-1)).toEqual({ ...whole, sightings: parts.at(-1)?.sightings });
      expect(parts.slice(0, -1).every(({ list }) => list.length === 0)).toBe(true);
      // A part without sightings would be taken for an empty response.
      expect(parts.slice(0, -1).filter((part) => hasList(part))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
