// Chooses the store the settings ask for. Memory alone is steady by itself; disk and Redis stand behind memory.
import path from 'node:path';
import { DiskStore } from './diskStore';
import { RedisStore } from './redisStore';
import { SteadyStore, type StoreHealth } from './steadyStore';
import { MemoryStore } from './memoryStore';

export interface StoreSettings {
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly data: string | undefined;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly storePatience: number;
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
): Promise<SteadyStore> {
  const { redisUrl, redisPrefix, data, memoryBytes, diskBytes, storePatience } = settings;
  const shared = {
    clock,
    elapsed,
    maxBytes: () => memoryBytes,
    patience: storePatience,
    probeEvery: Math.min(1_000, storePatience * 2),
    ...(onChange ? { onChange } : {}),
  };
  if (redisUrl !== undefined) {
    const open = () => RedisStore.open({ url: redisUrl, prefix: redisPrefix });
    return SteadyStore.open({ ...shared, open, nearLifetime: 30_000 });
  }
  if (data !== undefined) {
    const folder = path.join(data, 'gateway');
    // The index of what is on disk takes memory too.
    let disk: DiskStore | undefined;
    const maxBytes = () => memoryBytes - (disk?.indexBytes ?? 0);
    const bounds = { maxBytes: diskBytes, maxIndexBytes: memoryBytes / 4 };
    const open = async () => (disk = await DiskStore.open({ folder, ...bounds, clock, elapsed }));
    return SteadyStore.open({ ...shared, maxBytes, open, nearLifetime: Number.MAX_SAFE_INTEGER });
  }
  // Leases and tables lie behind, values in front: nothing is held twice.
  const open = () => Promise.resolve(new MemoryStore({ maxBytes: 0, clock: elapsed }));
  const patience = Infinity;
  return SteadyStore.open({ ...shared, patience, open, nearLifetime: Number.MAX_SAFE_INTEGER, alone: true });
}
