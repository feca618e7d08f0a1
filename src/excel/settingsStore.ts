// The user's settings in the best store the host has. What is read is checked field by field: a damaged field falls
// back to its default, the others stay.
import * as z from 'zod/mini';
import { defaultSettings, type Settings } from '../engine/settings';
import { operationIds } from '../operations';
import { wireNames } from '../operations/assumptions';
import type { Bulletin } from './bulletin';
import type { SettingsStore } from './runtime';
import type { StringStore } from './stores/stringStore';

const name = 'settings';

const isAddress = (text: string): boolean => {
  if (text === '') return true;
  try {
    const { protocol, username, password } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  } catch {
    return false;
  }
};

const credits = z.number().check(z.gte(0), z.lte(1_000_000_000));
const milliseconds = z.number().check(z.gte(60_000));
const fields = {
  baseUrl: z.string().check(z.refine(isAddress)),
  ages: z.partialRecord(z.enum(operationIds), milliseconds),
  askAbove: credits,
  dailyCap: z.optional(credits),
  roundCounts: z.boolean(),
  reuseCounts: z.boolean(),
  cacheBytes: z.number().check(z.gte(1_000_000), z.lte(2_000_000_000)),
  concurrency: z.int().check(z.gte(1), z.lte(32)),
  wireNames: z.partialRecord(
    z.enum(Object.keys(wireNames) as [keyof typeof wireNames]),
    z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,63}$/)),
  ),
} satisfies Record<keyof Settings, z.ZodMiniType>;

/** Each field that is sound; defaults for the rest. */
export function readSettings(text: string | undefined): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return defaultSettings;
  }
  if (typeof stored !== 'object' || stored === null) return defaultSettings;
  const sound = Object.entries(fields).flatMap(([field, schema]) => {
    if (!Object.hasOwn(stored, field)) return [];
    const result = schema.safeParse((stored as Record<string, unknown>)[field]);
    return result.success ? [[field, result.data] as const] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(sound) };
}

export async function createSettingsStore(store: StringStore, bulletin: Bulletin): Promise<SettingsStore> {
  const listeners = new Set<() => void>();
  let current = defaultSettings;

  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const change = async (next: Settings | undefined) => {
    current = next ?? defaultSettings;
    tell();
    await (next ? store.set(name, JSON.stringify(next)) : store.remove(name));
    bulletin.post('settings');
  };
  const reread = async () => {
    current = readSettings(await store.get(name).catch(() => undefined));
    tell();
  };
  bulletin.subscribe('settings', () => void reread());
  await reread();

  return {
    where: store.where,
    current: () => current,
    // What is not sound is not taken over, so that memory and store never differ.
    update: (changes) => change(readSettings(JSON.stringify({ ...current, ...changes }))),
    reset: () => change(undefined),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
