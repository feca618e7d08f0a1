// Chooses the store the settings ask for. Memory alone never fails; disk and Redis stand behind memory.
import path from 'node:path';
import { DiskStore } from './diskStore';
import { isLocked } from './levelFile';
import { RedisStore } from './redisStore';
import { ResilientStore, type StoreHealth } from './resilientStore';
import { MemoryStore } from './memoryStore';
import { FolderInUse } from './storedFormat';

export interface StoreSettings {
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly data: string | undefined;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly storeTimeout: number;
}

export interface StoreParts {
  /** The time of day. */
  readonly clock: () => number;
  /** Never jumps: leases and lifetimes in memory. */
  readonly elapsed?: () => number;
  readonly onChange?: (health: StoreHealth) => void;
}

export const storeKind = ({ redisUrl, data }: StoreSettings): 'redis' | 'disk' | 'memory' =>
  redisUrl !== undefined ? 'redis' : data !== undefined ? 'disk' : 'memory';

export function openStore(
  settings: StoreSettings,
  { clock, elapsed = clock, onChange }: StoreParts,
): Promise<ResilientStore> {
  const { redisUrl, redisPrefix, data, memoryBytes, diskBytes, storeTimeout } = settings;
  const shared = {
    clock,
    elapsed,
    maxBytes: () => memoryBytes,
    timeout: storeTimeout,
    probeEvery: Math.min(1_000, storeTimeout * 2),
    ...(onChange ? { onChange } : {}),
  };
  if (redisUrl !== undefined) {
    const open = () => RedisStore.open({ url: redisUrl, prefix: redisPrefix });
    return ResilientStore.open({ ...shared, open, nearLifetime: 30_000 });
  }
  if (data !== undefined) {
    const folder = path.join(data, 'gateway');
    // The index of what is on disk takes memory too.
    let disk: DiskStore | undefined;
    const maxBytes = () => memoryBytes - (disk?.indexBytes ?? 0);
    const bounds = { maxBytes: diskBytes, maxIndexBytes: memoryBytes / 4 };
    const open = async () => {
      disk = await DiskStore.open({ folder, ...bounds, clock, elapsed }).catch((error: unknown) => {
        throw isLocked(error) ? new FolderInUse(folder) : error;
      });
      return disk;
    };
    return ResilientStore.open({ ...shared, maxBytes, open, nearLifetime: Number.MAX_SAFE_INTEGER });
  }
  // Leases and tables lie behind, values in front: nothing is held twice.
  const open = () => Promise.resolve(new MemoryStore({ maxBytes: 0, clock: elapsed }));
  const timeout = Infinity;
  return ResilientStore.open({
    ...shared,
    timeout,
    open,
    nearLifetime: Number.MAX_SAFE_INTEGER,
    alone: true,
  });
}
