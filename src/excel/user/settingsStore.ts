// The user's settings in the best store the host has. What is read is checked field by field: a damaged field falls
// back to its default, the others stay.
import { defaultSettings, type Settings } from '../../engine/request/settings';
import { createListeners } from '../../engine/ports/listeners';
import { operationIds } from '../../operations';
import { sameWireName, wireNames, type AssumptionId, type WireNames } from '../../operations/wireNames';
import type { ChangeBroadcast } from './changeBroadcast';
import type { SettingsStore } from '../runtime';
import type { StringStore } from '../stores/stringStore';

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

type Test = (value: unknown) => boolean;

const from =
  (least: number, most = Infinity): Test =>
  (value) =>
    Number.isFinite(value) && Number(value) >= least && Number(value) <= most;
const isFlag: Test = (value) => typeof value === 'boolean';
const isText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && test(value);
const isRecord =
  (names: readonly string[], test: Test): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([key, each]) => names.includes(key) && test(each));
const credits = from(0, 1_000_000_000);

const areNames = isRecord(
  Object.keys(wireNames),
  isText((text) => /^[A-Za-z_][\w.-]{0,63}$/.test(text)),
);

/** Two filters under one name would silently overwrite each other. */
const areDistinct = (mapped: WireNames): boolean =>
  (Object.keys(mapped) as AssumptionId[]).every((id) => !sameWireName(id, mapped[id]!, mapped));

const fields: Readonly<Record<keyof Settings, Test>> = {
  baseUrl: isText(isAddress),
  ages: isRecord(operationIds, from(60_000)),
  askAbove: credits,
  dailyCap: credits,
  roundCounts: isFlag,
  reuseCounts: isFlag,
  formatTables: isFlag,
  cacheBytes: from(1_000_000, 2_000_000_000),
  concurrency: (value) => Number.isInteger(value) && from(1, 32)(value),
  wireNames: (value) => areNames(value) && areDistinct(value as WireNames),
};

/** Each valid field; defaults for the rest. */
export function readSettings(text: string | undefined): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return defaultSettings;
  }
  if (typeof stored !== 'object' || stored === null) return defaultSettings;
  const valid = Object.entries(stored).filter(
    ([field, value]) => Object.hasOwn(fields, field) && fields[field as keyof Settings](value),
  );
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

export async function createSettingsStore(
  store: StringStore,
  broadcast: ChangeBroadcast,
): Promise<SettingsStore> {
  const listeners = createListeners();
  let current = defaultSettings;
  let turns = 0;

  const change = async (next: Settings | undefined) => {
    turns += 1;
    current = next ?? defaultSettings;
    listeners.notify();
    // The store reports its own failure; the setting still applies on this page.
    await (next ? store.set(name, JSON.stringify(next)) : store.remove(name)).catch(() => undefined);
    broadcast.post('settings');
  };
  /** A reading that was overtaken, by a later one or by a change made here, is dropped. */
  const reread = async () => {
    const turn = (turns += 1);
    // If nothing could be read, keep the current settings: a daily cap must not fall back to the default.
    const stored = await store.get(name).then(readSettings, () => current);
    if (turn !== turns) return;
    current = stored;
    listeners.notify();
  };
  broadcast.subscribe('settings', () => void reread());
  await reread();

  return {
    where: store.where,
    current: () => current,
    // Invalid values are ignored, so that memory and store never differ.
    update: (changes) => change(readSettings(JSON.stringify({ ...current, ...changes }))),
    reset: () => change(undefined),
    subscribe: listeners.subscribe,
  };
}
