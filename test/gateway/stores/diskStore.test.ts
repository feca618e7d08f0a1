import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { DiskStore } from '../../../src/gateway/stores/diskStore';
import { openStore } from '../../../src/gateway/stores/openStore';
import { eventually } from '../support/eventually';
import { removeFolder } from '../../removeFolder';

let root: string;
let now = 0;
const clock = () => now;
const minute = 60_000;

beforeEach(() => {
  now = Date.now();
  root = mkdtempSync(path.join(tmpdir(), 'spillway-disk-'));
});
afterEach(() => removeFolder(root));

const keysIn = async (folder: string): Promise<string[]> => {
  const level = new ClassicLevel(folder);
  const keys = await level.keys().all();
  await level.close();
  return keys;
};

test('values and tables whose time is over leave the disk and the index without being asked for', async () => {
  const folder = path.join(root, 'gateway');
  const store = await DiskStore.open({ folder, maxBytes: 1_000_000, clock });
  for (let i = 0; i < 50; i += 1) {
    await store.write(`short-${i}`, Buffer.alloc(100), minute);
    await store.add(`window:key:person-${i}`, { 1: 1 }, minute);
  }
  await store.write('long', Buffer.alloc(100), 60 * minute);
  await store.add('spent', { ann: 1 }, 60 * minute);
  now += 2 * minute;
  const before = store.indexBytes;
  await store.sweep();
  expect(store.indexBytes).toBeLessThan(before / 5);
  await store.close();
  expect(await keysIn(folder)).toEqual(['index!long', 'table!spent', 'value!long', '~format']);
});

test('a clock that is far ahead for a moment costs nothing, and one that stays there is believed', async () => {
  let passed = 0;
  const elapsed = () => passed;
  const options = { folder: path.join(root, 'gateway'), maxBytes: 1_000_000, clock, elapsed };
  let store = await DiskStore.open(options);
  const [paid, other] = [Buffer.from('paid'), Buffer.from('other')];
  await store.write('a', paid, 60 * minute);
  const month = 30 * 24 * 60 * minute;
  now += month;
  expect(await store.read('a')).toBeUndefined();
  await store.sweep();
  await store.write('b', other, 60 * minute);
  await store.close();
  store = await DiskStore.open(options);
  now -= month;
  expect(await store.read('a')).toEqual(paid);
  now += month;
  await store.sweep();
  passed += 60 * minute;
  now += 60 * minute;
  await store.sweep();
  now -= month + 60 * minute;
  expect(await store.read('a')).toBeUndefined();
  await store.close();
});

test('the index of the disk stays within its share of memory', async () => {
  const bounds = { maxBytes: 100_000_000, maxIndexBytes: 10_000 };
  const store = await DiskStore.open({ folder: path.join(root, 'gateway'), ...bounds, clock });
  for (let i = 0; i < 200; i += 1) await store.write(`key-${i}`, Buffer.alloc(10), minute);
  expect(store.indexBytes).toBeLessThanOrEqual(10_000);
  expect(await store.read('key-0')).toBeUndefined();
  expect(await store.read('key-199')).toBeDefined();
  await store.close();
});

test('nobody else on the machine can read the folder, also when it was open before', async () => {
  const folder = path.join(root, 'gateway');
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(path.join(folder, 'LOG.old'), 'x', { mode: 0o644 });
  chmodSync(folder, 0o755);
  const store = await DiskStore.open({ folder, maxBytes: 1_000_000, clock });
  await store.write('a', Buffer.alloc(100), minute);
  await store.close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'LOG.old')).mode & 0o777).toBe(0o600);
});

const canMount = () => {
  const place = mkdtempSync(path.join(tmpdir(), 'spillway-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (mounted) spawnSync('umount', [place]);
  removeFolder(place);
  return mounted;
};
const onSmallDisk = process.platform === 'linux' && canMount() ? test : test.skip;

onSmallDisk(
  'on a full disk answers stay readable, and are written when there is room (needs the right to mount)',
  async () => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', root]).status).toBe(0);
    try {
      const settings = {
        redisUrl: undefined,
        redisPrefix: '',
        data: root,
        memoryBytes: 50_000_000,
        diskBytes: 2_000_000_000,
        storeTimeout: 5_000,
      };
      const open = () => openStore(settings, { clock: () => Date.now() });
      const store = await open();
      await store.write('before', Buffer.from('paid before'), 60 * minute);
      const size = () => readdirSync(root).length;
      // Another program fills the disk.
      spawnSync('dd', ['if=/dev/zero', `of=${path.join(root, 'ballast')}`, 'bs=64k']);
      expect(size()).toBeGreaterThan(1);
      for (let i = 0; i < 40; i += 1)
        await store.write(`paid-${i}`, Buffer.alloc(20_000, `${i}`), 60 * minute);
      expect(store.health).toMatchObject({ state: 'degraded' });
      expect(store.health.owed).toBeGreaterThan(0);
      expect((await store.read('before'))?.toString()).toBe('paid before');
      rmSync(path.join(root, 'ballast'));
      await eventually(() => store.health.state === 'ok' && store.health.owed === 0);
      await store.write('after', Buffer.from('paid after'), 60 * minute);
      await store.close();

      const next = await open();
      for (let i = 0; i < 40; i += 1) expect(await next.read(`paid-${i}`)).toHaveLength(20_000);
      expect((await next.read('before'))?.toString()).toBe('paid before');
      expect((await next.read('after'))?.toString()).toBe('paid after');
      await next.close();
    } finally {
      spawnSync('umount', ['-l', root]);
    }
  },
);
